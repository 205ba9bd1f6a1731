import { ConnectorError, reportServices } from '@signet/connectors'
import type { ReportServiceName } from '@signet/contract/takedowns/report-services'
import type { Words } from '@signet/contract/wire'
import type { ReportParts } from '../../app/mailer.ts'
import { wordsOf } from '../../errors/sentences.ts'
import { openAccount, recordTest } from './report-accounts.queries.ts'

/** Asks a service whether it accepts the account of a company, and stores its answer. */
export async function testAccount(
  parts: ReportParts,
  { companyId, service }: { companyId: number; service: ReportServiceName },
): Promise<void> {
  const { database } = parts
  const account = await database.inCompanies([companyId], (tx) => openAccount(parts, tx, companyId, service))
  if (!account) return
  let problem: Words | null = null
  try {
    await reportServices[service].check(account)
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    problem = wordsOf(error)
  }
  await database.inCompanies([companyId], (tx) => recordTest(tx, companyId, service, problem))
}
