import { sql, type SelectQueryBuilder } from 'kysely'
import { severityOfRank } from '@signet/contract/severities'
import { everySource } from '@signet/contract/sources'
import { countUpTo } from '../../db/capped-page.ts'
import type { Tables } from '../../db/tables.ts'
import { historyText } from '../audit/history-text.ts'
import {
  batchOf,
  column,
  isBefore,
  type Exporter,
  type Figures,
  type FilterOf,
  type Reader,
} from '../exporter/exporter.ts'
import { barsOf, bySource, grouped, number, shareOf, tallyOf, trend } from '../exporter/figures.queries.ts'
import { auditedOf, type AuditTab } from './activity.queries.ts'
import { publishedScope } from './threat-filter.ts'

const exporter: Exporter<FilterOf<'activity'>> = {
  title: 'Activity',
  reportName: 'Activity report',
  permission: 'activity:read',
  columns: [
    column('When', 18),
    column('Who', 24),
    column('What', 28),
    column('Title', 48),
    column('Source', 16),
    column('Severity', 10),
    column('Remark', 48),
    column('Threat', 38),
  ],
  printed: [
    { column: 0, width: 85 },
    { column: 1, width: 100 },
    { column: 2, width: 120 },
    { column: 3, width: 210 },
  ],
  count: (reader, filter, max) => countUpTo(reader.tx, activityOf(reader, filter), max),
  // Index: audit_action.
  async batch(reader, filter, after, limit) {
    const rows = await activityOf(reader, filter)
      .$if(after !== null, (query) => query.where(isBefore('audit.at', 'audit.id', after)))
      .select(['audit.id', 'audit.at', 'audit.by_name', 'audit.by_role', 'audit.action', 'audit.after'])
      .select(['threats.id as threat_id', 'threats.source', 'threats.title', 'threats.severity'])
      .select(sql<string>`audit.at::text`.as('cursor'))
      .orderBy('audit.at', 'desc')
      .orderBy('audit.id', 'desc')
      .limit(limit)
      .execute()
    return batchOf(rows, limit, (row) => [
      row.at,
      // Who reviews is the provider's own business, as in the list.
      row.by_role === 'qa' ? 'Review team' : row.by_name,
      historyText(row.action, row.after),
      row.title,
      everySource[row.source].label,
      severityOfRank(row.severity),
      (row.after as { remark?: string } | null)?.remark ?? null,
      row.threat_id,
    ])
  },
  figures: (reader, filter) => figuresOfActivity(reader, activityOf(reader, filter)),
}

function activityOf(reader: Reader, filter: FilterOf<'activity'>) {
  const { tab, kind, ...rest } = filter
  return auditedOf(reader.tx, publishedScope(reader, kind), tab as AuditTab, rest)
}

/** Figures of what was done, by a filter of the activity. */
async function figuresOfActivity(
  { tx, zone }: Reader,
  activity: SelectQueryBuilder<Tables, 'audit' | 'threats', object>,
): Promise<Figures> {
  const found = activity.select([
    'audit.action',
    'audit.at',
    'audit.by_name',
    'audit.by_role',
    'threats.severity',
    'threats.source',
  ])
  const rows = await tx
    .selectFrom(found.as('f'))
    .select(['f.action', 'f.severity', 'f.source', (select) => select.fn.countAll<string>().as('count')])
    .select(sql<string | null>`case when f.by_role = 'qa' then 'Review team' else f.by_name end`.as('who'))
    .groupBy([
      'f.action',
      'f.severity',
      'f.source',
      sql`case when f.by_role = 'qa' then 'Review team' else f.by_name end`,
    ])
    .execute()
  const { counted, sum } = tallyOf(rows)
  const total = sum(() => true)
  const people = grouped(counted, ({ who }) => who ?? 'Signet')
  const actions = grouped(counted, ({ action }) => historyText(action, null))
  const takedowns = sum(({ action }) => action === 'threat.takedown')
  return {
    key: [
      { label: 'Actions', value: number.format(total), note: 'in this report' },
      { label: 'Takedowns asked for', value: number.format(takedowns), note: shareOf(takedowns, total) },
      { label: 'People', value: number.format(people.size), note: 'took part' },
    ],
    charts: [
      { title: 'What was done', form: 'bars', data: barsOf(actions) },
      { title: 'By person', form: 'bars', data: barsOf(people) },
      await trend({ tx, zone }, 'Over time', sql`(${tx.selectFrom(found.as('f')).select('f.at')})`),
      bySource(counted),
    ],
  }
}

export const exporters = { activity: exporter }
