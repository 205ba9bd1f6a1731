import { randomUUID } from 'node:crypto'
import { sql, type Expression } from 'kysely'
import type { Evidence } from '@signet/contract/threats/threats'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import { shownColumns, type ShownPicture } from '../../files/shown-picture.ts'

/** The stored file of a piece of evidence, if the actor may see its threat. */
export function findEvidenceFile(tx: Tx, companyId: number, evidenceId: string, rule: { onlyPublished: boolean }) {
  if (!/^[0-9a-f-]{36}$/.test(evidenceId)) return Promise.resolve(undefined)
  return tx
    .selectFrom('evidence')
    .innerJoin('threats', (join) =>
      join.onRef('threats.company_id', '=', 'evidence.company_id').onRef('threats.id', '=', 'evidence.threat_id'),
    )
    .select(['evidence.kind', 'evidence.name', 'evidence.type', 'evidence.size', 'evidence.sha256'])
    .select(['evidence.tool', 'evidence.vantage'])
    .select(['evidence.shown_sha256', 'evidence.shown_type', 'evidence.shown_size'])
    .where('evidence.company_id', '=', companyId)
    .where('evidence.id', '=', evidenceId)
    .$if(rule.onlyPublished, (query) =>
      query.where((where) =>
        where.or([
          where('threats.stage', '=', 'published'),
          // The evidence of a duplicate belongs to the threat that the duplicate was merged into.
          sql<boolean>`exists (select from threat_merges m join threats s on s.company_id = m.company_id and s.id = m.into_id
            where m.company_id = ${companyId} and m.threat_id = threats.id and s.stage = 'published')`,
        ]),
      ),
    )
    .executeTakeFirst()
}

const evidenceColumns = ['id', 'kind', 'name', 'type', 'size', 'sha256', 'captured_at'] as const

/** A case with more than that has been captured for years. */
const evidenceMax = 500

/**
 * The evidence of a threat, newest first. If there is too much, the oldest files of captures are left out, never what people added.
 *
 * @param threatIds the threat and those merged into it
 */
export async function listEvidence(
  tx: Tx,
  companyId: number,
  threatIds: Expression<string>,
  hrefOf: (evidenceId: string) => string,
): Promise<Evidence[]> {
  const rows = await tx
    .selectFrom('evidence')
    .select(evidenceColumns)
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .orderBy(sql`vantage is not null`)
    .orderBy('captured_at', 'desc')
    .orderBy('id')
    .limit(evidenceMax)
    .execute()
  return rows
    .map((row) => toEvidence(row, hrefOf))
    .toSorted((a, b) => (a.capturedAt === b.capturedAt ? 0 : a.capturedAt < b.capturedAt ? 1 : -1))
}

/** The evidence of a threat with these bytes, by SHA-256. Index: the unique one of the table. */
export async function evidenceBySha256(
  tx: Tx,
  companyId: number,
  threatId: string | undefined,
  sums: readonly string[],
  hrefOf: (evidenceId: string) => string,
): Promise<Map<string, Evidence>> {
  if (threatId === undefined || sums.length === 0) return new Map()
  const rows = await tx
    .selectFrom('evidence')
    .select(evidenceColumns)
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where('sha256', 'in', sums)
    .execute()
  return new Map(rows.map((row) => [row.sha256, toEvidence(row, hrefOf)]))
}

function toEvidence(
  row: Pick<Row<'evidence'>, (typeof evidenceColumns)[number]>,
  hrefOf: (evidenceId: string) => string,
): Evidence {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    type: row.type,
    size: row.size,
    sha256: row.sha256,
    capturedAt: row.captured_at.toISOString(),
    href: hrefOf(row.id),
  }
}

/** The evidence with these bytes, if the threat has it. Index: the unique one of the table. */
export function findEvidenceBySha256(tx: Tx, companyId: number, threatId: string, sha256: string) {
  return tx
    .selectFrom('evidence')
    .select(['id', 'name', 'type', 'size', 'captured_at'])
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** Records a stored file as evidence of a threat; identical bytes are recorded once. */
export async function insertEvidence(
  tx: Tx,
  file: {
    companyId: number
    threatId: string
    kind: 'capture' | 'record' | 'upload'
    name: string
    type: string
    size: number
    sha256: string
    shown?: ShownPicture | null
    /** The program that made it, with its version; null if it isn't known. */
    tool?: string
    /** How a captured page was seen, e.g. `phone, DE`. */
    vantage?: string
    capturedAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('evidence')
    .values({
      company_id: file.companyId,
      id: randomUUID(),
      threat_id: file.threatId,
      kind: file.kind,
      name: file.name,
      type: file.type,
      size: file.size,
      sha256: file.sha256,
      ...shownColumns(file.shown),
      tool: file.tool ?? null,
      vantage: file.vantage ?? null,
      captured_at: file.capturedAt,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'threat_id', 'sha256']).doNothing())
    .execute()
}
