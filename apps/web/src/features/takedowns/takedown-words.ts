import type { AssetCheck, Takedown, TakedownStatus } from '@signet/contract/takedowns'
import { openTakedownStatuses } from '@signet/contract/takedowns'
import { defang } from '../../format/defang.ts'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import { t } from './words.ts'
import { takedownStatusName } from '../../words/named/cases.ts'

/** The tone of a status; the word says the same. */
export function toneOf(status: TakedownStatus): ChipTone {
  if (status === 'resolved' || status === 'offline_monitoring') return 'good'
  return (openTakedownStatuses as readonly string[]).includes(status) ? 'takedown' : 'stopped'
}

const waiting = {
  client: 'awaitingYourAuthorisation',
  team: 'waitingForTeam',
  provider: 'waitingForProvider',
} as const

/**
 * Who the case waits for: `Waiting for the provider`; `null` when it is closed or only monitored.
 *
 * @param isStaff whether the reader is staff, where "you" would be wrong
 */
export function waitingText(
  { waitingFor, status }: Pick<Takedown, 'waitingFor' | 'status'>,
  isStaff = false,
): string | null {
  if (!waitingFor || status === 'offline_monitoring') return null
  return isStaff && waitingFor === 'client' ? t('waitingForClient') : t(waiting[waitingFor])
}

/** Statuses whose label says more than their step. */
const statusesWithReason: ReadonlySet<TakedownStatus> = new Set([
  'draft',
  'authorised',
  'info_requested',
  'escalated',
  'offline_monitoring',
  'reopened',
])

/** What the steps of a case do not say: `Escalated. Waiting for the provider`; `null` when they say it all. */
export function standingText(row: Pick<Takedown, 'waitingFor' | 'status' | 'statusLabel'>): string | null {
  const parts = [statusesWithReason.has(row.status) ? takedownStatusName(row.status) : null, waitingText(row)].filter(
    (part) => part !== null,
  )
  return parts.length > 0 ? parts.join('. ') : null
}

/** The response to a check of the target: `Page is online (200)`, `Redirects to pay[.]example`. */
export function answerText({ reason, status, leadsTo }: AssetCheck): string {
  if (leadsTo !== null) return t('redirectsToHost', { host: defang(leadsTo) })
  return status === null ? t(`answers.${reason}`) : `${t(`answers.${reason}`)} (${status})`
}
