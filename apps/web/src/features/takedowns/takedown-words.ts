import type { Takedown, TakedownStatus } from '@signet/contract/takedowns'
import { openTakedownStatuses } from '@signet/contract/takedowns'
import type { ChipTone } from '../../ui/status-chip.tsx'

/** The tone of a status; the word says the same. */
export function toneOf(status: TakedownStatus): ChipTone {
  if (status === 'resolved' || status === 'offline_monitoring') return 'good'
  return (openTakedownStatuses as readonly string[]).includes(status) ? 'takedown' : 'stopped'
}

const waiting = { client: 'your authorisation', team: 'our team', provider: 'the provider' } as const

/** Who the case waits for: `Waits for the provider`; `null` when it waits for nobody, or only watches what is gone. */
export function waitingText({ waitingFor, status }: Pick<Takedown, 'waitingFor' | 'status'>): string | null {
  return waitingFor && status !== 'offline_monitoring' ? `Waits for ${waiting[waitingFor]}` : null
}

/** What the attacking thing does now. */
export const assetWords: Record<Takedown['assetState'], string> = {
  active: 'Still reachable',
  cloaked: 'Shown to some visitors only',
  redirecting: 'Redirects elsewhere',
  parked: 'Parked',
  offline: 'Offline',
  unknown: 'Not known',
}
