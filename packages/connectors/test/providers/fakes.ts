import type { AskedConnectorName } from '@signet/contract/collection/connectors'
import { fakeMalwareBazaar, fakeThreatFox, fakeUrlhaus } from './fake-abuse-ch.ts'
import { fakeAndroZoo } from './fake-andro-zoo.ts'
import { fakeAppStore } from './fake-app-store.ts'
import { fakeFeeds } from './fake-feeds.ts'
import { fakeGithub } from './fake-github.ts'
import { fakeGitlab } from './fake-gitlab.ts'
import { fakeGooglePlay } from './fake-google-play.ts'
import { fakeGooglePlaces } from './fake-google-places.ts'
import { fakeInstagram, fakeFacebookPages, fakeMetaAds } from './fake-graph-api.ts'
import { fakeGrayhatWarfare } from './fake-grayhat-warfare.ts'
import { fakeMisp } from './fake-misp.ts'
import type { FakeProvider } from './fake-provider.ts'
import { fakeRansomLook, fakeRansomwareLive } from './fake-ransomware.ts'
import { fakeOpenPhish } from './fake-open-phish.ts'
import { fakePhishTank } from './fake-phish-tank.ts'
import { fakeReddit } from './fake-reddit.ts'
import { fakeSearxng } from './fake-searxng.ts'
import { fakeShodan } from './fake-shodan.ts'
import { fakeTaxii } from './fake-taxii.ts'
import { fakeUrlscan } from './fake-urlscan.ts'
import { fakeVirusTotal } from './fake-virus-total.ts'
import { fakeX } from './fake-x.ts'
import { fakeYoutube } from './fake-youtube.ts'
import { fakeTiktokAds } from './fake-tiktok-ads.ts'
import { fakeTelegramBot } from './fake-telegram-bot.ts'
import { fakeTelegramUser } from './fake-telegram-user.ts'
import { fakeTelegramPreview } from './fake-telegram-preview.ts'
import { fakeLinkedinAds } from './fake-linkedin-ads.ts'

/** The stand-in for the provider of each connector that isn't a mailbox. */
export const fakeProviders = {
  appStore: fakeAppStore,
  x: fakeX,
  reddit: fakeReddit,
  youtube: fakeYoutube,
  googlePlaces: fakeGooglePlaces,
  github: fakeGithub,
  gitlab: fakeGitlab,
  ransomwareLive: fakeRansomwareLive,
  ransomLook: fakeRansomLook,
  searxng: fakeSearxng,
  grayhatWarfare: fakeGrayhatWarfare,
  urlscan: fakeUrlscan,
  openPhish: fakeOpenPhish,
  phishTank: fakePhishTank,
  urlhaus: fakeUrlhaus,
  threatFox: fakeThreatFox,
  taxii: fakeTaxii,
  feeds: fakeFeeds,
  sharedFeeds: fakeFeeds,
  malwareBazaar: fakeMalwareBazaar,
  misp: fakeMisp,
  shodan: fakeShodan,
  instagram: fakeInstagram,
  facebookPages: fakeFacebookPages,
  metaAds: fakeMetaAds,
  tiktokAds: fakeTiktokAds,
  telegramBot: fakeTelegramBot,
  telegramUser: fakeTelegramUser,
  telegramPreview: fakeTelegramPreview,
  linkedinAds: fakeLinkedinAds,
  virusTotal: fakeVirusTotal,
  androZoo: fakeAndroZoo,
} satisfies Record<Exclude<AskedConnectorName, 'abuseMailbox' | 'ownHosts'>, FakeProvider>

/** The stand-ins for stores whose pages are read without a connector. */
export const fakeStores = { googlePlay: fakeGooglePlay }
