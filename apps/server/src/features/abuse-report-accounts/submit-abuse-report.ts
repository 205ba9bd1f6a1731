import { abuseReportServices } from '@signet/connectors'
import type { SubmitAbuseReport } from '../../app/mailer.ts'
import { messageOf } from '../../errors/sentences.ts'
import { openAccount } from './abuse-report-accounts.queries.ts'

/** Hands a report to the API of a service with the account of its company, once. */
export const submitAbuseReport: SubmitAbuseReport = async (parts, { companyId, service, report }) => {
  const account = await parts.database.inCompanies([companyId], (tx) => openAccount(parts, tx, companyId, service))
  if (!account) return { state: 'refused', reason: messageOf('MAIL_ACCOUNT_DELETED', {}), isAddressRefused: false }
  const result = await abuseReportServices[service].submit(account, report)
  return result.state === 'refused' ? { ...result, isAddressRefused: false } : result
}
