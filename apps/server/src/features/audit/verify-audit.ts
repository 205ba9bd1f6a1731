import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { digestOfIp, genesis, hashOfRecord, isSigned } from './audit-chain.ts'
import { countUnsealed, firstWithoutLink, headOf, linksAfter, pageRows, type Link } from './audit-chain.queries.ts'
import type { WrittenHead } from './audit-heads.ts'

/** The first place where a chain doesn't match. */
export interface Break {
  seq: number | null
  /** The affected audit record. */
  id: string | null
  reason:
    | 'headFileForeign'
    | 'headForeign'
    | 'headChanged'
    | 'linkMissing'
    | 'recordMissing'
    | 'recordChanged'
    | 'chainRewritten'
    | 'endMissing'
    | 'outsideChain'
  /** For `headFileForeign`: the file. */
  file?: string
}
export interface ChainReport {
  companyId: number
  /** Records whose seal was recomputed and matches. */
  verified: number
  /** Records committed in the last seconds, which have no seal yet. */
  unsealed: number
  hash: string
  broken: Break | null
}

/**
 * Recomputes the chain of one company, some 10,000 records at a time, and compares it with its signed end and with the ends recorded on
 * earlier days. It changes nothing.
 *
 * @param written ends of this company from the files of `writeHeads`
 */
export async function verifyChain(
  database: Database,
  key: Buffer,
  companyId: number,
  written: readonly WrittenHead[],
): Promise<ChainReport> {
  const report: ChainReport = { companyId, verified: 0, unsealed: 0, hash: genesis.toString('hex'), broken: null }
  const fail = (seq: Break['seq'], id: Break['id'], reason: Break['reason'], file?: string) => {
    report.broken = { seq, id, reason, ...(file === undefined ? {} : { file }) }
    return report
  }
  // Read before the links: records sealed in the meantime only come after it.
  const head = await headOf(database, companyId)
  const expected = new Map<number, Buffer>()
  for (const { seq, hash, isGenuine, file } of written) {
    if (!isGenuine) return fail(seq, null, 'headFileForeign', file)
    expected.set(seq, hash)
  }
  if (head) {
    if (!isSigned(key, head, head.signature)) return fail(head.seq, null, 'headForeign')
    const before = expected.get(head.seq)
    if (before && !before.equals(head.hash)) return fail(head.seq, null, 'headChanged')
    expected.set(head.seq, head.hash)
  }

  const ipKey = createSecretKey(key)
  let seq = 0
  let hash = genesis
  let coming = linksAfter(database, companyId, 0)
  for (;;) {
    const links = await coming
    // The next page is read while this one is computed.
    if (links.length === pageRows) coming = linksAfter(database, companyId, Number(links.at(-1)?.seq))
    for (const link of links) {
      const at = Number(link.seq)
      if (at !== seq + 1) {
        const lost = await firstWithoutLink(database, companyId, head)
        return fail(seq + 1, lost, 'linkMissing')
      }
      if (link.id === null) return fail(at, link.audit_id, 'recordMissing')
      const isHeld =
        link.prev_hash.equals(hash) &&
        isAddressHeld(ipKey, companyId, link) &&
        hashOfRecord(companyId, at, hash, link, link.ip_digest).equals(link.hash)
      if (!isHeld) return fail(at, link.audit_id, 'recordChanged')
      const wanted = expected.get(at)
      if (wanted && !wanted.equals(link.hash)) return fail(at, link.audit_id, 'chainRewritten')
      seq = at
      hash = link.hash
      report.verified += 1
    }
    if (links.length < pageRows) break
  }
  report.hash = hash.toString('hex')
  const end = Math.max(0, ...expected.keys())
  if (end > seq) return fail(seq + 1, await firstWithoutLink(database, companyId, head), 'endMissing')
  const smuggled = await firstWithoutLink(database, companyId, head)
  if (smuggled) return fail(null, smuggled, 'outsideChain')
  report.unsealed = await countUnsealed(database, companyId, head)
  return report
}

/** A whole address must match the sealed digest; one that was truncated after 90 days is accepted. */
function isAddressHeld(key: KeyObject, companyId: number, link: Link): boolean {
  if (link.ip === null) return link.ip_digest === null
  if (link.ip.includes('/')) return link.ip_digest !== null
  return link.ip_digest !== null && digestOfIp(key, companyId, link)?.equals(link.ip_digest) === true
}
