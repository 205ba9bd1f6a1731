import { deleteReport, type Report } from '@signet/contract/reports/reports'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { reportTitle } from './report-title.ts'
import { useAction } from '../../ui/controls/use-action.ts'

/** Confirms that a report is deleted for everyone at the company. */
export function DeleteReport({ company, report, onClose }: { company: string; report: Report; onClose: () => void }) {
  const client = useQueryClient()
  const name = useClientInfo()?.name ?? company
  const title = reportTitle(report)
  const { isBusy, run } = useAction(
    async () => {
      await call(deleteReport, { params: { reportId: report.id }, query: { company } })
      snackbar(t('reportDeleted', { name: title }))
    },
    {
      failed: (reason) => t('deleteFailed', { name: title, reason }),
      settled: () => {
        void client.invalidateQueries({ queryKey: [company, 'reports', 'list'] })
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      title={t('deleteReportTitle')}
      text={t('deleteReportText', { title, company: name })}
      confirmLabel={t('delete')}
      isDangerous
      isBusy={isBusy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
