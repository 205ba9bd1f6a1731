import { addExport, getExport, directRowsMax } from '@signet/contract/reports/exports'
import { leakSeverity, passwordKinds, type Leak } from '@signet/contract/leaks/leaks'
import { maskedName } from '@signet/contract/leaks/mask-identity'
import { call } from '../../../api/call.ts'
import { calendarDay } from '../../../format/time/date-time.ts'
import { csvText, saveCsv } from '../../../ui/grid/csv-file.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { sentenceOf } from '../../../words/messages.ts'
import { t } from '../words.ts'
import type { LeakSearch } from './leak-search.ts'
import { addressKind } from '../leak-words.ts'
import { filtersOnWire, readAllLeaks } from '../leaks.api.ts'

const pollMs = 2000
const pollMax = 150

const columns: readonly [string, (leak: Leak) => string | number][] = [
  ['Type', ({ leakTypeLabel }) => leakTypeLabel],
  ['Severity', (leak) => leakSeverity(leak)],
  ['Identity', ({ leakType, username }) => (username === undefined ? '' : maskedName(leakType, username))],
  ['Employee', ({ username, isEmployee }) => (username === undefined ? '' : isEmployee ? 'yes' : 'no')],
  ['Database', ({ source }) => source],
  ['Package', ({ entity }) => entity],
  ['Address', ({ url }) => url ?? ''],
  ['Address type', (leak) => addressKind(leak) ?? ''],
  ['Password', ({ password }) => password ?? ''],
  ['Password type', ({ passwordKind }) => (passwordKind ? passwordKinds[passwordKind] : '')],
  ['Hashed by', ({ hashedBy }) => hashedBy ?? ''],
  ['Stealer', ({ stealer }) => stealer ?? ''],
  ['Document category', ({ docCategory }) => docCategory ?? ''],
  ['Document source', ({ docSource }) => docSource ?? ''],
  ['Records', ({ count }) => count ?? ''],
  ['Status', ({ status }) => t(`status.${status}`)],
  ['Leaked', ({ date }) => date],
  ['Added', ({ addedAt }) => addedAt],
  ['ID', ({ id }) => id],
]

/** Leaks as CSV, with masked user names and passwords, and times in ISO 8601 UTC. */
function leaksCsv(leaks: readonly Leak[]): string {
  return csvText(
    columns.map(([name]) => name),
    leaks.map((leak) => columns.map(([, read]) => read(leak))),
  )
}

/** Exports what the list shows. With more than 5,000 rows a job creates the file, and a message links to it. */
export async function exportLeaks(company: string, search: LeakSearch, total: number): Promise<void> {
  if (total <= directRowsMax) {
    const leaks = await readAllLeaks(company, search, directRowsMax)
    saveCsv(`leaks-${search.type ?? 'all'}-${calendarDay(new Date())}.csv`, leaksCsv(leaks))
    snackbar(t('leaksExportedCount', { count: leaks.length }))
    return
  }
  const { id } = await call(addExport, {
    query: { company },
    body: { company, kind: 'leaks', format: 'csv', filters: filtersOnWire(company, search) },
  })
  snackbar(t('exportStarted'))
  void waitForExport(company, id)
}

async function waitForExport(company: string, exportId: string): Promise<void> {
  for (let turn = 0; turn < pollMax; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    // Polling continues after a failed call. The notification centre also reports the export.
    const state = await call(getExport, { params: { exportId }, query: { company } }).catch(() => null)
    if (state?.status === 'failed') {
      snackbar(t('exportFailed', { why: state.error ? sentenceOf(state.error) : '' }), { isFailure: true })
      return
    }
    if (state?.status === 'done') {
      const href = state.file?.href
      snackbar(
        t('exportReady'),
        href ? { action: { label: t('download'), run: () => location.assign(href) } } : undefined,
      )
      return
    }
  }
}
