import { expect, test } from 'vitest'
import { listWatched, recheckWatched, reviewThreats, unwatchThreat, watchThreat } from '@signet/contract/review/qa'
import { dayMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  return { company, reviewer: await newUser('qa', company) }
}
const inDays = (dueAt: string | undefined) => Math.round((Date.parse(dueAt ?? '') - Date.now()) / dayMs)

test('a watched record comes back after the days its reviewer chose, a week by default', async () => {
  const { company, reviewer } = await createFixture()
  const watched = async (everyDays?: 1 | 7 | 30) => {
    const { id } = await newThreat(company, { stage: 'queued' })
    const body = { version: 1, ...(everyDays ? { everyDays } : {}) }
    expect((await send(reviewer, watchThreat, { params: { threatId: id }, body })).status).toBe(200)
    return id
  }
  const [month, day, week] = [await watched(30), await watched(1), await watched()]
  const { body } = await send(reviewer, listWatched, { query: { sortField: 'dueAt', sortDirection: 'asc' } })
  expect(body.items.map(({ id, everyDays, dueAt }) => [id, everyDays, inDays(dueAt)])).toEqual([
    [day, 1, 1],
    [week, 7, 7],
    [month, 30, 30],
  ])
  expect(body.items[0]).toMatchObject({ checkedBy: expect.any(String) as string })
  const query = { sortField: 'dueAt', sortDirection: 'desc', searchQuery: 'example' } as const
  const searched = await send(reviewer, listWatched, { query })
  expect(searched.body.items.map(({ id }) => id)).toEqual([month, week, day])

  const refused = await send(reviewer, watchThreat, {
    params: { threatId: day },
    body: { version: 2, everyDays: 2 as 1 },
  })
  expect(refused.status).toBe(400)
})

test('a record watched without a chosen interval is due after a week', async () => {
  const { company, reviewer } = await createFixture()
  const { id } = await newThreat(company, { stage: 'watchlist' })
  await world().database.pool.query(
    `update threats set staged_at = now() - interval '9 days' where company_id = $1 and id = $2`,
    [company.id, id],
  )
  const { body } = await send(reviewer, listWatched, { query: { sortField: 'dueAt', sortDirection: 'asc' } })
  expect(inDays(body.items[0]?.dueAt)).toBe(-2)
})

test('a checked record is due later, and an unwatched one is reported as such', async () => {
  const { company, reviewer } = await createFixture()
  const ids = [
    (await newThreat(company, { stage: 'watchlist' })).id,
    (await newThreat(company, { stage: 'watchlist' })).id,
  ]
  const { id: published } = await newThreat(company)
  const stranger = await newThreat(await newCompany(), { stage: 'watchlist' })
  const answer = await send(reviewer, recheckWatched, {
    body: { kind: 'threat', ids: [...ids, published, stranger.id], everyDays: 30 },
  })
  expect(answer.body.done.toSorted()).toEqual(ids.toSorted())
  expect(answer.body.failed).toEqual([published, stranger.id])
  expect(inDays(answer.body.dueAt)).toBe(30)
  const { body } = await send(reviewer, listWatched, {})
  expect(body.items.map(({ everyDays, dueAt }) => [everyDays, inDays(dueAt)])).toEqual([
    [30, 30],
    [30, 30],
  ])
})

test('leaving the watchlist forgets the interval; coming back starts a new one', async () => {
  const { company, reviewer } = await createFixture()
  const { id } = await newThreat(company, { stage: 'queued' })
  const params = { threatId: id }
  const first = await send(reviewer, watchThreat, { params, body: { version: 1, everyDays: 30 } })
  const back = await send(reviewer, unwatchThreat, { params, body: { version: first.body.version } })
  const { rows } = await world().database.pool.query('select from qa_watches where company_id = $1', [company.id])
  expect(rows).toHaveLength(0)
  expect(back.body.dueAt).toBeUndefined()
  await send(reviewer, reviewThreats, { body: { kind: 'threat', ids: [id], action: 'watch' } })
  const { body } = await send(reviewer, listWatched, {})
  expect(body.items[0]).toMatchObject({ id, everyDays: 7 })
})
