import { addExport, exportRowsMax } from '@signet/contract/reports/exports'
import { errorText } from '../../../../api/api-error.ts'
import { call } from '../../../../api/call.ts'
import { exactNumber } from '../../../../format/numbers/exact-number.ts'
import { saveCsv } from '../../../../ui/grid/csv-file.ts'
import { snackbar } from '../../../../ui/feedback/messages/toasts.ts'
import { t } from '../words.ts'
import { csvOf } from './export-csv.ts'
import type { AnyThreat, Records, ShownColumn } from '../../records.ts'
import type { ThreatSearch } from '../../threat-search.ts'
import type { ListSource } from '../../threat-source.ts'
import { filterOnWire, pageQuery } from '../../threats.api.ts'
import { today } from '../../views/view-set.ts'

/** Longer exports are created by the server. */
const rowsHereMax = 5000
const batch = 200

interface Wanted {
  records: Records
  company: string
  source: ListSource
  search: ThreatSearch
  columns: readonly ShownColumn[]
  /** The number of matching threats; undefined when the count was capped. */
  total: number | undefined
  /** Opens the page with the server's exports; undefined where there is no such page. */
  openReports: (() => void) | undefined
}

/**
 * Exports the list as CSV: all matching threats, in the order and with the columns on screen. Long exports are requested from the server
 * and appear under Reports.
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
    // Sequential, so that an export doesn't slow down the lists of other users.
    const { items } = await records.calls.list(source, pageQuery(company, source, search, page, batch), undefined)
    // New threats shift the pages while they are loaded, so rows that were already added are skipped.
    for (const row of items) if (!seen.has(row.id)) rows.push(row)
    for (const { id } of items) seen.add(id)
    if (items.length < batch) break
  }
  return rows
}

async function askForFile({ records, company, source, search, openReports }: Wanted): Promise<void> {
  const { source: only, ...filter } = filterOnWire(company, source, search)
  // Exports of touts name this parameter `threatSource`, like lists of several sources.
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
