import { IconTrash } from '@tabler/icons-react'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { problemsOf } from '../../api/field-problems.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { Inline } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './notifications.module.css'

interface Step {
  run: () => Promise<unknown>
  /** The message after success. */
  done: string
}

interface ItemActionsProps {
  /** The name of the object, which is part of the label of each button. */
  name: string
  /** The list that is reloaded afterwards. */
  listKey: QueryKey
  /** Omitted when editing and pausing are no longer possible. */
  open?: { isPaused: boolean; onEdit: () => void; pause: Step } | undefined
  /** `text` states the consequences of deleting. */
  removal: Step & { text: string }
}

/** The actions on an announcement or a rule: edit, pause and resume, and delete after a confirmation. */
export function ItemActions({ name, listKey, open, removal }: ItemActionsProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<'pause' | 'delete' | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const take = async (what: 'pause' | 'delete', { run, done }: Step) => {
    setIsConfirming(false)
    setBusy(what)
    try {
      await run()
      snackbar(done)
    } catch (error) {
      snackbar(problemsOf(error, []).form ?? '', { isFailure: true })
    }
    await client.invalidateQueries({ queryKey: listKey })
    setBusy(null)
  }
  const pauseWords = open?.isPaused ? t('resume') : t('pause')
  return (
    <Inline align="stretch" justify="end" wrap className={css.actions}>
      {open && (
        <Inline align="stretch" className={css.steps}>
          <Button aria-label={`${t('edit')}: ${name}`} onClick={open.onEdit}>
            {t('edit')}
          </Button>
          <Button
            aria-label={`${pauseWords}: ${name}`}
            isBusy={busy === 'pause'}
            onClick={() => void take('pause', open.pause)}
          >
            {pauseWords}
          </Button>
        </Inline>
      )}
      <IconButton
        label={`${t('delete')}: ${name}`}
        className={css.bin}
        disabled={busy === 'delete'}
        onClick={() => setIsConfirming(true)}
      >
        <IconTrash size={18} stroke={1.7} aria-hidden="true" />
      </IconButton>
      {isConfirming && (
        <ConfirmDialog
          title={t('deleteTitle', { title: name })}
          text={removal.text}
          confirmLabel={t('delete')}
          isDangerous
          onConfirm={() => void take('delete', removal)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Inline>
  )
}
