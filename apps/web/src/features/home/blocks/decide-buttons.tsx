import { IconGavel, IconMicroscope } from '@tabler/icons-react'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from './to-decide.module.css'
import type { HomeDecision } from './use-decide.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** The buttons that decide a row. */
export function DecideButtons({
  title,
  isFixed = false,
  onDecide,
}: {
  title: string
  /** Whether it is fixed rather than taken down. */
  isFixed?: boolean
  onDecide: (decision: HomeDecision) => void
}) {
  return (
    <Inline as="span" align="stretch" className={css.actions}>
      <Button
        icon={<IconGavel {...icon} />}
        aria-label={isFixed ? t('fixTitle', { title }) : t('takedownTitle', { title })}
        onClick={() => onDecide('takedown')}
      >
        {isFixed ? t('fix') : t('takedown')}
      </Button>
      <IconButton
        label={t('deeperAnalysisTitle', { title })}
        data-tip={t('deeperAnalysis')}
        onClick={() => onDecide('deeperAnalysis')}
      >
        <IconMicroscope {...icon} />
      </IconButton>
    </Inline>
  )
}
