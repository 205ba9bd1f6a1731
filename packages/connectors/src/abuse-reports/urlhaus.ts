import { ConnectorError } from '../connector-error.ts'
import { because, readJson, submitOnce, textAt, type AbuseReportService, type ServiceAccount } from './abuse-report.ts'

/** The look-up is another host; a base other than the usual one has both. */
const lookUpBase = (base: string) => (base === urlhaus.base ? 'https://urlhaus-api.abuse.ch' : base)

async function entryOf(account: ServiceAccount, url: string): Promise<unknown> {
  const answer = await readJson({ ...account, base: lookUpBase(account.base) }, '/v1/url/', {
    method: 'POST',
    headers: { 'auth-key': account.key, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ url }).toString(),
  })
  const status = textAt(answer, 'query_status')
  // It always answers 200.
  if (status === 'unknown_auth_key') {
    throw new ConnectorError('SERVER_UNAUTHORISED', { host: new URL(account.base).host, status: 200 })
  }
  return status === 'ok' ? answer : null
}

/**
 * URLhaus of abuse.ch, a list of addresses that distribute malware; nothing else belongs there. It gives no ticket: the id of the entry,
 * which is looked up after the submission, is the proof.
 *
 * Source: urlhaus.abuse.ch/api and urlhaus-api.abuse.ch. The text of a successful submission was not checked against the service.
 */
export const urlhaus: AbuseReportService = {
  base: 'https://urlhaus.abuse.ch',
  async submit(account, { url, kind }) {
    if (kind !== 'malware')
      return { state: 'refused', reason: because(new ConnectorError('URLHAUS_LISTS_MALWARE', {})) }
    const sent = await submitOnce(
      account,
      '/api/',
      {
        headers: { 'auth-key': account.key, 'content-type': 'application/json' },
        body: JSON.stringify({ anonymous: '0', submission: [{ url, threat: 'malware_download', tags: [] }] }),
      },
      () => 'submitted',
    )
    if (sent.state !== 'sent') return sent
    const entry = await entryOf(account, url).catch((error: unknown) => {
      if (error instanceof ConnectorError) return null
      throw error
    })
    const id = textAt(entry, 'id')
    return id === null
      ? { state: 'unknown', reason: because(new ConnectorError('URLHAUS_NOT_LISTED_YET', {})) }
      : { state: 'sent', ticket: id }
  },
  async check(account) {
    await entryOf(account, 'https://example.com/')
  },
  async lookUp(account, _ticket, { url }) {
    const entry = await entryOf(account, url)
    const status = textAt(entry, 'url_status') ?? 'not listed'
    return { status: status === 'offline' ? 'actioned' : entry === null ? 'open' : 'acknowledged', text: status }
  },
}
