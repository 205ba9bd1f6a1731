import type {
  AskedConnectorName,
  LookUpConnectorName,
  PollConnectorName,
  PushConnectorName,
} from '@signet/contract/collection/connectors'
import type { AskedProvider, Connector, LookUpConnector, PushConnector } from './connector.ts'
import { abuseMailbox } from './providers/abuse-mailbox.ts'
import { androZoo } from './providers/andro-zoo.ts'
import { appStore } from './providers/app-store.ts'
import { facebookPages } from './providers/facebook-pages.ts'
import { feeds, sharedFeeds } from './providers/feeds.ts'
import { github } from './providers/github.ts'
import { gitlab } from './providers/gitlab.ts'
import { googlePlaces } from './providers/google-places.ts'
import { grayhatWarfare } from './providers/grayhat-warfare.ts'
import { instagram } from './providers/instagram.ts'
import { malwareBazaar } from './providers/malware-bazaar.ts'
import { metaAds } from './providers/meta-ads.ts'
import { misp } from './providers/misp.ts'
import { openPhish } from './providers/open-phish.ts'
import { ownHosts } from './providers/own-hosts.ts'
import { phishTank } from './providers/phish-tank.ts'
import { ransomLook } from './providers/ransom-look.ts'
import { ransomwareLive } from './providers/ransomware-live.ts'
import { reddit } from './providers/reddit.ts'
import { searxng } from './providers/searxng.ts'
import { shodan } from './providers/shodan.ts'
import { taxii } from './providers/taxii.ts'
import { threatFox } from './providers/threat-fox.ts'
import { urlhaus } from './providers/urlhaus.ts'
import { urlscan } from './providers/urlscan.ts'
import { virusTotal } from './providers/virus-total.ts'
import { x } from './providers/x.ts'
import { youtube } from './providers/youtube.ts'
import { tiktokAds } from './providers/tiktok-ads.ts'
import { telegramBot } from './providers/telegram-bot.ts'
import { telegramUser } from './providers/telegram-user.ts'
import { telegramPreview } from './providers/telegram-preview.ts'
import { linkedinAds } from './providers/linkedin-ads.ts'
import { whatsApp } from './providers/whats-app.ts'

/** The connectors that collect by asking their providers, by their names in the contract. */
export const connectors = {
  appStore,
  x,
  reddit,
  youtube,
  googlePlaces,
  github,
  gitlab,
  ransomwareLive,
  ransomLook,
  searxng,
  grayhatWarfare,
  urlscan,
  openPhish,
  phishTank,
  urlhaus,
  threatFox,
  taxii,
  abuseMailbox,
  feeds,
  sharedFeeds,
  malwareBazaar,
  misp,
  shodan,
  ownHosts,
  instagram,
  facebookPages,
  metaAds,
  tiktokAds,
  telegramBot,
  telegramUser,
  telegramPreview,
  linkedinAds,
} as const satisfies Record<PollConnectorName, Connector>

/** The connectors whose providers send what they have. */
export const pushConnectors = { whatsApp } as const satisfies Record<PushConnectorName, PushConnector>

/** The connectors that are only asked about single records. */
const lookUpConnectors = { virusTotal, androZoo } as const satisfies Record<LookUpConnectorName, LookUpConnector>

/** Every connector that asks its provider, for whatever. */
export const askedConnectors = { ...connectors, ...lookUpConnectors } as const satisfies Record<
  AskedConnectorName,
  AskedProvider
>
