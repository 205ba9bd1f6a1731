import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Head, ChainedRecord } from './audit-chain.ts'

/** The columns of `ChainedRecord`, of the table `audit` named `a`. */
export const sealedColumns = sql`a.id, (extract(epoch from a.at) * 1000000)::bigint::text as at_micros, a.user_id, a.by_name, a.by_email,
  a.by_role, a.ip, a.action, a.target_type, a.target_id, a.before::text as before_text, a.after::text as after_text, a.request_id,
  a.result, a.reason`

export const pageRows = 10_000

/** A link of a chain with its record. */
export type Link = ChainedRecord & {
  seq: string
  audit_id: string
  prev_hash: Buffer
  hash: Buffer
  ip_digest: Buffer | null
}

type StoredHead = Head & { signature: Buffer; lastXid: string; lastAt: string; lastId: string }

/** The signed end of a chain. Index: audit_heads_pkey. */
export async function headOf(database: Database, companyId: number): Promise<StoredHead | null> {
  const { rows } = await database.inAudit([companyId], (tx) =>
    sql<{ seq: string; hash: Buffer; signature: Buffer; last_xid: string; last_at: string; last_id: string }>`
      select seq, hash, signature, last_xid, last_at::text, last_id from audit_heads where company_id = ${companyId}`.execute(
      tx,
    ),
  )
  const row = rows[0]
  if (!row) return null
  const { hash, signature } = row
  return {
    companyId,
    seq: Number(row.seq),
    hash,
    signature,
    lastXid: row.last_xid,
    lastAt: row.last_at,
    lastId: row.last_id,
  }
}

/** A page of links after a number, with their records. Indexes: audit_chain_pkey, audit_pkey. */
export async function linksAfter(database: Database, companyId: number, seq: number): Promise<Link[]> {
  const { rows } = await database.inAudit([companyId], (tx) =>
    sql<Link>`select c.seq, c.audit_id, c.prev_hash, c.hash, c.ip_digest, ${sealedColumns}
      from audit_chain c left join audit a on a.company_id = c.company_id and a.id = c.audit_id
      where c.company_id = ${companyId} and c.seq > ${seq} order by c.seq limit ${pageRows}`.execute(tx),
  )
  return rows
}

const cursorOf = (head: StoredHead | null) =>
  sql`(${head?.lastXid ?? '0'}::bigint, ${head?.lastAt ?? '-infinity'}::timestamptz,
    ${head?.lastId ?? '00000000-0000-0000-0000-000000000000'}::uuid)`

/** A record before the end of the chain that has no link. */
export async function firstWithoutLink(
  database: Database,
  companyId: number,
  head: StoredHead | null,
): Promise<string | null> {
  const { rows } = await database.inAudit([companyId], (tx) =>
    sql<{
      id: string
    }>`select a.id from audit a where a.company_id = ${companyId} and (a.xid, a.at, a.id) <= ${cursorOf(head)}
      and not exists (select from audit_chain c where c.company_id = a.company_id and c.audit_id = a.id)
      order by a.xid, a.at, a.id limit 1`.execute(tx),
  )
  return rows[0]?.id ?? null
}

/** How many records are after the end of the chain. Index: audit_xid. */
export async function countUnsealed(database: Database, companyId: number, head: StoredHead | null): Promise<number> {
  const { rows } = await database.inAudit([companyId], (tx) =>
    sql<{
      count: string
    }>`select count(*) from audit a where a.company_id = ${companyId} and (a.xid, a.at, a.id) > ${cursorOf(head)}
      and not exists (select from audit_chain c where c.company_id = a.company_id and c.audit_id = a.id)`.execute(tx),
  )
  return Number(rows[0]?.count)
}

/** The ends of the chains of companies, by company. */
export function endsOf(database: Database, companyIds: readonly number[]) {
  return database.inAudit(companyIds, (tx) =>
    tx
      .selectFrom('audit_heads')
      .select(['company_id', 'seq', 'hash', 'signature', 'sealed_at'])
      .where('seq', '>', '0')
      .orderBy('company_id')
      .execute(),
  )
}
