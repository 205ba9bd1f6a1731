import { expect, test } from 'vitest'
import { addBookmark, getThreat, listAllThreats, removeBookmark } from '@signet/contract/threats/threats'
import { addToutBookmark, getTout } from '@signet/contract/touts/touts'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany({ modules: { touts: true } })
  const threat = await newThreat(company)
  const params = { source: threat.source, threatId: threat.id }
  const [own, other] = [await newUser('client', company), await newUser('client', company)]
  const noteOf = async (user: typeof own) => {
    const { bookmarked, bookmarkNote } = (await send(user, getThreat, { params })).body
    return { bookmarked, bookmarkNote }
  }
  return { company, params, own, other, noteOf }
}

test('a bookmark has a note that stays until it is changed, and goes with the bookmark', async () => {
  const { params, own, noteOf } = await createFixture()
  await send(own, addBookmark, { params, body: { note: 'Ask legal first' } })
  await send(own, addBookmark, { params, body: {} })
  expect(await noteOf(own)).toEqual({ bookmarked: true, bookmarkNote: 'Ask legal first' })
  const list = await send(own, listAllThreats, { query: { bookmarked: true } })
  expect(list.body.items.map(({ bookmarkNote }) => bookmarkNote)).toEqual(['Ask legal first'])
  await send(own, addBookmark, { params, body: { note: 'Legal agrees' } })
  expect((await noteOf(own)).bookmarkNote).toBe('Legal agrees')
  await send(own, addBookmark, { params, body: { note: null } })
  expect(await noteOf(own)).toEqual({ bookmarked: true, bookmarkNote: undefined })
  await send(own, addBookmark, { params, body: { note: 'Again' } })
  await send(own, removeBookmark, { params })
  await send(own, addBookmark, { params, body: {} })
  expect(await noteOf(own)).toEqual({ bookmarked: true, bookmarkNote: undefined })
})

test('a note is private, and the audit log records the change without its text', async () => {
  const { company, params, own, other, noteOf } = await createFixture()
  await send(own, addBookmark, { params, body: {} })
  await send(own, addBookmark, { params, body: { note: 'Mine alone' } })
  await send(own, addBookmark, { params, body: { note: 'Mine alone' } })
  await send(other, addBookmark, { params, body: {} })
  expect(await noteOf(other)).toEqual({ bookmarked: true, bookmarkNote: undefined })
  const { rows } = await world().database.pool.query<{ action: string; after: unknown }>(
    'select action, after from audit where company_id = $1 order by at, id',
    [company.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['threat.bookmark', 'threat.bookmarkNoted', 'threat.bookmark'])
  expect(JSON.stringify(rows)).not.toContain('Mine alone')
  const { history } = (await send(other, getThreat, { params })).body
  expect(history.map(({ action }) => action)).toEqual(['threat.detected'])
})

test('a note of no letters or too many is refused, and a tout takes one too', async () => {
  const { company, params, own } = await createFixture()
  for (const note of ['', 'x'.repeat(501)])
    expect((await send(own, addBookmark, { params, body: { note } })).status).toBe(400)
  const tout = await newThreat(company, { kind: 'tout' })
  const path = { source: tout.source, toutId: tout.id } as const
  expect((await send(own, addToutBookmark, { params: path, body: { note: 'Watch the price' } })).status).toBe(204)
  expect((await send(own, getTout, { params: path })).body.bookmarkNote).toBe('Watch the price')
})
