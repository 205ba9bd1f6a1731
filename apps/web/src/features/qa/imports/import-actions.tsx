import type { ImportDetail } from '@signet/contract/collection/imports'
import { undoableStates } from '@signet/contract/collection/imports'
import { isOneOf } from '@signet/contract/narrow'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { useImportSteps } from './imports.api.ts'
import { t } from './words.ts'

export interface ImportProps {
  one: ImportDetail
  company: string
  companyName: string
}

/** Cancels a running import; undoes one that has added threats. */
export function ImportActions({ one, company, companyName }: ImportProps) {
  const steps = useImportSteps(company, one.id)
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useAction(steps.cancel, { failed: (reason) => t('cancelFailed', { reason }) })
  const undo = useAction(steps.undo, {
    failed: (reason) => t('undoFailed', { reason }),
    settled: () => setIsAsking(false),
  })
  if (one.state === 'running') {
    return (
      <Button isBusy={cancel.isBusy} onClick={() => cancel.run()}>
        {t('cancelImport')}
      </Button>
    )
  }
  if (!isOneOf(undoableStates, one.state) || one.added === 0) return null
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('undoImport')}</Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('undoThisImport')}
          text={t('undoText', { count: one.added, name: one.name, company: companyName })}
          confirmLabel={t('undoImport')}
          isDangerous
          isBusy={undo.isBusy}
          onConfirm={() => undo.run()}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  )
}
