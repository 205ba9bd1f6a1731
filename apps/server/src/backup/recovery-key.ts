import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

/*
 * A recovery key is a pair of X25519 keys (RFC 7748). The installation only has the public one, so nobody who takes over the machine can
 * open older backups with it. Each backup seals its keys with a new pair: the shared secret, through HKDF (RFC 5869) with SHA-256, is the
 * key of AES-256-GCM.
 */

const publicPrefix = 'signet-recovery-public-'
const privatePrefix = 'signet-recovery-private-'
const keyLength = 32
const ivLength = 12
const tagLength = 16
const purpose = 'signet:backup:keys:1'

/** The two halves of a recovery key as text. */
export interface RecoveryKey {
  /** For `SIGNET_RECOVERY_KEY`: seals. */
  publicKey: string
  /** For the operator alone: opens. */
  privateKey: string
}

/** Makes a new recovery key. */
export function newRecoveryKey(): RecoveryKey {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return {
    publicKey: `${publicPrefix}${bytesOf(publicKey).toString('base64url')}`,
    privateKey: `${privatePrefix}${Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url').toString('base64url')}`,
  }
}

/** @returns null if the text isn't the public half of a recovery key */
export function readPublicKey(text: string): KeyObject | null {
  const x = materialOf(text, publicPrefix)
  return x && publicKeyOf(x)
}

/** @returns null if the text isn't the private half of a recovery key */
export function readPrivateKey(text: string): KeyObject | null {
  const d = materialOf(text, privatePrefix)
  if (!d) return null
  // PKCS #8 with the bytes of the key, as RFC 8410 writes it; a JWK would need the public half as well.
  const der = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), d])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

/**
 * Encrypts a text for the owner of a recovery key.
 *
 * @param boundTo what it belongs to, e.g. the id of a backup; it opens for nothing else
 * @returns base64 of the one-time public key, nonce, tag and ciphertext
 */
export function sealFor(recipient: KeyObject, text: string, boundTo: string): string {
  const own = generateKeyPairSync('x25519')
  const sender = bytesOf(own.publicKey)
  const key = sharedKey(own.privateKey, recipient, sender, bytesOf(recipient))
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength }).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([sender, iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @returns null if it was sealed for another recovery key, changed, or belongs to something else */
export function openWithPrivateKey(privateKey: KeyObject, sealed: string, boundTo: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  const ivAt = keyLength
  const tagAt = ivAt + ivLength
  const textAt = tagAt + tagLength
  try {
    const sender = bytes.subarray(0, ivAt)
    const recipient = bytesOf(createPublicKey(privateKey))
    const key = sharedKey(privateKey, publicKeyOf(sender), sender, recipient)
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(ivAt, tagAt), { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(tagAt, textAt))
    return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString('utf8')
  } catch {
    // The tag doesn't match or the bytes are too few: it isn't for this key.
    return null
  }
}

function sharedKey(privateKey: KeyObject, publicKey: KeyObject, sender: Buffer, recipient: Buffer): Buffer {
  const secret = diffieHellman({ privateKey, publicKey })
  return Buffer.from(hkdfSync('sha256', secret, Buffer.concat([sender, recipient]), purpose, keyLength))
}

const publicKeyOf = (x: Buffer) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: x.toString('base64url') }, format: 'jwk' })

const bytesOf = (publicKey: KeyObject) => Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')

function materialOf(text: string, prefix: string): Buffer | null {
  if (!text.startsWith(prefix)) return null
  const encoded = text.slice(prefix.length)
  const bytes = Buffer.from(encoded, 'base64url')
  return bytes.length === keyLength && bytes.toString('base64url') === encoded ? bytes : null
}
