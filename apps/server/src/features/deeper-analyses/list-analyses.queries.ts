import { sql } from 'kysely'
import { analysisSteps, type AnalysisStatus, type DeeperAnalysis } from '@signet/contract/requests/deeper-analyses'
import { dueStateOf } from '@signet/contract/requests/due-dates'
import type { File } from '@signet/contract/wire'
import type { CompanyRef } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { DeeperAnalysisRow } from '../../db/rows.ts'
import { dayIn } from '../companies/company-zone.ts'
import { findCase, toCase, type CaseThreat } from '../cases/case-list.queries.ts'
import { analysisCases } from '../cases/deeper-analyses.queries.ts'

/** A deeper analysis with the fields of its threat. */
export type AnalysisWithThreat = DeeperAnalysisRow & CaseThreat

/** One deeper analysis of the company. */
export function findAnalysis(tx: Tx, companyId: number, analysisId: string): Promise<AnalysisWithThreat | null> {
  return findCase<DeeperAnalysisRow>(tx, analysisCases, companyId, analysisId)
}

/** The same, locked until the end of the transaction. */
export async function lockAnalysis(tx: Tx, companyId: number, analysisId: string): Promise<AnalysisWithThreat | null> {
  await tx
    .selectFrom('deeper_analyses')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', analysisId)
    .forUpdate()
    .execute()
  return findAnalysis(tx, companyId, analysisId)
}

/** An analysis as its notifications name it. */
export function changedCase({ id, threat_id: threatId, title, status }: AnalysisWithThreat) {
  return { kind: 'analysis' as const, id, threatId, title, status }
}

/** A deeper analysis as it is sent. */
export function toDeeperAnalysis(
  row: AnalysisWithThreat,
  company: CompanyRef,
  { zone, files }: { zone: string; files: File[] },
): DeeperAnalysis {
  const sent = toCase(row, analysisCases, company)
  const completedAt = row.status === 'completed' ? new Date(row.reached_at.completed ?? row.updated_at) : null
  return {
    ...sent,
    due: {
      on: dayIn(row.due_at, zone),
      at: row.due_at.toISOString(),
      firstOn: dayIn(row.first_due_at, zone),
      state: dueStateOf(row.due_at, completedAt, row.status === 'aborted', new Date()),
    },
    // The last change led to the current status; times recorded by the case itself are more accurate.
    steps: analysisSteps(row.status, { requested: sent.requestedAt, [row.status]: sent.updatedAt, ...row.reached_at }),
    files,
  }
}

/** Sets the status of an analysis; false if it has changed since it was read. */
export async function setAnalysisStatus(tx: Tx, row: DeeperAnalysisRow, status: AnalysisStatus): Promise<boolean> {
  const now = new Date()
  const { numUpdatedRows } = await tx
    .updateTable('deeper_analyses')
    .set((set) => ({
      status,
      updated_at: now,
      reached_at: sql<string>`reached_at || jsonb_build_object(${status}::text, ${now.toISOString()}::text)`,
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Changes the due date. The analysis must be locked. */
export async function setDue(tx: Tx, row: DeeperAnalysisRow, dueAt: Date): Promise<void> {
  await tx
    .updateTable('deeper_analyses')
    .set((set) => ({ due_at: dueAt, version: set('version', '+', 1) }))
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
}

/**
 * Makes older versions stale by a change that the client sees. The case keeps the time at which it reached its status. The analysis must be
 * locked.
 */
export async function recordChange(
  tx: Tx,
  { company_id: companyId, id, status, updated_at: reachedAt }: Pick<DeeperAnalysisRow, ChangedColumn>,
  at = new Date(),
): Promise<void> {
  await tx
    .updateTable('deeper_analyses')
    .set((set) => ({
      updated_at: at,
      reached_at: sql<string>`jsonb_build_object(${status}::text, ${reachedAt.toISOString()}::text) || reached_at`,
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}
type ChangedColumn = 'company_id' | 'id' | 'status' | 'updated_at'

/** Makes older versions stale by work that isn't released yet. The analysis must be locked. */
export async function raiseVersion(tx: Tx, row: DeeperAnalysisRow): Promise<void> {
  await tx
    .updateTable('deeper_analyses')
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
}
