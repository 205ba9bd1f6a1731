import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { minuteMs } from '@signet/contract/time'
import { SecretsError, type Secrets } from '../app/secrets.ts'
import type { Tx } from '../db/database.ts'
import {
  findKey,
  holdCurrentKey,
  insertDataKey,
  type KeyPurpose,
  type NewDataKey,
  type StoredKey,
} from './data-keys.queries.ts'
import type { KeyProvider } from './key-provider.ts'
import { keyBytes, keyedHash, openWith, readRecord, sealWith, type SealedRecord } from './sealed-record.ts'

/** How long a data key stays in memory. */
const rememberedMs = 10 * minuteMs
/** The key for look-up hashes isn't tied to a year: the same secret must be recognized next year. */
const everyYear = 0

/** @param clock for tests */
export function openSecrets(provider: KeyProvider, clock: () => number = Date.now): Secrets {
  const remembered = new Map<string, { key: Buffer; until: number; timer: NodeJS.Timeout }>()

  function forgetKey(id: string): void {
    const entry = remembered.get(id)
    if (!entry) return
    clearTimeout(entry.timer)
    remembered.delete(id)
    // Callers have a copy.
    entry.key.fill(0)
  }

  async function unwrap(companyId: number, stored: StoredKey): Promise<Buffer> {
    const id = memoryIdOf(companyId, stored.id)
    const known = remembered.get(id)
    if (known && known.until > clock()) return Buffer.from(known.key)
    const key = await provider.unwrap(stored, boundTo(companyId, stored.id, stored.purpose))
    if (stored.isSettled && !remembered.has(id)) {
      const timer = setTimeout(() => forgetKey(id), rememberedMs).unref()
      remembered.set(id, { key: Buffer.from(key), until: clock() + rememberedMs, timer })
    }
    return key
  }

  async function currentKey(tx: Tx, companyId: number, purpose: KeyPurpose) {
    const year = purpose === 'lookup' ? everyYear : new Date(clock()).getUTCFullYear()
    let stored = await holdCurrentKey(tx, companyId, purpose, year)
    if (!stored) {
      await makeKey(tx, { companyId, purpose, year, isNext: false })
      stored = await holdCurrentKey(tx, companyId, purpose, year)
    }
    if (!stored) throw new SecretsError('KEYS_DELETED')
    return stored
  }

  const makeKey = (tx: Tx, key: NewDataKey) =>
    insertDataKey(tx, key, (keyId) => provider.wrap(randomBytes(keyBytes), boundTo(key.companyId, keyId, key.purpose)))

  async function keyOf(tx: Tx, companyId: number, record: SealedRecord): Promise<KeyObject> {
    const stored = await findKey(tx, companyId, record.dekId)
    if (!stored || stored.purpose !== 'seal') throw new SecretsError('SECRET_KEY_DELETED')
    return createSecretKey(await unwrap(companyId, stored))
  }

  return {
    async sealer(tx, companyId) {
      const stored = await currentKey(tx, companyId, 'seal')
      const key = createSecretKey(await unwrap(companyId, stored))
      const lookupKey = createSecretKey(await unwrap(companyId, await currentKey(tx, companyId, 'lookup')))
      return {
        seal: (place, value) => sealWith(key, stored.id, { ...place, companyId }, value),
        lookup: (parts) => keyedHash(lookupKey, parts),
      }
    },
    async open(tx, place, stored) {
      const record = readRecord(stored)
      return openWith(await keyOf(tx, place.companyId, record), place, record)
    },
    async openAll(tx, companyId, closed) {
      const keys = new Map<string, Promise<KeyObject | null>>()
      const values: (string | null)[] = []
      for (const { recordId, field, stored } of closed) {
        const record = readRecord(stored)
        const key = keys.get(record.dekId) ?? keyOf(tx, companyId, record).catch(nullIfClosed)
        keys.set(record.dekId, key)
        const opened = await key
        values.push(opened && openWith(opened, { companyId, recordId, field }, record))
      }
      return values
    },
    currentKeyId: async (tx, companyId) => (await currentKey(tx, companyId, 'seal')).id,
    newSealKey: (tx, companyId) =>
      makeKey(tx, { companyId, purpose: 'seal', year: new Date(clock()).getUTCFullYear(), isNext: true }),
    forget() {
      for (const id of remembered.keys()) forgetKey(id)
    },
  }
}

function nullIfClosed(error: unknown): null {
  if (error instanceof SecretsError) return null
  throw error
}

const memoryIdOf = (companyId: number, keyId: string) => `${companyId}/${keyId}`
/** A wrapped key that was moved to another company or purpose can't be unwrapped. */
export const boundTo = (companyId: number, keyId: string, purpose: KeyPurpose) => `${companyId}|${keyId}|${purpose}`
