import { isOneOf } from '@signet/contract/narrow'
import { severityOfRank } from '@signet/contract/threats/severities'
import { everySource } from '@signet/contract/threats/sources'
import {
  downTakedownStatuses,
  runningTakedownStatuses,
  takedownStatusLabels,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedown-status'
import { column, exporterOf, type Figures, type FilterOf, type ExportReader } from '../exported-lists/exporter.ts'
import {
  barsOf,
  bySource,
  earliest,
  grouped,
  number,
  longDay,
  mostFrequent,
  shareOf,
  tallyOf,
  trend,
} from '../exported-lists/charts.queries.ts'
import { takedownsAmong } from '../takedown-statistics/clock-rows.queries.ts'
import { printedStatistics } from '../takedown-statistics/printed-statistics.ts'
import { whereCases, type Cases } from './case-list.queries.ts'
import { selectTakedowns, withThreatAndReference } from './takedowns.queries.ts'

const instantOf = (instant: string | undefined) => (instant === undefined ? null : new Date(instant))

const takedownsOf = (reader: ExportReader, { takedownStatus: statuses, ...filter }: FilterOf<'takedowns'>) =>
  whereCases(selectTakedowns(reader.tx, reader.company.id), { ...filter, statuses })

const exporter = exporterOf({
  title: 'Takedowns',
  reportName: 'Takedown report',
  permission: 'takedowns:read',
  columns: [
    column('Title', 48),
    column('Source', 16),
    column('Type', 24),
    column('Severity', 10),
    column('Status', 22),
    column("Provider's case number", 24),
    column('Requested by', 24),
    column('Requested', 18),
    column('Notice sent', 18),
    column('Offline', 18),
    column('Resolved', 18),
    column('Last changed', 18),
    column('Threat', 38),
    column('ID', 38),
  ],
  printed: [
    { column: 3 },
    { column: 0, source: 1 },
    { column: 4 },
    { column: 7 },
    { column: 8, empty: 'Not sent' },
    { column: 10, empty: 'Not resolved' },
  ],
  from: takedownsOf,
  // Index: takedowns_requested.
  order: ['cases.requested_at', 'cases.id'],
  select: withThreatAndReference,
  cells: (row) => [
    row.title,
    everySource[row.source].label,
    row.threat_type,
    severityOfRank(row.severity),
    takedownStatusLabels[row.status],
    row.reference,
    row.requested_by_name,
    row.requested_at,
    instantOf(row.reached_at.submitted),
    instantOf(row.reached_at.offline_monitoring),
    instantOf(row.reached_at.resolved),
    row.updated_at,
    row.threat_id,
    row.id,
  ],
  figures: figuresOfTakedowns,
})

/** Figures of the takedowns a filter finds. */
async function figuresOfTakedowns({ tx, company, zone }: ExportReader, cases: Cases): Promise<Figures> {
  const found = cases
    .select(['cases.threat_id as id', 'cases.status', 'cases.requested_at', 'threats.severity', 'threats.source'])
    .$narrowType<{ status: TakedownStatus }>()
  const { counted, sum } = await tallyOf(tx, found, ['severity', 'source', 'status'])
  const total = sum(() => true)
  const down = sum(({ status }) => isOneOf(downTakedownStatuses, status))
  const running = sum(({ status }) => isOneOf(runningTakedownStatuses, status))
  const oldest = await earliest(tx, found.where('cases.status', 'in', [...runningTakedownStatuses]), 'requested_at')
  const sources = bySource(counted)
  const statistics = await printedStatistics(tx, takedownsAmong(company.id, cases.select('cases.id')))
  return {
    key: [
      { label: 'Takedowns', value: number.format(total), note: 'in this report' },
      { label: 'Taken down', value: number.format(down), note: shareOf(down, total) },
      { label: 'In progress', value: number.format(running), note: shareOf(running, total) },
      statistics.figure,
    ],
    charts: [
      {
        title: 'By status',
        form: 'bars',
        data: barsOf(grouped(counted, ({ status }) => takedownStatusLabels[status])),
      },
      sources,
      await trend({ tx, zone }, 'Takedowns requested', found, 'requested_at'),
      statistics.chart,
    ],
    counted: 'Takedowns requested',
    points: [
      oldest
        ? `In progress: ${number.format(running)}; the oldest was requested on ${longDay(oldest, zone)}.`
        : 'None is in progress.',
      ...mostFrequent(sources, total),
      `Closed without success: ${number.format(total - down - running)}, e.g. rejected, unsuccessful or withdrawn.`,
    ],
    notes: statistics.notes,
  }
}

export const exporters = { takedowns: exporter }
