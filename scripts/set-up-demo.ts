import { setTimeout as wait } from 'node:timers/promises'
import { deliveryOf, tipOfListing } from '@signet/connectors/test/providers/fake-whats-app'
import { telegramCredentials } from '@signet/connectors/test/telegram/test-session'
import { listingsOf } from '@signet/connectors/test/fakenet/provider-listings'
import type { Mailbox } from '@signet/connectors/test/fakenet/fake-mailbox'
import {
  connectorNames,
  connectors,
  isCollecting,
  isPushed,
  type ConnectorInfo,
  type ConnectorName,
  type CredentialName,
  type PushConnectorName,
} from '@signet/contract/collection/connectors'
import { tipAgeMinMs, tipBase, tipChallengeHeader } from '@signet/contract/collection/tips'
import { isRecord } from '@signet/contract/narrow'

/** The key of the demo's first company. */
export const company = 'meridian-bank'
/** The roles of the demo's users that scripts act as. */
type Role = 'superAdmin' | 'qa'
const retryMs = 1000

/**
 * Waits until a demo answers, and lets it read the replies to the notices of its first company from a mailbox, as a super admin does in
 * Settings.
 *
 * @param origin e.g. `http://127.0.0.1:3000`
 * @returns false if it was stopped before, or the demo refused
 */
export async function setDemoMailbox(
  origin: string,
  account: Mailbox['account'],
  stopping: AbortSignal,
): Promise<boolean> {
  if (!(await becomesReady(origin, stopping))) return false
  const headers = await headersOf(origin)
  const address = `${origin}/api/rest/settings/mailbox?company=${company}`
  const known: unknown = await (await fetch(address, { headers })).json()
  const version = isRecord(known) ? known['version'] : 0
  const body = JSON.stringify({ company, ...account, version })
  return (await fetch(address, { method: 'PUT', headers, body })).ok
}

/**
 * Waits until a demo answers, and lets its first company collect by every connector. False if it was stopped before, or the demo refused.
 */
export async function switchConnectorsOn(origin: string, stopping: AbortSignal): Promise<boolean> {
  if (!(await becomesReady(origin, stopping))) return false
  const headers = await headersOf(origin)
  for (const connector of connectorNames) {
    // Nobody forwards emails on the local internet.
    if (connector === 'abuseMailbox') continue
    const { credentials: needed }: ConnectorInfo = connectors[connector]
    const credentials = Object.fromEntries(needed.map((name) => [name, credentialOf(name, connector)]))
    const address = `${origin}/api/rest/settings/connectors/${connector}?company=${company}`
    const body = JSON.stringify({ company, isOn: isCollecting(connector), credentials })
    const response = await fetch(address, { method: 'PUT', headers, body })
    if (!response.ok) return false
    if (isPushed(connector) && !(await deliverTips(origin, connector, await response.json()))) return false
  }
  return true
}

/** Delivers what a provider that isn't asked has to the address that the demo shows. */
async function deliverTips(origin: string, connector: PushConnectorName, answer: unknown): Promise<boolean> {
  const shown: unknown = Array.isArray(answer)
    ? answer.find((one: unknown) => isRecord(one) && one['connector'] === connector)
    : null
  const hook = isRecord(shown) ? shown['hook'] : null
  if (typeof hook !== 'string') return false
  const tips = listingsOf('', connector).map(tipOfListing)
  const { headers, body } = deliveryOf(tips, credentialOf('clientSecret', connector))
  return (await fetch(`${origin}${hook}`, { method: 'POST', headers, body: new Uint8Array(body) })).ok
}

/** Scams that people report, of sources without a connector. */
const reports = [
  { platform: 'LinkedIn', handle: 'https://www.linkedin.com/company/meridian-bank-support' },
  { platform: 'TikTok', handle: '@meridianbank_support' },
  { text: 'Somebody posing as Meridian Bank asked me to pay to the safe account GB33BUKB20201555555555.' },
] as const

/**
 * Waits until a demo answers, and reports scams on the public page of its first company, as people without an account do. False if it was
 * stopped before, or the demo refused.
 */
export async function reportScams(origin: string, stopping: AbortSignal): Promise<boolean> {
  if (!(await becomesReady(origin, stopping))) return false
  const headers = await headersOf(origin)
  const address = `${origin}/api/rest/settings/tipPage?company=${company}`
  const known: unknown = await (await fetch(address, { headers })).json()
  if (!isRecord(known)) return false
  const { intro, keepDays } = known
  const body = JSON.stringify({ company, isOn: true, intro, keepDays })
  if (known['isOn'] !== true && !(await fetch(address, { method: 'PUT', headers, body })).ok) return false
  const sent = await Promise.all(reports.map((report) => sendReport(origin, report)))
  return sent.every(Boolean)
}

async function sendReport(origin: string, report: Readonly<Record<string, string>>): Promise<boolean> {
  const page = `${origin}${tipBase}/${company}`
  const shown: unknown = await (await fetch(page)).json()
  // What comes at once was written by a program.
  await wait(tipAgeMinMs + retryMs)
  const form = new FormData()
  for (const [name, value] of Object.entries(report)) form.set(name, value)
  const headers = { [tipChallengeHeader]: isRecord(shown) ? String(shown['challenge']) : '' }
  return (await fetch(page, { method: 'POST', headers, body: form })).ok
}

/** Waits until a demo answers; false if it was stopped before. */
export async function becomesReady(origin: string, stopping: AbortSignal): Promise<boolean> {
  while (!(await isReady(origin))) {
    if (stopping.aborted) return false
    await wait(retryMs)
  }
  return true
}

/** The headers of calls by a user of a demo. */
export const headersOf = async (origin: string, role: Role = 'superAdmin') => ({
  authorization: `Bearer ${await signIn(origin, role)}`,
  'content-type': 'application/json',
})

/** Any account works on the local internet that has the form of a real one. */
const credentialOf = (name: CredentialName, connector: ConnectorName): string =>
  ({
    key: 'demo-key',
    token: '100200300:demo-token',
    clientId: 'demo-client',
    clientSecret: 'demo-secret',
    accountId: '17841400000000000',
    baseUrl: `https://${connector.toLowerCase()}.example`,
    feeds: 'https://feeds.example/list.txt X-Api-Key: feed-secret',
    mailServer: 'imaps://mail.example/INBOX',
    user: 'abuse@bank.example',
    password: 'demo-password',
    tokenUrl: 'https://login.example/token',
    scope: '',
    refreshToken: 'demo-token',
    ...telegramCredentials,
  })[name]

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok
  } catch {
    // It isn't listening yet.
    return false
  }
}

/**
 * @returns the access token
 * @throws Error if the demo has other users
 */
async function signIn(origin: string, role: Role): Promise<string> {
  const account = { email: `${role}@demo.example`, password: 'signet-demo', json: 'true' }
  const cookies = new Map<string, string>()
  const call = async (place: string, init: RequestInit = {}): Promise<unknown> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(`${origin}/api/auth/${place}`, { ...init, headers: { cookie }, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    return answer.json()
  }
  const csrf = await call('csrf')
  const csrfToken = isRecord(csrf) ? String(csrf['csrfToken']) : ''
  await call('callback/credentials', { method: 'POST', body: new URLSearchParams({ ...account, csrfToken }) })
  const session = await call('session')
  const token = isRecord(session) && isRecord(session['user']) ? session['user']['accessToken'] : null
  if (typeof token !== 'string') throw new Error('the demo user could not sign in')
  return token
}
