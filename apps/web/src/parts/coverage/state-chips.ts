import type { CoverageState } from '@signet/contract/collection/company-coverage'
import type { ConnectorState } from '@signet/contract/collection/connectors'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import type { Word } from './words.ts'

/** The label and tone of the state of a connector or source. */
export const stateChips: Record<ConnectorState | CoverageState, { label: Word; tone: ChipTone }> = {
  off: { label: 'off', tone: 'closed' },
  ready: { label: 'ready', tone: 'good' },
  importOnly: { label: 'importOnly', tone: 'closed' },
  paused: { label: 'paused', tone: 'closed' },
  waiting: { label: 'waiting', tone: 'new' },
  collecting: { label: 'collecting', tone: 'good' },
  silent: { label: 'silent', tone: 'medium' },
  throttled: { label: 'throttled', tone: 'medium' },
  needsAccount: { label: 'needsAccount', tone: 'stopped' },
  failing: { label: 'failing', tone: 'stopped' },
}
