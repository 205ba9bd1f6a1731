import {
  reviewThreats,
  undoSteps,
  type CheckDays,
  type qaBulkActions,
  type ReviewStep,
} from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import type { Severity } from '@signet/contract/threats/severities'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { call } from '../../api/call.ts'
import { inBatches } from '../../api/in-batches.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import { t, type Word } from './words.ts'
import { countText, paramsOf, routesOf, type QaRecord } from './qa-kind.ts'

/** The steps of one reviewer; a second one decides on a requested deletion. */
export type SoloStep = Exclude<ReviewStep, 'approveDeletion' | 'rejectDeletion'>
/** The two decisions on a requested deletion. */
export type DeletionDecision = 'approve' | 'reject'

/** The changes of a reviewer to a threat before deciding. */
export interface Draft {
  severity?: Severity
  threatType?: string
  note?: string
  /** The number of days until the next check when it is put on the watchlist. */
  everyDays?: CheckDays
}

/** The fields of a draft that differ from the threat; `null` when there is nothing to correct. */
export function correctionOf(
  threat: Pick<QaRecord, 'severity' | 'threatType'>,
  draft: Draft,
): { severity?: Severity; threatType?: string } | null {
  const correction = {
    ...(draft.severity && draft.severity !== threat.severity ? { severity: draft.severity } : {}),
    ...(draft.threatType && draft.threatType !== threat.threatType ? { threatType: draft.threatType } : {}),
  }
  return Object.keys(correction).length > 0 ? correction : null
}

/**
 * Takes one step on one threat after saving the corrections of the draft.
 *
 * @throws ApiError `CONFLICT` when the threat has changed since it was loaded
 */
export async function takeStep(
  company: string,
  kind: Kind,
  threat: QaRecord,
  step: SoloStep,
  input: { draft?: Draft; remark?: RemarkInput } = {},
): Promise<QaRecord> {
  const { draft = {}, remark } = input
  const target = { params: paramsOf(threat.id), query: { company } }
  let { version } = threat
  const correction = step === 'publish' || step === 'watch' ? correctionOf(threat, draft) : null
  if (correction)
    version = (await call(routesOf[kind].correct, { ...target, body: { ...correction, version } })).version
  const reason = draft.note?.trim()
  return call(routesOf[kind].step[step], {
    ...target,
    body: {
      version,
      ...(remark ? { remark } : {}),
      ...(reason && !remark ? { reason } : {}),
      ...(step === 'watch' && draft.everyDays ? { everyDays: draft.everyDays } : {}),
    },
  })
}

/** The versions that a step produced, by record. */
export type Versions = Readonly<Record<string, number>>

/**
 * Takes one step on any number of records, or undoes the reviewer's own last one, like `inBatches`.
 *
 * @param input.versions records that have changed since they had these are left alone
 */
export async function reviewMany(
  company: string,
  kind: Kind,
  ids: readonly string[],
  action: (typeof qaBulkActions)[number] | 'undo',
  { remark, versions }: { remark?: RemarkInput | undefined; versions?: Versions } = {},
): Promise<{ done: string[]; versions: Versions; failed: { id: string; code: string }[] }> {
  const produced: Record<string, number> = {}
  const { done, failed } = await inBatches(
    ids,
    async (part) => {
      const read = versions && Object.fromEntries(Object.entries(versions).filter(([id]) => part.includes(id)))
      const answer = await (action === 'undo'
        ? call(undoSteps, { query: { company }, body: { kind, ids: part, versions: read ?? {} } })
        : call(reviewThreats, { query: { company }, body: { kind, ids: part, action, remark, versions: read } }))
      Object.assign(produced, answer.versions)
      return answer
    },
    (id) => ({ id, code: 'NOT_SENT' }),
  )
  return { done, versions: produced, failed }
}

const bulkReasons: Record<string, Word> = {
  CONFLICT: 'changedByAnother',
  NOT_FOUND: 'noLongerExists',
  REMARK_NEEDED: 'remarkRequired',
  CLAIMED: 'claimedByAnother',
  OWN_REQUEST: 'ownDeletionRequest',
  RECALL_REASON_NEEDED: 'recallReasonNeeded',
  DECIDED: 'decidedByClient',
  NOTHING_TO_ALLOW: 'nothingToAllow',
}

/** Why one record of a batch failed, based on the error code. */
export function bulkFailureText(code: string): string {
  return t(bulkReasons[code] ?? 'changeNotSaved')
}

/** The result of a step as text: `Published meridian[.]example`. */
export function doneText(step: SoloStep | DeletionDecision | 'recheck', what: string): string {
  return t(`done.${step}`, { what })
}

/** A failed step as text: `meridian[.]example was not published`. */
export function failedText(step: SoloStep | DeletionDecision | 'recheck', what: string): string {
  return t(`failed.${step}`, { what })
}

/** The title of a single threat or tout, or the number of records. */
export function reviewedNameOf(kind: Kind, threats: readonly QaRecord[]): string {
  const [first] = threats
  return first && threats.length === 1 ? shownTitle(first.source, first.title) : countText(kind, threats.length)
}
