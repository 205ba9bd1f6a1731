import { ConnectorError, abuseReportServices } from '@signet/connectors'
import type { AbuseReportServiceName } from '@signet/contract/takedowns/abuse-report-services'
import type { Words } from '@signet/contract/wire'
import type { AbuseReportParts } from '../../app/mailer.ts'
import { wordsOf } from '../../errors/sentences.ts'
import { openAccount, recordTest } from './abuse-report-accounts.queries.ts'

/** Asks a service whether it accepts the account of a company, and stores its answer. */
export async function testAccount(
  parts: AbuseReportParts,
  { companyId, service }: { companyId: number; service: AbuseReportServiceName },
): Promise<void> {
  const { database } = parts
  const account = await database.inCompanies([companyId], (tx) => openAccount(parts, tx, companyId, service))
  if (!account) return
  let problem: Words | null = null
  try {
    await abuseReportServices[service].check(account)
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    problem = wordsOf(error)
  }
  await database.inCompanies([companyId], (tx) => recordTest(tx, companyId, service, problem))
}
