import type { AnySource } from '@signet/contract/threats/sources'
import { type ThreatStatus } from '@signet/contract/threats/threats'
import type { ReactNode } from 'react'
import css from './status-chip.module.css'
import { threatStatusName } from '../../words/named/threats.ts'
import { Inline } from '../layout/parts.tsx'

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

/** A label with a coloured background. The tone conveys no information beyond the label. */
export function Chip({ tone, children }: { tone: ChipTone; children: ReactNode }) {
  const style = { '--tone': `var(--${tone}-text)`, '--tint': `var(--${tone}-tint)` }
  return (
    <Inline
      as="span"
      gap={0}
      is-inline
      size="meta"
      weight="medium"
      pad="half 2"
      nowrap
      className={css.chip}
      style={style}
    >
      {children}
    </Inline>
  )
}

/** The decision of a client on a threat. */
export function StatusChip({ status, source }: { status: ThreatStatus; source?: AnySource }) {
  return <Chip tone={toneOf[status]}>{threatStatusName(status, source)}</Chip>
}
