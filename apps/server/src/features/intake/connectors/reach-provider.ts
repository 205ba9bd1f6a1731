import { setTimeout as wait } from 'node:timers/promises'
import {
  addressesOf,
  askedConnectors,
  googlePlay,
  type Access,
  type AskedProvider,
  type HostOptions,
} from '@signet/connectors'
import {
  connectors as infos,
  type ConnectorInfo,
  type AskedConnectorName,
  type Credentials,
} from '@signet/contract/collection/connectors'
import { minuteMs } from '@signet/contract/time'
import type { JobParts } from '../../../app/jobs.ts'
import type { LookUpSettings } from '../../../app/settings.ts'
import { takeTurn } from '../../../app/server-gates.queries.ts'
import { clockFactorOf } from '../../../db/clock-factor.ts'
import { observeReportedMail } from '../../reported-mails/observe-reported-mail.ts'
import { replaceCredentials, takeCall } from './connectors.queries.ts'

export type CollectParts = Pick<
  JobParts,
  'database' | 'files' | 'secrets' | 'enqueue' | 'feedAllow' | 'feeds' | 'connectorsUrl' | 'lookUps' | 'textModel'
>

/** A call that would wait longer is left to a later run. */
const waitMaxMs = minuteMs

/**
 * How a connector reaches its provider for a company: its calls keep the rate and the quota of the account in every process. Without an
 * account, the provider counts the calls of the whole installation, while quotas are stored for each company. Such calls share one gate
 * instead, whose spacing alone keeps the quota (`connectors.test.ts` of the connectors).
 */
export function reachProvider(
  { database, secrets, feedAllow, feeds, connectorsUrl, textModel, lookUps }: CollectParts,
  account: { companyId: number; connector: AskedConnectorName },
  credentials: Credentials,
  signal: AbortSignal,
): Access {
  const { connector: name, companyId } = account
  const connector: AskedProvider = askedConnectors[name]
  const { credentials: needed }: ConnectorInfo = infos[name]
  const hasAccount = needed.length > 0
  const gate = hasAccount ? `connector ${name} ${companyId}` : `connector ${name}`
  const quota = hasAccount ? connector.quota : null
  return {
    credentials: name === 'sharedFeeds' ? { feeds } : credentials,
    base: baseOf(name, connector, credentials, connectorsUrl ?? null),
    allowAddress: feedAllow,
    signal,
    ...(connector.isMailbox ? { readMail: (mail: Buffer) => observeReportedMail(mail, textModel ?? null) } : {}),
    ...(name === 'ownHosts' && lookUps ? { hosts: hostOptions(lookUps) } : {}),
    replace: (replaced) =>
      database.inCompanies([companyId], (tx) => replaceCredentials({ tx, secrets }, companyId, name, replaced)),
    async before() {
      const spacingMs = connector.spacingMs / (await database.inCompanies([], clockFactorOf))
      await wait(await takeTurn(database, gate, spacingMs, waitMaxMs), undefined, { signal })
      if (quota) await database.inCompanies([companyId], (tx) => takeCall(tx, account, quota))
    },
  }
}

/** Hosts are reached as in look-ups of domains. */
function hostOptions({ dnsServers, rdapBootstrap, allow, ports }: LookUpSettings): HostOptions {
  return {
    dnsServers,
    rdapBootstrap,
    allowAddress: allow,
    lookup: dnsServers.length === 0 ? undefined : (host) => addressesOf(host, { servers: dnsServers }),
    ports,
  }
}

/** How a page of Google Play is reached, which no company has an account with. */
export function reachGooglePlay(
  { database, feedAllow, connectorsUrl }: Pick<CollectParts, 'database' | 'feedAllow' | 'connectorsUrl'>,
  signal: AbortSignal,
): Access {
  return {
    credentials: {},
    base: connectorsUrl ? `${connectorsUrl}/googlePlay` : googlePlay.base,
    allowAddress: feedAllow,
    signal,
    async before() {
      await wait(await takeTurn(database, 'googlePlay', googlePlay.spacingMs, waitMaxMs), undefined, { signal })
    },
  }
}

function baseOf(
  name: AskedConnectorName,
  { base }: AskedProvider,
  { baseUrl }: Credentials,
  standIn: string | null,
): string {
  if (standIn !== null) return `${standIn}/${name}`
  return base === '' ? (baseUrl ?? '').replace(/\/+$/, '') : base
}
