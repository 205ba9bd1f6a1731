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
import type { ConnectorRow } from './connectors.queries.ts'
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

/** Since when it has had nothing at all; null if that is not unusual yet. A connector that runs once a week is given two runs. */
export function silentSince({ connector, data_at: dataAt, on_since: onSince }: Work, now: Date): Date | null {
  const since = new Date(Math.max(dataAt?.getTime() ?? 0, onSince?.getTime() ?? 0))
  const usualMs = isPolled(connector) ? Math.max(silentAfterMs, 2 * connectors[connector].everyMs) : silentPushMs
  return now.getTime() - since.getTime() > usualMs ? since : null
}

/** The state of a connector. */
export function stateOf(row: Work, now: Date): ConnectorState {
  // One that collects nothing is only stored with its account.
  if (!isCollecting(row.connector)) return 'ready'
  if (!row.is_on) return 'off'
  if (row.paused_at) return 'paused'
  if (row.problem) return stateOfProblem(row.problem)
  if (!row.ran_at) return 'waiting'
  return silentSince(row, now) ? 'silent' : 'collecting'
}

/** What people have to know of a connector that is on: what doesn't pass by itself, or has lasted too long. */
export function troubleOf(row: ConnectorRow, now: Date): 'needsAccount' | 'silent' | 'failing' | null {
  const state = stateOf(row, now)
  if (state === 'paused') return null
  if (state === 'needsAccount') return state
  if (silentSince(row, now)) return 'silent'
  return state === 'failing' && row.failures >= failuresMax ? state : null
}

/** Whether it works again after a trouble. */
export const isWorking = (row: ConnectorRow, now: Date): boolean => stateOf(row, now) === 'collecting'

/** What a connector did for a company, as everybody of the company sees it. */
export function connectorWork(connector: ConnectorName, row: ConnectorRow | undefined, now: Date): ConnectorWork {
  return {
    connector,
    source: infos[connector].source,
    state: row ? stateOf(row, now) : 'off',
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
export function companyConnector(connector: ConnectorName, row: ConnectorRow | undefined, now: Date): CompanyConnector {
  const quota = asksProvider(connector) ? askedConnectors[connector].quota : null
  const isCounting = row?.quota_ends_at && row.quota_ends_at > now
  return {
    ...connectorWork(connector, row, now),
    credentials: row?.credentials ?? [],
    pausedBy: row?.paused_by_name ?? null,
    problem: row?.problem ? inEnglish(row.problem) : null,
    quota:
      quota && row && isCounting && row.quota_ends_at
        ? { left: Math.max(0, quota.calls - row.quota_used), of: quota.calls, until: row.quota_ends_at.toISOString() }
        : null,
    skips: row?.skips ?? [],
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
