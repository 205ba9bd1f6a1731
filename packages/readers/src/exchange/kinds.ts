import type { FileKind } from '../file-kind.ts'
import type { Items } from '../narrow.ts'
import { feedKinds } from './feeds/kinds.ts'
import { platformKinds } from './platforms/kinds.ts'
import { sharingKinds } from './sharing/kinds.ts'
import { isReportCsv, readReportCsv, reportColumns, type ReportRow } from './report-rows.ts'
import { telegramKinds } from './telegram/kinds.ts'

const reportKind: FileKind = {
  name: 'reports-csv',
  recognizes: ({ text }) => isReportCsv(text),
  read: ({ text }) => reportRecord(readReportCsv(text)),
}

/** Formats in which platforms and teams exchange threats. */
export const exchangeKinds: readonly FileKind[] = [
  ...sharingKinds,
  ...telegramKinds,
  ...platformKinds,
  reportKind,
  ...feedKinds,
]

const titles = new Map<string, string>(Object.entries(reportColumns))

/** The reports of a file; `first` has the titles of the columns. A file with one report has its values as well. */
function reportRecord({ items, skipped }: Items<ReportRow>): object {
  const [first] = items
  const byTitle = Object.entries(first ?? {}).map(([field, value]) => [titles.get(field) ?? field, value])
  return {
    rows: items.length,
    skipped,
    first: first ? Object.fromEntries(byTitle) : null,
    list: items,
    ...(items.length === 1 ? first : {}),
  }
}
