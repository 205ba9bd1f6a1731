import type { AnySource } from '@signet/contract/threats/sources'
import type { DemoThreat } from '../demo-data.ts'

/* What clients write with their decisions, and what analysts find. Both agree with what the threat is. */

/** The texts of one kind of threat. */
interface Remarks {
  takedown: readonly string[]
  falsePositive: readonly string[]
  whitelist: readonly string[]
  findings: readonly string[]
}

const hurry = 'Customers are calling us about this. Please hurry.'
const victims = 'We already have two victims.'
const notOurs = 'Our fraud team confirmed it isn’t ours.'

const group =
  'Operated by the group behind seven other names this month: same registrar account, same phishing kit, same drop address. The kit forwards what visitors type to a messenger channel within seconds. We found no ads for it; visitors come from text messages. Recommendation: take down all seven together and warn customers about the text messages.'
const person =
  'Operated by one person, not a group. The account is three years old, has been renamed twice and used to sell followers. The payment details lead to a prepaid card. We found no link to earlier cases. Recommendation: report it to the platform as impersonation and monitor the names listed in the file.'
const publisher =
  'Published by one person, not a group. The developer account is three years old and has been renamed twice. The code is copied from a public project. We found no link to earlier cases. Recommendation: report it to the store and monitor the names listed in the file.'
const number =
  'Operated by one person, not a group. The same telephone number and prepaid card appear in two other reports. We found no link to earlier cases. Recommendation: report both and monitor the names listed in the file.'
const genuine =
  'The data is genuine but old: it was first posted elsewhere fourteen months ago and is being resold. There was no new intrusion. Recommendation: don’t reset all passwords; inform the twelve people whose leaked password is still valid.'
const reachable =
  'The service was opened during a move of servers and has been reachable since. The logs show no sign-in by strangers. Recommendation: close it and renew the keys that were readable.'
const seller =
  'Operated by one person, not a group. The offers go back three years under two earlier names, and the payment details lead to a prepaid card. We found no link to earlier cases. Recommendation: report the offers together and monitor the names listed in the file.'

const ofAddresses: Remarks = {
  takedown: [
    hurry,
    'Please send the notice to the registrar as well.',
    'Same people as last month, see the earlier case.',
    notOurs,
    victims,
  ],
  falsePositive: [
    'A travel agency with that name, harmless.',
    'This is our own campaign site.',
    'A local football club, nothing to do with us.',
  ],
  whitelist: ['A site run by our agency.', 'A partner’s site, approved by marketing.', 'Our campaign site.'],
  findings: [group],
}
const ofOwnSites: Remarks = {
  takedown: ['Our web team is closing the redirect.'],
  falsePositive: ['Our own redirect, limited to our hosts by now.'],
  whitelist: ['Our newsletter needs this redirect.'],
  findings: [
    'The redirect accepts any address and is named in two phishing messages. Recommendation: limit it to your own hosts.',
  ],
}
const ofAccounts: Remarks = {
  takedown: [hurry, 'Same people as last month, see the earlier case.', notOurs, victims],
  falsePositive: [
    'A travel agency with that name, harmless.',
    'A customer who complains, not a fake.',
    'A local football club, nothing to do with us.',
  ],
  whitelist: ['An account run by our agency.', 'A partner’s account, approved by marketing.', 'Our staff account.'],
  findings: [person],
}
const ofApps: Remarks = {
  takedown: [hurry, notOurs, 'Same developer as last month, see the earlier case.'],
  falsePositive: ['An app of another company, harmless.', 'This is our own test version.'],
  whitelist: ['An app of our agency.', 'A partner’s app, approved by marketing.'],
  findings: [publisher],
}
const ofPlaces: Remarks = {
  takedown: [hurry, notOurs, victims],
  falsePositive: ['Another company with that name, harmless.', 'This is our own branch.'],
  whitelist: ['A partner’s branch, approved by marketing.'],
  findings: [number],
}
const ofAdvertisements: Remarks = {
  takedown: [hurry, notOurs, victims],
  falsePositive: ['An advertisement of another company, harmless.', 'This is our own campaign.'],
  whitelist: ['Booked by our agency.', 'A partner’s campaign, approved by marketing.'],
  findings: [group],
}
const ofPayees: Remarks = {
  takedown: [notOurs, victims, 'Please tell the bank that holds the account.'],
  falsePositive: ['An account of ours.', 'A payee with the same name, harmless.'],
  whitelist: ['An account of our collection agency.'],
  findings: [number],
}
const ofLeaks: Remarks = {
  takedown: ['Our security team confirmed it is genuine.', 'Please ask for removal of all copies.'],
  falsePositive: ['Not our data.', 'Public material of ours.'],
  whitelist: ['Published by us on purpose.', 'Known to our security team.'],
  findings: [genuine],
}
const ofServices: Remarks = {
  takedown: ['Our network team is on it.'],
  falsePositive: ['Not one of our hosts.', 'Already closed.'],
  whitelist: ['Public on purpose.', 'Known to our network team.'],
  findings: [reachable],
}
const ofTouts: Remarks = {
  takedown: ['Customers are calling us about this. Please hurry.', 'Same seller as last month, see the earlier case.'],
  falsePositive: ['A customer who sells a single ticket.', 'Nothing of ours is offered here.'],
  whitelist: ['An authorised seller of ours.', 'A partner, approved by our sales team.'],
  findings: [seller],
}

const ofSources: Readonly<Record<AnySource, Remarks>> = {
  Domain: ofAddresses,
  URL: ofAddresses,
  FB: ofAccounts,
  Instagram: ofAccounts,
  LinkedIn: ofAccounts,
  Reddit: ofAccounts,
  Telegram: ofAccounts,
  TikTok: ofAccounts,
  Twitter: ofAccounts,
  WhatsApp: ofAccounts,
  YouTube: ofAccounts,
  APK: ofApps,
  Extension: ofApps,
  GoogleMaps: ofPlaces,
  Advertisements: ofAdvertisements,
  FinancialFraud: ofPayees,
  DarkWeb: ofLeaks,
  DocumentLeaks: ofLeaks,
  GitHub: ofLeaks,
  EASM: ofServices,
}

/** What is written about a threat. */
export const remarksFor = ({ kind, source, class: found }: Pick<DemoThreat, 'kind' | 'source' | 'class'>): Remarks =>
  kind === 'tout' ? ofTouts : found === 'lure-url' ? ofOwnSites : ofSources[source]
