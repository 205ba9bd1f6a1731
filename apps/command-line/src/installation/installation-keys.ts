import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { isRecord } from '@signet/contract/narrow'
import type { Env } from '@signet/server/env'
import { keyFileText } from '@signet/server/secrets/key-provider'
import { keyFile } from '@signet/server/secrets/open-keys'
import { secretFile } from '../command/program.ts'

/** The keys of an installation in a backup: the secret, and the text of a key file. */
const InstallationKeys = z.object({ secret: z.string(), kek: z.string() })

/** What opens a restored installation. */
export type InstallationKeys = z.output<typeof InstallationKeys>

/** The keys of this installation as text, for sealing. */
export async function installationKeys(env: Env, dataDir: string): Promise<string> {
  const secret = env.secret ?? (await readFile(path.join(dataDir, secretFile), 'utf8')).trim()
  const kek = await keyFileText(path.join(dataDir, keyFile), env.keks)
  return JSON.stringify({ secret, kek } satisfies InstallationKeys)
}

/** Reads what `installationKeys` wrote. */
export const readInstallationKeys = (text: string) => InstallationKeys.parse(JSON.parse(text))

/**
 * Compares the keys of a backup with the settings and writes those that aren't set into the data directory.
 *
 * @throws ProgramError before anything is written if a key is set, or was written before, and differs
 */
export async function placeKeys(env: Env, dataDir: string, { secret, kek }: InstallationKeys): Promise<void> {
  const writes: [place: string, text: string][] = []
  const check = async (name: string, text: string) => {
    const place = path.join(dataDir, name)
    const present = await readIfThere(place)
    if (present === null) writes.push([place, text])
    else if (present.trim() !== text.trim()) throw new ProgramError('INSTALLATION_KEYS_DIFFER', { place })
  }
  if (env.secret === null) await check(secretFile, secret)
  else if (env.secret !== secret) throw new ProgramError('INSTALLATION_KEYS_DIFFER', { place: 'SIGNET_SECRET' })
  if (env.keks.length === 0) await check(keyFile, kek)
  else if (!env.keks.some((key) => key.equals(currentKek(kek))))
    throw new ProgramError('INSTALLATION_KEYS_DIFFER', { place: 'SIGNET_KEK' })
  for (const [place, text] of writes) await writeFile(place, text, { mode: 0o600, flag: 'wx' })
}

/** The current key in the text of a key file. */
function currentKek(text: string): Buffer {
  const { current, keys }: { current: string; keys: unknown } = JSON.parse(text)
  const key = isRecord(keys) ? keys[current] : undefined
  return Buffer.from(typeof key === 'string' ? key : '', 'base64')
}

async function readIfThere(place: string): Promise<string | null> {
  try {
    return await readFile(place, 'utf8')
  } catch (error) {
    if (causeOf(error).code === 'ENOENT') return null
    throw error
  }
}
