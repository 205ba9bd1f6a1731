import type { ReactNode } from 'react'
import { exactNumber } from '../../format/exact-number.ts'
import { Button } from '../controls/button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import css from './dialog.module.css'
import { t } from './words.ts'
import { Card, Text } from '../layout/parts.tsx'

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
  /** How many items there are besides the examples. */
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
      <Text as="p" tone="quiet">
        {text}
      </Text>
      {examples.length > 0 && (
        <Card as="ul" kind="note" gap={1}>
          {examples.map((example) => (
            <li key={example}>{example}</li>
          ))}
          {moreCount > 0 && <li className={css.hint}>{t('andMore', { n: exactNumber(moreCount) })}</li>}
        </Card>
      )}
      {children}
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button kind={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
