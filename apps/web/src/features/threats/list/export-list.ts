import { addExport, exportRowsMax } from '@signet/contract/exports'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { exactNumber } from '../../../format/exact-number.ts'
import { saveCsv } from '../../../ui/grid/csv-file.ts'
import { snackbar } from '../../../ui/feedback/toasts.ts'
import { t } from './words.ts'
import { csvOf } from './export-csv.ts'
import type { AnyThreat, Records, ShownColumn } from '../records.ts'
import type { ThreatSearch } from '../threat-search.ts'
import type { ListSource } from '../threat-source.ts'
import { filterOnWire, pageQuery } from '../threats.api.ts'
import { today } from '../views/view-set.ts'

/** More rows than these are made into a file by the server. */
export const rowsHereMax = 5000
const batch = 200

interface Wanted {
  records: Records
  company: string
  source: ListSource
  search: ThreatSearch
  columns: readonly ShownColumn[]
  /** How many match; undefined when the count was capped. */
  total: number | undefined
  /** Goes to where the files of the server are; missing where there is no such screen. */
  openReports: (() => void) | undefined
}

/**
 * Hands out what the list shows as CSV: all that match, in the order and with the columns on screen. Long lists are asked of the
 * server, whose file is found under Reports.
 */
export async function exportList(wanted: Wanted): Promise<void> {
  const { records, source, columns, total } = wanted
  try {
    if (total === undefined || total > rowsHereMax) {
      await askForFile(wanted)
      return
    }
    const rows = await readAll(wanted, total)
    saveCsv(`${records.name}-${source}-${today()}.csv`, csvOf(columns, rows))
    snackbar(t('exported', { things: records.words.count(rows.length) }))
  } catch (error) {
    snackbar(`${t('exportFailed')} ${errorText(error)}`, { isFailure: true })
  }
}

async function readAll({ records, company, source, search }: Wanted, total: number): Promise<AnyThreat[]> {
  const rows: AnyThreat[] = []
  const seen = new Set<string>()
  for (let page = 1; page <= Math.ceil(total / batch); page += 1) {
    // One after the other: a person waits for a file, the others for their lists.
    // oxlint-disable-next-line no-await-in-loop
    const { items } = await records.calls.list(source, pageQuery(company, source, search, page, batch), undefined)
    // New threats move the pages while they are read; no row is in the file twice.
    for (const row of items) if (!seen.has(row.id)) rows.push(row)
    for (const { id } of items) seen.add(id)
    if (items.length < batch) break
  }
  return rows
}

async function askForFile({ records, company, source, search, openReports }: Wanted): Promise<void> {
  const { source: only, ...filter } = filterOnWire(company, source, search)
  // Exports of touts take their source as lists of several do.
  const filters =
    only === undefined ? filter : { ...filter, [records.kind === 'tout' ? 'threatSource' : 'source']: only }
  await call(addExport, { query: { company }, body: { company, kind: records.name, format: 'csv', filters } })
  snackbar(
    t('exportOnServer', {
      n: exactNumber(rowsHereMax),
      max: exactNumber(exportRowsMax),
    }),
    openReports ? { action: { label: t('openReports'), run: openReports } } : undefined,
  )
}
