import {
  analysisStatusLabels,
  analysisStatuses,
  analysisSteps,
  type AnalysisStatus,
  type DeeperAnalysis,
} from '@signet/contract/requests/deeper-analyses'
import type { File } from '@signet/contract/wire'
import type { CompanyRef } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { DeeperAnalysisRow } from '../../db/rows.ts'
import { findCase, toCase, type CaseKind, type CaseThreat } from '../cases/case-list.queries.ts'

export const analysisCases: CaseKind<AnalysisStatus> = {
  table: 'deeper_analyses',
  statusLabels: analysisStatusLabels,
  statuses: analysisStatuses,
}

/** A deeper analysis with the fields of its threat. */
export type AnalysisWithThreat = DeeperAnalysisRow & CaseThreat

/** One deeper analysis of the company. */
export function findAnalysis(tx: Tx, companyId: number, analysisId: string): Promise<AnalysisWithThreat | null> {
  return findCase<DeeperAnalysisRow>(tx, analysisCases, companyId, analysisId)
}

/** A deeper analysis as it is sent. */
export function toDeeperAnalysis(row: AnalysisWithThreat, company: CompanyRef, files: File[]): DeeperAnalysis {
  const sent = toCase(row, analysisCases, company)
  return {
    ...sent,
    // The last change led to the current status; times recorded by the case itself are more accurate.
    steps: analysisSteps(row.status, { requested: sent.requestedAt, [row.status]: sent.updatedAt, ...row.reached_at }),
    files,
  }
}
