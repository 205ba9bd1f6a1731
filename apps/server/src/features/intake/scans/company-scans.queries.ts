import { sql } from 'kysely'
import { clientRoles } from '@signet/contract/access/permissions'
import type { Scan, ScanStage, Setup } from '@signet/contract/collection/scans'
import type { RunState } from '@signet/contract/run-states'
import type { SsoProtocol } from '@signet/contract/access/sso'
import type { Words } from '@signet/contract/wire'
import type { Tx } from '../../../db/database.ts'
import { eachCompany } from '../../../db/each-company.ts'
import { inEnglish } from '../../../errors/sentences.ts'
import { advisoryLocks } from '../../../db/advisory-locks.ts'

const listMax = 20

/** Locked until the transaction ends when a scan of a company starts, so that two concurrent requests start only one. */
export async function holdScans(tx: Tx, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.scans}, ${companyId})`.execute(tx)
}

export interface ScanRow {
  company_id: number
  id: string
  feed: string
  state: RunState
  names_read: string
  names_skipped: string
  threats_added: number
  threats_seen_again: number
  error: Words | null
  by_name: string
  requested_at: Date
  finished_at: Date | null
}

const selected = sql`
  select o.company_id, s.id, s.feed, s.state, s.names_read, s.names_skipped, o.threats_added, o.threats_seen_again, s.error,
    o.by_name, o.requested_at, s.finished_at
  from company_scans o join scans s on s.id = o.scan_id`

/** The last scans of a company, newest first. Indexes: company_scans_at, scans_pkey. */
export async function lastScans(tx: Tx, companyId: number): Promise<ScanRow[]> {
  const { rows } = await sql<ScanRow>`${selected} where o.company_id = ${companyId}
    order by o.requested_at desc, o.scan_id desc limit ${listMax}`.execute(tx)
  return rows
}

/** The newest scan of each company. */
export async function newestScans(tx: Tx, companyIds: readonly number[]): Promise<ScanRow[]> {
  return eachCompany(
    tx,
    companyIds,
    (company, from) => sql<ScanRow>`
    select newest.* from ${from}
    cross join lateral (${selected} where o.company_id = ${company} order by o.requested_at desc, o.scan_id desc limit 1) newest`,
  )
}

export function toScan(row: ScanRow, stages: ScanStage[]): Scan {
  return {
    id: row.id,
    feed: row.feed,
    state: row.state,
    stages,
    checked: Number(row.names_read),
    skipped: Number(row.names_skipped),
    found: row.threats_added,
    seenAgain: row.threats_seen_again,
    error: row.error && inEnglish(row.error),
    by: row.by_name,
    at: row.requested_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

type Inside = Pick<
  Setup,
  'brands' | 'officialDomains' | 'apps' | 'people' | 'hasThreats' | 'trademarks' | 'isAuthorised'
>

/** The stored data of the companies. Indexes: brands_pkey, company_assets_pkey, threats_pkey, trademarks_pkey. */
export async function insideOf(tx: Tx, companyIds: readonly number[]): Promise<Map<number, Inside>> {
  const rows = await eachCompany(
    tx,
    companyIds,
    (company, from) => sql<Inside & { id: number }>`
    select company.id,
      (select count(*)::int from brands b where b.company_id = ${company}) as brands,
      (select coalesce(sum(cardinality(b.official)), 0)::int from brands b where b.company_id = ${company}) as "officialDomains",
      coalesce((select jsonb_array_length(a.apps) from company_assets a where a.company_id = ${company}), 0) as apps,
      coalesce((select jsonb_array_length(a.people) from company_assets a where a.company_id = ${company}), 0) as people,
      exists (select from threats t where t.company_id = ${company}) as "hasThreats",
      (select count(*)::int from trademarks m where m.company_id = ${company}) as trademarks,
      exists (select from rights_documents d where d.company_id = ${company} and d.kind = 'authorisation'
        and coalesce(d.expires_on, 'infinity') >= current_date) as "isAuthorised"
    from ${from}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

interface Around {
  hasLogo: boolean
  clients: number
  reviewers: number
  signIn: SsoProtocol | null
}

/** The users of the companies and how they sign in. Runs in an identity transaction; there are thousands of users at most. */
export async function aroundOf(tx: Tx, companyIds: readonly number[]): Promise<Map<number, Around>> {
  const { rows } = await sql<Around & { id: number }>`
    select c.id, c.logo_file_id is not null as "hasLogo",
      (select count(*)::int from users u where u.company_id = c.id and u.is_active and u.role = any (${[...clientRoles]}))
        as clients,
      (select count(*)::int from users u where u.role = 'qa' and u.is_active and (u.company_id = c.id
        or exists (select from user_companies m where m.user_id = u.id and m.company_id = c.id))) as reviewers,
      (select s.protocol from sso_settings s where s.company_id = c.id) as "signIn"
    from companies c where c.id = any (${companyIds}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
