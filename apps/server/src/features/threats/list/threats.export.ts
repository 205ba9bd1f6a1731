import type { SelectQueryBuilder } from 'kysely'
import { severityOfRank } from '@signet/contract/threats/severities'
import { threatNumberOf } from '@signet/contract/threats/threat-number'
import { everySource, type Kind } from '@signet/contract/threats/sources'
import { isFixed } from '@signet/contract/threats/case-words'
import { takedownStatusLabels } from '@signet/contract/takedowns/takedown-status'
import type { Tables } from '../../../db/tables.ts'
import { column, exporterOf, type Figures, type FilterOf, type ExportReader } from '../../exported-lists/exporter.ts'
import {
  bySeverity,
  bySource,
  earliest,
  longDay,
  number,
  mostFrequent,
  shareOf,
  tallyOf,
  trend,
} from '../../exported-lists/charts.queries.ts'
import { takedownsOfThreats } from '../../takedown-statistics/clock-rows.queries.ts'
import { printedStatistics } from '../../takedown-statistics/printed-statistics.ts'
import { publishedScope } from './threat-filter.queries.ts'
import { foundThreats, withLastTakedown } from './threats.export.queries.ts'

const threatColumns = [
  column('Title', 48),
  column('Source', 16),
  column('Type', 24),
  column('Severity', 10),
  column('Status', 16),
  column('Category', 20),
  column('Address', 48),
  column('Score', 8),
  column('Indicators', 48),
  column('First seen', 18),
  column('Last seen', 18),
  column('Published', 18),
  column('Takedown', 22),
  column('ID', 38),
  column('Number', 12),
]

function threatsOf(kind: Kind) {
  const from = (reader: ExportReader, filter: FilterOf<'threats'> | FilterOf<'touts'>) =>
    foundThreats(reader.tx, publishedScope(reader, kind), filter)
  return exporterOf({
    title: kind === 'tout' ? 'Touts' : 'Threats',
    reportName: kind === 'tout' ? 'Tout report' : 'Threat report',
    permission: kind === 'tout' ? 'touts:read' : 'threats:read',
    ...(kind === 'tout' ? { module: 'touts' as const } : {}),
    columns: threatColumns,
    printed: [{ column: 3 }, { column: 0, source: 1 }, { column: 1 }, { column: 2 }, { column: 4 }, { column: 9 }],
    from,
    // Index: threats_first_seen.
    order: ['threats.first_seen', 'threats.id'],
    select: (found, { company }) => withLastTakedown(found, company.id),
    cells: (row) => [
      row.title,
      everySource[row.source].label,
      row.threat_type,
      severityOfRank(row.severity),
      row.status === 'takedown' && isFixed(row.source) ? 'Fix' : threatStatusLabels[row.status],
      row.category,
      row.url,
      row.score,
      row.indicators
        .filter(({ contribution }) => contribution > 0)
        .map(({ name }) => name)
        .join('; '),
      row.first_seen,
      row.last_seen,
      row.published_at,
      row.takedown ? takedownStatusLabels[row.takedown] : null,
      row.id,
      threatNumberOf(row.number),
    ],
    figures: (reader, found) => figuresOfThreats(reader, found, kind),
  })
}

const threatStatusLabels = {
  open: 'Open',
  whitelist: 'Whitelisted',
  falsePositive: 'False positive',
  takedown: 'Takedown',
  deeperAnalysis: 'Deeper analysis',
}

/** Figures of the threats a filter finds. */
async function figuresOfThreats(
  { tx, company, zone }: ExportReader,
  threats: SelectQueryBuilder<Tables, 'threats', object>,
  kind: Kind,
): Promise<Figures> {
  const found = threats.select([
    'threats.id',
    'threats.severity',
    'threats.source',
    'threats.status',
    'threats.first_seen',
  ])
  const { counted, sum } = await tallyOf(tx, found, ['severity', 'source', 'status'])
  const total = sum(() => true)
  const [grave, open] = [sum(({ severity }) => severity >= 3), sum(({ status }) => status === 'open')]
  const urgent = sum(({ severity, status }) => severity >= 3 && status === 'open')
  const oldest = await earliest(tx, found.where('threats.status', '=', 'open'), 'first_seen')
  const sources = bySource(counted)
  const statistics = await printedStatistics(tx, takedownsOfThreats(company.id, found))
  return {
    key: [
      { label: 'Found', value: number.format(total), note: 'in this report' },
      { label: 'Critical or high', value: number.format(grave), note: shareOf(grave, total) },
      { label: 'Waiting for a decision', value: number.format(open), note: shareOf(open, total) },
      statistics.figure,
    ],
    charts: [
      bySeverity(counted),
      sources,
      await trend({ tx, zone }, kind === 'tout' ? 'Touts' : 'Threats', found, 'first_seen'),
      statistics.chart,
    ],
    counted: kind === 'tout' ? 'Touts found' : 'Threats found',
    points: [
      oldest
        ? `Waiting for your decision: ${number.format(open)}, ${number.format(urgent)} of them critical or high. The oldest was first seen on ${longDay(oldest, zone)}.`
        : 'None is waiting for your decision.',
      ...mostFrequent(sources, total),
    ],
    notes: statistics.notes,
  }
}

export const exporters = { threats: threatsOf('threat'), touts: threatsOf('tout') }
