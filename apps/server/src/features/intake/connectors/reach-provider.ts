import { setTimeout as wait } from 'node:timers/promises'
import { connectors, type Access, type Connector } from '@signet/connectors'
import {
  connectors as infos,
  type ConnectorInfo,
  type ConnectorName,
  type Credentials,
} from '@signet/contract/collection/connectors'
import { minuteMs } from '@signet/contract/time'
import type { JobParts } from '../../../app/jobs.ts'
import { takeTurn } from '../../../app/server-gates.queries.ts'
import { clockFactorOf } from '../../../db/clock-factor.ts'
import { takeCall, type Run } from './connectors.queries.ts'

export type CollectParts = Pick<
  JobParts,
  'database' | 'secrets' | 'enqueue' | 'feedAllow' | 'connectorsUrl' | 'lookUps'
>

/** A call that would wait longer is left to a later run. */
const waitMaxMs = minuteMs

/** How a connector reaches its provider for a company: its calls keep the rate and the quota of the account in every process. */
export function reachProvider(
  { database, feedAllow, connectorsUrl }: CollectParts,
  run: Run,
  credentials: Credentials,
  signal: AbortSignal,
): Access {
  const { connector: name, companyId } = run
  const connector: Connector = connectors[name]
  const { credentials: needed }: ConnectorInfo = infos[name]
  // Without an account, the provider counts the calls of this installation.
  const gate = needed.length > 0 ? `connector ${name} ${companyId}` : `connector ${name}`
  return {
    credentials,
    base: baseOf(name, connector, credentials, connectorsUrl ?? null),
    allowAddress: feedAllow,
    signal,
    async before() {
      const { quota } = connector
      const spacingMs = connector.spacingMs / (await database.inCompanies([], clockFactorOf))
      await wait(await takeTurn(database, gate, spacingMs, waitMaxMs), undefined, { signal })
      if (quota) await database.inCompanies([companyId], (tx) => takeCall(tx, run, quota))
    },
  }
}

function baseOf(name: ConnectorName, { base }: Connector, { baseUrl }: Credentials, standIn: string | null): string {
  if (standIn !== null) return `${standIn}/${name}`
  return base === '' ? (baseUrl ?? '').replace(/\/+$/, '') : base
}
