import {
  reportServices,
  reportServiceNames,
  type ReportAccount,
  type ReportServiceName,
} from '@signet/contract/takedowns/report-services'
import type * as contract from '@signet/contract/takedowns/report-services'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { inEnglish } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { accountsOf, deleteAccount, storeAccount } from './report-accounts.queries.ts'
import { testAccountJob } from './report-accounts.jobs.ts'

export const listReportAccounts: Handler<typeof contract.listReportAccounts> = (context) => accounts(context)

async function accounts({ tx, company }: Context): Promise<ReportAccount[]> {
  const rows = await accountsOf(tx, company.id)
  return reportServiceNames.map((service) => {
    const row = rows.find((one) => one.service === service)
    return {
      service,
      isSetUp: row !== undefined || !reportServices[service].hasKey,
      account: row?.account ?? '',
      test: row?.tested_at
        ? { at: row.tested_at.toISOString(), problem: row.test_problem && inEnglish(row.test_problem) }
        : null,
    }
  })
}

/** @throws AppError `BAD_REQUEST` without the account or the key that the service needs */
export const putReportAccount: Handler<typeof contract.putReportAccount> = async (context, { params, body }) => {
  const { tx, company } = context
  const { service } = params
  const { hasAccount, hasKey } = reportServices[service]
  const known = (await accountsOf(tx, company.id)).find((one) => one.service === service)
  if (hasAccount && !body.account) throw new AppError('REQUIRED', {}, { at: 'body.account' })
  if (hasKey && !body.key && !known?.secret) throw new AppError('REQUIRED', {}, { at: 'body.key' })
  await storeAccount(context, company.id, service, { account: body.account, key: body.key })
  await record(context, 'settings.reportAccountSet', service)
  return accounts(context)
}

/** @throws AppError `NOT_FOUND` if the company has no account with the service */
export const deleteReportAccount: Handler<typeof contract.deleteReportAccount> = async (context, { params }) => {
  const { tx, company } = context
  if (!(await deleteAccount(tx, company.id, params.service))) throw new AppError('NOT_FOUND', { what: 'record' })
  await record(context, 'settings.reportAccountDeleted', params.service)
  return accounts(context)
}

/** @throws AppError `NOT_FOUND` if the company has no account with the service */
export const testReportAccount: Handler<typeof contract.testReportAccount> = async (context, { params }) => {
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
  action: 'settings.reportAccountSet' | 'settings.reportAccountDeleted',
  service: ReportServiceName,
): Promise<void> {
  const targetId = companyTarget(context.company.id)
  return recordAudit(context, { action, targetType: 'company', targetId, after: { service } })
}
