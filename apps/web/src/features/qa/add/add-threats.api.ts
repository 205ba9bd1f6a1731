import { addThreats } from '@signet/contract/threats/add-threats'
import { getAppFile } from '@signet/contract/threats/app-files'
import { reviewThreats } from '@signet/contract/review/qa'
import type { ResponseOf } from '@signet/contract/route'
import type { Severity } from '@signet/contract/threats/severities'
import type { ThreatSource } from '@signet/contract/threats/sources'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export interface NewThreat {
  threatType: string
  severity: Severity
  fields: Record<string, string>
  /** The file of an app that was read. */
  appFile?: string
}
/** What would happen, or has happened, to one of the rows. */
export type AddResult = ResponseOf<typeof addThreats>[number]

/** Checks which of the rows are new, which are already known, and which are invalid. */
export function checkQuery(company: string, source: ThreatSource, rows: readonly NewThreat[]) {
  return queryOptions({
    queryKey: [company, 'qa', 'add', source, rows],
    queryFn: ({ signal }) =>
      call(addThreats, {
        query: { company },
        body: { company, source, rows: [...rows], isAddedAnyway: false, dryRun: true },
        signal,
      }),
    enabled: rows.length > 0,
  })
}

/** Adds the rows to the review queue. */
export function add(
  company: string,
  source: ThreatSource,
  rows: readonly NewThreat[],
  isAddedAnyway: boolean,
): Promise<AddResult[]> {
  const body = { company, source, rows: [...rows], isAddedAnyway, dryRun: false }
  return call(addThreats, { query: { company }, body })
}

/** Publishes the threats that were just added. Returns the ids of those that stayed in the queue. */
export async function publishAdded(company: string, ids: readonly string[]): Promise<string[]> {
  const { failed } = await call(reviewThreats, {
    query: { company },
    body: { kind: 'threat', ids: [...ids], action: 'publish' },
  })
  return failed.map(({ id }) => id)
}

export type AppFile = ResponseOf<typeof getAppFile>

const readEveryMs = 1000

/** The file of an app, until it has been read. */
export function appFileQuery(company: string, appFileId: string | undefined) {
  return queryOptions({
    queryKey: [company, 'qa', 'appFile', appFileId],
    queryFn: ({ signal }) => call(getAppFile, { params: { appFileId: appFileId ?? '' }, query: { company }, signal }),
    enabled: appFileId !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'reading' ? readEveryMs : false),
  })
}
