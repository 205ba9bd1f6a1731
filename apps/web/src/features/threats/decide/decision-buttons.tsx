import { IconFlagOff, IconGavel, IconMicroscope, IconArrowBackUp, IconShieldCheck } from '@tabler/icons-react'
import type { ThreatStatus, Decision } from '@signet/contract/threats/threats'
import { Button } from '../../../ui/controls/button.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'
import css from './decision-buttons.module.css'
import type { AnySource } from '@signet/contract/threats/sources'
import { calledFor } from './decision-words.ts'
import { t, type Word } from './words.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** The four decisions in their order, with the letter of each. */
export const decisionChoices = [
  { decision: 'takedown', label: 'takedown', key: 't', icon: <IconGavel {...icon} /> },
  { decision: 'deeperAnalysis', label: 'deeperAnalysis', key: 'd', icon: <IconMicroscope {...icon} /> },
  { decision: 'falsePositive', label: 'falsePositive', key: 'f', icon: <IconFlagOff {...icon} /> },
  { decision: 'whitelist', label: 'whitelist', key: 'w', icon: <IconShieldCheck {...icon} /> },
] as const satisfies readonly { decision: Decision; label: Word; key: string; icon: unknown }[]

/** What the button of a decision on threats of these sources is called. */
export const decisionLabel = (decision: Decision, label: Word, sources: readonly AnySource[]): string =>
  t(calledFor(decision, sources) === 'fix' ? 'fix' : label)

/** The decisions that a threat can get: four while it is undecided, and reopening once it is decided. */
export function DecisionButtons({
  status,
  sources,
  onDecide,
}: {
  status: ThreatStatus
  /** The sources of what is decided on. */
  sources: readonly AnySource[]
  onDecide: (decision: Decision) => void
}) {
  if (status !== 'open') {
    return (
      <Inline>
        <Button icon={<IconArrowBackUp {...icon} />} onClick={() => onDecide('reopen')}>
          {t('undoDecision')}
        </Button>
      </Inline>
    )
  }
  return (
    <div className={css.box}>
      <Inline align="stretch" className={css.row}>
        {decisionChoices.map(({ decision, label, icon: sign }, index) => (
          <Button
            key={decision}
            kind={index === 0 ? 'primary' : 'plain'}
            icon={sign}
            onClick={() => onDecide(decision)}
          >
            {decisionLabel(decision, label, sources)}
          </Button>
        ))}
      </Inline>
    </div>
  )
}
