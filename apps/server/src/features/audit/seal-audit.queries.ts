import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import { sealedColumns } from './audit-chain.queries.ts'
import { genesis, type Head, type ChainedRecord } from './audit-chain.ts'

type HeadRow = Row<'audit_heads'>
type Unsealed = ChainedRecord & { xid: string }

const noId = '00000000-0000-0000-0000-000000000000'

// A transaction below this number is over: it was rolled back or is visible to all.
const settled = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

// Whatever the table statistics say, walk the index of new records and look each one up. A plan made for a table that was empty a minute
// ago would read the whole table every second, or compare every record with every link.
const byIndexOnly = sql`set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_hashjoin = off;
  set local enable_mergejoin = off; set local enable_material = off`

/** The companies that have a record after the end of their chain. Index: audit_xid. */
export async function withUnsealed(tx: Tx): Promise<number[]> {
  await byIndexOnly.execute(tx)
  const { rows } = await sql<{ id: number }>`
    with ends as (
      select c.id, coalesce(h.last_xid, 0) as xid, coalesce(h.last_at, '-infinity') as at, coalesce(h.last_id, ${noId}::uuid) as last
      from unnest(app_companies()) as c (id) left join audit_heads h on h.company_id = c.id
    )
    select e.id from ends e where e.xid >= ${settled}
    union
    select e.id from ends e cross join lateral (select from audit a where a.company_id = e.id and a.xid < ${settled}
      and (a.xid, a.at, a.id) > (e.xid, e.at, e.last) order by a.xid, a.at, a.id limit 1) as one
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

type LockedHead = Omit<HeadRow, 'last_at'> & { last_at: string; is_restored: boolean }

/**
 * The end of the chain, locked; null if another process is sealing it. After a restore into another cluster, transaction numbers start
 * again: the result then tells to search from the first record for records without a link.
 *
 * @param signature of the end of an empty chain, which the first call adds
 */
export async function lockHead(tx: Tx, companyId: number, signature: Buffer): Promise<LockedHead | null> {
  await sql`insert into audit_heads (company_id, seq, hash, signature, last_xid, last_at, last_id)
    values (${companyId}, 0, ${genesis}, ${signature}, 0, '-infinity', ${noId}::uuid) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<LockedHead>`
    select company_id, seq, hash, signature, last_xid, last_at::text, last_id, sealed_at, last_xid >= ${settled} as is_restored
    from audit_heads where company_id = ${companyId} for update skip locked`.execute(tx)
  const head = rows[0]
  if (!head) return null
  return head.is_restored ? { ...head, last_xid: '0', last_at: '-infinity', last_id: noId } : head
}

/** The next records after the end of a chain. Index: audit_xid. */
export async function unsealedAfter(tx: Tx, companyId: number, head: LockedHead, max: number): Promise<Unsealed[]> {
  await byIndexOnly.execute(tx)
  const { rows } = await unsealed(companyId, head, max).execute(tx)
  return rows
}

const unsealed = (companyId: number, head: LockedHead, max: number) => sql<Unsealed>`
  select ${sealedColumns}, a.xid from audit a
  where a.company_id = ${companyId} and a.xid < ${settled}
    and (a.xid, a.at, a.id) > (${head.last_xid}::bigint, ${head.last_at}::timestamptz, ${head.last_id}::uuid)
    and not exists (select from audit_chain c where c.company_id = a.company_id and c.audit_id = a.id)
  order by a.xid, a.at, a.id limit ${max}`

/** How PostgreSQL would find them. */
export async function planOfUnsealed(tx: Tx, companyId: number, head: LockedHead, max: number): Promise<string> {
  await byIndexOnly.execute(tx)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${unsealed(companyId, head, max)}`.execute(tx)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** After a restore, once every record has a link: searches from the transactions of this cluster on. */
export async function forgetTransactions(tx: Tx, companyId: number): Promise<void> {
  await sql`update audit_heads set last_xid = ${settled} - 1 where company_id = ${companyId}`.execute(tx)
}

interface Link {
  seq: number
  id: string
  prevHash: Buffer
  hash: Buffer
  ipDigest: Buffer | null
}

export async function insertLinks(tx: Tx, companyId: number, links: readonly Link[]): Promise<void> {
  await sql`insert into audit_chain (company_id, seq, audit_id, prev_hash, hash, ip_digest)
    select ${companyId}, * from unnest(${links.map((link) => link.seq)}::bigint[], ${links.map(({ id }) => id)}::uuid[],
      ${links.map(({ prevHash }) => prevHash)}::bytea[], ${links.map((link) => link.hash)}::bytea[],
      ${links.map(({ ipDigest }) => ipDigest)}::bytea[])`.execute(tx)
}

/** Moves the end of a chain to its last sealed record. */
export async function moveHead(
  tx: Tx,
  { companyId, seq, hash }: Head,
  signature: Buffer,
  last: Unsealed,
): Promise<void> {
  // The end of the read records to the microsecond: a Date would truncate it and the record would be read again.
  await sql`update audit_heads set seq = ${seq}, hash = ${hash}, signature = ${signature},
      last_xid = ${last.xid}::bigint, last_id = ${last.id}::uuid, sealed_at = now(),
      last_at = (select at from audit where company_id = ${companyId} and id = ${last.id}::uuid)
    where company_id = ${companyId}`.execute(tx)
}
