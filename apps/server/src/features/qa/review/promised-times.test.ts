import { expect, test } from 'vitest'
import { promisedStateOf, usualPromisedHours } from '@signet/contract/review/promised-times'
import {
  getQaDashboard,
  getQueued,
  listQueued,
  publishThreat,
  recallThreat,
  rejectDeletion,
  requestDeletion,
  restoreThreat,
  reviewThreats,
  unwatchThreat,
  watchThreat,
} from '@signet/contract/review/qa'
import { mergeThreat, unmergeThreat } from '@signet/contract/review/qa-merge'
import type { QueryOf } from '@signet/contract/route'
import { getReviewBacklog, listQueuedAnywhere } from '@signet/contract/review/review-backlog'
import { getReviewPolicy, putReviewPolicy, usualReviewPolicy } from '@signet/contract/review/review-policy'
import { severityOfRank } from '@signet/contract/threats/severities'
import { hourMs } from '@signet/contract/time'
import {
  newCompany,
  newThreat,
  newUser,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { openDatabase } from '../../../db/database.ts'
import { usualHoursIn } from '../../threats/list/promised-times.queries.ts'

const world = useWorld()
const hours = { Critical: 1, High: 4, Medium: 8, Low: 16 }
const sorted = { sortField: 'promisedAt', sortDirection: 'asc' } as const

type ListFilter = Partial<QueryOf<typeof listQueued>>

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

test('pages of the queue by promised time follow each other without gaps, also where records are promised for one moment', async () => {
  const { company, reviewer, admin, query } = await newDesk()
  await send(admin, putReviewPolicy, { query, body: { ...usualReviewPolicy, promisedHours: hours } })
  // One of each severity is promised for the same moment, an hour ago; the others for one in three hours, and for moments of their own.
  const moment = Date.now()
  for (const [rank, severity] of [1, 2, 3, 4].entries()) {
    for (const [source, inHours] of [
      ['Domain', -1],
      ['URL', 3],
      ['Domain', 4 + rank],
    ] as const) {
      const { id } = await newThreat(company, { stage: 'queued', severity, source })
      const stagedAt = new Date(moment + (inHours - hours[severityOfRank(severity)]) * hourMs)
      await world().database.pool.query(`update threats set staged_at = $3 where company_id = $1 and id = $2`, [
        company.id,
        id,
        stagedAt,
      ])
    }
  }
  const listed = async (more: ListFilter) =>
    (await send(reviewer, listQueued, { query: { ...query, ...sorted, ...more } })).body
  expect(new Set((await listed({})).items.map(({ promisedAt }) => promisedAt)).size).toBe(6)
  const filters: [filter: ListFilter, found: number][] = [
    [{}, 12],
    [{ threatSeverity: ['Critical', 'Low'] }, 6],
    [{ threatSource: ['Domain'] }, 8],
    [{ threatSource: ['Domain'], threatSeverity: ['High'] }, 2],
    [{ overdue: true }, 4],
    [{ overdue: true, threatSeverity: ['Critical'] }, 1],
    [{ showAutomaticallyFiltered: true }, 12],
  ]
  for (const [filter, found] of filters) {
    for (const sortDirection of ['asc', 'desc'] as const) {
      const whole = await listed({ ...filter, sortDirection })
      expect([whole.total, whole.items.length], JSON.stringify(filter)).toEqual([found, found])
      const pages = []
      for (const pageNumber of [1, 2, 3, 4])
        pages.push(...(await listed({ ...filter, sortDirection, limit: 3, pageNumber })).items)
      const order = pages.map(({ id, promisedAt = '' }) => `${promisedAt} ${id}`)
      expect(order).toEqual(sortDirection === 'asc' ? order.toSorted() : order.toSorted().toReversed())
      expect(pages).toEqual(whole.items)
    }
  }
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

const because = { remark: { kind: 'Irrelevant' } } as const

/** A desk whose client is notified ten minutes after a publication. */
async function newUndoingDesk() {
  const desk = await newDesk()
  await send(desk.admin, putReviewPolicy, { query: desk.query, body: usualReviewPolicy })
  return desk
}

/** The queue in the order of the promised times, each with its time. */
const promisedOrder = async (reviewer: TestUser) =>
  (await send(reviewer, listQueued, { query: sorted })).body.items.map((item) => [item.id, item.promisedAt])

const undone = {
  'a move to the watchlist': [watchThreat, unwatchThreat, {}],
  'a publication': [publishThreat, recallThreat, {}],
  'a request to delete': [requestDeletion, rejectDeletion, because],
} as const

test.each(Object.entries(undone))(
  'undoing %s leaves a record where it was in the queue',
  async (_, [step, back, remark]) => {
    const { company, reviewer } = await newUndoingDesk()
    const waiting = [await queue(company, 4, 90), await queue(company, 3, 80), await queue(company, 1, 3)]
    const before = await promisedOrder(reviewer)
    expect(before.map(([id]) => id)).toEqual(waiting)
    for (const [at, threatId] of waiting.entries()) {
      const params = { threatId }
      const taken = await send(reviewer, step, { params, body: { version: 1, ...remark } })
      expect(await promisedOrder(reviewer)).toEqual(before.toSpliced(at, 1))
      await send(reviewer, back, { params, body: { version: taken.body.version } })
      expect(await promisedOrder(reviewer)).toEqual(before)
    }
  },
)

test('many records that entered the queue together return to their places when one step on them is undone', async () => {
  const { company, reviewer } = await newUndoingDesk()
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => queue(company, 4, 1)))
  // Times of the database have microseconds, as of records that one import added.
  await world().database.pool.query(
    `update threats set staged_at = '2026-01-02 03:04:05.678901Z' where company_id = $1`,
    [company.id],
  )
  const before = await promisedOrder(reviewer)
  const some = { kind: 'threat', ids: ids.slice(1, 4) } as const
  for (const [action, back] of [
    ['publish', 'recall'],
    ['watch', 'unwatch'],
    ['requestDeletion', 'rejectDeletion'],
  ] as const) {
    const { versions } = (await send(reviewer, reviewThreats, { body: { ...some, action, ...because } })).body
    expect(await promisedOrder(reviewer)).toHaveLength(2)
    await send(reviewer, reviewThreats, { body: { ...some, action: back, versions } })
    expect(await promisedOrder(reviewer)).toEqual(before)
  }
  expect((await send(reviewer, getQaDashboard)).body.overdue).toBe(5)
})

test('a merge that its reviewer undoes leaves the duplicate where it was in the queue', async () => {
  const { company, reviewer } = await newUndoingDesk()
  const [into, threatId] = [await queue(company, 4, 90), await queue(company, 3, 80)]
  const before = await promisedOrder(reviewer)
  const merged = await send(reviewer, mergeThreat, { params: { threatId }, body: { into, version: 1 } })
  await send(reviewer, unmergeThreat, { params: { threatId }, body: { version: merged.body.version } })
  expect(await promisedOrder(reviewer)).toEqual(before)
})

const age = (id: string) =>
  world().database.pool.query(`update threats set staged_at = now() - interval '25 hours' where id = $1`, [id])

test('the promised time starts again when the way back is no undo', async () => {
  const { company, reviewer, admin, query } = await newUndoingDesk()
  const second = await newUser('qa', company)
  const startsAgain = async (id: string) =>
    expect(
      Date.parse((await send(reviewer, getQueued, { params: { threatId: id } })).body.promisedAt ?? ''),
    ).toBeGreaterThan(Date.now())

  const rejected = { threatId: await queue(company, 4, 90) }
  await send(reviewer, requestDeletion, { params: rejected, body: { version: 1, ...because } })
  await send(second, rejectDeletion, { params: rejected, body: { version: 2 } })
  await startsAgain(rejected.threatId)

  const watched = { threatId: await queue(company, 4, 90) }
  await send(reviewer, watchThreat, { params: watched, body: { version: 1 } })
  await age(watched.threatId)
  await send(reviewer, unwatchThreat, { params: watched, body: { version: 2 } })
  await startsAgain(watched.threatId)

  // What had left the queue before by another step.
  await send(reviewer, watchThreat, { params: watched, body: { version: 3 } })
  await send(reviewer, publishThreat, { params: watched, body: { version: 4 } })
  await send(reviewer, recallThreat, { params: watched, body: { version: 5 } })
  await startsAgain(watched.threatId)

  await send(admin, putReviewPolicy, { query, body: { ...usualReviewPolicy, graceMinutes: 0 } })
  const known = { threatId: await queue(company, 4, 90) }
  await send(reviewer, publishThreat, { params: known, body: { version: 1 } })
  const recalled = await send(reviewer, recallThreat, { params: known, body: { version: 2, ...because } })
  expect(recalled.body.stage).toBe('queued')
  await startsAgain(known.threatId)
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
