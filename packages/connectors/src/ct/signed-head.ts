import { hash, verify, type KeyObject } from 'node:crypto'
import { isRecord, textIn } from '@signet/contract/narrow'
import { ConnectorError } from '../connector-error.ts'
import type { CtLog } from './log-list.ts'

/** A tree head that its log has signed. */
export interface TreeHead {
  size: number
  root: Buffer
  /** Milliseconds since 1970. */
  timestamp: number
}

const rootBytes = 32
/** The algorithms in a DigitallySigned: SHA-256, with ECDSA or RSA (RFC 5246, section 7.4.1.4.1). */
const sha256Algorithm = 4
const algorithms: Record<string, number> = { ec: 3, rsa: 1 }
/** Signature type of a note that contains a tree head of RFC 6962 (c2sp.org/static-ct-api, section Checkpoints). */
const noteSignatureType = 0x05

/** @throws ConnectorError `changed_format` unless the signature was made with the log's key */
function checkSignature(key: KeyObject, head: TreeHead, signature: Buffer, log: CtLog): void {
  const signed = Buffer.alloc(2 + 8 + 8 + rootBytes)
  // Version 1, tree head (RFC 6962, section 3.5).
  signed[1] = 1
  signed.writeBigUInt64BE(BigInt(head.timestamp), 2)
  signed.writeBigUInt64BE(BigInt(head.size), 10)
  head.root.copy(signed, 18)
  const length = signature.length >= 4 ? signature.readUInt16BE(2) : -1
  const isRightKind =
    signature[0] === sha256Algorithm &&
    signature[1] === algorithms[key.asymmetricKeyType ?? ''] &&
    length === signature.length - 4
  if (!isRightKind || !verify('sha256', signed, key, signature.subarray(4)))
    throw new ConnectorError('TREE_HEAD_NOT_SIGNED', { log: log.description })
}

function checkedSize(text: string): number | null {
  return /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
}

/** A checkpoint as it is written, without any check of its signatures. */
export interface Checkpoint {
  /** The name of the log. */
  origin: string
  /** Null if it is not a number of entries, or not a hash. */
  size: number | null
  root: Buffer | null
  signatures: { name: string; bytes: Buffer }[]
}

/**
 * Reads the text of a checkpoint; null for another text.
 *
 * Source: c2sp.org/tlog-checkpoint and c2sp.org/signed-note.
 */
export function parseCheckpoint(text: string): Checkpoint | null {
  const end = text.indexOf('\n\n')
  const [origin, size = '', root = ''] = end < 0 ? [] : text.slice(0, end).split('\n')
  if (origin === undefined) return null
  const rootHash = Buffer.from(root, 'base64')
  const signatures = text
    .slice(end + 2)
    .split('\n')
    .flatMap((line) => {
      const [, name, encoded = ''] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? []
      return name ? [{ name, bytes: Buffer.from(encoded, 'base64') }] : []
    })
  return { origin, size: checkedSize(size), root: rootHash.length === rootBytes ? rootHash : null, signatures }
}

/** The time in a signature of a log (c2sp.org/static-ct-api, section Checkpoints); null if it is too short for one. */
export const timeOfSignature = (bytes: Buffer): number | null =>
  bytes.length < 12 ? null : Number(bytes.readBigUInt64BE(4))

/**
 * Reads a checkpoint and verifies that the log has signed it.
 *
 * Source: as `parseCheckpoint`, and c2sp.org/static-ct-api, section Checkpoints.
 *
 * @throws ConnectorError `changed_format` for text in another format, of another log, or without a valid signature of the log
 */
export function readCheckpoint(text: string, log: CtLog): TreeHead {
  const wrong = (why: 'format' | 'size' | 'time' | 'signature') =>
    new ConnectorError('CHECKPOINT_INVALID', { log: log.description, why })
  const checkpoint = parseCheckpoint(text)
  if (!checkpoint) throw wrong('format')
  const { origin, size, root, signatures } = checkpoint
  if (origin !== log.origin)
    throw new ConnectorError('CHECKPOINT_OF_OTHER_LOG', { log: log.description, origin: origin.slice(0, 100) })
  if (size === null || root === null) throw wrong('size')

  const keyId = hash(
    'sha256',
    Buffer.concat([Buffer.from(`${log.origin}\n`), Buffer.of(noteSignatureType), Buffer.from(log.logId, 'base64')]),
    'buffer',
  ).subarray(0, 4)
  for (const { name, bytes } of signatures) {
    const timestamp = timeOfSignature(bytes)
    // Other signatures are those of witnesses.
    if (name !== log.origin || timestamp === null || !bytes.subarray(0, 4).equals(keyId)) continue
    if (!Number.isSafeInteger(timestamp)) throw wrong('time')
    const head = { size, root, timestamp }
    checkSignature(log.key, head, bytes.subarray(12), log)
    return head
  }
  throw wrong('signature')
}

/**
 * Reads the response of `get-sth` and verifies its signature.
 *
 * Source: RFC 6962, section 4.3.
 *
 * @throws ConnectorError `changed_format` for another response or a signature that isn't from the log
 */
export function readTreeHead(text: string, log: CtLog): TreeHead {
  const wrong = () => new ConnectorError('TREE_HEAD_INVALID', { log: log.description })
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    // The parser's message repeats parts of the response.
    throw wrong()
  }
  const size = numberIn(answer, 'tree_size')
  const timestamp = numberIn(answer, 'timestamp')
  const root = Buffer.from(textIn(answer, 'sha256_root_hash') ?? '', 'base64')
  if (size < 0 || timestamp < 0 || root.length !== rootBytes) throw wrong()
  const head = { size, root, timestamp }
  checkSignature(log.key, head, Buffer.from(textIn(answer, 'tree_head_signature') ?? '', 'base64'), log)
  return head
}

/** A whole number in a field of an answer; -1 if there is none. */
function numberIn(answer: unknown, field: string): number {
  const value = isRecord(answer) ? answer[field] : undefined
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : -1
}
