import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import type { IngestedThreat } from '../../apps/server/src/features/intake/submissions/ingest-line.ts'
import { ingestRowOf, putIngested } from '../../apps/server/src/features/intake/submissions/ingest.queries.ts'
import type { LargeData } from './data/large-data-shape.ts'
import { median } from './measure.ts'
import type { RatioRow } from './rows.ts'

const rowsAtOnce = 5000
const rounds = 5

/**
 * Compares inserting new threats with the product's own statement, with its policy, with `COPY` of the same rows by the owner; all indexes
 * exist.
 */
export async function upsertRow(database: Database, { companyId }: LargeData, directory: string): Promise<RatioRow> {
  const upserts: number[] = []
  const copies: number[] = []
  const file = path.join(directory, 'threats.csv')
  for (let round = 0; round < rounds; round += 1) {
    const upserted = newThreats(round).map(ingestRowOf)
    upserts.push(await timeOf(() => database.inCompanies([companyId], (tx) => putIngested(tx, companyId, upserted))))

    await writeFile(
      file,
      newThreats(round)
        .map((threat) => csvLine(companyId, threat))
        .join(''),
    )
    // The server reads the file with its own user.
    await chmod(file, 0o644)
    const copy =
      sql.raw(`copy threats (company_id, id, kind, source, fingerprint, title, search, threat_type, severity, category,
      url, fields, score, indicators, first_seen, last_seen) from '${file}' (format csv, null 'NULL')`)
    copies.push(await timeOf(() => database.asOwner((db) => copy.execute(db))))
  }
  await rm(file)
  await deleteRows(database, companyId)
  const name = `upsert of ${rowsAtOnce.toLocaleString('en')} threats by unnest / COPY, rows a second`
  return { name, value: median(copies) / median(upserts), is: 'at least', bar: 0.5 }
}

/** In parts, because each deleted threat is looked for in every table that refers to threats, and a statement has a time limit. */
async function deleteRows(database: Database, companyId: number): Promise<void> {
  let deleted: bigint | undefined
  do {
    const part = sql`delete from threats where company_id = ${companyId} and id in (select id from threats
      where company_id = ${companyId} and threat_type = 'Bench row' limit ${rowsAtOnce})`
    deleted = (await database.asOwner((db) => part.execute(db))).numAffectedRows
  } while (deleted)
}

function newThreats(round: number): IngestedThreat[] {
  const seen = new Date()
  return Array.from({ length: rowsAtOnce }, (_, at) => {
    const title = `bench-row-${round}-${at}-${randomBytes(4).toString('hex')}.example`
    return {
      id: randomUUID(),
      kind: 'threat',
      source: 'Domain',
      fingerprint: randomBytes(16),
      title,
      search: title,
      threatType: 'Bench row',
      severity: 1 + (at % 4),
      category: null,
      url: null,
      fields: { domain_name: title },
      brandId: null,
      class: null,
      score: 50,
      indicators: [],
      firstSeen: seen,
      lastSeen: seen,
    }
  })
}

function csvLine(companyId: number, threat: IngestedThreat): string {
  const { id, kind, source, fingerprint, title, search, threatType, severity, fields, score, firstSeen, lastSeen } =
    threat
  const values = [companyId, id, kind, source, `\\x${fingerprint.toString('hex')}`, title, search, threatType, severity]
  const rest = [
    'NULL',
    'NULL',
    `"${JSON.stringify(fields).replaceAll('"', '""')}"`,
    score,
    '[]',
    firstSeen.toISOString(),
  ]
  return `${[...values, ...rest, lastSeen.toISOString()].join(',')}\n`
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
