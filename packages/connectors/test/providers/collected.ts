import type { PollConnectorName, CredentialName } from '@signet/contract/collection/connectors'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Access, Batch, Connector, Search, SkippedRecord } from '../../src/collect/connector.ts'
import { connectors } from '../../src/collect/connectors.ts'
import { ConnectorError } from '../../src/connector-error.ts'
import { expectKnownFields } from './known-fields.ts'
import { startFakeProviders, type FakeProvider, type Listing, type World } from './fake-provider.ts'

/** A run of a connector at its fake provider, for what only this connector does. */
export interface CollectedRun extends Partial<World> {
  fake: FakeProvider
  credentials?: Partial<Record<CredentialName, string>>
  search?: Partial<Search>
  cursor?: string
  /** For a run that ends with a failure; else it is thrown. */
  mayFail?: boolean
}

/** What a run collected, and the calls that it sent. */
export interface Collected {
  observations: SourceObservation[]
  skipped: SkippedRecord[]
  /** What each batch said about the part of the whole that is read, null for all of it. */
  bounds: Exclude<Batch['bound'], undefined>[]
  cursor: string | null
  failure: ConnectorError | null
  /** Without the origin and the name of the provider. */
  requests: URL[]
  /** The number of times that the run asked whether it may send a call. */
  turns: number
}

/** A listing with usual values. */
export const listing = (values: Partial<Listing> = {}): Listing => ({
  id: '1',
  name: 'Harbour Bank help',
  handle: 'harbour.help',
  publisher: 'Publisher',
  text: 'Ask us for help',
  link: 'https://help.example/start',
  phone: null,
  at: '2026-10-01T08:00:00.000Z',
  followers: 12,
  isVerified: false,
  ...values,
})

/** Collects everything in one run. */
export async function collected(name: PollConnectorName, run: CollectedRun): Promise<Collected> {
  const { fake, credentials = {}, search = {}, cursor = null, mayFail = false, ...world } = run
  const connector: Connector = connectors[name]
  const providers = await startFakeProviders({ [name]: fake })
  try {
    Object.assign(providers.world, world)
    const base = providers.base(name)
    const result: Collected = {
      observations: [],
      skipped: [],
      bounds: [],
      cursor,
      failure: null,
      requests: [],
      turns: 0,
    }
    const access: Access = {
      credentials: {
        ...credentials,
        ...(connector.base === '' ? { baseUrl: base } : {}),
      },
      base,
      allowAddress: [providers.server.address],
      before: () => {
        result.turns += 1
        return Promise.resolve()
      },
    }
    const whole: Search = { terms: [], handles: [], domains: [], countries: [], ...search }
    try {
      for await (const batch of connector.collect(access, whole, cursor)) {
        expectKnownFields(batch.observations)
        result.observations.push(...batch.observations)
        result.skipped.push(...batch.skipped)
        if (batch.bound !== undefined) result.bounds.push(batch.bound)
        result.cursor = batch.cursor
      }
    } catch (error) {
      if (!mayFail || !(error instanceof ConnectorError)) throw error
      result.failure = error
    }
    result.requests = providers.server.requests.map(
      ({ url = '' }) => new URL(url.replace(`/${name}`, ''), 'http://fake.test'),
    )
    return result
  } finally {
    await providers.close()
  }
}
