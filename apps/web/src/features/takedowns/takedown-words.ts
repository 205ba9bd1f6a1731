import { isOneOf } from '@signet/contract/narrow'
import { attemptChannels, type Attempt } from '@signet/contract/takedowns/attempts'
import type { AssetCheck, CheckView } from '@signet/contract/takedowns/asset-checks'
import {
  type TakedownStatus,
  downTakedownStatuses,
  openTakedownStatuses,
} from '@signet/contract/takedowns/takedown-status'
import type { Takedown, TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { dateTime } from '../../format/time/date-time.ts'
import { defang } from '@signet/contract/threats/defang'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import { t } from './words.ts'
import { takedownStatusName } from '../../words/named/cases.ts'
import { valueName } from '../../words/named/name-of.ts'

/** The tone of a status. The label conveys the same information. */
export function toneOf(status: TakedownStatus): ChipTone {
  if (isOneOf(downTakedownStatuses, status)) return 'good'
  return isOneOf(openTakedownStatuses, status) ? 'takedown' : 'stopped'
}

const waiting = {
  client: 'awaitingYourAuthorisation',
  team: 'waitingForTeam',
  provider: 'waitingForProvider',
} as const

/**
 * Who has to act next: `Waiting for the provider`; `null` when the case is closed or only watched. While an escalation is due without a
 * further contact, it says what our team has to do.
 *
 * @param isStaff whether the reader is staff: to a client, "our team" would be its own, and "you" would be wrong for staff
 */
export function waitingText(
  { waitingFor, status, escalationDueAt }: Pick<Takedown, 'waitingFor' | 'status' | 'escalationDueAt'>,
  isStaff: boolean,
): string | null {
  const reader = { isStaff: String(isStaff) }
  if (escalationDueAt) return t('waitingForContact', reader)
  if (!waitingFor || status === 'offline_monitoring') return null
  return isStaff && waitingFor === 'client' ? t('waitingForClient') : t(waiting[waitingFor], reader)
}

/** Whether a notice went past a host, to the network that carries it. The channel of both is the same. */
export const isToNetwork = ({ purpose, channel }: Pick<Attempt, 'purpose' | 'channel'>): boolean =>
  purpose === 'escalation' && channel === attemptChannels.hosting

/** The name of the channel of a notice. */
export const channelName = (attempt: Pick<Attempt, 'purpose' | 'channel'>): string =>
  isToNetwork(attempt) ? t('networkOfHost') : valueName(attempt.channel)

/** What the product does next if nothing happens, and when: `Reminder on …`. */
export const nextStepText = ({ kind, dueAt }: NonNullable<TakedownDetail['nextStep']>): string =>
  t(kind === 'reminder' ? 'reminderOnDate' : 'escalationOnDate', { date: dateTime(dueAt) })

/** Statuses whose label adds information to their step. */
const statusesWithReason: ReadonlySet<TakedownStatus> = new Set([
  'draft',
  'authorised',
  'info_requested',
  'escalated',
  'offline_monitoring',
  'reopened',
])

/** Information that the steps of a case don't show: `Escalated. Waiting for the provider`; `null` if there is none. */
export function standingText(
  { status, waitingFor }: Pick<Takedown, 'waitingFor' | 'status'>,
  isStaff: boolean,
): string | null {
  const parts = [
    statusesWithReason.has(status) ? takedownStatusName(status) : null,
    waitingText({ status, waitingFor }, isStaff),
  ].filter((part) => part !== null)
  return parts.length > 0 ? parts.join('. ') : null
}

/** The result of a check of the target: `Page is online (HTTP 200)`, `Redirects to pay[.]example`. */
export function answerText({ reason, status, leadsTo }: Pick<AssetCheck, 'reason' | 'status' | 'leadsTo'>): string {
  if (leadsTo !== null) return t('redirectsToHost', { host: defang(leadsTo) })
  return status === null ? t(`answers.${reason}`) : `${t(`answers.${reason}`)} (HTTP ${status})`
}

/** What each visitor of a check saw: `Desktop via DE: Page is online (HTTP 200)`. */
export function viewText(view: CheckView): string {
  const device = t(`visitor.${view.profile}`)
  const visitor = view.exit === null ? device : t('visitorVia', { visitor: device, exit: view.exit })
  return t('visitorSaw', { visitor, answer: answerText(view) })
}
