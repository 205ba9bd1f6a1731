import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected } from '../../../test/providers/collected.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'
import { fakeTaxii } from '../../../test/providers/fake-taxii.ts'

const credentials = { clientId: 'taxii-user', clientSecret: 'taxii-password' }

collectSuite('taxii', { fake: fakeTaxii, credentials, hasNoTerms: true })

const common = { type: 'indicator', modified: '2026-10-01T08:00:00.000Z', pattern_type: 'stix' }
const answering =
  (objects: object[]): FakeProvider =>
  () => ({ status: 200, body: { more: false, objects } })

test('reads the addresses and domains of a pattern', async () => {
  const pattern = "[url:value = 'https://help.example/a' OR domain-name:value IN ('b.example', 'c.example')]"
  const fake = answering([{ ...common, id: 'indicator--1', name: 'Harbour Bank phishing', pattern }])
  expect((await collected('taxii', { fake, credentials })).observations).toMatchObject([
    {
      id: 'indicator--1',
      url: 'https://help.example/a',
      links: ['https://b.example', 'https://c.example'],
      names: ['Harbour Bank phishing'],
      fields: { host: 'help.example', urlSource: 'TAXII' },
    },
  ])
})

test('leaves out indicators that were withdrawn, are over or name no address', async () => {
  const pattern = "[url:value = 'https://help.example/a']"
  const fake = answering([
    { ...common, id: 'indicator--1', pattern, revoked: true },
    { ...common, id: 'indicator--2', pattern, valid_until: '2026-10-02T00:00:00Z' },
    { ...common, id: 'indicator--3', pattern: "[file:hashes.MD5 = 'd41d8cd98f00b204e9800998ecf8427e']" },
    { ...common, id: 'indicator--4', pattern: "[url:value != 'https://help.example/a']" },
    { ...common, id: 'indicator--5', pattern: 'rule a { condition: true }', pattern_type: 'yara' },
  ])
  expect(await collected('taxii', { fake, credentials })).toMatchObject({ observations: [], skipped: [] })
})

test('asks for what was added since the last run', async () => {
  const cursor = JSON.stringify({ since: '2026-10-02T00:00:00.000Z', began: null, term: null, page: null })
  const { requests } = await collected('taxii', { fake: fakeTaxii, credentials, cursor })
  expect(requests[0]?.searchParams.get('added_after')).toBe('2026-10-01T23:00:00.000Z')
  expect(requests[0]?.searchParams.get('match[type]')).toBe('indicator')
})
