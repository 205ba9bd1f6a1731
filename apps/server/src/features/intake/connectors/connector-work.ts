import { askedConnectors, connectors } from '@signet/connectors'
import {
  connectors as infos,
  asksProvider,
  isCollecting,
  isPolled,
  silentAfterMs,
  type CompanyConnector,
  type ConnectorName,
  type ConnectorState,
  type ConnectorWork,
} from '@signet/contract/collection/connectors'
import { connectorErrors, type ConnectorErrorKind } from '@signet/contract/errors/connector-errors'
import { isOneOf, keysIn } from '@signet/contract/narrow'
import type { Words } from '@signet/contract/wire'
import { dayMs } from '@signet/contract/time'
import { inEnglish } from '../../../errors/sentences.ts'
import { clockFactorOf } from '../../../db/clock-factor.ts'
import type { Tx } from '../../../db/database.ts'
import { waitMsMin, type ConnectorRow } from './connectors.queries.ts'
import { hookOf } from './hook-of-connector.ts'

const isoOf = (at: Date | null | undefined) => at?.toISOString() ?? null

/** A failure that comes this often in a row doesn't pass by itself: the third one comes a quarter of an hour after the first. */
const failuresMax = 3

const stateOfKind: Partial<Record<ConnectorErrorKind, ConnectorState>> = {
  throttled: 'throttled',
  unauthorised: 'needsAccount',
}

function stateOfProblem({ reason }: Words): ConnectorState {
  const kind = isOneOf(keysIn(connectorErrors), reason) ? connectorErrors[reason][0] : null
  return (kind && stateOfKind[kind]) || 'failing'
}

/** People report less often than a provider is asked. */
const silentPushMs = 14 * dayMs

/** What the state of a connector depends on. */
type Work = Pick<ConnectorRow, 'connector' | 'is_on' | 'on_since' | 'paused_at' | 'problem' | 'ran_at' | 'data_at'>

/** The time, and how many times faster than usual connectors run (`clockFactorOf`). */
export interface Clock {
  now: Date
  factor: number
}
export const clockIn = async (tx: Tx): Promise<Clock> => ({ now: new Date(), factor: await clockFactorOf(tx) })

/** Since when it has had nothing at all; null if that is not unusual yet. A connector that runs once a week is given two runs. */
export function silentSince(
  { connector, data_at: dataAt, on_since: onSince }: Work,
  { now, factor }: Clock,
): Date | null {
  const since = new Date(Math.max(dataAt?.getTime() ?? 0, onSince?.getTime() ?? 0))
  const usualMs = isPolled(connector)
    ? Math.max(silentAfterMs / factor, 2 * Math.max(connectors[connector].everyMs / factor, waitMsMin))
    : silentPushMs
  return now.getTime() - since.getTime() > usualMs ? since : null
}

/** The state of a connector. */
export function stateOf(row: Work, clock: Clock): ConnectorState {
  // One that collects nothing is only stored with its account.
  if (!isCollecting(row.connector)) return 'ready'
  if (!row.is_on) return 'off'
  if (row.paused_at) return 'paused'
  if (row.problem) return stateOfProblem(row.problem)
  if (!row.ran_at) return 'waiting'
  return silentSince(row, clock) ? 'silent' : 'collecting'
}

/** What people have to know of a connector that is on: what doesn't pass by itself, or has lasted too long. */
export function troubleOf(row: ConnectorRow, clock: Clock): 'needsAccount' | 'silent' | 'failing' | null {
  const state = stateOf(row, clock)
  if (state === 'paused') return null
  if (state === 'needsAccount') return state
  if (silentSince(row, clock)) return 'silent'
  return state === 'failing' && row.failures >= failuresMax ? state : null
}

/** Whether it works again after a trouble. */
export const isWorking = (row: ConnectorRow, clock: Clock): boolean => stateOf(row, clock) === 'collecting'

/** What a connector did for a company, as everybody of the company sees it. */
export function connectorWork(connector: ConnectorName, row: ConnectorRow | undefined, clock: Clock): ConnectorWork {
  return {
    connector,
    source: infos[connector].source,
    state: row ? stateOf(row, clock) : 'off',
    ranAt: isoOf(row?.ran_at),
    dataAt: isoOf(row?.data_at),
    nextRunAt: row?.is_on && !row.paused_at ? isoOf(row.next_run_at) : null,
    pausedAt: isoOf(row?.paused_at),
    observed: row?.observed ?? 0,
    found: row?.found ?? 0,
    suppressed: row?.suppressed ?? 0,
    skipped: row?.skipped ?? 0,
    empty: row?.empty ?? 0,
  }
}

/** The same with what only staff see. */
export function companyConnector(
  connector: ConnectorName,
  row: ConnectorRow | undefined,
  clock: Clock,
): CompanyConnector {
  const quota = asksProvider(connector) ? askedConnectors[connector].quota : null
  const isCounting = row?.quota_ends_at && row.quota_ends_at > clock.now
  return {
    ...connectorWork(connector, row, clock),
    credentials: row?.credentials ?? [],
    pausedBy: row?.paused_by_name ?? null,
    problem: row?.problem ? inEnglish(row.problem) : null,
    quota:
      quota && row && isCounting && row.quota_ends_at
        ? { left: Math.max(0, quota.calls - row.quota_used), of: quota.calls, until: row.quota_ends_at.toISOString() }
        : null,
    skips: row?.skips ?? [],
    bound: row?.bound ?? null,
    hook: row ? hookOf(row) : null,
    test: row?.tested_at
      ? {
          at: row.tested_at.toISOString(),
          problem: row.test_problem && inEnglish(row.test_problem),
          reply: row.test_reply,
        }
      : null,
  }
}
