import { ConnectorError } from '../connector-error.ts'
import { readJson, submitOnce, textAt, type AbuseReportService, type ServiceAccount } from './abuse-report.ts'

const headersOf = ({ key }: ServiceAccount) => ({ 'api-key': key, 'content-type': 'application/json' })

/**
 * Scans of urlscan.io, whose verdicts many block lists read. Unlisted: researchers see them, the operator of the page doesn't.
 *
 * Source: docs.urlscan.io/guides/quickstart and docs.urlscan.io/pages/api-best-practices. The path of the quotas was not checked against
 * the service.
 */
export const urlscan: AbuseReportService = {
  base: 'https://urlscan.io',
  submit: (account, { url, kind, reference }) =>
    submitOnce(
      account,
      '/api/v1/scan',
      {
        headers: headersOf(account),
        body: JSON.stringify({ url, visibility: 'unlisted', tags: [kind, `ref-${reference}`] }),
      },
      (answer) => textAt(answer, 'uuid'),
    ),
  async check(account) {
    await readJson(account, '/api/v1/quotas', { headers: headersOf(account) })
  },
  async lookUp(account, ticket) {
    try {
      const answer = await readJson(account, `/api/v1/result/${encodeURIComponent(ticket)}/`, {
        headers: headersOf(account),
      })
      const score = Number(textAt(answer, 'verdicts.overall.score') ?? 0)
      return { status: 'acknowledged', text: `scanned, score ${score}` }
    } catch (error) {
      // 404 while it is being scanned.
      if (error instanceof ConnectorError && error.status === 404) return { status: 'open', text: 'being scanned' }
      throw error
    }
  },
}
