import { expect, test } from 'vitest'
import { getReviewerFigures, getTeamActivity } from '@signet/contract/review/qa-work'
import { listNotifications } from '@signet/contract/messages/notifications'
import {
  approveDeletion,
  getQaDashboard,
  listDeletionQueue,
  listPublished,
  listWatched,
  publishThreat,
  recallThreat,
  recheckWatched,
  rejectDeletion,
  requestDeletion,
  restoreThreat,
  reviewThreats,
  undoSteps,
  unwatchThreat,
  watchThreat,
  whitelistThreat,
} from '@signet/contract/review/qa'
import { putReviewPolicy, usualReviewPolicy } from '@signet/contract/review/review-policy'
import { decideThreat, getThreat } from '@signet/contract/threats/threats'
import { requestToutDeletion, unwatchTout } from '@signet/contract/touts/qa-touts'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestUser } from '../../../../test/harness.ts'
import { announcementJob, type PublishedRecords } from '../qa.jobs.ts'
import { runAnnouncement } from './announce-published.ts'

const world = useWorld()
const because = { kind: 'Irrelevant' } as const

/** The client is notified of what was published after ten minutes. */
async function createFixture(options: Parameters<typeof newCompany>[0] = {}, more: object = {}) {
  const company = await newCompany(options)
  const admin = await newUser('admin', company)
  await send(admin, putReviewPolicy, {
    query: { company: company.key },
    body: { ...usualReviewPolicy, graceMinutes: 10, ...more },
  })
  const [reviewer, second] = [await newUser('qa', company), await newUser('qa', company)]
  return { company, reviewer, second }
}

const undo = async (by: TestUser, versions: Record<string, number>, kind: 'threat' | 'tout' = 'threat') =>
  (await send(by, undoSteps, { body: { kind, ids: Object.keys(versions), versions } })).body

/** What the step of a review changes of a record, with its watch. */
async function stateOf(threatId: string) {
  const { rows } = await world().database.pool.query<Record<string, unknown>>(
    `select t.stage, t.stage_reason, t.staged_at::text, t.staged_by, t.staged_by_name, t.queued_at::text, t.published_at::text,
       t.auto_filtered, t.recall_reason, w.every_days, w.checked_at::text, w.checked_by_name, w.due_at::text
     from threats t left join qa_watches w on w.company_id = t.company_id and w.threat_id = t.id where t.id = $1`,
    [threatId],
  )
  return rows[0]
}

/** A threat that its reviewer watches, checked every 30 days. */
async function newWatched() {
  const made = await createFixture()
  const { id } = await newThreat(made.company, { stage: 'queued' })
  const params = { threatId: id }
  await send(made.reviewer, watchThreat, { params, body: { version: 1, everyDays: 30, reason: 'Parked' } })
  return { ...made, id, params }
}

test.each([
  ['publishing', publishThreat, {}],
  ['returning to the queue', unwatchThreat, {}],
  ['requesting the deletion', requestDeletion, { remark: because }],
])('undoing %s of a watched record puts it back with its next check and remark', async (_, step, more) => {
  const { reviewer, second, id, params } = await newWatched()
  const before = await stateOf(id)
  const done = await send(second, step, { params, body: { version: 2, ...more } })
  expect(done.status).toBe(200)
  expect(await undo(reviewer, { [id]: 3 })).toMatchObject({ done: [], failed: [{ id, code: 'CONFLICT' }] })
  expect(await undo(second, { [id]: 3 })).toEqual({ done: [id], versions: { [id]: 4 }, failed: [] })
  expect(await stateOf(id)).toEqual(before)
  expect(await undo(second, { [id]: 4 })).toMatchObject({ failed: [{ id, code: 'CONFLICT' }] })
})

test('undoing a check makes the record due when it was before', async () => {
  const { reviewer, id } = await newWatched()
  const before = await stateOf(id)
  const checked = await send(reviewer, recheckWatched, { body: { kind: 'threat', ids: [id], everyDays: 1 } })
  expect(checked.body.versions).toEqual({ [id]: 3 })
  expect(await stateOf(id)).toMatchObject({ every_days: 1 })
  expect(await undo(reviewer, checked.body.versions)).toMatchObject({ done: [id] })
  expect(await stateOf(id)).toEqual(before)
  const { body } = await send(reviewer, listWatched, {})
  expect(body.items).toMatchObject([{ id, everyDays: 30 }])
})

test('a check that somebody repeated since is not undone', async () => {
  const { reviewer, second, id } = await newWatched()
  const body = { kind: 'threat', ids: [id], everyDays: 1 } as const
  const { versions } = (await send(reviewer, recheckWatched, { body })).body
  await send(second, recheckWatched, { body: { ...body, everyDays: 7 } })
  expect(await undo(reviewer, versions)).toMatchObject({ done: [], failed: [{ id, code: 'CONFLICT' }] })
  expect(await stateOf(id)).toMatchObject({ every_days: 7 })
})

test('an undone approval waits again for a second reviewer, with its first requester', async () => {
  const { company, reviewer, second } = await createFixture()
  const { id } = await newThreat(company, { stage: 'queued' })
  const params = { threatId: id }
  await send(reviewer, requestDeletion, { params, body: { version: 1, remark: because } })
  const before = await stateOf(id)
  await send(second, approveDeletion, { params, body: { version: 2 } })
  expect(await undo(second, { [id]: 3 })).toMatchObject({ done: [id] })
  expect(await stateOf(id)).toEqual(before)
  const own = await send(reviewer, approveDeletion, { params, body: { version: 4 } })
  expect(own).toMatchObject(refusal('OWN_DELETION_REQUEST'))
  const waiting = await send(reviewer, listDeletionQueue, {})
  expect(waiting.body.items).toMatchObject([{ id, isOwnRequest: true }])
})

test('undoing a rejection requests the deletion again, and undoing a restoration deletes the record again', async () => {
  const { company, reviewer, second } = await createFixture()
  const { id } = await newThreat(company, { stage: 'queued' })
  const params = { threatId: id }
  await send(reviewer, requestDeletion, { params, body: { version: 1, remark: because } })
  const requested = await stateOf(id)
  await send(second, rejectDeletion, { params, body: { version: 2 } })
  await undo(second, { [id]: 3 })
  expect(await stateOf(id)).toEqual(requested)

  await send(second, approveDeletion, { params, body: { version: 4 } })
  const deleted = await stateOf(id)
  await send(reviewer, restoreThreat, { params, body: { version: 5 } })
  await undo(reviewer, { [id]: 6 })
  expect(await stateOf(id)).toEqual(deleted)
})

/** Every announcement that waits for a company, run now. */
async function announce(companyId: number) {
  const { database, queue } = world()
  const { rows } = await database.pool.query<{ data: PublishedRecords }>(
    `select data from pgboss.job where name = $1 and (data ->> 'companyId')::int = $2 order by created_on`,
    [announcementJob.name, companyId],
  )
  for (const { data } of rows) await runAnnouncement({ database, enqueue: queue.enqueue }, data)
}

async function newPublished() {
  const made = await createFixture()
  const client = await newUser('client', made.company)
  const { id } = await newThreat(made.company, { stage: 'watchlist' })
  await send(made.reviewer, publishThreat, { params: { threatId: id }, body: { version: 1 } })
  const path = { source: 'Domain' as const, threatId: id }
  const notified = async () => (await send(client, listNotifications)).body.items.length
  return { ...made, client, id, params: { threatId: id }, path, notified }
}

test('a publication is undone before the client is notified, and the client no longer sees it', async () => {
  const { company, reviewer, client, id, path, notified } = await newPublished()
  expect(await undo(reviewer, { [id]: 2 })).toMatchObject({ done: [id] })
  expect(await stateOf(id)).toMatchObject({ stage: 'watchlist', published_at: null })
  expect(await send(client, getThreat, { params: path })).toMatchObject(refusal('NOT_FOUND'))
  await announce(company.id)
  expect(await notified()).toBe(0)
})

test('a publication that the client was notified of or has decided on is not undone', async () => {
  const known = await newPublished()
  await announce(known.company.id)
  expect((await undo(known.reviewer, { [known.id]: 2 })).failed).toEqual([
    { id: known.id, code: 'RECALL_REASON_NEEDED' },
  ])

  const decided = await newPublished()
  await send(decided.client, decideThreat, { params: decided.path, body: { action: 'falsePositive', version: 2 } })
  expect((await undo(decided.reviewer, { [decided.id]: 3 })).done).toEqual([])
})

test('a quiet recall is undone: the record is published as before, and the client is notified of it once', async () => {
  const { company, reviewer, client, id, params, path, notified } = await newPublished()
  const before = await stateOf(id)
  await send(reviewer, recallThreat, { params, body: { version: 2 } })
  expect(await undo(reviewer, { [id]: 3 })).toMatchObject({ done: [id] })
  expect(await stateOf(id)).toEqual(before)
  expect((await send(client, getThreat, { params: path })).status).toBe(200)
  await announce(company.id)
  expect(await notified()).toBe(1)
  const { body } = await send(reviewer, listPublished, {})
  expect(body.items.map((one) => one.id)).toEqual([id])
})

test('a recall whose announcement was due in the meantime is undone, and the client is notified', async () => {
  const { company, reviewer, id, params, notified } = await newPublished()
  await send(reviewer, recallThreat, { params, body: { version: 2 } })
  await announce(company.id)
  expect(await notified()).toBe(0)
  await undo(reviewer, { [id]: 3 })
  await announce(company.id)
  expect(await notified()).toBe(1)
})

test('a recall with a reason that the client has read is not undone', async () => {
  const { company, reviewer, id, params } = await newPublished()
  await announce(company.id)
  await send(reviewer, recallThreat, { params, body: { version: 2, remark: because } })
  expect((await undo(reviewer, { [id]: 3 })).failed).toEqual([{ id, code: 'RECALL_KNOWN' }])
})

test('several records are undone together, each answer for itself, and each is audited', async () => {
  const { company, reviewer } = await createFixture()
  const ids = [
    (await newThreat(company, { stage: 'watchlist' })).id,
    (await newThreat(company, { stage: 'watchlist' })).id,
  ]
  const [first = '', changed = ''] = ids
  await send(reviewer, reviewThreats, { body: { kind: 'threat', ids, action: 'unwatch' } })
  await send(reviewer, watchThreat, { params: { threatId: changed }, body: { version: 2 } })
  const stranger = await newThreat(await newCompany(), { stage: 'watchlist' })
  const answer = await undo(reviewer, { [first]: 2, [changed]: 2, [stranger.id]: 2 })
  expect(answer).toEqual({
    done: [first],
    versions: { [first]: 3 },
    failed: [
      { id: changed, code: 'CONFLICT' },
      { id: stranger.id, code: 'NOT_FOUND' },
    ],
  })
  const { rows } = await world().database.pool.query(
    `select target_id, before, after from audit where company_id = $1 and action = 'qa.undo'`,
    [company.id],
  )
  expect(rows).toEqual([
    { target_id: first, before: { stage: 'queued' }, after: { stage: 'watchlist', undone: 'unwatch' } },
  ])
})

test('a step is undone within a day', async () => {
  const { reviewer, id, params } = await newWatched()
  await send(reviewer, unwatchThreat, { params, body: { version: 2 } })
  await world().database.pool.query(`update qa_last_steps set at = now() - interval '25 hours' where threat_id = $1`, [
    id,
  ])
  expect((await undo(reviewer, { [id]: 3 })).failed).toEqual([{ id, code: 'CONFLICT' }])
})

test('the second review of a decision waits again when its rejection is undone', async () => {
  const { company, reviewer, second } = await createFixture({}, { secondReviewPercent: 50 })
  const threats = await Promise.all(Array.from({ length: 12 }, () => newThreat(company, { stage: 'queued' })))
  const ids = threats.map(({ id }) => id)
  const sampled = async () => {
    const { rows } = await world().database.pool.query<{ threat_id: string }>(
      'select threat_id, first_by from second_reviews where company_id = $1 order by threat_id',
      [company.id],
    )
    return rows
  }
  await send(reviewer, reviewThreats, { body: { kind: 'threat', ids, action: 'requestDeletion', remark: because } })
  const before = await sampled()
  expect(before.length).toBeGreaterThan(0)
  const body = { kind: 'threat', ids, action: 'rejectDeletion' } as const
  const { versions } = (await send(second, reviewThreats, { body })).body
  expect(await sampled()).toEqual([])
  await undo(second, versions)
  expect(await sampled()).toEqual(before)
  await undo(reviewer, versions)
  expect(await sampled()).toEqual(before)
})

test('the steps of touts are undone like those of threats', async () => {
  const { company, reviewer } = await createFixture({ modules: { touts: true } })
  const { id } = await newThreat(company, { kind: 'tout', stage: 'watchlist' })
  await send(reviewer, unwatchTout, { params: { toutId: id }, body: { version: 1 } })
  expect(await undo(reviewer, { [id]: 2 }, 'tout')).toMatchObject({ done: [id] })
  await send(reviewer, requestToutDeletion, { params: { toutId: id }, body: { version: 3, remark: because } })
  expect(await undo(reviewer, { [id]: 4 })).toMatchObject({ failed: [{ id, code: 'NOT_FOUND' }] })
  expect(await undo(reviewer, { [id]: 4 }, 'tout')).toMatchObject({ done: [id] })
  expect(await stateOf(id)).toMatchObject({ stage: 'watchlist' })
})

test('what was undone is no decision, in none of the figures of reviewers', async () => {
  const { company, reviewer, second } = await createFixture()
  const figures = async (who = reviewer) => {
    const { publishedToday, reviewedTodayByMe } = (await send(who, getQaDashboard, {})).body
    const { byDay, bySource } = (await send(who, getTeamActivity, {})).body
    const team = (await send(who, getReviewerFigures, {})).body
    return {
      publishedToday,
      reviewedTodayByMe,
      publishedOnDay: byDay.at(-1)?.by?.['published'],
      bySource: bySource.reduce((sum, { count }) => sum + count, 0),
      reviewed: team.reduce((sum, { reviewed }) => sum + reviewed, 0),
      returned: team.reduce((sum, { returned }) => sum + returned, 0),
    }
  }
  const took = async (step: typeof publishThreat, version = 1, id?: string) => {
    const threatId = id ?? (await newThreat(company, { stage: 'queued' })).id
    const { status } = await send(reviewer, step, { params: { threatId }, body: { version, remark: because } })
    expect(status).toBe(200)
    return threatId
  }
  await took(publishThreat)
  const before = { ...(await figures()) }
  expect(before).toEqual({
    publishedToday: 1,
    reviewedTodayByMe: 1,
    publishedOnDay: 1,
    bySource: 1,
    reviewed: 1,
    returned: 0,
  })

  for (const step of [publishThreat, watchThreat, requestDeletion]) {
    const id = await took(step)
    expect(await figures()).toMatchObject({ reviewedTodayByMe: 2, reviewed: 2 })
    expect(await undo(reviewer, { [id]: 2 })).toMatchObject({ done: [id] })
    expect(await figures()).toEqual(before)
  }
  const whitelisted = await took(whitelistThreat)
  await took(recallThreat, 2, whitelisted)
  expect(await figures()).toEqual(before)

  // Of two steps on a record, undoing the second leaves the first.
  const watched = await took(watchThreat)
  await took(publishThreat, 2, watched)
  await undo(reviewer, { [watched]: 3 })
  expect(await figures()).toMatchObject({ publishedToday: 1, reviewedTodayByMe: 2, reviewed: 2 })

  // The recall of a colleague is a decision, which undoes none of the figures.
  const published = await took(publishThreat)
  await send(second, recallThreat, { params: { threatId: published }, body: { version: 2 } })
  expect(await figures()).toMatchObject({ publishedToday: 2, reviewedTodayByMe: 3 })
  expect(await figures(second)).toMatchObject({ publishedToday: 2, reviewedTodayByMe: 1 })
})
