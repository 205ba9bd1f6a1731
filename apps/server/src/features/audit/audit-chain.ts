import { createHash, createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'

/** The hash before the first record of a company. */
export const genesis: Buffer = Buffer.alloc(32)

/** An audit record as it is hashed: every value is the text that PostgreSQL returns for it, so that parsing numbers can't change a byte. */
export interface ChainedRecord {
  id: string
  /** Microseconds since 1970. */
  at_micros: string
  user_id: string | null
  by_name: string | null
  by_email: string | null
  by_role: string | null
  ip: string | null
  action: string
  target_type: string
  target_id: string
  before_text: string | null
  after_text: string | null
  request_id: string | null
  result: string
  reason: string | null
}

/**
 * The hash that links a record to its predecessor: SHA-256(prevHash || canonical JSON).
 *
 * Canonical JSON: one object, keys in alphabetical order, no spaces, every value a string or null. Of the IP address only the keyed digest
 * is included, because the address itself is truncated after 90 days.
 */
export function hashOfRecord(
  companyId: number,
  seq: number,
  prevHash: Buffer,
  record: ChainedRecord,
  ipDigest: Buffer | null,
): Buffer {
  const canonical = JSON.stringify({
    action: record.action,
    after: record.after_text,
    at: record.at_micros,
    before: record.before_text,
    byEmail: record.by_email,
    byName: record.by_name,
    byRole: record.by_role,
    companyId: String(companyId),
    id: record.id,
    ip: ipDigest?.toString('base64') ?? null,
    reason: record.reason,
    requestId: record.request_id,
    result: record.result,
    seq: String(seq),
    targetId: record.target_id,
    targetType: record.target_type,
    userId: record.user_id,
  })
  return createHash('sha256').update(prevHash).update(canonical).digest()
}

/** The digest of an IP address in the chain: guesses can't be tested against it without the key of the installation. */
export function digestOfIp(key: KeyObject, companyId: number, record: Pick<ChainedRecord, 'id' | 'ip'>): Buffer | null {
  if (record.ip === null) return null
  return createHmac('sha256', key).update(`ip|${companyId}|${record.id}|${record.ip}`).digest()
}

/** The end of a chain, now or on a day when it was recorded. */
export interface Head {
  companyId: number
  seq: number
  hash: Buffer
}

export function signHead(key: Buffer, head: Head): Buffer {
  return createHmac('sha256', key).update(`head|${head.companyId}|${head.seq}|`).update(head.hash).digest()
}

export function isSigned(key: Buffer, head: Head, signature: Buffer): boolean {
  const own = signHead(key, head)
  return own.length === signature.length && timingSafeEqual(own, signature)
}
