import type { AssetCheck, AttemptStatus, CheckReason, Takedown, TakedownStatus } from '@signet/contract/takedowns'
import { openTakedownStatuses } from '@signet/contract/takedowns'
import { defang } from '../../format/defang.ts'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import { msg, t, type Marked } from '../../words/words.ts'
import { takedownStatusName } from '../../words/named/cases.ts'

/** The tone of a status; the word says the same. */
export function toneOf(status: TakedownStatus): ChipTone {
  if (status === 'resolved' || status === 'offline_monitoring') return 'good'
  return (openTakedownStatuses as readonly string[]).includes(status) ? 'takedown' : 'stopped'
}

const waiting = {
  client: msg('Waits for your authorisation'),
  team: msg('Waits for our team'),
  provider: msg('Waits for the provider'),
} as const

/**
 * Who the case waits for: `Waits for the provider`; `null` when it waits for nobody, or only watches what is gone.
 *
 * @param isStaff to whom the client is somebody else
 */
export function waitingText(
  { waitingFor, status }: Pick<Takedown, 'waitingFor' | 'status'>,
  isStaff = false,
): string | null {
  if (!waitingFor || status === 'offline_monitoring') return null
  return isStaff && waitingFor === 'client' ? t('Waits for the client') : t(waiting[waitingFor])
}

/** Statuses whose word says more than the step they stand in. */
const telling: ReadonlySet<TakedownStatus> = new Set([
  'draft',
  'authorised',
  'info_requested',
  'escalated',
  'offline_monitoring',
  'reopened',
])

/** What the steps of a case do not say: `Escalated. Waits for the provider`; `null` when they say it all. */
export function standingText(row: Pick<Takedown, 'waitingFor' | 'status' | 'statusLabel'>): string | null {
  const parts = [telling.has(row.status) ? takedownStatusName(row.status) : null, waitingText(row)].filter(
    (part) => part !== null,
  )
  return parts.length > 0 ? parts.join('. ') : null
}

/** How an attempt stands; translated where it is shown. */
export const attemptWords: Record<AttemptStatus, Marked> = {
  queued: msg('Waits to be sent'),
  sent: msg('Sent'),
  bounced: msg('Undeliverable'),
  acknowledged: msg('Acknowledged'),
  actioned: msg('Acted on'),
  refused: msg('Refused'),
  expired: msg('No answer in time'),
}

const answers: Record<CheckReason, Marked> = {
  page: msg('A page answers'),
  refused: msg('The server refuses us'),
  elsewhere: msg('Leads to another domain'),
  placeholder: msg('A placeholder answers'),
  noName: msg('There is no such name'),
  noAddress: msg('The name leads nowhere'),
  silent: msg('Nobody answers'),
  gone: msg('There is no page'),
  blocked: msg('A notice stands in its place'),
  notAsked: msg('It could not be asked'),
}

/** What a look at the target got for an answer: `A page answers (200)`, `Leads to pay[.]example`. */
export function answerText({ reason, status, leadsTo }: AssetCheck): string {
  if (leadsTo !== null) return t('Leads to {host}', { host: defang(leadsTo) })
  return status === null ? t(answers[reason]) : `${t(answers[reason])} (${status})`
}
