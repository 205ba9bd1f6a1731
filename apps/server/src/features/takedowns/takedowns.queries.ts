import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { severityOfRank, severityRank } from '@signet/contract/severities'
import { everySource, type AnySource, type Kind } from '@signet/contract/sources'
import {
  openTakedownStatuses,
  takedownSteps,
  takedownStatusLabels,
  takedownStatuses,
  unsentTakedownStatuses,
  type Takedown,
  type TakedownListQuery,
  type TakedownStatus,
} from '@signet/contract/takedowns'
import type { Option, Page } from '@signet/contract/wire'
import type { CompanyRef } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { rangeOf } from '../../db/range.ts'
import type { TakedownRow } from '../../db/schema.ts'

/** Hours from the request to removal that a case is measured against, by severity rank. */
const targetHours: Record<number, number> = { 4: 24, 3: 48, 2: 72, 1: 120 }

/** The same in SQL, from the column that holds the rank. */
export function targetOf(severityColumn: string): RawBuilder<string> {
  const rank = sql.ref(severityColumn)
  const cases = Object.entries(targetHours).map(
    ([of, hours]) => sql`when ${rank} = ${sql.lit(Number(of))} then ${sql.lit(hours)}`,
  )
  return sql`make_interval(hours => case ${sql.join(cases, sql` `)} end)`
}

const sortColumn = {
  requestedAt: 'takedowns.requested_at',
  updatedAt: 'takedowns.updated_at',
  severity: 'threats.severity',
  title: 'threats.title',
  status: 'takedowns.status',
  source: 'threats.source',
} as const

/** A takedown with what its threat says. */
export type TakedownWithThreat = TakedownRow & {
  kind: Kind
  source: AnySource
  title: string
  threat_type: string
  severity: number
}

/** The takedowns of a company beside their threats. */
export function selectTakedowns(tx: Tx, companyId: number) {
  return tx
    .selectFrom('takedowns')
    .innerJoin('threats', (join) =>
      join.onRef('threats.company_id', '=', 'takedowns.company_id').onRef('threats.id', '=', 'takedowns.threat_id'),
    )
    .where('takedowns.company_id', '=', companyId)
}

/** Narrows takedowns to a filter of their list. */
export function whereTakedowns(
  query: ReturnType<typeof selectTakedowns>,
  filter: Partial<
    Pick<
      TakedownListQuery,
      'threatSeverity' | 'threatType' | 'threatSource' | 'takedownStatus' | 'fromDate' | 'toDate' | 'searchQuery'
    >
  >,
) {
  const { from, until } = rangeOf(filter)
  let narrowed = query
  if (from) narrowed = narrowed.where('takedowns.requested_at', '>=', from)
  if (until) narrowed = narrowed.where('takedowns.requested_at', '<', until)
  if (filter.threatSeverity?.length)
    narrowed = narrowed.where(
      'threats.severity',
      'in',
      filter.threatSeverity.map((name) => severityRank[name]),
    )
  if (filter.threatType?.length) narrowed = narrowed.where('threats.threat_type', 'in', filter.threatType)
  if (filter.threatSource?.length) narrowed = narrowed.where('threats.source', 'in', filter.threatSource)
  if (filter.takedownStatus?.length) narrowed = narrowed.where('takedowns.status', 'in', filter.takedownStatus)
  if (filter.searchQuery)
    narrowed = narrowed.where(sql<boolean>`strpos(lower(threats.title), lower(${filter.searchQuery})) > 0`)
  return narrowed
}

/** One page of takedowns. Index: takedowns_requested. */
export async function listTakedownRows(
  tx: Tx,
  companyId: number,
  query: TakedownListQuery,
): Promise<Page<TakedownWithThreat>> {
  const filtered = whereTakedowns(selectTakedowns(tx, companyId), query)
  const { count } = await filtered
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const items = await filtered
    .selectAll('takedowns')
    .select(['threats.kind', 'threats.source', 'threats.title', 'threats.threat_type', 'threats.severity'])
    .orderBy(sortColumn[query.sortField], query.sortDirection)
    .orderBy('takedowns.id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  return { items, total: Number(count), pageNumber: query.pageNumber, limit: query.limit }
}

export async function findTakedown(tx: Tx, companyId: number, takedownId: string): Promise<TakedownWithThreat | null> {
  const row = await selectTakedowns(tx, companyId)
    .selectAll('takedowns')
    .select(['threats.kind', 'threats.source', 'threats.title', 'threats.threat_type', 'threats.severity'])
    .where('takedowns.id', '=', takedownId)
    .executeTakeFirst()
  return row ?? null
}

/** The values that occur among the takedowns, with their counts. */
export async function takedownOptions(
  tx: Tx,
  companyId: number,
  kind: 'source' | 'type' | 'severity' | 'status',
  filter: { threatSource?: AnySource[] | undefined },
): Promise<Option[]> {
  const column = {
    source: 'threats.source',
    type: 'threats.threat_type',
    severity: 'threats.severity',
    status: 'takedowns.status',
  }[kind]
  const reference = sql.ref<string | number>(column)
  const rows = await whereTakedowns(selectTakedowns(tx, companyId), filter)
    .select([reference.as('value'), (select) => select.fn.countAll<string>().as('count')])
    .groupBy(reference)
    .execute()
  return rows
    .toSorted(
      (a, b) =>
        orderOf(kind, a.value) - orderOf(kind, b.value) ||
        labelOf(kind, a.value).localeCompare(labelOf(kind, b.value), 'en'),
    )
    .map(({ value, count }) => ({
      value: kind === 'severity' ? severityOfRank(Number(value)) : String(value),
      label: labelOf(kind, value),
      count: Number(count),
    }))
}

function labelOf(kind: string, value: string | number): string {
  if (kind === 'severity') return severityOfRank(Number(value))
  if (kind === 'source') return everySource[value as AnySource].label
  if (kind === 'status') return takedownStatusLabels[value as TakedownStatus]
  return String(value)
}

function orderOf(kind: string, value: string | number): number {
  if (kind === 'severity') return -Number(value)
  if (kind === 'status') return takedownStatuses.indexOf(value as TakedownStatus)
  return 0
}

/** Opens a case; the unique index takedowns_open_uq refuses a second one. */
export async function insertTakedown(
  tx: Tx,
  takedown: { companyId: number; threatId: string; status: TakedownStatus; by: { userId: string; name: string } },
): Promise<string> {
  const id = randomUUID()
  const now = new Date().toISOString()
  const reached =
    takedown.status === 'authorised' ? { draft: now, authorised: now } : { draft: now, [takedown.status]: now }
  await tx
    .insertInto('takedowns')
    .values({
      company_id: takedown.companyId,
      id,
      threat_id: takedown.threatId,
      status: takedown.status,
      reference: null,
      reached_at: JSON.stringify(reached),
      requested_by: takedown.by.userId,
      requested_by_name: takedown.by.name,
    })
    .execute()
  return id
}

/** Withdraws the open cases of threats as long as no notice has left; returns which threats had one withdrawn. */
export async function withdrawUnsent(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
): Promise<{ id: string; threat_id: string }[]> {
  return tx
    .updateTable('takedowns')
    .set((set) => ({
      status: 'withdrawn' as const,
      updated_at: new Date(),
      reached_at: sql`reached_at || jsonb_build_object('withdrawn', ${new Date().toISOString()}::text)` as never,
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .where('status', 'in', unsentTakedownStatuses)
    .returning(['id', 'threat_id'])
    .execute()
}

/** The threats among these whose open case has gone too far to be taken back. */
export async function sentCasesOf(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('takedowns')
    .select('threat_id')
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .where('status', 'in', openTakedownStatuses)
    .where('status', 'not in', unsentTakedownStatuses)
    .execute()
  return new Set(rows.map((row) => row.threat_id))
}

/** A takedown as it is sent. */
export function toTakedown(row: TakedownWithThreat, company: CompanyRef): Takedown {
  const reached = row.reached_at
  return {
    id: row.id,
    threatId: row.threat_id,
    company: company.key,
    kind: row.kind,
    source: row.source,
    title: row.title,
    threatType: row.threat_type,
    severity: severityOfRank(row.severity),
    status: row.status,
    statusLabel: takedownStatusLabels[row.status],
    assetState: row.asset_state,
    waitingFor: waitingFor(row.status),
    steps: takedownSteps(row.status, reached),
    clocks: {
      requestedAt: row.requested_at.toISOString(),
      ...(reached.authorised ? { authorisedAt: reached.authorised } : {}),
      ...(reached.submitted ? { submittedAt: reached.submitted } : {}),
      ...(reached.resolved ? { resolvedAt: reached.resolved } : {}),
      targetHours: targetHours[row.severity] ?? 72,
    },
    attempts: [],
    ...(row.reference ? { reference: row.reference } : {}),
    requestedBy: row.requested_by_name,
    requestedAt: row.requested_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    isDemo: row.is_demo,
    version: row.version,
  }
}

function waitingFor(status: TakedownStatus): Takedown['waitingFor'] {
  if (status === 'awaiting_authorisation') return 'client'
  if (['draft', 'authorised', 'info_requested', 'reopened', 'offline_monitoring'].includes(status)) return 'team'
  return (openTakedownStatuses as readonly string[]).includes(status) ? 'provider' : null
}
