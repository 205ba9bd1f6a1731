import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectors as infos, type CredentialName } from '@signet/contract/collection/connectors'
import { minuteMs, secondMs } from '@signet/contract/time'
import { askedConnectors } from '../../src/collect/connectors.ts'
import type { Access, AskedProvider, LookUpAnswer, LookUpRecord } from '../../src/collect/connector.ts'
import { ConnectorError } from '../../src/connector-error.ts'
import { startFakeProviders, type FakeProviders, type Listing } from './fake-provider.ts'
import { fakeProviders } from './fakes.ts'

/** What differs between the look-ups of connectors. */
export interface LookUpUnderSuite {
  credentials?: Partial<Record<CredentialName, string>>
  /** One record of each kind that the provider knows. */
  known: readonly LookUpRecord[]
  unknown: LookUpRecord
  /** A value that some fact of the known records has. */
  says: string
  /** For a provider that doesn't say when it is free again. */
  namesNoTime?: boolean
  /** For a provider of whose answer only the beginning is read, however long it is. */
  readsBeginning?: boolean
}

/** What every provider knows. */
export const knownListing: Listing = {
  id: '4711',
  name: 'Umber Pay Help',
  handle: 'umber_help',
  publisher: 'Fast Finance Apps',
  text: 'Ask Umber Pay for help',
  link: 'https://umber-help.example/start',
  phone: null,
  at: '2026-10-01T08:00:00.000Z',
  followers: 12,
  isVerified: false,
}

/** What the look-up of every connector promises, tried against its fake provider. */
export function lookUpSuite(name: keyof typeof fakeProviders, suite: LookUpUnderSuite): void {
  const connector: AskedProvider = askedConnectors[name]
  const { credentials = {}, known, unknown, says, namesNoTime = false, readsBeginning = false } = suite

  describe(`the look-up of ${name}`, () => {
    let providers: FakeProviders
    beforeAll(async () => {
      providers = await startFakeProviders({ [name]: fakeProviders[name] })
    })
    afterAll(() => providers.close())
    beforeEach(() => {
      providers.server.requests.length = 0
      Object.assign(providers.world, {
        manner: 'ok',
        listings: (term: string) => (['', knownListing.handle].includes(term) ? [knownListing] : []),
        freeAt: new Date(Math.ceil(Date.now() / secondMs) * secondMs + 5 * minuteMs),
      })
    })

    const ask = (record: LookUpRecord, more: Partial<Access> = {}): Promise<LookUpAnswer | null> => {
      const lookUp = connector.lookUp ?? expect.fail('it has no look-up')
      expect(record.value).toMatch(lookUp.kinds[record.kind] ?? expect.fail('it does not know the kind'))
      const access: Access = {
        credentials,
        base: providers.base(name),
        allowAddress: [providers.server.address],
        before: () => Promise.resolve(),
        ...more,
      }
      return lookUp.ask(access, record)
    }
    const first = known[0] ?? expect.fail('no known record')

    test('has a known record for each kind', () => {
      expect(known.map(({ kind }) => kind)).toEqual(Object.keys(connector.lookUp?.kinds ?? {}))
    })

    test('says what the provider knows, with its answer for evidence', async () => {
      for (const record of known) {
        const answer = await ask(record)
        expect(Object.keys(answer?.facts ?? {}).length, record.kind).toBeGreaterThan(0)
        expect(answer?.document).not.toBe('')
        if (answer?.url !== null) expect(answer?.url).toMatch(/^https:\/\//)
      }
      expect(Object.values((await ask(first))?.facts ?? {})).toContain(says)
    })

    test('asks before each call', async () => {
      let calls = 0
      const before = () => {
        calls += 1
        return Promise.resolve()
      }
      await ask(first, { before })
      expect(calls).toBe(providers.server.requests.length)
      expect(calls).toBeGreaterThan(0)
    })

    test('is null for a record that the provider does not know', async () => {
      expect(await ask(unknown)).toBeNull()
      providers.world.manner = 'silent'
      expect(await ask(first)).toBeNull()
    })

    test.each(['throttles', 'usedUp'] as const)('is throttled and knows until when (%s)', async (manner) => {
      providers.world.manner = manner
      const error: unknown = await ask(first).catch((cause: unknown) => cause)
      expect(error).toMatchObject({ kind: 'throttled' })
      const retryAt = error instanceof ConnectorError ? error.retryAt?.getTime() : undefined
      if (!namesNoTime) expect(retryAt).toBeGreaterThan(Date.now())
    })

    test.each([
      ['changed', { kind: 'changed_format' }],
      ['huge', readsBeginning ? { kind: 'changed_format' } : { reason: 'RESPONSE_TOO_LARGE' }],
      ['fails', { kind: 'unreachable' }],
    ] as const)('fails as what it is if the provider %s', async (manner, error) => {
      providers.world.manner = manner
      await expect(ask(first)).rejects.toMatchObject(error)
    })

    test.runIf(infos[name].credentials.length > 0)('an expired account is refused, without its secrets', async () => {
      providers.world.manner = 'expired'
      const error: unknown = await ask(first).catch((cause: unknown) => cause)
      expect(error).toMatchObject({ kind: 'unauthorised' })
      const words = JSON.stringify([String(error), error instanceof ConnectorError ? error.parameters : null])
      for (const secret of Object.values(credentials)) expect(words).not.toContain(secret)
    })

    test('its test of the account says what the provider says', async () => {
      const access: Access = {
        credentials,
        base: providers.base(name),
        allowAddress: [providers.server.address],
        before: () => Promise.resolve(),
      }
      expect(await connector.check(access)).toBeTruthy()
      providers.world.manner = 'fails'
      await expect(connector.check(access)).rejects.toMatchObject({ kind: 'unreachable' })
    })

    test('leaves out what a database does not store', async () => {
      const odd = { ...knownListing, name: `${knownListing.name}\0 \uD83D`, text: 'Ask\0 \uD83D' }
      const { listings } = providers.world
      providers.world.listings = (term) => listings(term).map(() => odd)
      const answer = await ask(first)
      expect(JSON.stringify(answer)).not.toMatch(/\\u(?:0000|d83d)/)
    })
  })
}
