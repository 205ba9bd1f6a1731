import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { exportFilters, ExportKind } from '@signet/contract/exports'
import { severityOfRank } from '@signet/contract/severities'
import { everySource, type Kind } from '@signet/contract/sources'
import { takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns'
import { countUpTo } from '../../db/capped-page.ts'
import { auditedOf, type AuditTab } from '../threats/activity.queries.ts'
import { historyText } from '../audit/history-text.ts'
import { selectTakedowns } from '../cases/takedowns.queries.ts'
import { whereCases } from '../cases/case-list.ts'
import { publishedScope, whereThreats } from '../threats/threat-filter.ts'
import { batchOf, column, isBefore, type AnyExporter, type Exporter, type Reader } from './exporter.ts'
import { leaks } from './export-leaks.ts'
import { figuresOfActivity, figuresOfTakedowns, figuresOfThreats } from './figures.queries.ts'

type FilterOf<K extends keyof typeof exportFilters> = z.output<(typeof exportFilters)[K]>

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
]

function threatsOf(kind: Kind): Exporter<FilterOf<'threats'> | FilterOf<'touts'>> {
  const from = (reader: Reader, filter: FilterOf<'threats'> | FilterOf<'touts'>) =>
    whereThreats(reader.tx.selectFrom('threats'), publishedScope(reader, kind), filter)
  return {
    title: kind === 'tout' ? 'Touts' : 'Threats',
    reportName: kind === 'tout' ? 'Tout report' : 'Threat report',
    permission: kind === 'tout' ? 'touts:read' : 'threats:read',
    ...(kind === 'tout' ? { module: 'touts' as const } : {}),
    columns: threatColumns,
    printed: [
      { column: 3, width: 56 },
      { column: 0, width: 206 },
      { column: 1, width: 70 },
      { column: 2, width: 98 },
      { column: 9, width: 85 },
    ],
    count: (reader, filter, max) => countUpTo(reader.tx, from(reader, filter), max),
    // Index: threats_first_seen.
    async batch(reader, filter, after, limit) {
      const { id: companyId } = reader.company
      const rows = await from(reader, filter)
        .$if(after !== null, (query) => query.where(isBefore('threats.first_seen', 'threats.id', after)))
        .select([
          'threats.id',
          'threats.title',
          'threats.source',
          'threats.threat_type',
          'threats.severity',
          'threats.status',
          'threats.category',
          'threats.url',
          'threats.score',
          'threats.indicators',
          'threats.first_seen',
          'threats.last_seen',
          'threats.published_at',
          sql<string>`threats.first_seen::text`.as('cursor'),
          sql<keyof typeof takedownStatusLabels | null>`(select k.status from takedowns k
            where k.company_id = ${companyId} and k.threat_id = threats.id order by k.requested_at desc limit 1)`.as(
            'takedown',
          ),
        ])
        .orderBy('threats.first_seen', 'desc')
        .orderBy('threats.id', 'desc')
        .limit(limit)
        .execute()
      return batchOf(rows, limit, (row) => [
        row.title,
        everySource[row.source].label,
        row.threat_type,
        severityOfRank(row.severity),
        threatStatusLabels[row.status],
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
      ])
    },
    figures: (reader, filter) => figuresOfThreats(reader, from(reader, filter)),
  }
}

const threatStatusLabels = {
  open: 'Open',
  whitelist: 'Whitelisted',
  falsePositive: 'False positive',
  takedown: 'Takedown',
  deeperAnalysis: 'Deeper analysis',
}

const instantOf = (instant: string | undefined) => (instant === undefined ? null : new Date(instant))

const takedownsOf = (reader: Reader, { takedownStatus: statuses, ...filter }: FilterOf<'takedowns'>) =>
  whereCases(selectTakedowns(reader.tx, reader.company.id), { ...filter, statuses })

const takedowns: Exporter<FilterOf<'takedowns'>> = {
  title: 'Takedowns',
  reportName: 'Takedown report',
  permission: 'takedowns:read',
  columns: [
    column('Title', 48),
    column('Source', 16),
    column('Type', 24),
    column('Severity', 10),
    column('Status', 22),
    column('Reference', 24),
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
    { column: 3, width: 56 },
    { column: 0, width: 199 },
    { column: 4, width: 110 },
    { column: 7, width: 75 },
    { column: 10, width: 75 },
  ],
  count: (reader, filter, max) => countUpTo(reader.tx, takedownsOf(reader, filter), max),
  // Index: takedowns_requested.
  async batch(reader, filter, after, limit) {
    const rows = await takedownsOf(reader, filter)
      .$if(after !== null, (query) => query.where(isBefore('cases.requested_at', 'cases.id', after)))
      .selectAll('cases')
      .select([
        'threats.title',
        'threats.source',
        'threats.threat_type',
        'threats.severity',
        sql<string | null>`cases.reference`.as('reference'),
        sql<Partial<Record<TakedownStatus, string>>>`cases.reached_at`.as('reached_at'),
      ])
      .select(sql<string>`cases.requested_at::text`.as('cursor'))
      .orderBy('cases.requested_at', 'desc')
      .orderBy('cases.id', 'desc')
      .limit(limit)
      .execute()
    return batchOf(rows, limit, (row) => [
      row.title,
      everySource[row.source].label,
      row.threat_type,
      severityOfRank(row.severity),
      takedownStatusLabels[row.status as TakedownStatus],
      row.reference,
      row.requested_by_name,
      row.requested_at,
      instantOf(row.reached_at.submitted),
      instantOf(row.reached_at.offline_monitoring),
      instantOf(row.reached_at.resolved),
      row.updated_at,
      row.threat_id,
      row.id,
    ])
  },
  figures: (reader, filter) => figuresOfTakedowns(reader, takedownsOf(reader, filter)),
}

const activity: Exporter<FilterOf<'activity'>> = {
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

/** Every kind of export. A new kind is one more line here and one of `exportFilters` in the contract. */
export const exporters: Record<ExportKind, AnyExporter> = {
  threats: threatsOf('threat'),
  touts: threatsOf('tout'),
  leaks,
  takedowns,
  activity,
}
