import { beforeAll, expect, test } from 'vitest'
import type { ErrorReason } from '@signet/contract/errors/errors'
import { fieldSorts } from '@signet/contract/threats/field-kinds'
import { listAllThreats, listThreats } from '@signet/contract/threats/threats'
import { newCompany, newUser, refusal, send, useWorld, type TestUser } from '../../../../test/harness.ts'
import { publishThreats, type NewPublished } from '../../../../test/many-threats.ts'

const world = useWorld()
let user: TestUser

const profiles: NewPublished[] = [
  { title: 'few', fields: { followers: 9, createdOn: '2026-03-01T10:00:00.000Z', ProfileName: 'Bank 100%' } },
  { title: 'some', fields: { followers: '120', createdOn: '2025-12-31', ProfileName: 'bank_help' } },
  { title: 'many', fields: { followers: 1_000_000, createdOn: '2026-03-01', ProfileName: 'Acme' } },
  { title: 'about', fields: { followers: 'about 40', createdOn: 'last year' } },
  { title: 'none', fields: { ProfileName: '' } },
].map((profile) => ({ ...profile, source: 'Instagram', threatType: 'Scam post' }))

const others: NewPublished[] = [
  { title: 'channel', source: 'Telegram', fields: { channel_data: { participants_count: 70, title: 'Help' } } },
  { title: 'place', source: 'GoogleMaps', fields: { phone: '+49 30 901820', website: 'https://a.example/x' } },
]

beforeAll(async () => {
  const company = await newCompany()
  user = await newUser('client', company)
  await publishThreats(world().database, company, [...profiles, ...others])
  await publishThreats(world().database, await newCompany(), profiles)
})

async function titlesOf(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await send(user, listThreats, { params: { source: 'Instagram' }, raw: query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items.map(({ title }) => title)
}

test.each<[string, string[], string[]]>([
  ['followers', ['few', 'some', 'many'], ['many', 'some', 'few']],
  ['createdOn', ['some', 'many', 'few'], ['few', 'many', 'some']],
  ['ProfileName', ['many', 'few', 'some'], ['some', 'few', 'many']],
])('a list is sorted by %s, with records without a value last in both directions', async (field, up, down) => {
  for (const similar of ['all', 'collapsed']) {
    const sortField = `fields.${field}`
    const rising = await titlesOf({ sortField, sortDirection: 'asc', similar })
    const falling = await titlesOf({ sortField, sortDirection: 'desc', similar })
    expect(rising.slice(0, 3)).toEqual(up)
    expect(falling.slice(0, 3)).toEqual(down)
    expect(rising.slice(3).toSorted()).toEqual(['about', 'none'])
    expect(rising.slice(3).toReversed()).toEqual(falling.slice(3))
  }
})

test('a sorted search has the same order', async () => {
  expect(await titlesOf({ sortField: 'fields.followers', searchQuery: 'm' })).toEqual(['many', 'some'])
})

test('every field of every source can be sorted by, across sources', async () => {
  for (const sortField of fieldSorts) {
    const { body } = await send(user, listAllThreats, { raw: { sortField } })
    expect(body.total, sortField).toBe(profiles.length + others.length)
  }
})

test.each<[string, string[]]>([
  ['followers:from:100', ['many', 'some']],
  ['followers:to:120', ['few', 'some']],
  ['followers:is:9', ['few']],
  ['followers:from:100,followers:to:200', ['some']],
  ['createdOn:from:2026-03-01', ['few', 'many']],
  ['createdOn:to:2026-03-01', ['few', 'many', 'some']],
  ['createdOn:to:2026-02-28', ['some']],
  ['ProfileName:has:BANK', ['few', 'some']],
  ['ProfileName:has:100%25', ['few']],
  ['ProfileName:has:k_h', ['some']],
  ['ProfileName:is:acme', ['many']],
  ['ProfileName:is:acm', []],
  ['channel_data.participants_count:from:50', ['channel']],
  ['phone:has:3090', ['place']],
  ['website:has:a.example/x', ['place']],
  ['', ['about', 'channel', 'few', 'many', 'none', 'place', 'some']],
])('the filter %j finds what meets all its conditions', async (fields, found) => {
  const { body } = await send(user, listAllThreats, { raw: { fields } })
  expect(body.items.map(({ title }) => title).toSorted()).toEqual(found)
  expect(body.total).toBe(found.length)
})

test.each<[Record<string, string>, string, ErrorReason]>([
  [{ fields: 'followers:from:many' }, 'query.fields', 'NOT_A_FIELD_CONDITION'],
  [{ fields: 'followers:from:1,secret:is:1' }, 'query.fields', 'NOT_A_FIELD_CONDITION'],
  [{ sortField: 'fields.secret' }, 'query.sortField', 'NOT_AN_OPTION'],
])('%j is refused', async (raw, at, reason) => {
  expect(await send(user, listAllThreats, { raw })).toMatchObject(refusal(reason, at))
})
