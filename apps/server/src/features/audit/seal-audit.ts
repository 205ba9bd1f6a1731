import { createSecretKey } from 'node:crypto'
import { eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import type { Database, Tx } from '../../db/database.ts'
import { digestOfIp, genesis, hashOfRecord, signHead } from './audit-chain.ts'
import { everyCompanyId } from '../../db/company-keys.queries.ts'
import { waitForCommits } from '../../db/sharding/wait-for-commits.ts'
import {
  chains,
  forgetTransactions,
  insertLinks,
  lockHead,
  moveHead,
  settledNow,
  unsealedAfter,
  withRecords,
} from './seal-audit.queries.ts'

const batchMax = 2000

/**
 * Seals every committed audit record: gives it its number in the chain of its company and the hash over it and all previous records. Two
 * processes may do it at the same time; each company is sealed by one of them. If it is killed, the next run continues.
 *
 * @returns how many records were sealed
 * @throws AggregateError after the last company, if the records of one couldn't be sealed
 */
export async function sealAudit(parts: AloneParts & { database: Database }, key: Buffer): Promise<number> {
  const { database } = parts
  const companyIds = await everyCompanyId(database)
  if (companyIds.length === 0) return 0
  let sealed = 0
  const behind = await database.inAudit(companyIds, (tx) => toSeal(tx, companyIds))
  await eachCompanyAlone(parts, behind, async (companyId) => {
    let batch: number
    do {
      batch = await database.inAudit([companyId], (tx) => sealBatch(tx, key, companyId))
      sealed += batch
    } while (batch === batchMax)
  })
  return sealed
}

async function toSeal(tx: Tx, companyIds: readonly number[]): Promise<number[]> {
  const settled = await settledNow(tx)
  const known = await chains(tx, settled)
  const begun = new Set(known.map(({ companyId }) => companyId))
  const withoutChain = companyIds.filter((id) => !begun.has(id))
  const first = withoutChain.length > 0 ? await withRecords(tx, withoutChain, settled) : []
  return [...first, ...known.filter(({ isBehind }) => isBehind).map(({ companyId }) => companyId)]
}

async function sealBatch(tx: Tx, key: Buffer, companyId: number): Promise<number> {
  const settled = await settledNow(tx)
  await waitForCommits(tx, companyId)
  const head = await lockHead(tx, companyId, signHead(key, { companyId, seq: 0, hash: genesis }), settled)
  if (!head) return 0
  const rows = await unsealedAfter(tx, companyId, head, batchMax, settled)
  const last = rows.at(-1)
  if (!last) {
    if (head.is_restored) await forgetTransactions(tx, companyId, settled)
    return 0
  }
  let seq = Number(head.seq)
  let hash = head.hash
  // Node takes four times as long with the bytes of a key.
  const ipKey = createSecretKey(key)
  const links = rows.map((record) => {
    seq += 1
    const prevHash = hash
    const ipDigest = digestOfIp(ipKey, companyId, record)
    hash = hashOfRecord(companyId, seq, prevHash, record, ipDigest)
    return { seq, id: record.id, prevHash, hash, ipDigest }
  })
  await insertLinks(tx, companyId, links)
  await moveHead(tx, { companyId, seq, hash }, signHead(key, { companyId, seq, hash }), last)
  return rows.length
}
