import { constants, verify, type KeyObject } from 'node:crypto'
import type { Buffer } from 'node:buffer'

export type ContentDigest = 'sha256' | 'sha512' | 'verity'

interface Algorithm {
  hash: 'sha256' | 'sha512'
  content: ContentDigest
  saltLength?: number
}

/** Source: source.android.com/docs/security/features/apksigning/v2, "Signature algorithm IDs", and v3's for fs-verity. */
const algorithms = new Map<number, Algorithm>([
  [0x0101, { hash: 'sha256', content: 'sha256', saltLength: 32 }],
  [0x0102, { hash: 'sha512', content: 'sha512', saltLength: 64 }],
  [0x0103, { hash: 'sha256', content: 'sha256' }],
  [0x0104, { hash: 'sha512', content: 'sha512' }],
  [0x0201, { hash: 'sha256', content: 'sha256' }],
  [0x0202, { hash: 'sha512', content: 'sha512' }],
  [0x0301, { hash: 'sha256', content: 'sha256' }],
  [0x0421, { hash: 'sha256', content: 'verity' }],
  [0x0423, { hash: 'sha256', content: 'verity' }],
  [0x0425, { hash: 'sha256', content: 'verity' }],
])
const strength: Record<ContentDigest, number> = { verity: 0, sha256: 1, sha512: 2 }

/** Which digest of the content an algorithm signs; undefined if Android doesn't know the algorithm. */
export const contentDigestOf = (algorithm: number) => algorithms.get(algorithm)?.content

/** The one that Android checks of several: that with the strongest digest. */
export function strongest<T extends { algorithm: number }>(signatures: readonly T[]): T | undefined {
  const rank = ({ algorithm }: T) => strength[contentDigestOf(algorithm) ?? 'verity']
  return signatures.filter(({ algorithm }) => algorithms.has(algorithm)).toSorted((a, b) => rank(b) - rank(a))[0]
}

export function isSignedWith(algorithm: number, key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  const found = algorithms.get(algorithm)
  if (!found) return false
  const { hash, saltLength } = found
  const padding = saltLength === undefined ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  return isSigned(hash, { key, ...padding }, signed, signature)
}

/** False where the key doesn't suit the signature, for which Node throws. */
export function isSigned(
  hash: string,
  key: { key: KeyObject; padding?: number; saltLength?: number },
  signed: Buffer,
  signature: Buffer,
): boolean {
  try {
    return verify(hash, signed, key, signature)
  } catch {
    // The key doesn't suit the signature.
    return false
  }
}
