import { randomUUID } from 'node:crypto'
import { abuseReportServices as connectors, type ServiceAccount } from '@signet/connectors'
import {
  abuseReportServices,
  abuseReportServiceNames,
  type AbuseReportServiceName,
} from '@signet/contract/takedowns/abuse-report-services'
import type { Words } from '@signet/contract/wire'
import type { AbuseReportParts } from '../../app/mailer.ts'
import type { Secrets } from '../../app/secrets.ts'
import type { Tx } from '../../db/database.ts'

/** The accounts of a company with services. Index: abuse_report_accounts_company_id_service_key. */
export function accountsOf(tx: Tx, companyId: number) {
  return tx
    .selectFrom('abuse_report_accounts')
    .select(['id', 'service', 'account', 'secret', 'tested_at', 'test_problem'])
    .where('company_id', '=', companyId)
    .orderBy('service')
    .limit(abuseReportServiceNames.length)
    .execute()
}

/** The services that a company can report to: with an account, or without needing one. */
export async function readyServices(tx: Tx, companyId: number): Promise<AbuseReportServiceName[]> {
  const known = new Set((await accountsOf(tx, companyId)).map(({ service }) => service))
  return abuseReportServiceNames.filter((service) => !abuseReportServices[service].hasKey || known.has(service))
}

/** Stores an account with its encrypted key; without a key, the stored one stays. */
export async function putAccount(
  { tx, secrets }: { tx: Tx; secrets: Secrets },
  companyId: number,
  service: AbuseReportServiceName,
  { account, key }: { account: string; key: string | undefined },
): Promise<void> {
  const known = (await accountsOf(tx, companyId)).find((one) => one.service === service)
  const id = known?.id ?? randomUUID()
  const secret =
    key === undefined ? {} : { secret: (await secrets.sealer(tx, companyId)).seal({ recordId: id, field: 'key' }, key) }
  const values = { account, tested_at: null, test_problem: null, ...secret }
  await tx
    .insertInto('abuse_report_accounts')
    .values({ company_id: companyId, id, service, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'service']).doUpdateSet(values))
    .execute()
}

/** The account that a report is sent with, its key decrypted; null if the company has none. */
export async function openAccount(
  { secrets, feedAllow: allowAddress, abuseReportServicesUrl }: Omit<AbuseReportParts, 'database'>,
  tx: Tx,
  companyId: number,
  service: AbuseReportServiceName,
): Promise<ServiceAccount | null> {
  const base = abuseReportServicesUrl ? `${abuseReportServicesUrl}/${service}` : connectors[service].base
  if (!abuseReportServices[service].hasKey) return { account: '', key: '', base, allowAddress }
  const row = (await accountsOf(tx, companyId)).find((one) => one.service === service)
  if (!row?.secret) return null
  const key = await secrets.open(tx, { companyId, recordId: row.id, field: 'key' }, row.secret)
  return { account: row.account, key, base, allowAddress }
}

/** Deletes an account; false if the company has none with the service. */
export async function deleteAccount(tx: Tx, companyId: number, service: AbuseReportServiceName): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('abuse_report_accounts')
    .where('company_id', '=', companyId)
    .where('service', '=', service)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** @param problem why the service didn't accept the account; null if it did */
export async function recordTest(tx: Tx, companyId: number, service: AbuseReportServiceName, problem: Words | null) {
  await tx
    .updateTable('abuse_report_accounts')
    .set({ tested_at: new Date(), test_problem: problem && JSON.stringify(problem) })
    .where('company_id', '=', companyId)
    .where('service', '=', service)
    .execute()
}
