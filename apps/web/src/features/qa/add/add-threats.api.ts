import type { AddResult } from '@signet/contract/threats/add-threats'
import { addThreats } from '@signet/contract/threats/add-threats'
import { getAppFile } from '@signet/contract/threats/app-files'
import { reviewThreats } from '@signet/contract/review/qa'
import type { Severity } from '@signet/contract/threats/severities'
import { isOneOf } from '@signet/contract/narrow'
import { threatSources, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { addTouts } from '@signet/contract/touts/add-touts'
import { toutSources } from '@signet/contract/touts/tout-sources'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { upload } from '../../../api/upload.ts'

export interface NewThreat {
  threatType: string
  severity: Severity
  fields: Record<string, string>
  /** The file of an app that was read. */
  appFile?: string
  /** Further addresses where it was seen. */
  links?: string[]
}
/** What is added, and where it was found. */
export interface Place {
  kind: Kind
  source: AnySource
}

/** Checks which of the rows are new, which are already known, and which are invalid. */
export function checkQuery(company: string, { kind, source }: Place, rows: readonly NewThreat[]) {
  return queryOptions({
    queryKey: [company, 'qa', 'add', kind, source, rows],
    queryFn: ({ signal }) =>
      addRows(company, { kind, source }, { rows: [...rows], isAddedAnyway: false, dryRun: true }, { signal }),
    enabled: rows.length > 0,
  })
}

/** Adds the rows to the review queue; files are evidence of the only row. */
export function add(
  company: string,
  place: Place,
  { rows, files, isAddedAnyway }: { rows: readonly NewThreat[]; files: readonly File[]; isAddedAnyway: boolean },
  onceKey: string,
): Promise<AddResult[]> {
  const sent = { rows: [...rows], isAddedAnyway, dryRun: false }
  return files.length > 0
    ? addWithFiles(company, place, sent, files, onceKey)
    : addRows(company, place, sent, { onceKey })
}

async function addWithFiles(
  company: string,
  { kind, source }: Place,
  { rows, isAddedAnyway }: { rows: NewThreat[]; isAddedAnyway: boolean },
  files: readonly File[],
  onceKey: string,
): Promise<AddResult[]> {
  const of = { params: undefined, query: { company }, files, onceKey }
  const fields = { company, isAddedAnyway, rows }
  if (kind === 'threat' && isOneOf(threatSources, source)) {
    return upload(addThreats, { ...of, fields: { ...fields, source } })
  }
  return isOneOf(toutSources, source) ? upload(addTouts, { ...of, fields: { ...fields, source } }) : []
}

async function addRows(
  company: string,
  { kind, source }: Place,
  sent: { rows: NewThreat[]; isAddedAnyway: boolean; dryRun: boolean },
  more: { signal?: AbortSignal; onceKey?: string } = {},
): Promise<AddResult[]> {
  const of = { query: { company }, ...more }
  if (kind === 'threat' && isOneOf(threatSources, source)) {
    return call(addThreats, { ...of, body: { company, source, ...sent } })
  }
  return isOneOf(toutSources, source) ? call(addTouts, { ...of, body: { company, source, ...sent } }) : []
}

/** Publishes the threats that were just added. Returns the ids of those that stayed in the queue. */
export async function publishAdded(company: string, kind: Kind, ids: readonly string[]): Promise<string[]> {
  const { failed } = await call(reviewThreats, {
    query: { company },
    body: { kind, ids: [...ids], action: 'publish' },
  })
  return failed.map(({ id }) => id)
}

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
