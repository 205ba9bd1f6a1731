import { lineOf, readJson, submitOnce, textAt, type AbuseReportService, type ServiceAccount } from './abuse-report.ts'

const headersOf = ({ key }: ServiceAccount) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
})

/**
 * Abuse reports for Cloudflare, which forwards them to the host behind it. The account needs the entitlement for abuse reports, and its
 * token the permission Account > Abuse Reports > Edit; otherwise it answers 401.
 *
 * Source: developers.cloudflare.com/api/resources/abuse_reports. The name of the ticket in the answer (`abuse_rand`) and the path of
 * its look-up were not checked against the service.
 */
export const cloudflare: AbuseReportService = {
  base: 'https://api.cloudflare.com/client/v4',
  submit: (account, { url, brand, text, reporter, officialUrl }) =>
    submitOnce(
      account,
      `/accounts/${encodeURIComponent(account.account)}/abuse-reports/abuse_phishing`,
      {
        headers: headersOf(account),
        body: JSON.stringify({
          act: 'abuse_phishing',
          email: reporter.email,
          email2: reporter.email,
          name: reporter.name.slice(0, 255),
          urls: url,
          justification: text.slice(0, 2000),
          original_work: (officialUrl ?? brand).slice(0, 255),
          // The operator of a fraudulent page must not learn who reported it.
          host_notification: 'send-anon',
          owner_notification: 'send-anon',
        }),
      },
      (answer) => textAt(answer, 'abuse_rand') ?? textAt(answer, 'result.abuse_rand') ?? textAt(answer, 'result.id'),
    ),
  async check(account) {
    await readJson(account, `/accounts/${encodeURIComponent(account.account)}/abuse-reports?per_page=1`, {
      headers: headersOf(account),
    })
  },
  async lookUp(account, ticket) {
    const answer = await readJson(
      account,
      `/accounts/${encodeURIComponent(account.account)}/abuse-reports/${encodeURIComponent(ticket)}`,
      { headers: headersOf(account) },
    )
    const count = (name: string) => Number(textAt(answer, `result.mitigation_summary.${name}`) ?? 0)
    const status = textAt(answer, 'result.status') ?? ''
    const text = lineOf(
      `${status}; accepted addresses ${count('accepted_url_count')}, active mitigations ${count('active_count')}, in review ${count('in_review_count')}`,
    )
    if (count('active_count') > 0) return { status: 'actioned', text }
    return { status: status === 'accepted' || count('accepted_url_count') > 0 ? 'acknowledged' : 'open', text }
  },
}
