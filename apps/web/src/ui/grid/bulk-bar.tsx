import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { Box, Inline } from '../layout/parts.tsx'
import css from './bulk-bar.module.css'
import { t } from './words.ts'

interface BulkBarProps {
  /** The accessible name, e.g. `Selected leaks`. */
  label: string
  /** The number of selected rows; nothing is drawn for none, unless there is progress or something to say. */
  count: number
  /** Shown after the number. */
  aside?: string | undefined
  /** Selects all rows that match; left out when all are selected or they are too many. */
  selectAll?: { label: string; isBusy?: boolean; onClick: () => void } | undefined
  actions: readonly { label: string; icon: ReactNode; shortcut?: string; onClick: () => void }[]
  /** While an action runs: how many rows are done. */
  progress: { done: number; total: number } | null
  onStop: () => void
  onClear: () => void
  /** Above the actions: what failed, or a dialog. */
  children?: ReactNode
}

/** What can be done with the selected rows of a list; floats over the list. */
export function BulkBar({
  label,
  count,
  aside,
  selectAll,
  actions,
  progress,
  onStop,
  onClear,
  children,
}: BulkBarProps) {
  return (
    <section className={css.bar} data-bulk-bar="" aria-label={label}>
      {children}
      {progress ? (
        <Inline gap="half" wrap least={36}>
          <span role="status" className="num">
            {t('progressText', { done: exactNumber(progress.done), total: exactNumber(progress.total) })}
          </span>
          <progress className={css.progress} value={progress.done} max={progress.total} aria-label={t('progress')} />
          <BulkButton onClick={onStop}>{t('stop')}</BulkButton>
        </Inline>
      ) : count === 0 ? null : (
        <Inline gap="half" wrap least={36}>
          <b className="num" role="status">
            {t('selectedCount', { count: exactNumber(count) })}
          </b>
          {aside ? <span className={`${css.aside} num`}>{aside}</span> : null}
          {selectAll ? (
            <BulkButton isDisabled={selectAll.isBusy} onClick={selectAll.onClick}>
              {selectAll.label}
            </BulkButton>
          ) : null}
          <span className={`${css.line} wide-only`} />
          {actions.map((action) => (
            <BulkButton key={action.label} onClick={action.onClick}>
              {action.icon}
              {action.label}
              {action.shortcut ? <kbd aria-hidden="true">{action.shortcut}</kbd> : null}
            </BulkButton>
          ))}
          <span className={`${css.line} wide-only`} />
          <BulkButton label={t('clearSelection')} onClick={onClear}>
            <IconX size={18} stroke={1.7} aria-hidden="true" />
          </BulkButton>
        </Inline>
      )}
    </section>
  )
}

/** A message above the actions, with its own buttons. */
export function BulkAlert({ children }: { children: ReactNode }) {
  return (
    <Inline gap={1} wrap most={760} pad="2 0" className={css.failed} role="alert">
      {children}
    </Inline>
  )
}

/** A button of the bar. */
export function BulkButton({
  label,
  isDisabled,
  onClick,
  children,
}: {
  label?: string
  isDisabled?: boolean | undefined
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Box
      as="button"
      type="button"
      pad="0 3"
      weight="medium"
      nowrap
      className={`${css.button} row`}
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </Box>
  )
}
