import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import { sealedColumns } from './audit-chain.queries.ts'
import { genesis, type Head, type ChainedRecord } from './audit-chain.ts'

type HeadRow = Row<'audit_heads'>
type Unsealed = ChainedRecord & { xid: string }

const noId = '00000000-0000-0000-0000-000000000000'

/**
 * The number below which every transaction is over: rolled back, or visible to all. It is read before the records, and on a cluster it is
 * that of the coordinator, which all transactions go through, and which ends them before the node of the records does (`waitForCommits`).
 */
export async function settledNow(tx: Tx): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(tx)
  return rows[0]?.xid ?? '0'
}

// Whatever the table statistics say, walk the index of new records and look each one up. A plan made for a table that was empty a minute
// ago would read the whole table every second, or compare every record with every link.
const byIndexOnly = sql`set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_hashjoin = off;
  set local enable_mergejoin = off; set local enable_material = off`

/** Each chain that has begun, and whether its company has a record after its end. Indexes: audit_heads_pkey, audit_xid. */
export async function chains(tx: Tx, settled: string): Promise<{ companyId: number; isBehind: boolean }[]> {
  await byIndexOnly.execute(tx)
  const { rows } = await sql<{ companyId: number; isBehind: boolean }>`
    select h.company_id as "companyId", h.last_xid >= ${settled}::bigint or next.is_there is not null as "isBehind"
    from audit_heads h left join lateral (select true as is_there from audit a where a.company_id = h.company_id
      and a.xid < ${settled}::bigint and (a.xid, a.at, a.id) > (h.last_xid, h.last_at, h.last_id)
      order by a.xid, a.at, a.id limit 1) as next on true
    order by h.company_id`.execute(tx)
  return rows
}

/** Those of the companies that have a record. Index: audit_xid. */
export async function withRecords(tx: Tx, companyIds: readonly number[], settled: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct company_id as id from audit
    where company_id = any (${companyIds}::int[]) and xid < ${settled}::bigint order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

type LockedHead = Omit<HeadRow, 'last_at'> & { last_at: string; is_restored: boolean }

/**
 * The end of the chain, locked; null if another process is sealing it. After a restore into another cluster, transaction numbers start
 * again: the result then tells to search from the first record for records without a link.
 *
 * @param signature of the end of an empty chain, which the first call adds
 */
export async function lockHead(
  tx: Tx,
  companyId: number,
  signature: Buffer,
  settled: string,
): Promise<LockedHead | null> {
  await sql`insert into audit_heads (company_id, seq, hash, signature, last_xid, last_at, last_id)
    values (${companyId}, 0, ${genesis}, ${signature}, 0, '-infinity', ${noId}::uuid) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<LockedHead>`
    select company_id, seq, hash, signature, last_xid, last_at::text, last_id, sealed_at, last_xid >= ${settled}::bigint as is_restored
    from audit_heads where company_id = ${companyId} for update skip locked`.execute(tx)
  const head = rows[0]
  if (!head) return null
  return head.is_restored ? { ...head, last_xid: '0', last_at: '-infinity', last_id: noId } : head
}

/** The next records after the end of a chain. Index: audit_xid. */
export async function unsealedAfter(
  tx: Tx,
  companyId: number,
  head: LockedHead,
  max: number,
  settled: string,
): Promise<Unsealed[]> {
  await byIndexOnly.execute(tx)
  const { rows } = await unsealed(companyId, head, max, settled).execute(tx)
  return rows
}

const unsealed = (companyId: number, head: LockedHead, max: number, settled: string) => sql<Unsealed>`
  select ${sealedColumns}, a.xid from audit a
  where a.company_id = ${companyId} and a.xid < ${settled}::bigint
    and (a.xid, a.at, a.id) > (${head.last_xid}::bigint, ${head.last_at}::timestamptz, ${head.last_id}::uuid)
    and not exists (select from audit_chain c where c.company_id = a.company_id and c.audit_id = a.id)
  order by a.xid, a.at, a.id limit ${max}`

/** How PostgreSQL would find them. */
export async function planOfUnsealed(tx: Tx, companyId: number, head: LockedHead, max: number): Promise<string> {
  const settled = await settledNow(tx)
  await byIndexOnly.execute(tx)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${unsealed(companyId, head, max, settled)}`.execute(tx)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** After a restore, once every record has a link: searches from the transactions of this cluster on. */
export async function forgetTransactions(tx: Tx, companyId: number, settled: string): Promise<void> {
  await sql`update audit_heads set last_xid = ${settled}::bigint - 1 where company_id = ${companyId}`.execute(tx)
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
      ${links.map(({ ipDigest }) => ipDigest)}::bytea[])
    returning seq`.execute(tx)
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
