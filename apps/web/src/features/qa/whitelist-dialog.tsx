import type { RemarkInput } from '@signet/contract/threats/threats'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialogs/dialog.tsx'
import { AreaField } from '../../ui/forms/field.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** Of the reason of an entry of the allow list, characters. */
const reasonMin = 3
const reasonMax = 500

/** Asks why the client allows it. The client reads the reason on its allow list. */
export function WhitelistDialog({
  title,
  company,
  isHosts,
  note = '',
  onConfirm,
  onClose,
}: {
  title: string
  company: string
  /** Whether every record is a host name. */
  isHosts: boolean
  /** What the reviewer has already written. */
  note?: string | undefined
  onConfirm: (remark: RemarkInput) => void
  onClose: () => void
}) {
  const [text, setText] = useState(note)
  const [isTried, setIsTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const reason = text.trim()
  const isMissing = reason.length < reasonMin

  const confirm = () => {
    setIsTried(true)
    if (isMissing) form.current?.querySelector('textarea')?.focus()
    else onConfirm({ kind: 'custom', text: reason })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    confirm()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack
        as="form"
        ref={form}
        gap={3}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <Text as="p" tone="quiet">
          {t('whitelistHint', { company, isHosts: String(isHosts) })}
        </Text>
        <AreaField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens for this field
          autoFocus
          label={t('whitelistReason')}
          hint={t('whitelistReasonHint')}
          problem={isTried && isMissing ? t('whitelistReasonMissing', { least: reasonMin }) : undefined}
          rows={3}
          maxLength={reasonMax}
          value={text}
          onKeyDown={onKeyDown}
          onChange={setText}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('whitelist')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
