import type { ConnectorName } from '@signet/contract/collection/connectors'
import { appStore } from './app-store.ts'
import type { Connector } from './connector.ts'
import { facebookPages } from './facebook-pages.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { googlePlaces } from './google-places.ts'
import { grayhatWarfare } from './grayhat-warfare.ts'
import { instagram } from './instagram.ts'
import { malwareBazaar } from './malware-bazaar.ts'
import { metaAds } from './meta-ads.ts'
import { misp } from './misp.ts'
import { ransomLook } from './ransom-look.ts'
import { ransomwareLive } from './ransomware-live.ts'
import { reddit } from './reddit.ts'
import { searxng } from './searxng.ts'
import { shodan } from './shodan.ts'
import { taxii } from './taxii.ts'
import { threatFox } from './threat-fox.ts'
import { urlhaus } from './urlhaus.ts'
import { urlscan } from './urlscan.ts'
import { x } from './x.ts'
import { youtube } from './youtube.ts'
import { tiktokAds } from './tiktok-ads.ts'
import { telegramBot } from './telegram-bot.ts'
import { telegramPreview } from './telegram-preview.ts'
import { linkedinAds } from './linkedin-ads.ts'

/** The connectors, by their names in the contract. */
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
  urlhaus,
  threatFox,
  taxii,
  malwareBazaar,
  misp,
  shodan,
  instagram,
  facebookPages,
  metaAds,
  tiktokAds,
  telegramBot,
  telegramPreview,
  linkedinAds,
} as const satisfies Record<ConnectorName, Connector>
