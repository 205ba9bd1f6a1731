import { reportOutcomes, type ReportOutcome, type Request } from '@signet/contract/requests/requests'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { t } from './words.ts'

const tones: Record<ReportOutcome, ChipTone> = {
  received: 'closed',
  reviewed: 'new',
  takedown: 'analysis',
  takenDown: 'good',
  notScam: 'closed',
  fix: 'analysis',
  fixed: 'good',
}

/** What became of one reported threat, or of some of several. */
export function OutcomeChip({ outcome, count = 1, all = 1 }: { outcome: ReportOutcome; count?: number; all?: number }) {
  return <Chip tone={tones[outcome]}>{t(`outcome.${outcome}`, { isOne: String(all === 1), count, all })}</Chip>
}

/** What became of the threats that a request reports: its own status is set by people, and doesn't follow. */
export function Outcomes({ outcomes }: Pick<Request, 'outcomes'>) {
  if (!outcomes) return null
  const all = reportOutcomes.reduce((sum, outcome) => sum + outcomes[outcome], 0)
  return reportOutcomes
    .filter((outcome) => outcomes[outcome] > 0)
    .map((outcome) => <OutcomeChip key={outcome} outcome={outcome} count={outcomes[outcome]} all={all} />)
}
