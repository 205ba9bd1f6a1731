import { expect, test } from 'vitest'
import { promisedStateOf, usualPromisedHours } from '@signet/contract/review/promised-times'
import { getQaDashboard, getQueued, listQueued, restoreThreat } from '@signet/contract/review/qa'
import { getReviewBacklog, listQueuedAnywhere } from '@signet/contract/review/review-backlog'
import { getReviewPolicy, putReviewPolicy, usualReviewPolicy } from '@signet/contract/review/review-policy'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { openDatabase } from '../../../db/database.ts'
import { usualHoursIn } from '../../threats/list/promised-times.queries.ts'

const world = useWorld()
const hours = { Critical: 1, High: 4, Medium: 8, Low: 16 }

/** A threat of a severity (1 to 4) that has been in the queue for some hours. */
async function queue(company: TestCompany, severity: number, hoursAgo: number) {
  const { id } = await newThreat(company, { stage: 'queued' })
  await world().database.pool.query(
    `update threats set severity = $3, staged_at = now() - make_interval(mins => $4) where company_id = $1 and id = $2`,
    [company.id, id, severity, hoursAgo * 60],
  )
  return id
}

async function newDesk() {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  const admin = await newUser('admin', company)
  return { company, reviewer, admin, query: { company: company.key } }
}

test('a record is promised some hours after it entered the queue, by its severity', async () => {
  const { company, reviewer, admin, query } = await newDesk()
  const [low, critical] = [await queue(company, 1, 2), await queue(company, 4, 2)]
  const hoursPromised = async (id: string) => {
    const { body } = await send(reviewer, getQueued, { params: { threatId: id }, query })
    return (Date.parse(body.promisedAt ?? '') - Date.parse(body.stagedAt)) / 3_600_000
  }
  expect(await hoursPromised(critical)).toBe(usualPromisedHours.Critical)
  expect(await hoursPromised(low)).toBe(usualPromisedHours.Low)
  await send(admin, putReviewPolicy, { query, body: { ...usualReviewPolicy, promisedHours: hours } })
  expect(await hoursPromised(critical)).toBe(1)
  expect(await hoursPromised(low)).toBe(16)
})

test('the queue is sorted by the promised time and limited to overdue records', async () => {
  const { company, reviewer, admin, query } = await newDesk()
  await send(admin, putReviewPolicy, { query, body: { ...usualReviewPolicy, promisedHours: hours } })
  const [low, critical, high] = [
    await queue(company, 1, 17),
    await queue(company, 4, 0.5),
    await queue(company, 3, 3.5),
  ]
  const sorted = { sortField: 'promisedAt', sortDirection: 'asc' } as const
  const { body } = await send(reviewer, listQueued, { query: { ...query, ...sorted } })
  expect(body.items.map(({ id }) => id)).toEqual([low, critical, high])
  const states = body.items.map(({ stagedAt, promisedAt = '' }) =>
    promisedStateOf({ queuedAt: stagedAt, promisedAt }, new Date()),
  )
  expect(states).toEqual(['overdue', 'fresh', 'dueSoon'])
  const overdue = await send(reviewer, listQueued, { query: { ...query, overdue: true } })
  expect(overdue.body).toMatchObject({ total: 1, items: [{ id: low }] })
  expect((await send(reviewer, getQaDashboard, { query })).body).toMatchObject({ waiting: 3, overdue: 1 })
})

test('the backlog counts promised times that are over or nearly so, and the queue of all companies is sorted by them', async () => {
  const { company, reviewer, admin, query } = await newDesk()
  const other = await newCompany()
  const both = await newUser('qa', company, [other])
  await send(admin, putReviewPolicy, { query, body: { ...usualReviewPolicy, promisedHours: hours } })
  const ids = [await queue(company, 1, 17), await queue(company, 4, 0.5), await queue(company, 3, 3.5)]
  // Within what the installation promises for High, which the other company has not changed.
  const calm = await queue(other, 3, 3.5)
  const filtered = await queue(company, 4, 50)
  await world().database.pool.query(`update threats set auto_filtered = true where id = $1`, [filtered])
  const backlog = (await send(both, getReviewBacklog)).body
  expect(backlog).toMatchObject([
    { company: company.key, waiting: 3, overdue: 1, dueSoon: 1 },
    { company: other.key, waiting: 1, overdue: 0, dueSoon: 0 },
  ])
  const { body } = await send(both, listQueuedAnywhere, { query: { order: 'promised' } })
  expect(body.map(({ id }) => id)).toEqual([ids[0], ids[1], ids[2], calm])
  expect(backlog[0]?.nextDue).toBe(body[1]?.promisedAt)
  const overdue = await send(both, listQueuedAnywhere, { query: { order: 'promised', overdue: true } })
  expect(overdue.body.map(({ id }) => id)).toEqual([ids[0]])
  const severe = await send(both, listQueuedAnywhere, { query: { order: 'promised', threatSeverity: ['High'] } })
  expect(severe.body.map(({ id }) => id)).toEqual([ids[2], calm])
  expect((await send(reviewer, listQueuedAnywhere, { query: { order: 'promised' } })).body).toHaveLength(3)
})

test('only what waits for review has a promised time, which starts again when a record returns to the queue', async () => {
  const { company, reviewer, query } = await newDesk()
  const { id } = await newThreat(company, { stage: 'deleted' })
  const opened = await send(reviewer, getQueued, { params: { threatId: id }, query })
  expect(opened.body.promisedAt).toBeUndefined()
  const { version } = opened.body
  await send(reviewer, restoreThreat, { params: { threatId: id }, query, body: { version } })
  const [item] = (await send(reviewer, listQueued, { query })).body.items
  expect(Date.parse(item?.promisedAt ?? '')).toBeGreaterThan(Date.now())
})

test('the policy keeps the hours of the company and names those of the installation', async () => {
  const { reviewer, admin, query } = await newDesk()
  expect((await send(reviewer, getReviewPolicy, { query })).body).toMatchObject({
    promisedHours: null,
    usualPromisedHours,
  })
  const body = { ...usualReviewPolicy, promisedHours: hours }
  expect((await send(admin, putReviewPolicy, { query, body })).body).toEqual({ ...body, usualPromisedHours })
  expect((await send(reviewer, getReviewPolicy, { query })).body.promisedHours).toEqual(hours)
  const tooLong = { ...body, promisedHours: { ...hours, Low: 721 } }
  expect((await send(admin, putReviewPolicy, { query, body: tooLong })).status).toBe(400)
  expect((await send(reviewer, putReviewPolicy, { query, body })).status).toBe(403)
})

test('an installation has promised hours of its own', async () => {
  const own = openDatabase(world().connection, 1, 1, [96, 48, 12, 2])
  try {
    const usual = await own.inCompanies([], usualHoursIn)
    expect(usual).toEqual({ Critical: 2, High: 12, Medium: 48, Low: 96 })
  } finally {
    await own.close()
  }
})
