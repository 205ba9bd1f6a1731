import { readJson, submitOnce, textAt, type AbuseReportService } from './abuse-report.ts'

/**
 * Reports for Netcraft, which feeds browsers and security products. It needs no key; answers go to the reporter's email.
 *
 * Source: report.netcraft.com/api, version 3. The states of a submission were not checked against the service.
 */
export const netcraft: AbuseReportService = {
  base: 'https://report.netcraft.com',
  submit: (account, { url, text, reporter }) =>
    submitOnce(
      account,
      '/api/v3/report/urls',
      {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: reporter.email, reason: text.slice(0, 10_000), urls: [{ url }] }),
      },
      (answer) => textAt(answer, 'uuid'),
    ),
  // Nobody signs in: there is nothing that could be wrong.
  check: () => Promise.resolve(),
  async lookUp(account, ticket) {
    const answer = await readJson(account, `/api/v3/submission/${encodeURIComponent(ticket)}`, {})
    const state = textAt(answer, 'state') ?? 'processing'
    if (state === 'malicious') return { status: 'actioned', text: state }
    if (state === 'no threats' || state === 'rejected') return { status: 'refused', text: state }
    return { status: state === 'processing' ? 'open' : 'acknowledged', text: state }
  },
}
