import type { FoundHost, HostReading } from '@signet/contract/collection/host-readings'
import { isRecord } from '@signet/contract/narrow'
import { dayMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { discoverHosts } from '../../own-hosts/discover-hosts.ts'
import type { HostOptions, OwnHost } from '../../own-hosts/own-host.ts'
import { readHost } from '../../own-hosts/read-host.ts'
import { asked, resolverFor } from '../../own-hosts/resolve-name.ts'

import { parseBootstrap, type Bootstrap } from '../../rdap/bootstrap.ts'
import { fetchBootstrap } from '../../rdap/read-rdap.ts'
import type { Access, Batch, Connector, Search } from '../connector.ts'

/** A zone that has existed since DNS has. */
const testedName = 'example.com'

/**
 * Looks for hosts below the company's own domains, and reads the domains and the hosts that a person approved as any visitor does. It is no
 * scan: no ports are tried and nothing is sent but DNS queries, one TLS handshake and one GET of `/` over http and https.
 */
export const ownHosts: Connector = {
  base: 'https://data.iana.org',
  everyMs: dayMs,
  spacingMs: 250,
  quota: null,
  api: {
    calls: ['DNS', 'TLS handshake', 'GET /', 'RDAP'],
    documentation: 'decisions/own-hosts.md',
    permission: 'look-ups of domains switched on (`SIGNET_ENRICH`)',
    checked: '2026-11-28',
    unconfirmed: '',
  },
  async check(access) {
    const { state } = await asked('NS', testedName, (name) => resolverFor(optionsOf(access)).resolveNs(name))
    if (state === 'unknown') throw noAnswer(testedName)
    return 'OK'
  },
  collect,
}

type Step = { kind: 'discover'; domain: string } | { kind: 'check'; own: OwnHost }

const nameOf = (step: Step) => (step.kind === 'discover' ? `discover ${step.domain}` : `check ${step.own.host}`)

/** Each domain and each host is one batch. A cursor whose host is gone begins anew, which adds nothing twice. */
async function* collect(
  access: Access,
  { ownHosts: hosts = [] }: Search,
  cursor: string | null,
): AsyncGenerator<Batch, void, undefined> {
  const options = optionsOf(access)
  const steps: Step[] = [
    ...hosts.filter(({ isDomain }) => isDomain).map(({ host }): Step => ({ kind: 'discover', domain: host })),
    ...hosts.map((own): Step => ({ kind: 'check', own })),
  ]
  const from = Math.max(
    0,
    steps.findIndex((step) => nameOf(step) === nextIn(cursor)),
  )
  let bootstrap: Bootstrap | null | undefined
  const readings: HostReading[] = []
  for (const [index, step] of [...steps.entries()].slice(from)) {
    access.signal?.throwIfAborted()
    await access.before()
    const following = steps[index + 1]
    const batch = {
      observations: [],
      skipped: [],
      cursor: JSON.stringify({ next: following ? nameOf(following) : null }),
    }
    if (step.kind === 'discover') {
      yield { ...batch, foundHosts: await discoverHosts(step.domain, options) }
      continue
    }
    if (step.own.isDomain) bootstrap ??= await bootstrapOf(options)
    const reading = await readHost(step.own, bootstrap ?? null, options)
    readings.push(reading)
    yield { ...batch, readings: [reading], foundHosts: aliasesOf(reading, hosts) }
  }
  if (steps.length === 0) yield { observations: [], skipped: [], cursor: JSON.stringify({ next: null }) }
  const [first] = readings
  // A run in which no name could be resolved has read nothing, whatever was sent.
  if (first && readings.every(({ addresses }) => addresses.state === 'unknown')) throw noAnswer(first.host)
}

/** The target of an alias is a host of the company only below one of its domains. */
const aliasesOf = ({ alias }: HostReading, hosts: readonly OwnHost[]): FoundHost[] =>
  alias && hosts.some(({ host, isDomain }) => isDomain && alias.name.endsWith(`.${host}`))
    ? [{ host: alias.name, origin: 'alias' }]
    : []

/** @throws ConnectorError if the installation may not look anything up */
function optionsOf({ hosts }: Access): HostOptions {
  if (!hosts) throw new ConnectorError('OBSERVATIONS_OFF', {})
  return hosts
}

const noAnswer = (name: string) => new ConnectorError('DNS_NOT_ANSWERING', { type: 'A', name, code: 'ETIMEOUT' })

/** Without it, no registration is read. */
async function bootstrapOf({ rdapBootstrap, allowAddress }: HostOptions): Promise<Bootstrap | null> {
  try {
    return parseBootstrap((await fetchBootstrap(rdapBootstrap, null, { allowAddress })).text ?? '')
  } catch (error) {
    if (error instanceof ConnectorError) return null
    throw error
  }
}

function nextIn(cursor: string | null): string | null {
  try {
    const read: unknown = JSON.parse(cursor ?? 'null')
    return isRecord(read) && typeof read['next'] === 'string' ? read['next'] : null
  } catch {
    // A cursor of another version: the pass begins anew.
    return null
  }
}
