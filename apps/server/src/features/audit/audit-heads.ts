import fs from 'node:fs/promises'
import path from 'node:path'
import { asAuditor } from '../../db/as-auditor.ts'
import type { Database } from '../../db/database.ts'
import { isSigned, type Head } from './audit-chain.ts'

/** The folder below the data directory that the ends of the chains are written to. */
export const headsFolder = 'audit-heads'

/** An end that was written down, and whether its signature is ours. */
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
 * Writes down where the chain of each company ends, one signed line a company, in a file of the day. Who then cuts off or rewrites a
 * chain in the database is found out by the file; copy the folder to a place the program cannot rewrite.
 */
export async function writeHeads(database: Database, dataDir: string, now: Date): Promise<string> {
  const companies = await database.inIdentity((tx) => tx.selectFrom('companies').select(['id', 'key']).execute())
  const keyOf = new Map(companies.map(({ id, key }) => [id, key]))
  const heads = await asAuditor(database, [...keyOf.keys()], (tx) =>
    tx
      .selectFrom('audit_heads')
      .select(['company_id', 'seq', 'hash', 'signature', 'sealed_at'])
      .where('seq', '>', '0')
      .orderBy('company_id')
      .execute(),
  )
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
  const place = path.join(folder, `${now.toISOString().slice(0, 10)}.jsonl`)
  // Appears whole or not at all.
  await fs.writeFile(`${place}.part`, `${lines.join('\n')}\n`, { mode: 0o600 })
  await fs.rename(`${place}.part`, place)
  return place
}

/** Every end in a folder, by company; an absent folder holds none. */
export async function readHeads(folder: string, key: Buffer): Promise<Map<number, WrittenHead[]>> {
  const names = await fs.readdir(folder).catch(() => [])
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

/** A line that is no head any more belongs to no company, and so is found by none; its file then lacks one. */
function readLine(line: string): Pick<HeadLine, 'companyId' | 'seq' | 'hash' | 'signature'> {
  try {
    const { companyId, seq, hash, signature } = JSON.parse(line) as Partial<HeadLine>
    return { companyId: Number(companyId), seq: Number(seq), hash: String(hash), signature: String(signature) }
  } catch {
    return { companyId: 0, seq: 0, hash: '', signature: '' }
  }
}
