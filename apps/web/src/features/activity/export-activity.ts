import { listActivity, type Activity } from '@signet/contract/threats/activity'
import { addExport, directRowsMax } from '@signet/contract/reports/exports'
import { call, wireQuery } from '../../api/call.ts'
import { csvText } from '../../ui/grid/csv-file.ts'
import { t } from './words.ts'
import { activityFilter } from './activity.api.ts'
import type { ActivitySearch } from './activity-search.ts'
import { undoReason } from './activity-columns.tsx'
import { sourceWord } from '../../parts/threats/source-name.tsx'
import { actorName } from '../../words/named/actor-name.ts'
import { valueName } from '../../words/named/name-of.ts'

const pageRows = 200

/** The columns of the list in the same order, with times in ISO 8601 UTC. */
export function activityCsv(rows: readonly Activity[]): string {
  const head = [t('severity'), t('name'), t('decision'), t('by'), t('date'), t('remark'), t('source'), t('undo')]
  return csvText(
    head,
    rows.map((row) => [
      valueName(row.severity),
      row.title,
      valueName(row.text),
      actorName(row.by),
      row.at,
      row.remark ?? '',
      sourceWord(row.source),
      row.undo ? (row.undo.isPossible ? t('possible') : undoReason(row.undo.reason)) : '',
    ]),
  )
}

/** All rows that match the current filters, loaded page by page. */
export async function allRows(company: string, search: ActivitySearch): Promise<Activity[]> {
  const rows: Activity[] = []
  for (let pageNumber = 1; rows.length < directRowsMax; pageNumber += 1) {
    const query = { ...activityFilter(company, search), pageNumber, limit: pageRows }
    const page = await call(listActivity, { query })
    rows.push(...page.items)
    if (page.items.length < pageRows) break
  }
  return rows
}

/** Requests an export by a job, with the filters that the list sends. */
export async function askForFile(company: string, search: ActivitySearch): Promise<void> {
  const sent = new URLSearchParams(wireQuery(activityFilter(company, search)))
  for (const name of ['company', 'sortField', 'sortDirection']) sent.delete(name)
  const filters = Object.fromEntries(sent)
  await call(addExport, { query: { company }, body: { company, kind: 'activity', format: 'csv', filters } })
}
