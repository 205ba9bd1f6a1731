import { isNamedByHost, type AnySource } from '@signet/contract/threats/sources'
import type { DemoThreat } from '../demo-data.ts'
import { pageOf, type Page } from '../pictures/draw-page.ts'

/* What reviewers write when they watch or delete a threat. It agrees with the type of the threat and with its capture. */

/** Without reasons for a step, reviewers don't take it. */
export interface ReviewReasons {
  watch: readonly string[]
  delete: readonly string[]
}

const none: ReviewReasons = { watch: [], delete: [] }
const wait = ['No report about it so far', 'Waiting for a second report'] as const
const atClient = ['Not confirmed by the client yet', 'The client is looking into it'] as const

/** A name by what its page shows. Nobody deletes or only watches a copy of the client's sign-in page. */
const ofPages: Readonly<Record<Page, ReviewReasons>> = {
  copied: none,
  members: { watch: [], delete: ['The sign-in page of another company', 'A members’ page, nothing of the client'] },
  plain: {
    watch: ['Under construction, nothing of the client yet', 'No form on the page yet'],
    delete: ['Nothing of the client on the page', 'A new site of another company'],
  },
  parked: {
    watch: ['Parked when checked, may change', 'Only a parking page when checked'],
    delete: ['Parked, nothing of the client on it', 'Only advertising links of the registrar'],
  },
  gone: {
    watch: ['Offline when checked, may return', 'Page not found when checked'],
    delete: ['Offline before review', 'The page was removed before review'],
  },
  silent: {
    watch: ['No server answered when checked', 'Offline when checked, may return'],
    delete: ['Offline before review', 'No server answers under this name'],
  },
}

/** A redirect on a host of the client itself. */
const ownRedirect: ReviewReasons = {
  watch: ['The client is closing the redirect', 'Reported to the client, not misused so far'],
  delete: ['The client has closed the redirect', 'The client has limited where it leads'],
}

const account = (own: string): ReviewReasons => ({
  watch: wait,
  delete: [own, 'Removed by the platform before review'],
})
const ownAccount = account('An account of the client, confirmed')

const ofSources: Readonly<Record<Exclude<AnySource, 'Domain' | 'URL'>, ReviewReasons>> = {
  FB: ownAccount,
  Instagram: ownAccount,
  Reddit: ownAccount,
  Telegram: ownAccount,
  TikTok: ownAccount,
  Twitter: ownAccount,
  WhatsApp: ownAccount,
  YouTube: ownAccount,
  LinkedIn: ownAccount,
  APK: {
    watch: ['Waiting for the analysis of the app', 'Found in one store only'],
    delete: ['Removed by the store before review', 'A test version of the client, confirmed'],
  },
  Extension: { watch: wait, delete: ['Removed by the store before review', 'Approved by the client'] },
  Advertisements: { watch: wait, delete: ['Ended before review', 'Booked by the client’s agency, confirmed'] },
  GoogleMaps: {
    watch: wait,
    delete: ['A real branch, confirmed by the client', 'Removed from the map before review'],
  },
  DarkWeb: { watch: atClient, delete: ['Copied from an older post', 'Removed from the forum before review'] },
  FinancialFraud: { watch: atClient, delete: ['An account of the client, confirmed', 'Closed before review'] },
  DocumentLeaks: { watch: atClient, delete: ['Published by the client itself', 'Removed before review'] },
  GitHub: { watch: atClient, delete: ['Published by the client itself', 'Removed before review'] },
  EASM: {
    watch: ['The client is closing it', 'Planned for the client’s next maintenance'],
    delete: ['Closed before review', 'Public on purpose, confirmed by the client'],
  },
}

/** Types that the reasons of their source don't fit. */
const ofTypes: Readonly<Record<string, ReviewReasons>> = {
  'Fake job offer': account('A real vacancy of the client, confirmed'),
  'Fake employee': account('Works for the client, confirmed'),
  'Fake giveaway': account('A real campaign of the client, confirmed'),
  'Fake marketplace listing': account('A real offer of the client, confirmed'),
  'Scam post': account('Quotes a real campaign of the client'),
  'Scam video': account('A real campaign of the client, confirmed'),
  'Fake livestream': account('A real broadcast of the client, confirmed'),
  'Exposed key': { watch: atClient, delete: ['A placeholder, not a key', 'Revoked by the client before review'] },
  'Customer records': { watch: atClient, delete: ['Sample data, no real customers', 'Removed before review'] },
}

const offers: ReviewReasons = {
  watch: ['One offer so far', 'No report about it so far'],
  delete: ['A seller that the client has authorised', 'Removed before review'],
}
const tools: ReviewReasons = {
  watch: ['No use seen so far', 'Waiting for a test of the tool'],
  delete: ['Doesn’t work any more', 'Removed before review'],
}
/** What nobody would authorise. */
const resale: ReviewReasons = { watch: offers.watch, delete: ['Sold out before review', 'Removed before review'] }
const isResale = (type: string) => type === 'Resale at a markup' || type === 'Sale of accounts'
const isTool = (type: string) => /book|bot\b|queue|script|sharing/i.test(type) && !/bulk/i.test(type)

/** What reviewers may write about a threat. */
export function reviewReasonsFor(
  threat: Pick<DemoThreat, 'kind' | 'source' | 'threatType' | 'class' | 'indicators'>,
): ReviewReasons {
  const { kind, source, threatType, indicators } = threat
  if (kind === 'tout') return isTool(threatType) ? tools : isResale(threatType) ? resale : offers
  if (source === 'Domain' || source === 'URL')
    return threat.class === 'lure-url' ? ownRedirect : ofPages[pageOf(indicators)]
  return ofTypes[threatType] ?? ofSources[source]
}

/** The name that a threat is filed under, which others can share; null for what isn't named by a host, and for the client's own hosts. */
export const sharedNameOf = ({
  kind,
  source,
  class: found,
  fields,
}: Pick<DemoThreat, 'kind' | 'source' | 'class' | 'fields'>) =>
  kind === 'threat' && isNamedByHost(source) && found !== 'lure-url' && typeof fields['registrable_domain'] === 'string'
    ? fields['registrable_domain']
    : null
