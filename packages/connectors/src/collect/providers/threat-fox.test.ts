import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected } from '../../../test/providers/collected.ts'
import { fakeThreatFox } from '../../../test/providers/fake-abuse-ch.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'

const credentials = { key: 'abuse-ch-secret' }

collectSuite('threatFox', { fake: fakeThreatFox, credentials, isUnpaged: true, hasNoTerms: true })

const answering =
  (data: object[]): FakeProvider =>
  () => ({ status: 200, body: { query_status: 'ok', data } })

test('reads addresses and domains, and leaves out hashes and control servers', async () => {
  const common = { first_seen: '2026-10-01 08:00:00 UTC', malware_printable: 'SpyNote', tags: ['HarbourBank'] }
  const fake = answering([
    { ...common, id: '1', ioc: 'harbour-help.example', ioc_type: 'domain' },
    { ...common, id: '2', ioc: '192.0.2.7:4443', ioc_type: 'ip:port' },
    { ...common, id: '3', ioc: 'a'.repeat(64), ioc_type: 'sha256_hash' },
  ])
  expect(await collected('threatFox', { fake, credentials })).toMatchObject({
    observations: [
      {
        id: '1',
        at: '2026-10-01T08:00:00.000Z',
        url: 'https://harbour-help.example',
        text: 'SpyNote HarbourBank',
        fields: { link: 'https://harbour-help.example', host: 'harbour-help.example', malware: 'SpyNote' },
      },
    ],
    skipped: [],
  })
})

test('asks for a week at first, and then for the days since the last run', async () => {
  const bodies: string[] = []
  const fake: FakeProvider = ({ body }) => {
    bodies.push(body)
    return { status: 200, body: { query_status: 'no_results' } }
  }
  const { cursor } = await collected('threatFox', { fake, credentials })
  await collected('threatFox', { fake, credentials, ...(cursor === null ? {} : { cursor }) })
  expect(bodies.map((body) => (JSON.parse(body) as { days: number }).days)).toEqual([7, 2])
})

test('counts an address that is none as skipped', async () => {
  const fake = answering([{ id: '1', ioc: 'http://[', ioc_type: 'url' }])
  expect((await collected('threatFox', { fake, credentials })).skipped).toEqual([{ at: '1', field: 'ioc' }])
})
