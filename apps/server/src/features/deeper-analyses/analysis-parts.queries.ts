import { sql } from 'kysely'
import {
  analysisPartsMax,
  type AnalysisFinding,
  type AnalysisQuestion,
  type AnalysisRelation,
  type AnalysisTask,
  type RelationKind,
} from '@signet/contract/requests/analysis-parts'
import type { Tx } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'

type PartTable = 'analysis_questions' | 'analysis_tasks' | 'analysis_findings' | 'analysis_relations'

/** Number of parts of one kind, without those that were removed. Indexes: analysis_questions_analysis and those alike. */
export async function countParts(tx: Tx, table: PartTable, companyId: number, analysisId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where company_id = ${companyId} and analysis_id = ${analysisId}
      ${table === 'analysis_findings' ? sql`and removed_at is null` : sql``}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Index: analysis_questions_analysis. */
export async function questionsOf(tx: Tx, companyId: number, analysisId: string): Promise<AnalysisQuestion[]> {
  const rows = await tx
    .selectFrom('analysis_questions')
    .select(['id', 'text', 'asked_by_name', 'asked_at', 'answer', 'answered_by_name', 'answered_at', 'version'])
    .where('company_id', '=', companyId)
    .where('analysis_id', '=', analysisId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    by: row.asked_by_name,
    at: row.asked_at.toISOString(),
    answer:
      row.answer !== null && row.answered_by_name !== null && row.answered_at !== null
        ? { text: row.answer, by: row.answered_by_name, at: row.answered_at.toISOString() }
        : null,
    version: row.version,
  }))
}

export async function insertQuestion(tx: Tx, question: NewRow<'analysis_questions'>): Promise<void> {
  await tx.insertInto('analysis_questions').values(question).execute()
}

/** The analysis must be locked. */
export async function setAnswer(
  tx: Tx,
  of: { companyId: number; analysisId: string; questionId: string },
  answer: { text: string; by: string },
): Promise<void> {
  await tx
    .updateTable('analysis_questions')
    .set((set) => ({
      answer: answer.text,
      answered_by_name: answer.by,
      answered_at: new Date(),
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', of.companyId)
    .where('analysis_id', '=', of.analysisId)
    .where('id', '=', of.questionId)
    .execute()
}

/** Index: analysis_tasks_analysis. */
export async function tasksOf(tx: Tx, companyId: number, analysisId: string): Promise<AnalysisTask[]> {
  const rows = await tx
    .selectFrom('analysis_tasks')
    .select(['id', 'text', 'state', 'changed_by_name', 'changed_at'])
    .where('company_id', '=', companyId)
    .where('analysis_id', '=', analysisId)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, text, state, changed_by_name: by, changed_at: at }) => ({
    id,
    text,
    state,
    by,
    at: at.toISOString(),
  }))
}

/** @returns the id of the new task */
export async function insertTask(tx: Tx, task: NewRow<'analysis_tasks'>): Promise<string> {
  const { id } = await tx.insertInto('analysis_tasks').values(task).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @returns the text of the task; undefined if the analysis has no such task */
export async function setTaskState(
  tx: Tx,
  of: { companyId: number; analysisId: string; taskId: string },
  { state, by }: Pick<AnalysisTask, 'state' | 'by'>,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('analysis_tasks')
    .set({ state, changed_by_name: by, changed_at: new Date() })
    .where('company_id', '=', of.companyId)
    .where('analysis_id', '=', of.analysisId)
    .where('id', '=', of.taskId)
    .returning('text')
    .executeTakeFirst()
  return row?.text
}

/** The findings that weren't removed. Index: analysis_findings_analysis. */
export async function findingsOf(
  tx: Tx,
  companyId: number,
  analysisId: string,
  { onlyReleased }: { onlyReleased: boolean },
): Promise<AnalysisFinding[]> {
  const rows = await tx
    .selectFrom('analysis_findings')
    .select(['id', 'title', 'text', 'confidence', 'file_ids', 'by_name', 'at', 'released_at', 'version'])
    .where('company_id', '=', companyId)
    .where('analysis_id', '=', analysisId)
    .where('removed_at', 'is', null)
    .$call((rowsOf) => (onlyReleased ? rowsOf.where('released_at', 'is not', null) : rowsOf))
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ file_ids: fileIds, by_name: by, at, released_at: releasedAt, ...row }) => ({
    ...row,
    fileIds,
    by,
    at: at.toISOString(),
    releasedAt: releasedAt?.toISOString() ?? null,
  }))
}

/** The ids of findings that were removed; their history is still that of the case. Index: analysis_findings_analysis. */
export async function removedFindings(tx: Tx, companyId: number, analysisId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('analysis_findings')
    .select('id')
    .where('company_id', '=', companyId)
    .where('analysis_id', '=', analysisId)
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .orderBy('id')
    .limit(analysisPartsMax)
    .execute()
  return rows.map(({ id }) => id)
}

/** @returns the id of the new finding */
export async function insertFinding(tx: Tx, finding: NewRow<'analysis_findings'>): Promise<string> {
  const { id } = await tx.insertInto('analysis_findings').values(finding).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The findings that may still change. The analysis must be locked. */
interface OneFinding {
  companyId: number
  analysisId: string
  findingId: string
}

export async function setFinding(
  tx: Tx,
  of: OneFinding,
  finding: Pick<NewRow<'analysis_findings'>, 'title' | 'text' | 'confidence' | 'file_ids' | 'by_name'>,
): Promise<void> {
  await tx
    .updateTable('analysis_findings')
    .set((set) => ({ ...finding, version: set('version', '+', 1) }))
    .where('company_id', '=', of.companyId)
    .where('analysis_id', '=', of.analysisId)
    .where('id', '=', of.findingId)
    .execute()
}

export async function removeFinding(tx: Tx, of: OneFinding): Promise<void> {
  await tx
    .updateTable('analysis_findings')
    .set({ removed_at: new Date() })
    .where('company_id', '=', of.companyId)
    .where('analysis_id', '=', of.analysisId)
    .where('id', '=', of.findingId)
    .execute()
}

/** Shows the drafts of an analysis to the client. */
export async function releaseFindings(tx: Tx, companyId: number, analysisId: string, at: Date): Promise<void> {
  await tx
    .updateTable('analysis_findings')
    .set({ released_at: at })
    .where('company_id', '=', companyId)
    .where('analysis_id', '=', analysisId)
    .where('released_at', 'is', null)
    .where('removed_at', 'is', null)
    .execute()
}

/** Without threats that clients no longer see. Index: analysis_relations_pkey. */
export async function relationsOf(tx: Tx, companyId: number, analysisId: string): Promise<AnalysisRelation[]> {
  const rows = await tx
    .selectFrom('analysis_relations as r')
    .leftJoin('takedowns as t', (join) =>
      join.onRef('t.company_id', '=', 'r.company_id').onRef('t.id', '=', 'r.takedown_id'),
    )
    .leftJoin('threats as h', (join) =>
      join
        .onRef('h.company_id', '=', 'r.company_id')
        .on((on) => on('h.id', '=', on.fn.coalesce('r.threat_id', 't.threat_id')))
        .on('h.stage', '=', 'published'),
    )
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.company_id', '=', 'r.company_id').onRef('c.id', '=', 'r.campaign_id'),
    )
    .select(['r.target_id', 'r.takedown_id', 'r.by_name', 'r.at', 'h.kind', 'h.source', 'h.title', 'c.number'])
    .where('r.company_id', '=', companyId)
    .where('r.analysis_id', '=', analysisId)
    .where((where) => where.or([where('h.id', 'is not', null), where('c.id', 'is not', null)]))
    .orderBy('r.at')
    .orderBy('r.target_id')
    .execute()
  return rows.map(({ kind, source, title, ...row }) => ({
    kind: row.number === null ? (row.takedown_id === null ? 'threat' : 'takedown') : 'campaign',
    id: row.target_id,
    threat: kind !== null && source !== null && title !== null ? { kind, source, title } : null,
    number: row.number,
    by: row.by_name,
    at: row.at.toISOString(),
  }))
}

const relationColumn = { threat: 'threat_id', takedown: 'takedown_id', campaign: 'campaign_id' } as const

interface OneRelation {
  companyId: number
  analysisId: string
  kind: RelationKind
  id: string
}

/** @returns false if they are related already */
export async function insertRelation(tx: Tx, of: OneRelation, by: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('analysis_relations')
    .values({ company_id: of.companyId, analysis_id: of.analysisId, [relationColumn[of.kind]]: of.id, by_name: by })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false if they weren't related */
export async function deleteRelation(tx: Tx, of: OneRelation): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('analysis_relations')
    .where('company_id', '=', of.companyId)
    .where('analysis_id', '=', of.analysisId)
    .where(relationColumn[of.kind], '=', of.id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The number of a campaign of the company. Index: campaigns_pkey. */
export async function campaignNumber(tx: Tx, companyId: number, campaignId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('campaigns')
    .select('number')
    .where('company_id', '=', companyId)
    .where('id', '=', campaignId)
    .executeTakeFirst()
  return row?.number
}
