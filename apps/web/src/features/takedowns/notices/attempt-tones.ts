import type { Attempt } from '@signet/contract/takedowns/attempts'
import type { ChipTone } from '../../../ui/feedback/status-chip.tsx'

/** The tone of what became of a notice, wherever it is named. */
export const attemptTones: Record<Attempt['status'], ChipTone> = {
  held: 'closed',
  proposed: 'medium',
  unreleased: 'medium',
  limited: 'medium',
  queued: 'closed',
  unknown: 'medium',
  sent: 'new',
  bounced: 'stopped',
  acknowledged: 'takedown',
  actioned: 'good',
  refused: 'stopped',
  expired: 'stopped',
}
