import { useBlocker } from '@tanstack/react-router'
import { t } from '../words/words.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before a page with unsaved changes is left; changes within the page go on unasked. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('Leave without saving?')}
      text={t('What you changed on this page is not saved yet.')}
      confirmLabel={t('Leave without saving')}
      isDangerous
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
