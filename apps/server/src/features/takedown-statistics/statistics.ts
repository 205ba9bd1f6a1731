import { isOneOf } from '@signet/contract/narrow'
import {
  downTakedownStatuses,
  runningTakedownStatuses,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedown-status'
import {
  statisticsClocks,
  uncountedStatuses,
  type Durations,
  type StatisticsGroup,
  type TakedownStatistics,
} from '@signet/contract/takedowns/takedown-statistics'
import { secondMs } from '@signet/contract/time'
import { kaplanMeier, thinnedCurve, timeOf } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import {
  countByStatus,
  namesOfRecipients,
  recipientsOf,
  rowsOfClocks,
  rowsOfGroups,
  type ClockRow,
  type SomeTakedowns,
} from './clock-rows.queries.ts'
import { labelOfGroup } from './group-labels.ts'
import type { ClockGrouping, StatusCount } from './clock-rows.queries.ts'

/** Steps of a curve that is sent: more than a chart has room for. */
const stepsMax = 200

/** The statistics of some takedowns; whatever shows a duration of takedowns takes it from here. */
export async function statisticsOf(
  tx: Tx,
  takedowns: SomeTakedowns,
  { clock, by, now }: ClockGrouping,
): Promise<TakedownStatistics> {
  const rows = await rowsOfClocks(tx, takedowns, now)
  return {
    ...outcomesOf(await countByStatus(tx, takedowns)),
    clocks: clocksIn(rows),
    curve: thinnedCurve(curveOf(rows.filter((row) => row.clock === clock)), stepsMax),
    groups: await withNames(tx, takedowns, by, groupsOf(by, await rowsOfGroups(tx, takedowns, { clock, by, now }))),
  }
}

/** Providers have the name of the contact that their notices went to, if it is known. */
async function withNames(tx: Tx, takedowns: SomeTakedowns, by: StatisticsGroup, groups: TakedownStatistics['groups']) {
  if (by !== 'provider' || groups.length === 0) return groups
  const notified = await recipientsOf(
    tx,
    takedowns,
    groups.map(({ label }) => label),
  )
  const names = await namesOfRecipients(
    tx,
    notified.map(({ recipient }) => recipient),
  )
  return groups.map((group) => {
    const name = notified
      .filter(({ provider }) => provider === group.label)
      .map(({ recipient }) => names.get(recipient))
      .find((known) => known !== undefined)
    return name === undefined ? group : { ...group, name }
  })
}

type Outcomes = Omit<TakedownStatistics, 'clocks' | 'curve' | 'groups'>

function outcomesOf(counts: readonly StatusCount[]): Outcomes {
  const counted = counts.filter(({ status }) => !isOneOf(uncountedStatuses, status))
  const sum = (rows: typeof counts) => rows.reduce((total, { count }) => total + count, 0)
  const having = (...statuses: readonly TakedownStatus[]) =>
    sum(counts.filter(({ status }) => statuses.includes(status)))
  return {
    total: sum(counted),
    open: having(...runningTakedownStatuses),
    removed: having(...downTakedownStatuses),
    withdrawn: having('withdrawn'),
    refused: having('refused'),
    failed: having('unsuccessful', 'stale'),
    uncounted: having(...uncountedStatuses),
    relapsed: counted.reduce((total, { relapsed }) => total + relapsed, 0),
  }
}

const curveOf = (rows: readonly ClockRow[]) =>
  kaplanMeier(rows.map(({ seconds, is_reached: isReached, count }) => ({ ms: seconds * secondMs, isReached, count })))

/** The figures of every clock over some takedowns, in the order of `statisticsClocks`. */
export async function clocksOf(tx: Tx, takedowns: SomeTakedowns, now: Date): Promise<TakedownStatistics['clocks']> {
  return clocksIn(await rowsOfClocks(tx, takedowns, now))
}

const clocksIn = (rows: Awaited<ReturnType<typeof rowsOfClocks>>) =>
  statisticsClocks.map((key) => ({ key, ...durationsOf(rows.filter(({ clock }) => clock === key)) }))

function durationsOf(rows: readonly ClockRow[]): Durations {
  const curve = curveOf(rows)
  const sum = (which: (row: ClockRow) => boolean) => rows.filter(which).reduce((total, { count }) => total + count, 0)
  return {
    count: sum(() => true),
    reached: sum((row) => row.is_reached),
    open: sum((row) => !row.is_reached && row.is_open),
    ended: sum((row) => !row.is_reached && !row.is_open),
    medianMs: timeOf(curve, 0.5),
    p90Ms: timeOf(curve, 0.9),
  }
}

function groupsOf(by: StatisticsGroup, rows: readonly (ClockRow & { label: string })[]): TakedownStatistics['groups'] {
  const groups = Map.groupBy(rows, ({ label }) => label)
  return [...groups]
    .map(([label, own]) => ({ label: labelOfGroup(by, label), ...durationsOf(own) }))
    .toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'en'))
}
