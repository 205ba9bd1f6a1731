import { reportServices } from '@signet/connectors'
import type { SubmitReport } from '../../app/mailer.ts'
import { openAccount } from './report-accounts.queries.ts'

/** Hands a report to the API of a service with the account of its company, once. */
export const submitReport: SubmitReport = async (parts, { companyId, service, report }) => {
  const account = await parts.database.inCompanies([companyId], (tx) => openAccount(parts, tx, companyId, service))
  if (!account) return { state: 'refused', reason: 'The account with the service was deleted', isAddressRefused: false }
  const result = await reportServices[service].submit(account, report)
  return result.state === 'refused' ? { ...result, isAddressRefused: false } : result
}
