import type { Assigned } from '@signet/contract/requests/assignments'
import type { AssignedKind } from '@signet/contract/threats/assignees'
import { useAction } from '../../ui/controls/use-action.ts'
import { Dialog } from '../../ui/feedback/dialogs/dialog.tsx'
import { snackbar, toast } from '../../ui/feedback/messages/toasts.ts'
import { AssigneeList } from './assignee-field.tsx'
import { t } from './words.ts'

/** Chooses the person that several records are assigned to. */
export function AssignDialog({
  kind,
  count,
  onAssign,
  onClose,
}: {
  kind: AssignedKind
  count: number
  onAssign: (userId: string | null) => Promise<Assigned>
  onClose: () => void
}) {
  const assign = useAction(
    async (userId: string | null, name: string) => {
      const { done, failed } = await onAssign(userId)
      if (failed.length > 0) snackbar(t('assignedExceptCount', { count: failed.length }), { isFailure: true })
      else if (userId === null) toast(t('unassignedCount', { count: done.length }))
      else toast(t('assignedCount', { count: done.length, name }))
    },
    { failed: (reason) => t('notAssigned', { reason }), settled: onClose },
  )
  return (
    <Dialog title={t('assignSelectedCount', { count })} onClose={onClose}>
      <AssigneeList
        kind={kind}
        assignedTo="several"
        onPick={(userId, name) => {
          if (!assign.isBusy) assign.run(userId, name)
        }}
      />
    </Dialog>
  )
}
