import { stepsUpTo, type Step } from './cases.ts'
import { isOneOf } from '../narrow.ts'
import {
  downTakedownStatuses,
  openTakedownStatuses,
  takedownStatuses,
  takedownStatusLabels,
  unsentTakedownStatuses,
  type TakedownStatus,
} from './takedown-status.ts'

/**
 * The steps of the stepper in order, with the statuses of each.
 *
 * `openLabel`: the name of the step while cases are in it, if `label` says that it is done.
 */
export const takedownStages: readonly {
  key: string
  label: string
  openLabel?: string
  statuses: readonly TakedownStatus[]
}[] = [
  { key: 'requested', label: 'Requested', statuses: ['draft', 'awaiting_authorisation'] },
  { key: 'evidence', label: 'Evidence checked', openLabel: 'Evidence to check', statuses: ['authorised'] },
  { key: 'sent', label: 'Notice sent', statuses: ['submitted', 'reopened'] },
  { key: 'replied', label: 'Provider replied', statuses: ['acknowledged', 'info_requested', 'escalated'] },
  { key: 'removed', label: 'Removed', statuses: downTakedownStatuses },
]

type Reached = Partial<Record<TakedownStatus, string>>

/**
 * The five steps of a takedown as the stepper shows them. For a waiting or authorised request, the evidence has not been checked; it counts
 * as checked once the team has moved the case on to the notice.
 *
 * @param status the current status of the case
 * @param reachedAt when each status was reached (last time), ISO 8601; must contain all past statuses
 * @param known.noticeWrittenAt when a person wrote the first notice, ISO 8601: who writes it has checked the evidence
 * @param known.repliedAt when the first stored reply arrived, which may be recorded as a status later
 * @param firstAt when each status was reached first, if it may have been reached more than once
 * @returns steps as described at `stepsUpTo`; `submitted` and later complete their own step, because its name describes a finished action
 */
export function takedownSteps(
  status: TakedownStatus,
  reachedAt: Reached,
  { noticeWrittenAt, repliedAt }: { noticeWrittenAt?: string | undefined; repliedAt?: string | undefined } = {},
  firstAt: Reached = {},
): Step[] {
  const open = isOneOf(openTakedownStatuses, status)
  const ended = !open && status !== 'resolved'
  const done = ended ? lastDone(reachedAt) : doneIn(status, reachedAt)
  const stages = takedownStages.map(({ key, label, statuses }, index) => {
    const isDone = index <= done
    if (key === 'evidence') return { key, label, at: isDone ? checkedAt(reachedAt, noticeWrittenAt) : undefined }
    if (key === 'removed') return { key, label, at: isDone ? wentDownAt(reachedAt) : undefined }
    if (!isDone && index !== stageOf(status)) return { key, label, at: undefined }
    const first = key in repeated ? momentsOf(statuses, firstAt)[0] : undefined
    const at = first ?? timeOf(statuses, reachedAt)
    return { key, label, at: key === 'replied' && repliedAt && at && repliedAt < at ? repliedAt : at }
  })
  const stopped = ended ? { note: takedownStatusLabels[status], at: reachedAt[status] } : undefined
  return stepsUpTo(stages, done, stopped).map((step) => {
    const ownStatuses = repeated[step.key] ?? []
    const lastAt = momentsOf(ownStatuses, reachedAt).at(-1)
    const since = momentsOf(ownStatuses, firstAt)[0] ?? step.at
    return step.state === 'completed' && since && lastAt && lastAt > since ? { ...step, lastAt } : step
  })
}

/**
 * The steps that a reopened case repeats, with the statuses that show it. They have their first time, so that their times are in order. The
 * removal has its last one, at which its clock stops.
 */
const repeated: Readonly<Record<string, readonly TakedownStatus[]>> = {
  sent: ['submitted'],
  replied: ['acknowledged', 'info_requested'],
}

/** When any of some statuses was reached, earliest first. */
const momentsOf = (statuses: readonly TakedownStatus[], at: Reached): string[] =>
  statuses.flatMap((status) => at[status] ?? []).toSorted()

/** When the target last went offline: the end of the time to removal. The watch after it, until the case is resolved, doesn't count. */
const wentDownAt = (reachedAt: Reached): string | undefined =>
  downTakedownStatuses.map((name) => reachedAt[name]).find((instant) => instant !== undefined)

/** When a step was reached. */
const timeOf = (statuses: readonly TakedownStatus[], reachedAt: Reached): string | undefined =>
  statuses.map((name) => reachedAt[name]).findLast((instant) => instant !== undefined)

/** Unknown if the case was moved on to the notice before one was written here. Authorisation is a different event. */
function checkedAt(reachedAt: Reached, noticeWrittenAt: string | undefined): string | undefined {
  const sentAt = timeOf(['submitted', 'reopened'], reachedAt)
  return noticeWrittenAt !== undefined && sentAt !== undefined && noticeWrittenAt > sentAt ? undefined : noticeWrittenAt
}

const stageOf = (status: TakedownStatus) => takedownStages.findIndex(({ statuses }) => statuses.includes(status))

/** The index of the last completed step of an open case. */
function doneIn(status: TakedownStatus, reachedAt: Reached): number {
  // It was reopened before any notice was sent.
  if (status === 'reopened' && !reachedAt.submitted) return stageOf('authorised') - 1
  const isBeforeNotice = isOneOf(unsentTakedownStatuses, status)
  return isBeforeNotice ? stageOf(status) - 1 : stageOf(status)
}

/** The same for a closed case: the furthest step it reached. */
function lastDone(reachedAt: Reached): number {
  // Reopening a case resets the steps it had reached.
  const since = reachedAt.reopened ?? ''
  const reached = takedownStatuses.filter((name) => stageOf(name) >= 0 && (reachedAt[name] ?? '') >= since)
  const places = reached
    .filter((name) => reachedAt[name] !== undefined)
    // A draft that ended had been requested.
    .map((name) => (name === 'draft' ? stageOf(name) : doneIn(name, reachedAt)))
  return Math.max(-1, ...places)
}
