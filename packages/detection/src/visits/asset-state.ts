import { hostOf } from '../names/host-of.ts'
import type { DnsFacts, HttpFacts } from '@signet/contract/threats/observations'
import type { AssetCheck, AssetState, CheckView } from '@signet/contract/takedowns/asset-checks'
import { resolves } from './domain-changes.ts'
import { registrableOf } from '../names/split-name.ts'

/** The result of checking the target of a takedown; null for a part that couldn't be checked. */
export interface SeenAsset {
  dns: DnsFacts | null
  /** What the server answered to a request that names this product. */
  http: HttpFacts | null
  /** What it answered to visitors, each from each exit. */
  views: readonly { profile: CheckView['profile']; exit: string | null; http: HttpFacts | null }[]
}
type Answer = Omit<CheckView, 'profile' | 'exit'>

/** Titles of the notices that hosts and networks show in place of a page they have taken down. A page that asks for a password is none. */
const noticeTitles = [
  /^(this )?(account|site|website|domain|page)( has been| is)? (suspended|disabled|deactivated|blocked)\b/i,
  /^suspended (account|domain|site|page)\b/i,
  /^(warning[:!]? )?(suspected|reported|deceptive) (phishing|malware|site)\b/i,
]
/** Titles of the pages that test whether a visitor is a browser before they show the site; some come with 503. */
const testTitles =
  /^(just a moment|one moment,? please|checking (if|your browser)|attention required|ddos-guard|ddos protection by)\b/i
/** Status codes that say the page is gone: 404, 410, and 451, unavailable for legal reasons (RFC 7725). */
const goneStatuses = new Set([404, 410, 451])
const [clientErrors, serverErrors] = [400, 500]

/** Without a page that is shown to anyone, the state in which visitors still see the most. */
const mostVisible: readonly AssetState[] = ['cloaked', 'redirecting', 'parked', 'offline']
const unclear: Answer = { state: 'unknown', reason: 'notAsked', status: null, leadsTo: null }

/**
 * The current state of a takedown target. It is offline if its name leads nowhere, or if every visitor from every exit finds nothing.
 *
 * A server that answers differently to different visitors, or asks only some of them for a password, is cloaked. What it answers to this
 * product by name counts only if that is a page: servers that recognise it often pretend to be gone. Act on a state only after a second
 * check, because servers fail.
 */
export function assetStateOf({ dns, http, views }: SeenAsset): Omit<AssetCheck, 'at'> {
  if (dns === null) return { ...unclear, views: [] }
  if (!resolves(dns)) {
    const reason = dns.state === 'absent' ? 'noName' : 'noAddress'
    return { state: 'offline', reason, status: null, leadsTo: null, views: [] }
  }
  const seen = views.map((view) => ({ profile: view.profile, exit: view.exit, ...answerOf(view.http) }))
  const found = joined(answerOf(http), seen)
  const isCloaked = found.state === 'active' && hidesForm(views)
  return { ...found, ...(isCloaked ? { state: 'cloaked', reason: 'differs' } : {}), views: seen }
}

/** Whether only some of the visitors who saw a page were asked for a password. */
function hidesForm(views: SeenAsset['views']): boolean {
  const forms = views.flatMap(({ http }) => (http && answerOf(http).state === 'active' ? http.hasPasswordField : []))
  return new Set(forms).size > 1
}

function joined(ours: Answer, views: readonly CheckView[]): Answer {
  const known: Answer[] = views.filter(({ state }) => state !== 'unknown')
  if (ours.state === 'active' || views.length === 0) known.push(ours)
  const { state, reason, status, leadsTo } =
    known.find((one) => one.state === 'active') ??
    mostVisible.flatMap((wanted) => known.find((one) => one.state === wanted) ?? []).at(0) ??
    unclear
  if (state === 'active' && known.some((one) => one.state !== state)) {
    return { state: 'cloaked', reason: 'differs', status, leadsTo }
  }
  // A visitor who saw nothing at all could have seen the page.
  const isSure = views.length > 0 && known.length === views.length
  return state === 'offline' && !isSure ? unclear : { state, reason, status, leadsTo }
}

/** What one visitor saw. A server that refuses a visitor shows its page to others, and a broken one shows it to nobody. */
function answerOf(http: HttpFacts | null): Answer {
  if (http === null) return unclear
  const { status, title, address, isParked } = http
  const plain = { status, leadsTo: null }
  if (status === null) return { ...plain, state: 'offline', reason: 'silent' }
  if (isParked) return { ...plain, state: 'parked', reason: 'placeholder' }
  const end = hostOf(address)
  if (end !== null && registrableOf(end) !== registrableOf(http.host)) {
    return { ...plain, leadsTo: end, state: 'redirecting', reason: 'elsewhere' }
  }
  if (!http.hasPasswordField && noticeTitles.some((pattern) => title !== null && pattern.test(title.trim()))) {
    return { ...plain, state: 'offline', reason: 'blocked' }
  }
  const isTest = title !== null && testTitles.test(title.trim())
  if (goneStatuses.has(status) || (status >= serverErrors && !isTest))
    return { ...plain, state: 'offline', reason: 'gone' }
  if (status >= clientErrors) return { ...plain, state: 'cloaked', reason: 'refused' }
  return { ...plain, state: 'active', reason: 'page' }
}
