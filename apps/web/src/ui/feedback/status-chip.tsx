import { type ThreatStatus } from '@signet/contract/threats'
import type { ReactNode } from 'react'
import css from './status-chip.module.css'
import { threatStatusName } from '../../words/named/threats.ts'

export type ChipTone =
  | 'new'
  | 'good'
  | 'closed'
  | 'takedown'
  | 'analysis'
  | 'stopped'
  | 'critical'
  | 'high'
  | 'medium'
  | 'low'

const toneOf: Record<ThreatStatus, ChipTone> = {
  open: 'new',
  whitelist: 'good',
  falsePositive: 'closed',
  takedown: 'takedown',
  deeperAnalysis: 'analysis',
}

/** A word on a tint; the tone only repeats what the word says. */
export function Chip({ tone, children }: { tone: ChipTone; children: ReactNode }) {
  return (
    <span className={css.chip} data-tone={tone}>
      {children}
    </span>
  )
}

/** What a client has decided about a threat. */
export function StatusChip({ status }: { status: ThreatStatus }) {
  return <Chip tone={toneOf[status]}>{threatStatusName(status)}</Chip>
}
