import { createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import { causeOf } from '@signet/contract/errors/program-errors'
import { isRecord, required } from '@signet/contract/narrow'
import { SecretsError } from '../app/secrets.ts'
import { keyBytes, unwrapKey, wrapKey } from './sealed-record.ts'

/** A data key as it is stored. */
export interface WrappedKey {
  kekId: string
  wrapped: Buffer
}

/**
 * Holds the key-encryption keys (KEK). They wrap data keys and are never stored in the database. A file or the environment is enough for
 * one installation; a key service (KMS, Vault) would be another implementation of the same interface.
 */
export interface KeyProvider {
  /** Where the keys come from, for messages: a path or the name of a variable. */
  readonly place: string
  /** The id of the key that wraps new data keys. */
  currentId(): Promise<string>
  has(kekId: string): Promise<boolean>
  /** @param boundTo the purpose of the key; it can be unwrapped for no other */
  wrap(key: Buffer, boundTo: string): Promise<WrappedKey>
  /** @throws SecretsError if the KEK isn't available or the wrapped key was changed */
  unwrap(key: WrappedKey, boundTo: string): Promise<Buffer>
  /** Makes a new KEK the current one and removes those that aren't in `used`; null if a person has to do that (environment). */
  makeNew: ((used: ReadonlySet<string>) => Promise<void>) | null
}

/** An id for a KEK that reveals nothing about it. */
const idOf = (kek: Buffer) => createHmac('sha256', kek).update('signet:kek:id').digest('hex').slice(0, 16)

const lostKek = (place: string) => new SecretsError('KEK_LOST', { place })

/** A key as 64 hexadecimal digits or base64 of 32 bytes; null if it is neither. */
export function readKek(text: string): Buffer | null {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  return key.length === keyBytes && /^[\w+/=-]+$/.test(text) ? key : null
}

interface Keks {
  current: string
  keys: ReadonlyMap<string, Buffer>
}

function providerOver(place: string, load: (isStale: boolean) => Promise<Keks>): Omit<KeyProvider, 'makeNew'> {
  /** Loads the keys again if one is missing, because another process may have created it. */
  const find = async (kekId: string) => (await load(false)).keys.get(kekId) ?? (await load(true)).keys.get(kekId)
  return {
    place,
    currentId: async () => (await load(true)).current,
    has: async (kekId) => (await find(kekId)) !== undefined,
    async wrap(key, boundTo) {
      // Read again: if the current key was replaced in the meantime, a key wrapped with the old one might become unreadable.
      const { current, keys } = await load(true)
      return { kekId: current, wrapped: wrapKey(required(keys.get(current), 'the current key'), key, boundTo) }
    },
    async unwrap({ kekId, wrapped }, boundTo) {
      const kek = await find(kekId)
      if (!kek) throw lostKek(place)
      return unwrapKey(kek, wrapped, boundTo)
    },
  }
}

/** Keys from the environment, the current one first. */
export function environmentKeys(keks: readonly [Buffer, ...Buffer[]]): KeyProvider {
  const loaded: Keks = { current: idOf(keks[0]), keys: new Map(keks.map((kek) => [idOf(kek), kek])) }
  return { ...providerOver('SIGNET_KEK', async () => loaded), makeNew: null }
}

/**
 * Keys in a file that only this user can read. Created at the first start; a missing file isn't created again while data keys exist.
 *
 * @param isFirstStart whether nothing has been encrypted so far
 * @throws SecretsError with a one-line message
 */
export async function fileKeys(file: string, isFirstStart: boolean): Promise<KeyProvider> {
  let known: Keks | null = null
  const load = async (isStale: boolean): Promise<Keks> => {
    if (known && !isStale) return known
    known = await readKeyFile(file)
    return known
  }
  try {
    await load(true)
  } catch (error) {
    if (causeOf(error).code !== 'ENOENT') throw error
    if (!isFirstStart) throw lostKek(file)
    const kek = randomBytes(keyBytes)
    await writeKeyFile(file, { current: idOf(kek), keys: new Map([[idOf(kek), kek]]) }, 'unless there is one')
    await load(true)
  }
  return {
    ...providerOver(file, load),
    async makeNew(used) {
      const { current, keys } = await load(true)
      const kek = randomBytes(keyBytes)
      const kept = [...keys].filter(([id]) => id === current || used.has(id))
      await writeKeyFile(file, { current: idOf(kek), keys: new Map([...kept, [idOf(kek), kek]]) }, 'in its place')
      await load(true)
    },
  }
}

async function readKeyFile(file: string): Promise<Keks> {
  const text = await fs.readFile(file, 'utf8')
  const broken = new SecretsError('KEY_FILE_DAMAGED', { path: file })
  let parsed: { current?: unknown; keys?: unknown }
  try {
    parsed = JSON.parse(text)
  } catch {
    // The parser's message would quote the file.
    throw broken
  }
  const { current, keys } = parsed
  if (typeof current !== 'string' || !isRecord(keys)) throw broken
  const read = new Map<string, Buffer>()
  for (const written of Object.values(keys)) {
    const kek = typeof written === 'string' ? readKek(written) : null
    if (!kek) throw broken
    read.set(idOf(kek), kek)
  }
  if (!read.has(current)) throw broken
  return { current, keys: read }
}

/**
 * The keys as they are written in a key file, for a backup.
 *
 * @param keks those of the environment, the current one first; empty: those of the file
 */
export async function keyFileText(file: string, keks: readonly Buffer[]): Promise<string> {
  const [current] = keks
  if (!current) return writtenForm(await readKeyFile(file))
  return writtenForm({ current: idOf(current), keys: new Map(keks.map((kek) => [idOf(kek), kek])) })
}

function writtenForm({ current, keys }: Keks): string {
  const written = Object.fromEntries([...keys].map(([id, kek]) => [id, kek.toString('base64')]))
  return `${JSON.stringify({ current, keys: written }, null, 2)}\n`
}

/** Written atomically, even if the process is killed, and flushed to disk before anything is wrapped with it. */
async function writeKeyFile(file: string, keks: Keks, how: 'unless there is one' | 'in its place'): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await fs.open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(writtenForm(keks))
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (how === 'in its place') {
    await fs.rename(draft, file)
    return
  }
  try {
    // Two concurrent first starts end up with the same file.
    await fs.link(draft, file)
  } catch (error) {
    if (causeOf(error).code !== 'EEXIST') throw error
  } finally {
    await fs.rm(draft)
  }
}
