import type { ReactNode } from 'react'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { Button } from '../../controls/button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { t } from '../words.ts'
import { Card, Text } from '../../layout/parts.tsx'

const none: readonly string[] = []

/** Asks for confirmation, naming the object and the company. */
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
  /** Titles of the first records. */
  examples?: readonly string[]
  /** The number of records in addition to the examples. */
  moreCount?: number
  confirmLabel: string
  isDangerous?: boolean
  isBusy?: boolean
  /** Additional options. */
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
          {moreCount > 0 && (
            <Text as="li" size="meta" tone="faint">
              {t('andMore', { n: exactNumber(moreCount) })}
            </Text>
          )}
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
