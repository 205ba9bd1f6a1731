import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { IconButton } from '../controls/button.tsx'
import css from './detail-panel.module.css'
import { t } from './words.ts'
import { Box, Inline, Text } from '../layout/parts.tsx'

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

/** The panel next to a list. It isn't modal, and the list keeps its focus and shortcuts. On phones it covers the whole screen. */
export function DetailPanel({
  label,
  index,
  total,
  onMove,
  onClose,
  actions,
  children,
}: {
  label: string
  /** 0-based position in the list; negative when the record isn't among the loaded rows. */
  index: number
  total: number
  onMove: (step: 1 | -1) => void
  onClose: () => void
  /** Buttons between the position and the close button. */
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={`${css.panel} tall`} aria-label={label}>
      <Inline as="header" gap={1} fixed className={css.head}>
        <Box as="span" tone="quiet" num className={css.place}>
          {index >= 0 ? t('positionOfTotal', { place: exactNumber(index + 1), total: exactNumber(total) }) : ''}
        </Box>
        <IconButton label={t('previous')} disabled={index <= 0} onClick={() => onMove(-1)}>
          <IconChevronUp {...icon} />
        </IconButton>
        <IconButton label={t('next')} disabled={index < 0 || index + 1 >= total} onClick={() => onMove(1)}>
          <IconChevronDown {...icon} />
        </IconButton>
        <Text grow />
        {actions}
        <IconButton label={t('close')} onClick={onClose}>
          <IconX {...icon} />
        </IconButton>
      </Inline>
      {children}
    </section>
  )
}
