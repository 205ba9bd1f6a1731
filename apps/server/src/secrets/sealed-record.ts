import { createCipheriv, createDecipheriv, createHmac, randomBytes, type KeyObject } from 'node:crypto'
import { SecretsError, type SealedPlace } from '../app/secrets.ts'

/*
 * The format of a stored secret. AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits for each record. Many values use the same
 * key, so it is a `KeyObject`: Node takes four times as long with the bytes of a key.
 */

/** The fields of an encrypted value. */
export interface SealedRecord {
  v: 1
  alg: 'A256GCM'
  /** The UUID of the data key that decrypts it. */
  dekId: string
  iv: Buffer
  tag: Buffer
  ct: Buffer
}

const version = 1
const a256gcm = 1
const ivBytes = 12
const tagBytes = 16
const idBytes = 16
const headBytes = 2 + idBytes + ivBytes + tagBytes
/** Length in bytes of every key of the hierarchy. */
export const keyBytes = 32

/** Company, record, field and version, so that a value that was moved can't be decrypted. */
const boundTo = ({ companyId, recordId, field }: SealedPlace) =>
  Buffer.from(`${companyId}|${recordId}|${field}|${version}`)

/**
 * Encrypts a value with a data key.
 *
 * @returns the record as it is stored: version, algorithm, key id, nonce, tag and ciphertext, 46 bytes more than the value
 */
export function sealWith(key: KeyObject, dekId: string, place: SealedPlace, value: string): Buffer {
  const { iv, tag, ct } = encrypt(key, boundTo(place), Buffer.from(value, 'utf8'))
  return Buffer.concat([Buffer.from([version, a256gcm]), Buffer.from(dekId.replaceAll('-', ''), 'hex'), iv, tag, ct])
}

/** @throws SecretsError if the bytes aren't an encrypted record of a known version */
export function readRecord(stored: Buffer): SealedRecord {
  if (stored.length < headBytes || stored[0] !== version || stored[1] !== a256gcm)
    throw new SecretsError('SECRET_FORM_UNKNOWN')
  const hex = stored.toString('hex', 2, 2 + idBytes)
  const ivAt = 2 + idBytes
  const tagAt = ivAt + ivBytes
  return {
    v: version,
    alg: 'A256GCM',
    dekId: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
    iv: stored.subarray(ivAt, tagAt),
    tag: stored.subarray(tagAt, headBytes),
    ct: stored.subarray(headBytes),
  }
}

/** @throws SecretsError if the record was changed or belongs to another place or key */
export function openWith(key: KeyObject, place: SealedPlace, record: SealedRecord): string {
  return decrypt(key, boundTo(place), record).toString('utf8')
}

/** Wraps a key with another: nonce, tag, ciphertext. */
export function wrapKey(kek: Buffer, key: Buffer, boundText: string): Buffer {
  const { iv, tag, ct } = encrypt(kek, Buffer.from(boundText), key)
  return Buffer.concat([iv, tag, ct])
}

/** @throws SecretsError if it was wrapped with another key or for another place */
export function unwrapKey(kek: Buffer, wrapped: Buffer, boundText: string): Buffer {
  const iv = wrapped.subarray(0, ivBytes)
  const tag = wrapped.subarray(ivBytes, ivBytes + tagBytes)
  return decrypt(kek, Buffer.from(boundText), { iv, tag, ct: wrapped.subarray(ivBytes + tagBytes) })
}

/** Identifies a value without storing it: a keyed hash over its parts, unambiguously separated. */
export function keyedHash(key: KeyObject, parts: readonly string[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
  return hmac.digest()
}

function encrypt(key: Buffer | KeyObject, bound: Buffer, plain: Buffer) {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(bound)
  const ct = Buffer.concat([cipher.update(plain), cipher.final()])
  return { iv, tag: cipher.getAuthTag(), ct }
}

function decrypt(
  key: Buffer | KeyObject,
  bound: Buffer,
  { iv, tag, ct }: Pick<SealedRecord, 'iv' | 'tag' | 'ct'>,
): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    decipher.setAAD(bound).setAuthTag(tag)
    return Buffer.concat([decipher.update(ct), decipher.final()])
  } catch (cause) {
    throw new SecretsError('SECRET_NOT_OPENED', {}, { cause })
  }
}
