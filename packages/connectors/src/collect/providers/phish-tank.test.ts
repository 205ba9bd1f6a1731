import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakePhishTank } from '../../../test/providers/fake-phish-tank.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'

collectSuite('phishTank', { fake: fakePhishTank, isUnpaged: true, hasNoTerms: true })

/** So many entries, with a long name of their target. */
const entries =
  (count: number, name = 'Harbour Bank') =>
  () =>
    Array.from({ length: count }, (_value, index) =>
      listing({ id: String(index + 1), link: `https://login-${index + 1}.example/bank`, name }),
    )
const answering =
  (body: string): FakeProvider =>
  () => ({ status: 200, body })

test('reads a database that is larger than other answers may be, in batches', async () => {
  const listings = entries(40_000, 'x'.repeat(400))
  const { observations, skipped, requests } = await collected('phishTank', { fake: fakePhishTank, listings })
  expect(observations).toHaveLength(40_000)
  expect(skipped).toEqual([])
  expect(requests).toHaveLength(1)
  expect(observations[0]).toMatchObject({
    source: 'URL',
    kind: 'address',
    id: '1',
    at: '2026-10-01T08:00:00.000Z',
    url: 'https://login-1.example/bank',
    fields: { host: 'login-1.example', urlSource: 'PhishTank' },
  })
})

test('does not read what has not changed', async () => {
  const listings = entries(3)
  const first = await collected('phishTank', { fake: fakePhishTank, listings })
  const again = await collected('phishTank', { fake: fakePhishTank, listings, cursor: first.cursor ?? '' })
  expect(again.observations).toEqual([])
  expect(again.cursor).toBe(first.cursor)
})

test('continues an interrupted reading in the same version, and begins anew in another one', async () => {
  const listings = entries(2500)
  const { cursor } = await collected('phishTank', { fake: fakePhishTank, listings })
  const interrupted = JSON.stringify({ ...JSON.parse(cursor ?? ''), read: 2 })
  const rest = await collected('phishTank', { fake: fakePhishTank, listings, cursor: interrupted })
  expect(rest.observations.map(({ id }) => Number(id))).toEqual(Array.from({ length: 500 }, (_value, at) => at + 2001))
  expect(rest.cursor).toBe(cursor)
  const more = { fake: fakePhishTank, listings: entries(2501), cursor: interrupted }
  const anew = await collected('phishTank', more)
  expect(anew.observations).toHaveLength(2501)
})

test('keeps addresses with a blank, and leaves out what is no web address', async () => {
  const urls = ['https://a.example/log in', 'ftp://b.example/x', 'https://c.example/x']
  const body = JSON.stringify(urls.map((url, index) => ({ phish_id: index + 1, url })))
  const { observations, skipped } = await collected('phishTank', { fake: answering(body) })
  expect(observations.map(({ url }) => url)).toEqual(['https://a.example/log in', 'https://c.example/x'])
  expect(skipped).toEqual([{ at: '2', field: 'url' }])
})

test('a list that breaks off is an answer in another format', async () => {
  const fake = answering('[{"phish_id":1,"url":"https://a.example/"}')
  await expect(collected('phishTank', { fake })).rejects.toMatchObject({ kind: 'changed_format' })
})
