import { isoDay } from '@signet/contract/time'
import fs from 'node:fs/promises'
import path from 'node:path'
import { isRecord } from '@signet/contract/narrow'
import type { Database } from '../../db/database.ts'
import { isSigned, type Head } from './audit-chain.ts'
import { endsOf } from './audit-chain.queries.ts'
import { companyKeys } from '../../db/company-keys.queries.ts'

/** The folder below the data directory with the recorded ends of the chains. */
export const headsFolder = 'audit-heads'

/** A recorded end, and whether its signature is valid. */
export interface WrittenHead extends Head {
  file: string
  isGenuine: boolean
}
interface HeadLine {
  company: string
  companyId: number
  seq: number
  hash: string
  signature: string
  sealedAt: string
}

/**
 * Records the end of each company's chain in a file of the day, one signed line per company. The file reveals if someone later truncates or
 * rewrites a chain in the database; copy the folder to a place that the program can't write to.
 */
export async function writeHeads(database: Database, dataDir: string, now: Date): Promise<string> {
  const keyOf = await database.inIdentity(companyKeys)
  const heads = await endsOf(database, [...keyOf.keys()])
  const lines = heads.map((head) =>
    JSON.stringify({
      company: keyOf.get(head.company_id) ?? '',
      companyId: head.company_id,
      seq: Number(head.seq),
      hash: head.hash.toString('hex'),
      signature: head.signature.toString('hex'),
      sealedAt: head.sealed_at.toISOString(),
    } satisfies HeadLine),
  )
  const folder = path.join(dataDir, headsFolder)
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const place = path.join(folder, `${isoDay(now)}.jsonl`)
  // Written atomically with a rename.
  await fs.writeFile(`${place}.part`, `${lines.join('\n')}\n`, { mode: 0o600 })
  await fs.rename(`${place}.part`, place)
  return place
}

/** Every recorded end in a folder, by company; a missing folder contains none. */
export async function readHeads(folder: string, key: Buffer): Promise<Map<number, WrittenHead[]>> {
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = new Map<number, WrittenHead[]>()
  for (const name of names.filter((file) => file.endsWith('.jsonl')).toSorted()) {
    const text = await fs.readFile(path.join(folder, name), 'utf8')
    for (const line of text.split('\n').filter(Boolean)) {
      const { companyId, seq, hash: hex, signature } = readLine(line)
      const hash = Buffer.from(hex, 'hex')
      const isGenuine = isSigned(key, { companyId, seq, hash }, Buffer.from(signature, 'hex'))
      found.set(companyId, [...(found.get(companyId) ?? []), { companyId, seq, hash, file: name, isGenuine }])
    }
  }
  return found
}

/** A line that can't be parsed is assigned to company 0, which doesn't exist; its file then lacks an entry. */
function readLine(line: string): Pick<HeadLine, 'companyId' | 'seq' | 'hash' | 'signature'> {
  try {
    const head: unknown = JSON.parse(line)
    const { companyId, seq, hash, signature } = isRecord(head) ? head : {}
    return { companyId: Number(companyId), seq: Number(seq), hash: String(hash), signature: String(signature) }
  } catch {
    // No signature fits it, so the check reports it.
    return { companyId: 0, seq: 0, hash: '', signature: '' }
  }
}
