import {
  abuseReportServices,
  abuseReportServiceNames,
  type AbuseReportAccount,
  type AbuseReportServiceName,
} from '@signet/contract/takedowns/abuse-report-services'
import type * as contract from '@signet/contract/takedowns/abuse-report-services'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { inEnglish } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { accountsOf, deleteAccount, putAccount } from './abuse-report-accounts.queries.ts'
import { testAccountJob } from './abuse-report-accounts.jobs.ts'

export const listAbuseReportAccounts: Handler<typeof contract.listAbuseReportAccounts> = (context) => accounts(context)

async function accounts({ tx, company }: Context): Promise<AbuseReportAccount[]> {
  const rows = await accountsOf(tx, company.id)
  return abuseReportServiceNames.map((service) => {
    const row = rows.find((one) => one.service === service)
    return {
      service,
      isSetUp: row !== undefined || !abuseReportServices[service].hasKey,
      account: row?.account ?? '',
      test: row?.tested_at
        ? { at: row.tested_at.toISOString(), problem: row.test_problem && inEnglish(row.test_problem) }
        : null,
    }
  })
}

/** @throws AppError `BAD_REQUEST` without the account or the key that the service needs */
export const putAbuseReportAccount: Handler<typeof contract.putAbuseReportAccount> = async (
  context,
  { params, body },
) => {
  const { tx, company } = context
  const { service } = params
  const { hasAccount, hasKey } = abuseReportServices[service]
  const known = (await accountsOf(tx, company.id)).find((one) => one.service === service)
  if (hasAccount && !body.account) throw new AppError('REQUIRED', {}, { at: 'body.account' })
  if (hasKey && !body.key && !known?.secret) throw new AppError('REQUIRED', {}, { at: 'body.key' })
  await putAccount(context, company.id, service, { account: body.account, key: body.key })
  await record(context, 'settings.abuseReportAccountSet', service)
  return accounts(context)
}

/** @throws AppError `NOT_FOUND` if the company has no account with the service */
export const deleteAbuseReportAccount: Handler<typeof contract.deleteAbuseReportAccount> = async (
  context,
  { params },
) => {
  const { tx, company } = context
  if (!(await deleteAccount(tx, company.id, params.service))) throw new AppError('NOT_FOUND', { what: 'record' })
  await record(context, 'settings.abuseReportAccountDeleted', params.service)
  return accounts(context)
}

/** @throws AppError `NOT_FOUND` if the company has no account with the service */
export const testAbuseReportAccount: Handler<typeof contract.testAbuseReportAccount> = async (context, { params }) => {
  const { tx, company, enqueue } = context
  const { service } = params
  found(
    (await accountsOf(tx, company.id)).find((one) => one.service === service),
    'record',
  )
  await enqueue(tx, testAccountJob, { companyId: company.id, service })
  return accounts(context)
}

function record(
  context: Context,
  action: 'settings.abuseReportAccountSet' | 'settings.abuseReportAccountDeleted',
  service: AbuseReportServiceName,
): Promise<void> {
  const targetId = companyTarget(context.company.id)
  return recordAudit(context, { action, targetType: 'company', targetId, after: { service } })
}
