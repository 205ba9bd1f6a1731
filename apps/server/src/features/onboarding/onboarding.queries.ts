import { sql } from 'kysely'
import type { Company, listCompanies } from '@signet/contract/companies/onboarding'
import { isOneOf } from '@signet/contract/narrow'
import type { QueryOf } from '@signet/contract/route'
import { toutSources } from '@signet/contract/touts/tout-sources'
import type { Context } from '../../app/context.ts'
import { countedPage } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'
import { modulesOf, wholeConfigOf } from '../companies/company-config.ts'

/* Companies as a manager of companies sees them. Everything here runs in an identity transaction. */

const columns = [
  'id',
  'key',
  'name',
  'is_active',
  'is_demo',
  'modules',
  'threat_sources',
  'tout_sources',
  'config',
  'logo_file_id',
  'version',
  'created_at',
] as const satisfies (keyof Tables['companies'])[]

export type ManagedCompany = Pick<Row<'companies'>, (typeof columns)[number]> & { users: number }

function managed(tx: Tx) {
  return tx
    .selectFrom('companies')
    .select(columns)
    .select(
      sql<number>`(select count(*)::int from users where users.company_id = companies.id and users.is_active)`.as(
        'users',
      ),
    )
}

const sortColumn = { name: sql`lower(name)`, key: sql`key`, createdAt: sql`created_at` } as const

/** A page of companies. There are hundreds at most, so the whole table is read. */
export async function companyPage(tx: Tx, query: QueryOf<typeof listCompanies>) {
  const narrowed = <T extends { where: (condition: ReturnType<typeof conditionOf>) => T }>(select: T) =>
    select.where(conditionOf(query))
  const sorted = narrowed(managed(tx))
    .orderBy(sortColumn[query.sortField], query.sortDirection)
    .orderBy('id', query.sortDirection)
  return countedPage(narrowed(tx.selectFrom('companies')), sorted, query)
}

function conditionOf({ archived = false, searchQuery }: QueryOf<typeof listCompanies>) {
  const needle = searchQuery?.toLowerCase() ?? ''
  return sql<boolean>`is_active = ${!archived}
    and (${needle} = '' or strpos(lower(name), ${needle}) > 0 or strpos(key, ${needle}) > 0)`
}

/** Index: companies_pkey. */
export function findCompany(tx: Tx, companyId: number): Promise<ManagedCompany> {
  return managed(tx).where('id', '=', companyId).executeTakeFirstOrThrow()
}

/** Locked, so that the checked state is the one that is changed. Index: companies_pkey. */
export function lockCompany(tx: Tx, companyId: number): Promise<ManagedCompany> {
  return managed(tx).where('id', '=', companyId).forUpdate().executeTakeFirstOrThrow()
}

export interface CompanyChanges {
  name?: string
  is_active?: boolean
  archived_at?: Date | null
  modules?: string
  threat_sources?: Row<'companies'>['threat_sources']
  tout_sources?: string[]
  config?: string
  logo_file_id?: string
}

/** Changes a locked company. Index: companies_pkey. */
export async function setCompany(tx: Tx, companyId: number, changes: CompanyChanges): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', companyId)
    .execute()
}

/** A company as it is sent. */
export function toCompany(row: ManagedCompany, fileHref: Context['fileHref']): Company {
  return {
    key: row.key,
    name: row.name,
    isActive: row.is_active,
    isDemo: row.is_demo,
    // Files of an archived company can't be opened.
    logo: row.logo_file_id && row.is_active ? fileHref(row.logo_file_id, row) : null,
    modules: modulesOf(row.modules),
    threatSources: row.threat_sources,
    toutSources: row.tout_sources.filter((name) => isOneOf(toutSources, name)),
    config: wholeConfigOf(row.config),
    users: row.users,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }
}
