import { columnsOf, readCsvRows } from './csv-rows.ts'
import type { Items } from '../narrow.ts'

/** A fake profile that was reported, e.g. on WhatsApp or Instagram. */
export interface ReportRow {
  platform: string
  profile: string
  profileName: string
  phoneOrHandle: string
  url: string
  reportedAt: string
  category: string
  note: string
}

/** The titles of the columns in Signet's template. */
export const reportColumns = {
  platform: 'platform',
  profile: 'profile',
  profileName: 'profile_name',
  phoneOrHandle: 'phone_or_handle',
  url: 'url',
  reportedAt: 'reported_at',
  category: 'category',
  note: 'note',
} as const satisfies Record<keyof ReportRow, string>

const delimiters = [',', ';', '\t']
/** A first line that says to spreadsheets how cells are separated. */
const separatorLine = /^sep=.\r?\n/i

/** Whether a text is a list of reports: by the titles of a platform and of what was reported. */
export function isReportCsv(text: string): boolean {
  return layoutOf(text) !== null
}

/**
 * Reads a list of reports in Signet's template. Columns may be missing or in another order. Cells that start with `=`, `+`, `-` or `@` are
 * data. Rows without a platform, with nothing that was reported, or with more cells than titles are counted as skipped.
 */
export function readReportCsv(text: string): Items<ReportRow> {
  const layout = layoutOf(text)
  if (!layout) return { items: [], skipped: 0 }
  const { rows, skipped } = readCsvRows(text.replace(separatorLine, ''), layout.delimiter)
  const cell = columnsOf(layout.titles)
  const items = rows.slice(1).flatMap((row) => {
    const hasOthers = row.slice(layout.titles.length).some((each) => each.trim() !== '')
    const report = reportOf((title) => cell(row, title))
    const isReport = report.platform !== '' && `${report.profile}${report.phoneOrHandle}${report.url}` !== ''
    return isReport && !hasOthers ? [report] : []
  })
  return { items, skipped: skipped + Math.max(rows.length - 1, 0) - items.length }
}

function reportOf(cell: (title: string) => string): ReportRow {
  const trimmed = (column: keyof ReportRow) => cell(reportColumns[column]).trim()
  return {
    platform: trimmed('platform'),
    profile: trimmed('profile'),
    profileName: trimmed('profileName'),
    phoneOrHandle: trimmed('phoneOrHandle'),
    url: trimmed('url'),
    reportedAt: trimmed('reportedAt'),
    category: trimmed('category'),
    note: trimmed('note'),
  }
}

function layoutOf(text: string): { delimiter: string; titles: string[] } | null {
  const head = text.slice(0, 4096).replace(separatorLine, '').trimStart()
  const line = head.split(/\r?\n/, 1)[0] ?? ''
  for (const delimiter of delimiters) {
    const titles = (readCsvRows(line, delimiter).rows[0] ?? []).map((title) => title.trim().toLowerCase())
    const isKnown = (column: keyof ReportRow) => titles.includes(reportColumns[column])
    if (isKnown('platform') && (isKnown('profile') || isKnown('phoneOrHandle') || isKnown('url'))) {
      return { delimiter, titles }
    }
  }
  return null
}
