import { jobNames, type JobName } from '@signet/contract/operation/jobs'
import type * as contract from '@signet/contract/operation/jobs'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { cappedPage } from '../../db/capped-page.ts'
import { forCompany } from '../../db/for-company.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { discardFailed, retryFailed } from './jobs.queries.ts'

export const listJobKinds: Handler<typeof contract.listJobKinds> = ({ health }) => health.jobKinds()

export const listProcesses: Handler<typeof contract.listProcesses> = ({ health }) => health.processes()

export const listFailedJobs: Handler<typeof contract.listFailedJobs> = async ({ health }, { query }) => {
  const { name, pageNumber, limit } = query
  const names = name ? [name] : jobNames
  const { items, total } = await health.failedJobs(names, { limit, offset: (pageNumber - 1) * limit })
  return cappedPage(items, total, { pageNumber, limit })
}

export const retryFailedJob: Handler<typeof contract.retryFailedJob> = async (context, { params }) => {
  const { name, jobId } = params
  if (!(await retryFailed(context.tx, name, jobId))) throw new AppError('NOT_FOUND', { what: 'failedJob' })
  await recordJob(context, 'systemHealth.jobRetried', name, jobId)
}

export const discardFailedJob: Handler<typeof contract.discardFailedJob> = async (context, { params }) => {
  const { name, jobId } = params
  if (!(await discardFailed(context.tx, name, jobId))) throw new AppError('NOT_FOUND', { what: 'failedJob' })
  await recordJob(context, 'systemHealth.jobDiscarded', name, jobId)
}

/** Recorded in the user's own company, like every other act on the installation. */
async function recordJob(context: Context, action: string, name: JobName, jobId: string): Promise<void> {
  const { company } = context.actor
  const entry = { action, targetType: 'company', targetId: companyTarget(company.id), after: { name, jobId } } as const
  await forCompany(context.tx, company.id, () => recordAudit({ ...context, company }, entry))
}
