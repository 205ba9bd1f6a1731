import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a small secret for storing: AES-256-GCM, `iv ‖ tag ‖ ciphertext`.
 *
 * @param key 32 bytes, a key of the installation
 * @param place its location, e.g. `['sso', companyId]`: it can't be decrypted in another row
 */
export function seal(key: Buffer, plain: string, place: readonly (string | number)[]): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(JSON.stringify(place)))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** The decrypted secret; null if it was changed, moved or encrypted with another key. */
export function openSealed(key: Buffer, sealed: Buffer, place: readonly (string | number)[]): string | null {
  if (sealed.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(JSON.stringify(place)))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  try {
    const plain = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
    return plain.toString('utf8')
  } catch {
    // The authentication tag doesn't match, so the value wasn't encrypted for this place.
    return null
  }
}
