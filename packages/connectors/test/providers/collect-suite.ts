import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  connectors as infos,
  type PollConnectorName,
  type CredentialName,
} from '@signet/contract/collection/connectors'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { fieldOf, titleFieldOf } from '@signet/contract/threats/sources'
import { minuteMs, secondMs } from '@signet/contract/time'
import { connectors } from '../../src/collect/connectors.ts'
import type { Access, Batch, Connector, Search } from '../../src/collect/connector.ts'
import { ConnectorError } from '../../src/connector-error.ts'
import { expectKnownFields } from './known-fields.ts'
import { startFakeProviders, type FakeProvider, type FakeProviders, type Listing } from './fake-provider.ts'

/** What differs between connectors. */
export interface ConnectorUnderSuite {
  fake: FakeProvider
  credentials?: Partial<Record<CredentialName, string>>
  search?: Partial<Search>
  /** What it looks for, by default the terms of the search. */
  looksFor?: 'terms' | 'domains'
  /** When a call is tried again if the provider is free at `freeAt`; by default that time, which the provider names. */
  retryAt?: (freeAt: Date) => Date
  /** For a provider that answers everything at once or without a term. */
  isUnpaged?: boolean
  hasNoTerms?: boolean
  /** For a provider at which each account is looked up by its name, instead of a search. */
  isLookUp?: boolean
  /** For lists of addresses without a word about them. */
  isBare?: boolean
}

const terms = ['Harbour Bank', 'Harbour Pay']
const thing = (id: number, term: string): Listing => ({
  id: String(id),
  name: `${term} help ${id}`,
  handle: `harbour.help${id}`,
  publisher: `Publisher ${id}`,
  text: `Ask ${term} for help: call us`,
  link: `https://help-${id}.example/start`,
  phone: `+4420794600${id}`,
  at: '2026-10-01T08:00:00.000Z',
  followers: 12,
  isVerified: false,
})

// Some providers have ids that contain more than the number.
const idsOf = (observations: readonly SourceObservation[]) =>
  observations.map(({ id }) => /(\d+)\D*$/.exec(id)?.[1] ?? id)

/**
 * What every connector promises, tried against its fake provider: nothing is lost or doubled over pages and interruptions, and every
 * failure is what it is.
 */
export function collectSuite(name: PollConnectorName, suite: ConnectorUnderSuite): void {
  const connector: Connector = connectors[name]
  const { fake, credentials = {}, hasNoTerms = false, looksFor = 'terms', isUnpaged = false, isLookUp = false } = suite

  describe(`the connector ${name}`, () => {
    let providers: FakeProviders
    let calls = 0
    const listed = new Map<string, Listing[]>()
    const search: Search = { terms, handles: [], domains: ['harbour.example'], countries: ['GB'], ...suite.search }
    const first = hasNoTerms ? '' : (search[looksFor][0] ?? '')

    beforeAll(async () => {
      providers = await startFakeProviders({ [name]: fake })
    })
    afterAll(() => providers.close())
    beforeEach(() => {
      calls = 0
      providers.server.requests.length = 0
      listed.clear()
      const all = hasNoTerms ? [''] : search[looksFor]
      for (const [index, term] of all.entries()) {
        const ids = (isLookUp ? [1] : [1, 2, 3, 4, 5]).map((id) => index * 10 + id + 10)
        listed.set(
          term,
          ids.map((id) => thing(id, term || 'Harbour Bank')),
        )
      }
      Object.assign(providers.world, {
        manner: 'ok',
        pageSize: 2,
        listings: (term: string) => listed.get(hasNoTerms ? '' : term) ?? [],
        // Whole seconds, which every header can say.
        freeAt: new Date(Math.ceil(Date.now() / secondMs) * secondMs + 5 * minuteMs),
      })
    })

    const access = (more: Partial<Access> = {}): Access => ({
      credentials: { ...credentials, ...(connector.base === '' ? { baseUrl: providers.base(name) } : {}) },
      base: providers.base(name),
      allowAddress: [providers.server.address],
      before: () => {
        calls += 1
        return Promise.resolve()
      },
      ...more,
    })
    const expectedIds = () => [...listed.values()].flat().map(({ id }) => id)

    async function batchesFrom(cursor: string | null): Promise<Batch[]> {
      const batches: Batch[] = []
      for await (const batch of connector.collect(access(), search, cursor)) {
        expectKnownFields(batch.observations)
        batches.push(batch)
      }
      return batches
    }
    async function failure(): Promise<ConnectorError> {
      try {
        await batchesFrom(null)
      } catch (error) {
        if (error instanceof ConnectorError) return error
        throw error
      }
      throw new Error('the connector did not fail')
    }

    test('collects everything once, with the fields of its source, and asks before each call', async () => {
      const batches = await batchesFrom(null)
      if (!isUnpaged) expect(batches.length).toBeGreaterThan(listed.size)
      const observations = batches.flatMap((batch) => batch.observations)
      expect(idsOf(observations).toSorted()).toEqual(expectedIds().toSorted())
      expect(new Set(observations.map(({ id }) => id)).size).toBe(observations.length)
      for (const observation of observations) {
        expect(observation.source).toBe(infos[name].source)
        expect(fieldOf(observation.fields, titleFieldOf(observation.source, '', observation.fields))).toBeTruthy()
        if (observation.at !== null) expect(Date.parse(observation.at)).not.toBeNaN()
      }
      const [listing] = listed.get(first) ?? []
      const [observation] = observations
      const words = [...(observation?.names ?? []), observation?.handle, observation?.text, observation?.url].join(' ')
      if (!suite.isBare) expect(words).toContain(listing?.name)
      expect(batches.every(({ skipped }) => skipped.length === 0)).toBe(true)
      expect(calls).toBe(providers.server.requests.length)
    })

    test('continues after each batch as if it had not been interrupted', async () => {
      const whole = await batchesFrom(null)
      // Not after each of very many.
      const step = Math.ceil(whole.length / 12)
      for (const [index, { cursor }] of whole.slice(0, -1).entries()) {
        if (index % step !== 0) continue
        expect(cursor.length).toBeLessThanOrEqual(4000)
        const rest = await batchesFrom(cursor)
        const ids = [...whole.slice(0, index + 1), ...rest].flatMap(({ observations }) => idsOf(observations))
        expect(ids.toSorted()).toEqual(expectedIds().toSorted())
      }
    })

    test('finds in its next run what is new', async () => {
      const whole = await batchesFrom(null)
      const added = { ...thing(99, first || 'Harbour Bank'), at: new Date(Date.now() + minuteMs).toISOString() }
      listed.set(first, [added, ...(listed.get(first) ?? [])])
      const again = await batchesFrom(whole.at(-1)?.cursor ?? null)
      expect(again.flatMap(({ observations }) => idsOf(observations))).toContain('99')
    })

    test('begins anew with a cursor that it does not know', async () => {
      const batches = await batchesFrom('{"of":"another version"}')
      expect(batches.flatMap(({ observations }) => idsOf(observations)).toSorted()).toEqual(expectedIds().toSorted())
    })

    test('leaves out a malformed record, counts it, and keeps the others', async () => {
      providers.world.manner = 'malformed'
      const batches = await batchesFrom(null)
      const skipped = batches.flatMap((batch) => batch.skipped)
      expect(skipped.length).toBeGreaterThan(0)
      const collected = batches.flatMap(({ observations }) => idsOf(observations))
      if (!isLookUp) expect(collected.length).toBeGreaterThan(0)
      expect(collected.length + skipped.length).toBe(expectedIds().length)
    })

    test('leaves characters out that can not be stored', async () => {
      listed.set(
        first,
        (listed.get(first) ?? []).map((each) => ({
          ...each,
          name: `${each.name}\0 \uD83D`,
          text: `${each.text}\0 \uD83D`,
        })),
      )
      const observations = (await batchesFrom(null)).flatMap((batch) => batch.observations)
      expect(idsOf(observations).toSorted()).toEqual(expectedIds().toSorted())
      // JSON writes both as escapes.
      expect(JSON.stringify(observations)).not.toMatch(/\\u(?:0000|d83d)/)
    })

    test('takes silence for an answer', async () => {
      providers.world.manner = 'silent'
      const batches = await batchesFrom(null)
      expect(batches.flatMap(({ observations }) => observations)).toEqual([])
      expect(batches.at(-1)?.cursor).toBeTruthy()
    })

    test.each(['throttles', 'usedUp'] as const)('is throttled and knows until when (%s)', async (manner) => {
      providers.world.manner = manner
      const { freeAt } = providers.world
      const error = await failure()
      expect(error.kind).toBe('throttled')
      const expected = suite.retryAt?.(freeAt) ?? freeAt
      const differs = Math.abs((error.retryAt?.getTime() ?? 0) - expected.getTime())
      if (manner === 'throttles') expect(differs).toBeLessThanOrEqual(30 * secondMs)
      else expect(error.retryAt?.getTime()).toBeGreaterThan(Date.now())
    })

    test('reports an answer in another format', async () => {
      providers.world.manner = 'changed'
      expect((await failure()).kind).toBe('changed_format')
    })

    test('does not read an answer without end', async () => {
      providers.world.manner = 'huge'
      expect(await failure()).toMatchObject({ kind: 'refused', reason: 'RESPONSE_TOO_LARGE' })
    })

    test('reports a provider that fails, and one that is down', async () => {
      providers.world.manner = 'fails'
      expect((await failure()).kind).toBe('unreachable')
      const gone = await startFakeProviders({ [name]: fake })
      await gone.close()
      const base = gone.base(name)
      const away = access({
        base,
        allowAddress: [gone.server.address],
        credentials: { ...credentials, ...(connector.base === '' ? { baseUrl: base } : {}) },
      })
      await expect(connector.collect(away, search, null).next()).rejects.toMatchObject({ kind: 'unreachable' })
    })

    test('its test of the account says what the provider says', async () => {
      expect(await connector.check(access())).toBeTruthy()
      providers.world.manner = 'fails'
      await expect(connector.check(access())).rejects.toBeInstanceOf(ConnectorError)
    })

    test.runIf(infos[name].credentials.length > 0)('an expired account is refused, without its secrets', async () => {
      providers.world.manner = 'expired'
      for (const error of [await failure(), await connector.check(access()).catch((cause: unknown) => cause)]) {
        expect(error).toMatchObject({ kind: 'unauthorised' })
        const words = JSON.stringify([String(error), (error as ConnectorError).parameters])
        for (const secret of Object.values(credentials)) expect(words).not.toContain(secret)
      }
    })

    test('waits for its turn, and ends when it gets none', async () => {
      const refused = new ConnectorError('API_QUOTA_USED', { host: 'provider' })
      const collecting = connector.collect(access({ before: () => Promise.reject(refused) }), search, null)
      await expect(collecting.next()).rejects.toBe(refused)
      expect(providers.server.requests).toEqual([])
    })
  })
}
