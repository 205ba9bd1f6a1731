import {
  approveDeletion,
  correctThreat,
  publishThreat,
  refuseDeletion,
  requestDeletion,
  restoreThreat,
  unwatchThreat,
  watchThreat,
  type QAThreat,
} from '@signet/contract/qa'
import type { Severity } from '@signet/contract/severities'
import type { RemarkInput } from '@signet/contract/threats'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { shownTitle } from '../../format/shown-title.ts'

/** What a reviewer can do with a threat that waits, is watched, or was deleted. */
const stepRoutes = {
  publish: publishThreat,
  watch: watchThreat,
  unwatch: unwatchThreat,
  requestDeletion: requestDeletion,
  restore: restoreThreat,
} as const
export type ReviewStep = keyof typeof stepRoutes

const decisionRoutes = { approve: approveDeletion, refuse: refuseDeletion } as const
export type DeletionDecision = keyof typeof decisionRoutes

/** What a reviewer has changed on a threat before deciding. */
export interface Draft {
  severity?: Severity
  threatType?: string
  note?: string
}

/** The fields of a draft that differ from the threat; `null` when nothing is to be corrected. */
export function correctionOf(
  threat: Pick<QAThreat, 'severity' | 'threatType'>,
  draft: Draft,
): { severity?: Severity; threatType?: string } | null {
  const correction = {
    ...(draft.severity && draft.severity !== threat.severity ? { severity: draft.severity } : {}),
    ...(draft.threatType && draft.threatType !== threat.threatType ? { threatType: draft.threatType } : {}),
  }
  return Object.keys(correction).length > 0 ? correction : null
}

/**
 * Takes one step on one threat; corrections of the draft are saved first.
 *
 * @throws ApiError `CONFLICT` when the threat has changed since it was read
 */
export async function takeStep(
  company: string,
  threat: QAThreat,
  step: ReviewStep,
  given: { draft?: Draft; remark?: RemarkInput } = {},
): Promise<QAThreat> {
  const { draft = {}, remark } = given
  const target = { params: { threatId: threat.id }, query: { company } }
  let { version } = threat
  const correction = step === 'publish' || step === 'watch' ? correctionOf(threat, draft) : null
  if (correction) version = (await call(correctThreat, { ...target, body: { ...correction, version } })).version
  const reason = draft.note?.trim()
  return call(stepRoutes[step], {
    ...target,
    body: { version, ...(remark ? { remark } : {}), ...(reason && !remark ? { reason } : {}) },
  })
}

/**
 * Decides a deletion somebody else asked for.
 *
 * @throws ApiError `CONFLICT` when the caller is the one who asked
 */
export function decideDeletion(company: string, threat: QAThreat, decision: DeletionDecision): Promise<QAThreat> {
  return call(decisionRoutes[decision], {
    params: { threatId: threat.id },
    query: { company },
    body: { version: threat.version },
  })
}

/** Why a step failed. The server says in its message which of the conflicts it was. */
export function failureText(error: unknown): string {
  return error instanceof ApiError && error.code === 'CONFLICT' ? error.message : errorText(error)
}

const bulkReasons: Record<string, string> = {
  CONFLICT: 'Somebody reviewed this threat in the meantime.',
  NOT_FOUND: 'It is no longer there.',
  REMARK_NEEDED: 'It needs a remark.',
  OWN_REQUEST: 'You asked for this deletion; another reviewer must decide.',
}

/** Why one of many failed, from its code. */
export function bulkFailureText(code: string): string {
  return bulkReasons[code] ?? 'It could not be changed.'
}

const doneWords: Record<ReviewStep | DeletionDecision, (what: string) => string> = {
  publish: (what) => `Published ${what}`,
  watch: (what) => `Moved ${what} to the watchlist`,
  unwatch: (what) => `Returned ${what} to the queue`,
  requestDeletion: (what) => `Asked to delete ${what}`,
  restore: (what) => `Restored ${what} to the queue`,
  approve: (what) => `Deleted ${what}`,
  refuse: (what) => `Refused to delete ${what}; it waits for review again`,
}
const failedWords: Record<ReviewStep | DeletionDecision, (what: string) => string> = {
  publish: (what) => `${what} was not published`,
  watch: (what) => `${what} was not moved to the watchlist`,
  unwatch: (what) => `${what} was not returned to the queue`,
  requestDeletion: (what) => `The deletion of ${what} was not asked for`,
  restore: (what) => `${what} was not restored`,
  approve: (what) => `${what} was not deleted`,
  refuse: (what) => `The deletion of ${what} was not refused`,
}

/** What has been done, in words: `Published meridian[.]example`. */
export function doneText(step: ReviewStep | DeletionDecision, what: string): string {
  return doneWords[step](what)
}

/** What has not been done: `meridian[.]example was not published`. */
export function failedText(step: ReviewStep | DeletionDecision, what: string): string {
  return failedWords[step](what)
}

/** The title of one threat, or how many there are. */
export function nameOf(threats: readonly QAThreat[]): string {
  const [first] = threats
  return first && threats.length === 1 ? shownTitle(first.source, first.title) : `${threats.length} threats`
}
