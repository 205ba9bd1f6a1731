import { resetNoticeLetter, type NoticeLetter } from '@signet/contract/takedowns/notice-letters'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { useAction } from '../../../ui/controls/use-action.ts'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { t } from '../words.ts'
import { letterName } from './letter-name.ts'

/** Asks before it deletes the text of the staff. */
export function ResetLetterDialog({
  letter,
  onReset,
  onClose,
}: {
  letter: NoticeLetter
  onReset: () => Promise<void>
  onClose: () => void
}) {
  const company = useCompany()
  const { kind, channel, language, version } = letter
  const reset = useAction(async () => {
    await call(resetNoticeLetter, { params: { kind, channel, language }, query: { company }, body: { version } })
    await onReset()
    toast(t('builtInUsed'))
    onClose()
  })
  return (
    <ConfirmDialog
      title={t('useBuiltInQuestion')}
      text={t('useBuiltInText', { name: letterName(letter) })}
      confirmLabel={t('useBuiltIn')}
      isDangerous
      isBusy={reset.isBusy}
      onConfirm={reset.run}
      onClose={onClose}
    />
  )
}
