import { ConnectorError, abuseReportServices, type TicketAnswer } from '@signet/connectors'
import type { AbuseReportNotice, AbuseReportParts } from '../../app/mailer.ts'
import { openAccount } from './abuse-report-accounts.queries.ts'

/** What a service says about a ticket; null without an account, or if the service doesn't answer now. */
export async function lookUpTicket(
  parts: AbuseReportParts,
  { companyId, service, report }: AbuseReportNotice,
  ticket: string,
): Promise<TicketAnswer | null> {
  const account = await parts.database.inCompanies([companyId], (tx) => openAccount(parts, tx, companyId, service))
  if (!account) return null
  try {
    return await abuseReportServices[service].lookUp(account, ticket, report)
  } catch (error) {
    // The next look-up follows within an hour.
    if (error instanceof ConnectorError) return null
    throw error
  }
}
