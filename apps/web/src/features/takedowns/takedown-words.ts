import type { Takedown, TakedownStatus } from '@signet/contract/takedowns'
import { openTakedownStatuses } from '@signet/contract/takedowns'
import type { ChipTone } from '../../ui/status-chip.tsx'
import { msg, t } from '../../words/words.ts'

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

/** Who the case waits for: `Waits for the provider`; `null` when it waits for nobody, or only watches what is gone. */
export function waitingText({ waitingFor, status }: Pick<Takedown, 'waitingFor' | 'status'>): string | null {
  return waitingFor && status !== 'offline_monitoring' ? t(waiting[waitingFor]) : null
}

/** What the attacking thing does now; translated where it is shown. */
export const assetWords: Record<Takedown['assetState'], string> = {
  active: msg('Still reachable'),
  cloaked: msg('Shown to some visitors only'),
  redirecting: msg('Redirects elsewhere'),
  parked: msg('Parked'),
  offline: msg('Offline'),
  unknown: msg('Not known'),
}
