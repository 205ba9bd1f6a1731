import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { firstDueOf, usualAnalysisDueHours } from '@signet/contract/requests/analysis-parts'
import {
  analysisStatusLabels,
  analysisStatuses,
  openAnalysisStatuses,
  type AnalysisStatus,
} from '@signet/contract/requests/deeper-analyses'
import type { PromisedHours } from '@signet/contract/review/promised-times'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { Tx } from '../../db/database.ts'
import { dayIn, endOfDay, zoneOfCompany } from '../companies/company-zone.ts'
import { hoursOfRanks } from '../threats/list/promised-times.queries.ts'
import type { CaseKind } from './case-list.queries.ts'

/** The list of deeper analyses. */
export const analysisCases: CaseKind<AnalysisStatus> = {
  table: 'deeper_analyses',
  assigned: 'deeperAnalysis',
  statusLabels: analysisStatusLabels,
  statuses: analysisStatuses,
  runningStatuses: openAnalysisStatuses,
  dueAt: sql<Date>`cases.due_at`,
  isOverdue: (_companyId, at = sql`now()`) => sql<boolean>`(cases.due_at < ${at})`,
  mayBeInTime: sql<boolean>`true`,
}

/** Within how many hours analyses of a company that are requested now are due. Index: review_policies_pkey. */
export async function dueHoursOf(tx: Tx, companyId: number): Promise<PromisedHours> {
  const policy = await tx
    .selectFrom('review_policies')
    .select('analysis_due_hours')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return policy?.analysis_due_hours ? hoursOfRanks(policy.analysis_due_hours) : usualAnalysisDueHours
}

/** Opens an analysis that is due on a day of the company; the unique index deeper_analyses_open_uq refuses a second one. */
export async function insertDeeperAnalysis(
  tx: Tx,
  analysis: { companyId: number; threat: { id: string; severity: number }; by: { userId: string; name: string } },
): Promise<string> {
  const id = randomUUID()
  const now = new Date()
  const zone = await zoneOfCompany(tx, analysis.companyId)
  const dueHours = await dueHoursOf(tx, analysis.companyId)
  const dueAt = endOfDay(dayIn(firstDueOf(now, severityOfRank(analysis.threat.severity), dueHours), zone), zone)
  await tx
    .insertInto('deeper_analyses')
    .values({
      company_id: analysis.companyId,
      id,
      threat_id: analysis.threat.id,
      requested_by: analysis.by.userId,
      requested_by_name: analysis.by.name,
      requested_at: now,
      due_at: dueAt,
      first_due_at: dueAt,
    })
    .execute()
  return id
}

/** Withdraws analyses of threats that haven't been started; returns which. */
export function abortUnbegun(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<{ id: string; threat_id: string }[]> {
  return tx
    .updateTable('deeper_analyses')
    .set((set) => ({ status: 'aborted' as const, updated_at: new Date(), version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .where('status', '=', 'requested')
    .returning(['id', 'threat_id'])
    .execute()
}

/** The threats among these whose analysis has been started. */
export async function begunAnalysesOf(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('deeper_analyses')
    .select('threat_id')
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .where('status', '=', 'inProgress')
    .execute()
  return new Set(rows.map((row) => row.threat_id))
}
