import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { openSealed, seal } from '../db/sealed.ts'
import type { Database, Tx } from '../db/database.ts'
import { allKeys, currentKey, lockSigning, replaceKey } from './signing-keys.queries.ts'

/** The key that new evidence packs are signed with. */
export interface SigningKey {
  /** SHA-256 of the public key in hex. */
  id: string
  /** SubjectPublicKeyInfo in DER. */
  publicKey: Buffer
  privateKey: KeyObject
}

/** A public key of this installation: the current one, or one of the past. */
export interface PublicKey {
  id: string
  /** SubjectPublicKeyInfo in DER. */
  publicKey: Buffer
  createdAt: Date
  /** Null for the current key. */
  retiredAt: Date | null
}

interface KeyParts {
  database: Database
  /** The sealing key of the installation: 32 bytes. */
  sealing: Buffer
}

/**
 * The current signing key. It is created the first time, and again if the private key can't be decrypted because the secret of the
 * installation was replaced; the public key then remains among those of the past.
 */
export async function signingKey(parts: KeyParts): Promise<SigningKey> {
  return (
    (await parts.database.inIdentity((tx) => findCurrent(tx, parts.sealing))) ?? (await newSigningKey(parts, false))
  )
}

/** Replaces the signing key and deletes its private part. */
export const renewSigningKey = (parts: KeyParts): Promise<SigningKey> => newSigningKey(parts, true)

function newSigningKey({ database, sealing }: KeyParts, isRenewal: boolean): Promise<SigningKey> {
  return database.inIdentity(async (tx) => {
    // Two processes that need the first key at the same time get the same one.
    await lockSigning(tx)
    const current = isRenewal ? null : await findCurrent(tx, sealing)
    if (current) return current
    const pair = generateKeyPairSync('ed25519')
    const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' })
    const id = createHash('sha256').update(publicKey).digest('hex')
    const sealed = seal(sealing, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), placeOf(id))
    await replaceKey(tx, { id, public_key: publicKey, sealed })
    return { id, publicKey, privateKey: pair.privateKey }
  })
}

const placeOf = (id: string) => ['signing', id]

async function findCurrent(tx: Tx, sealing: Buffer): Promise<SigningKey | null> {
  const row = await currentKey(tx)
  const pem = row?.sealed ? openSealed(sealing, row.sealed, placeOf(row.id)) : null
  return row && pem ? { id: row.id, publicKey: row.public_key, privateKey: createPrivateKey(pem) } : null
}

/** The public keys of this installation, the current one first. */
export const publicKeys = (database: Database): Promise<PublicKey[]> => database.inIdentity(allKeys)

/** A public key as PEM (RFC 7468). */
export function pemOf(publicKey: Buffer): string {
  return `-----BEGIN PUBLIC KEY-----\n${publicKey.toString('base64')}\n-----END PUBLIC KEY-----\n`
}
