import { readJson, submitOnce, textAt, type AbuseReportService, type ServiceAccount } from './abuse-report.ts'

const headersOf = ({ account, key }: ServiceAccount) => ({
  authorization: `sso-key ${account}:${key}`,
  'content-type': 'application/json',
})

const sourceMax = 250

/** The longest address of a target that the service takes: a part of a path or query would lead nowhere. */
function sourceOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return [url, `${origin}${pathname}`].find(({ length }) => length <= sourceMax) ?? `${origin}/`
}

/**
 * Abuse tickets of GoDaddy. Its terms ask users of the API to stop sending emails; duplicates are deprioritised.
 *
 * Source: developer.godaddy.com/doc/endpoint/abuse. The name of the ticket in the answer (`u_number`) was not checked against the service.
 */
export const godaddy: AbuseReportService = {
  base: 'https://api.godaddy.com',
  submit: (account, { url, kind, brand, text, reference }) =>
    submitOnce(
      account,
      '/v1/abuse/tickets',
      {
        headers: headersOf(account),
        body: JSON.stringify({
          type: kind === 'malware' ? 'MALWARE' : 'PHISHING',
          source: sourceOf(url),
          target: brand.slice(0, 250),
          // Their form of "is it only visible through a proxy?".
          proxy: '',
          intentional: true,
          info: `${reference}: ${sourceOf(url) === url ? '' : `${url}\n`}${text}`.slice(0, 2000),
        }),
      },
      (answer) => textAt(answer, 'u_number') ?? textAt(answer, 'ticketId'),
    ),
  async check(account) {
    await readJson(account, '/v1/abuse/tickets?limit=1', { headers: headersOf(account) })
  },
  async lookUp(account, ticket) {
    const answer = await readJson(account, `/v1/abuse/tickets/${encodeURIComponent(ticket)}`, {
      headers: headersOf(account),
    })
    const isClosed = typeof answer === 'object' && answer !== null && 'closed' in answer && answer.closed === true
    // A closed ticket doesn't say whether something was removed: the checks of the case do.
    return isClosed
      ? { status: 'acknowledged', text: `closed ${textAt(answer, 'closedAt') ?? ''}`.trim() }
      : { status: 'open', text: 'open' }
  },
}
