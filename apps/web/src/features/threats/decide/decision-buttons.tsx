import { IconFlagOff, IconGavel, IconMicroscope, IconArrowBackUp, IconShieldCheck } from '@tabler/icons-react'
import type { ThreatStatus, TriageAction } from '@signet/contract/threats'
import { Button } from '../../../ui/controls/button.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'
import css from './decision-buttons.module.css'
import { t, type Word } from './words.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** The four marks in their order, with the letter of each. */
export const marks = [
  { action: 'takedown', label: 'takedown', key: 't', icon: <IconGavel {...icon} /> },
  { action: 'deeperAnalysis', label: 'deeperAnalysis', key: 'd', icon: <IconMicroscope {...icon} /> },
  { action: 'falsePositive', label: 'falsePositive', key: 'f', icon: <IconFlagOff {...icon} /> },
  { action: 'whitelist', label: 'whitelist', key: 'w', icon: <IconShieldCheck {...icon} /> },
] as const satisfies readonly { action: TriageAction; label: Word; key: string; icon: unknown }[]

/** The decisions a threat can get: four marks while it is new, the way back once it has one. */
export function MarkButtons({ status, onMark }: { status: ThreatStatus; onMark: (action: TriageAction) => void }) {
  if (status !== 'open') {
    return (
      <Inline gap={1} align="stretch" wrap className={css.row}>
        <Button icon={<IconArrowBackUp {...icon} />} onClick={() => onMark('reopen')}>
          {t('undoTheMark')}
        </Button>
      </Inline>
    )
  }
  return (
    <Inline gap={1} align="stretch" wrap className={css.row}>
      {marks.map(({ action, label, icon: sign }, index) => (
        <Button key={action} kind={index === 0 ? 'primary' : 'plain'} icon={sign} onClick={() => onMark(action)}>
          {t(label)}
        </Button>
      ))}
    </Inline>
  )
}
