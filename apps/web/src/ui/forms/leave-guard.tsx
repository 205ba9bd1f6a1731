import { isRecord } from '@signet/contract/narrow'
import { useBlocker } from '@tanstack/react-router'
import { t } from './words.ts'
import { ConfirmDialog } from '../feedback/dialogs/confirm-dialog.tsx'

/**
 * Asks for confirmation before leaving a page with unsaved changes. Changes of the URL within the page are allowed.
 *
 * @param param a search parameter whose change also counts as leaving, such as the current part of a page
 */
export function LeaveGuard({ isDirty, param }: { isDirty: boolean; param?: string }) {
  const of = (search: unknown) => (param && isRecord(search) ? search[param] : undefined)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || of(current.search) !== of(next.search)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('leaveTitle')}
      text={t('unsavedChanges')}
      confirmLabel={t('leaveWithoutSaving')}
      isDangerous
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
