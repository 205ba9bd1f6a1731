import type { SelectQueryBuilder } from 'kysely'
import { textIn } from '@signet/contract/narrow'
import { severityOfRank } from '@signet/contract/threats/severities'
import { everySource } from '@signet/contract/threats/sources'
import type { Tables } from '../../../db/tables.ts'
import { actorIn, historyText } from '../../audit/history-text.ts'
import { column, exporterOf, type Figures, type FilterOf, type ExportReader } from '../../exported-lists/exporter.ts'
import {
  barsOf,
  bySource,
  grouped,
  number,
  percentOf,
  shareOf,
  tallyOf,
  trend,
} from '../../exported-lists/charts.queries.ts'
import { auditedOf, withPerson } from './activity.queries.ts'
import { publishedScope } from './threat-filter.queries.ts'

const exporter = exporterOf({
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
  printed: [{ column: 0 }, { column: 1 }, { column: 2 }, { column: 3, source: 4 }],
  from: activityOf,
  // Index: audit_action.
  order: ['audit.at', 'audit.id'],
  select: (found) =>
    found
      .select(['audit.id', 'audit.at', 'audit.by_name', 'audit.by_role', 'audit.action', 'audit.after'])
      .select(['threats.id as threat_id', 'threats.source', 'threats.title', 'threats.severity']),
  cells: (row) => [
    row.at,
    actorIn(row),
    historyText(row.action, row.after, row.source),
    row.title,
    everySource[row.source].label,
    severityOfRank(row.severity),
    textIn(row.after, 'remark') ?? null,
    row.threat_id,
  ],
  figures: figuresOfActivity,
})

function activityOf(reader: ExportReader, filter: FilterOf<'activity'>) {
  const { tab, kind, ...rest } = filter
  return auditedOf(reader.tx, publishedScope(reader, kind), tab, rest)
}

/** Figures of what was done, by a filter of the activity. */
async function figuresOfActivity(
  { tx, zone }: ExportReader,
  activity: SelectQueryBuilder<Tables, 'audit' | 'threats', object>,
): Promise<Figures> {
  const found = withPerson(activity)
  const { counted, sum } = await tallyOf(tx, found, ['action', 'severity', 'source', 'who'])
  const total = sum(() => true)
  const people = grouped(counted, ({ who }) => who ?? 'Signet')
  const actions = grouped(counted, ({ action }) => historyText(action, null))
  const takedowns = sum(({ action }) => action === 'threat.takedown')
  return {
    key: [
      { label: 'Actions', value: number.format(total), note: 'in this report' },
      { label: 'Takedowns requested', value: number.format(takedowns), note: shareOf(takedowns, total) },
      { label: 'People', value: number.format(people.size), note: 'took part' },
    ],
    charts: [
      { title: 'What was done', form: 'bars', data: barsOf(actions) },
      { title: 'By person', form: 'bars', data: barsOf(people) },
      await trend({ tx, zone }, 'Actions', found, 'at'),
      bySource(counted),
    ],
    counted: 'Actions',
    points: [
      `Takedowns requested: ${number.format(takedowns)} of ${number.format(total)} actions (${percentOf(takedowns, total)}).`,
      ...barsOf(people)
        .slice(0, 1)
        .map(
          ({ label, value }) => `Most active: ${label}, ${number.format(value)} actions (${percentOf(value, total)}).`,
        ),
    ],
  }
}

export const exporters = { activity: exporter }
