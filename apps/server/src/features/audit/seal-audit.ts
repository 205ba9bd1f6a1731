import { sql } from 'kysely'
import { asAuditor } from '../../db/as-auditor.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import { digestOfIp, genesis, hashOfRecord, sealedColumns, signHead, type SealedRecord } from './audit-chain.ts'
import { everyCompanyId } from '../../db/companies.queries.ts'

type HeadRow = Row<'audit_heads'>
type Unsealed = SealedRecord & { xid: string }

const batchMax = 2000
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * Seals every committed audit record: gives it its number in the chain of its company and the hash over it and all previous records. Two
 * processes may do it at the same time; each company is sealed by one of them. If it is killed, the next run continues.
 *
 * @returns how many records were sealed
 */
export async function sealAudit(database: Database, key: Buffer): Promise<number> {
  const companyIds = await everyCompanyId(database)
  if (companyIds.length === 0) return 0
  let sealed = 0
  for (const companyId of await asAuditor(database, companyIds, withUnsealed)) {
    let batch: number
    do {
      batch = await asAuditor(database, [companyId], (tx) => sealBatch(tx, key, companyId))
      sealed += batch
    } while (batch === batchMax)
  }
  return sealed
}

// A transaction below this number has ended: it was rolled back or is visible to all.
const settled = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

// Whatever the table statistics say, walk the index of new records and look each one up. A plan made for a table that was empty a minute
// ago would read the whole table every second.
const byIndexOnly = sql`set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_hashjoin = off;
  set local enable_mergejoin = off`

/** The companies that have a record after the end of their chain. Index: audit_xid. */
async function withUnsealed(tx: Tx): Promise<number[]> {
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

async function sealBatch(tx: Tx, key: Buffer, companyId: number): Promise<number> {
  const head = await lockHead(tx, key, companyId)
  if (!head) return 0
  await byIndexOnly.execute(tx)
  const { rows } = await sql<Unsealed>`
    select ${sealedColumns}, a.xid from audit a
    where a.company_id = ${companyId} and a.xid < ${settled}
      and (a.xid, a.at, a.id) > (${head.last_xid}::bigint, ${head.last_at}::timestamptz, ${head.last_id}::uuid)
      and not exists (select from audit_chain c where c.company_id = a.company_id and c.audit_id = a.id)
    order by a.xid, a.at, a.id limit ${batchMax}`.execute(tx)
  const last = rows.at(-1)
  if (!last) {
    if (head.is_restored)
      await sql`update audit_heads set last_xid = ${settled} - 1 where company_id = ${companyId}`.execute(tx)
    return 0
  }
  let seq = Number(head.seq)
  let hash = head.hash
  const links = rows.map((record) => {
    seq += 1
    const prevHash = hash
    const ipDigest = digestOfIp(key, companyId, record)
    hash = hashOfRecord(companyId, seq, prevHash, record, ipDigest)
    return { seq, id: record.id, prevHash, hash, ipDigest }
  })
  await sql`insert into audit_chain (company_id, seq, audit_id, prev_hash, hash, ip_digest)
    select ${companyId}, * from unnest(${links.map((link) => link.seq)}::bigint[], ${links.map(({ id }) => id)}::uuid[],
      ${links.map(({ prevHash }) => prevHash)}::bytea[], ${links.map((link) => link.hash)}::bytea[],
      ${links.map(({ ipDigest }) => ipDigest)}::bytea[])`.execute(tx)
  // The end of the read records to the microsecond: a Date would truncate it and the record would be read again.
  await sql`update audit_heads set seq = ${seq}, hash = ${hash}, signature = ${signHead(key, { companyId, seq, hash })},
      last_xid = ${last.xid}::bigint, last_id = ${last.id}::uuid, sealed_at = now(),
      last_at = (select at from audit where company_id = ${companyId} and id = ${last.id}::uuid)
    where company_id = ${companyId}`.execute(tx)
  return rows.length
}

type LockedHead = Omit<HeadRow, 'last_at'> & { last_at: string; is_restored: boolean }

/**
 * The end of the chain, locked; null if another process is sealing it. After a restore into another cluster, transaction numbers start
 * again: the result then tells to search from the first record for records without a link.
 */
async function lockHead(tx: Tx, key: Buffer, companyId: number): Promise<LockedHead | null> {
  const signature = signHead(key, { companyId, seq: 0, hash: genesis })
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
