import type { ReactNode } from 'react'
import { exactNumber } from '../../format/exact-number.ts'
import { Button } from '../controls/button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import css from './dialog.module.css'
import { t } from '../../words/words.ts'

const none: readonly string[] = []

/** Asks once more, naming what is acted on and for which company. */
export function ConfirmDialog({
  title,
  text,
  examples = none,
  moreCount = 0,
  confirmLabel,
  isDangerous = false,
  isBusy = false,
  children,
  onConfirm,
  onClose,
}: {
  title: string
  text: string
  /** Titles of the first items. */
  examples?: readonly string[]
  /** How many items there are beside the examples. */
  moreCount?: number
  confirmLabel: string
  isDangerous?: boolean
  isBusy?: boolean
  /** What else can be chosen. */
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={css.text}>{text}</p>
      {examples.length > 0 && (
        <ul className={css.list}>
          {examples.map((example) => (
            <li key={example}>{example}</li>
          ))}
          {moreCount > 0 && <li className={css.hint}>{t('and {n} more', { n: exactNumber(moreCount) })}</li>}
        </ul>
      )}
      {children}
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button kind={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
