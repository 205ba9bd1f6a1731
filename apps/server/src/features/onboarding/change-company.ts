import type { Company } from '@signet/contract/companies/onboarding'
import type { IdentityContext } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { differenceOf } from '../audit/difference-of.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import {
  findCompany,
  lockCompany,
  toCompany,
  setCompany,
  type CompanyChanges,
  type ManagedCompany,
} from './onboarding.queries.ts'

/**
 * Changes the company of the request while holding its lock, and records the differences in the audit.
 *
 * @param version the version last read; not checked if left out
 * @param decide the changes, based on the current company; it may refuse, and may do more in the same transaction
 * @throws AppError `CONFLICT` if the version is stale
 */
export async function changeLocked(
  context: IdentityContext,
  action: string,
  version: number | undefined,
  decide: (row: ManagedCompany, tx: Tx) => CompanyChanges | Promise<CompanyChanges>,
): Promise<Company> {
  const { company, identity, fileHref } = context
  const { before, after } = await identity(async (tx) => {
    const row = await lockCompany(tx, company.id)
    if (version !== undefined && row.version !== version) throw new AppError('STALE_VERSION', { what: 'company' })
    const changes = await decide(row, tx)
    if (Object.keys(changes).length > 0) await setCompany(tx, company.id, changes)
    return { before: row, after: await findCompany(tx, company.id) }
  })
  const differing = differenceOf(before, after, audited)
  if (differing)
    await recordAudit(context, { action, targetType: 'company', targetId: companyTarget(company.id), ...differing })
  return toCompany(after, fileHref)
}

const audited = ['name', 'is_active', 'modules', 'threat_sources', 'tout_sources', 'config', 'logo_file_id'] as const
