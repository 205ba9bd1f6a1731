import { directRowsMax } from '@signet/contract/reports/exports'
import { calendarDay } from '../../format/time/date-time.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { useAction } from '../../ui/controls/use-action.ts'
import { snackbar, toast } from '../../ui/feedback/messages/toasts.ts'
import { saveCsv } from '../../ui/grid/csv-file.ts'
import type { ActivitySearch } from './activity-search.ts'
import { activityCsv, allRows, askForFile } from './export-activity.ts'
import { t } from './words.ts'

/** Exports the list directly, or through a job when it is long. Bookmarks are personal and never that many. */
export function useActivityFile(company: string, search: ActivitySearch, total: number | undefined) {
  return useAction(
    async () => {
      if (!total) return
      if (total > directRowsMax && search.tab !== 'bookmark') {
        await askForFile(company, search)
        snackbar(t('exportStarted'))
        return
      }
      const rows = await allRows(company, search)
      saveCsv(`activity-${company}-${calendarDay(new Date())}.csv`, activityCsv(rows))
      toast(t('rowsExported', { count: exactNumber(rows.length) }))
    },
    { failed: (reason) => t('exportFailed', { reason }) },
  )
}
