import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'
import { ConnectorWork } from './connectors.ts'
import { hostOrigins } from './host-readings.ts'

/*
 * Hosts below the own domains of a company: found in DNS, certificates and findings, and checked from outside once a person approved them.
 */

/** `candidate` until a person decides; only approved hosts are checked. */
export const hostStates = ['candidate', 'approved', 'rejected'] as const
/** One of `hostStates`. */
export type HostState = (typeof hostStates)[number]

/** The most hosts that are stored of a company; what is found beyond them is left out. */
export const hostsMax = 2000

/** A host below a domain of the company. */
export const DiscoveredHost = z.object({
  host: z.string(),
  state: z.enum(hostStates),
  /** Every way in which it was found. */
  origins: z.array(z.enum(hostOrigins)),
  firstSeenAt: wire.time,
  lastSeenAt: wire.time,
  /** When it was last checked; null if it never was. */
  checkedAt: z.nullable(wire.time),
  decidedAt: z.nullable(wire.time),
  /** The user who decided; null if the policy of the company did, or nobody. */
  decidedBy: z.nullable(z.string()),
})
export type DiscoveredHost = z.output<typeof DiscoveredHost>

/** Of every state unless one is named. */
export const listDiscoveredHosts = route({
  method: 'GET',
  path: '/settings/discoveredHosts',
  summary: "List the hosts that were found below the company's own domains",
  access: 'settings:read',
  query: z.object({
    company: wire.company,
    state: z.optional(z.enum(hostStates)),
    ...wire.paging(['host', 'firstSeenAt', 'lastSeenAt']),
  }),
  response: wire.page(DiscoveredHost),
})

/** Hosts that the company doesn't have are left out. A host that is rejected isn't proposed again, and its threats stay. */
export const decideDiscoveredHosts = route({
  method: 'POST',
  path: '/settings/discoveredHosts/decide',
  summary: 'Approve hosts to have them checked, or reject them',
  access: 'assets:write',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    hosts: z.array(wire.oneLine(253, 3)).check(z.minLength(1), z.maxLength(wire.idsMax), wire.eachOnce()),
    state: z.enum(hostStates),
  }),
  response: z.object({ changed: z.int() }),
})

/** How the company's own hosts are found and checked. */
export const HostChecks = z.object({
  /** The connector that does both; its state says whether it is on. */
  work: ConnectorWork,
  /** Whether hosts that were found in DNS are approved without a person. */
  approvesHosts: z.boolean(),
  /** How many hosts of each state there are. */
  counts: z.object({ candidate: z.int(), approved: z.int(), rejected: z.int() }),
})
export type HostChecks = z.output<typeof HostChecks>

export const getHostChecks = route({
  method: 'GET',
  path: '/settings/hostChecks',
  summary: "Get how the company's own hosts are found and checked",
  access: 'settings:read',
  query: wire.ofCompany,
  response: HostChecks,
})

/** Hosts that are candidates already stay so. */
export const putHostPolicy = route({
  method: 'PUT',
  path: '/settings/hostChecks/policy',
  summary: 'Set whether hosts that were found in DNS are approved without a person',
  access: 'assets:write',
  query: wire.ofCompany,
  body: z.strictObject({ company: wire.company, approvesHosts: z.boolean() }),
  response: HostChecks,
})

/** 404 while the connector is off, 409 (`CONNECTOR_PAUSED`) while it is paused. A check that is going on continues. */
export const runHostChecks = route({
  method: 'POST',
  path: '/settings/hostChecks/run',
  summary: "Find and check the company's own hosts now",
  access: 'assets:write',
  status: 202,
  query: wire.ofCompany,
  body: z.strictObject({ company: wire.company }),
  response: HostChecks,
})
