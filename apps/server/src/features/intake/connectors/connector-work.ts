import { connectors } from '@signet/connectors'
import {
  connectors as infos,
  silentAfterMs,
  type CompanyConnector,
  type ConnectorName,
  type ConnectorState,
  type ConnectorWork,
} from '@signet/contract/collection/connectors'
import { inEnglish } from '../../../errors/sentences.ts'
import type { ConnectorRow } from './connectors.queries.ts'

const isoOf = (at: Date | null | undefined) => at?.toISOString() ?? null

function stateOf(row: ConnectorRow, now: Date): ConnectorState {
  if (!row.is_on) return 'off'
  if (row.problem) return row.is_throttled ? 'throttled' : 'failing'
  if (!row.ran_at) return 'waiting'
  const dataAt = row.data_at ?? row.on_since ?? row.ran_at
  return now.getTime() - dataAt.getTime() > silentAfterMs ? 'silent' : 'collecting'
}

/** What a connector did for a company, as everybody of the company sees it. */
export function connectorWork(connector: ConnectorName, row: ConnectorRow | undefined, now: Date): ConnectorWork {
  return {
    connector,
    source: infos[connector].source,
    state: row ? stateOf(row, now) : 'off',
    ranAt: isoOf(row?.ran_at),
    dataAt: isoOf(row?.data_at),
    nextRunAt: row?.is_on ? isoOf(row.next_run_at) : null,
    observed: row?.observed ?? 0,
    found: row?.found ?? 0,
    suppressed: row?.suppressed ?? 0,
    skipped: row?.skipped ?? 0,
  }
}

/** The same with what only staff see. */
export function companyConnector(connector: ConnectorName, row: ConnectorRow | undefined, now: Date): CompanyConnector {
  const { quota } = connectors[connector]
  const isCounting = row?.quota_ends_at && row.quota_ends_at > now
  return {
    ...connectorWork(connector, row, now),
    credentials: row?.credentials ?? [],
    problem: row?.problem ? inEnglish(row.problem) : null,
    quota:
      quota && row && isCounting && row.quota_ends_at
        ? { left: Math.max(0, quota.calls - row.quota_used), of: quota.calls, until: row.quota_ends_at.toISOString() }
        : null,
    skips: row?.skips ?? [],
    test: row?.tested_at
      ? {
          at: row.tested_at.toISOString(),
          problem: row.test_problem && inEnglish(row.test_problem),
          reply: row.test_reply,
        }
      : null,
  }
}
