import { describe, expect, test } from 'vitest'
import { listNotifications } from '@signet/contract/messages/notifications'
import { listPublished, publishThreat, recallThreat, reviewThreats } from '@signet/contract/review/qa'
import { getReviewPolicy, putReviewPolicy, usualReviewPolicy } from '@signet/contract/review/review-policy'
import { recallTout } from '@signet/contract/touts/qa-touts'
import { decideThreat, getThreat, listAllThreats } from '@signet/contract/threats/threats'
import { minuteMs } from '@signet/contract/time'
import {
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { announcementJob, type PublishedRecords } from '../qa.jobs.ts'
import { runAnnouncement } from './announce-published.ts'

const world = useWorld()
const reason = { kind: 'custom', text: 'The page belongs to a partner of the bank' } as const

/** A published threat in a company with a grace period of ten minutes, or with a policy that nobody set. */
async function newPublished(graceMinutes: number | 'usual' = 10) {
  const company = await newCompany()
  const [admin, reviewer, client] = [
    await newUser('admin', company),
    await newUser('qa', company),
    await newUser('client', company),
  ]
  if (graceMinutes === 'usual') {
    // Companies of tests have one without a period.
    await world().database.pool.query('delete from review_policies where company_id = $1', [company.id])
  } else {
    const body = { ...usualReviewPolicy, graceMinutes }
    const set = await send(admin, putReviewPolicy, { query: { company: company.key }, body })
    expect(set.status).toBe(200)
  }
  const threat = await newThreat(company, { stage: 'queued' })
  const params = { threatId: threat.id }
  const answer = await send(reviewer, publishThreat, { params, body: { version: 1 } })
  expect(answer).toMatchObject({ status: 200, body: { stage: 'published' } })
  const { title } = answer.body
  return { company, reviewer, client, threat, title, params, path: { source: 'Domain' as const, threatId: threat.id } }
}

const titlesOf = async (client: TestUser) =>
  (await send(client, listNotifications)).body.items.map(({ title }) => title)

/** The announcements that wait in the queue for a company, as they were enqueued, with the time they are due. */
async function waitingAnnouncements(company: TestCompany) {
  const { rows } = await world().database.pool.query<{ data: PublishedRecords; start_after: Date }>(
    `select data, start_after from pgboss.job where name = $1 and (data ->> 'companyId')::int = $2 order by created_on`,
    [announcementJob.name, company.id],
  )
  return rows
}

async function announce(company: TestCompany) {
  const { database, queue } = world()
  for (const { data } of await waitingAnnouncements(company))
    await runAnnouncement({ database, enqueue: queue.enqueue }, data)
}

describe('during the grace period', () => {
  test.each([10, 'usual'] as const)('the client is notified only after ten minutes, set or usual: %s', async (set) => {
    const { company, client, title, path } = await newPublished(set)
    expect((await send(client, getThreat, { params: path })).status).toBe(200)
    expect(await titlesOf(client)).toEqual([])
    const [job] = await waitingAnnouncements(company)
    const inMinutes = ((job?.start_after.getTime() ?? 0) - Date.now()) / minuteMs
    expect(inMinutes).toBeGreaterThan(9)
    expect(inMinutes).toBeLessThan(10.1)
    await announce(company)
    expect(await titlesOf(client)).toEqual([expect.stringContaining(title)])
  })

  test('an announcement that runs twice notifies once', async () => {
    const { company, client } = await newPublished()
    await announce(company)
    await announce(company)
    expect(await titlesOf(client)).toHaveLength(1)
  })

  test('a recall needs no reason, and the client is never notified', async () => {
    const { company, reviewer, client, params, path } = await newPublished()
    const recalled = await send(reviewer, recallThreat, { params, body: { version: 2 } })
    expect(recalled).toMatchObject({ status: 200, body: { stage: 'queued', publishedAt: null, version: 3 } })
    await announce(company)
    expect(await titlesOf(client)).toEqual([])
    expect(await send(client, getThreat, { params: path })).toMatchObject(refusal('NOT_FOUND'))
  })

  test('what is recalled and published again is announced once, after the new period', async () => {
    const { company, reviewer, client, params } = await newPublished()
    await send(reviewer, recallThreat, { params, body: { version: 2 } })
    await send(reviewer, publishThreat, { params, body: { version: 3 } })
    const [first, second] = await waitingAnnouncements(company)
    const { database, queue } = world()
    const run = (job: { data: PublishedRecords } | undefined) =>
      job && runAnnouncement({ database, enqueue: queue.enqueue }, job.data)
    await run(first)
    expect(await titlesOf(client)).toEqual([])
    await run(second)
    expect(await titlesOf(client)).toHaveLength(1)
  })
})

test('the list of published threats says when the client is notified, and afterwards when it was', async () => {
  const { company, reviewer } = await newPublished()
  const announcedAt = async () => {
    const { body } = await send(reviewer, listPublished, { query: { company: company.key } })
    return Date.parse(body.items[0]?.announcedAt ?? '')
  }
  const inMinutes = ((await announcedAt()) - Date.now()) / minuteMs
  expect(inMinutes).toBeGreaterThan(9)
  expect(inMinutes).toBeLessThan(10.1)
  await announce(company)
  expect(await announcedAt()).toBeLessThanOrEqual(Date.now())
})

test('the list names no time for what was filtered automatically, because the client is not notified of it', async () => {
  const company = await newCompany()
  await newThreat(company)
  await world().database.pool.query('update threats set auto_filtered = true where company_id = $1', [company.id])
  const query = { company: company.key, showAutomaticallyFiltered: true }
  const { body } = await send(await newUser('qa', company), listPublished, { query })
  expect(body.items).toMatchObject([{ autoFiltered: true }])
  expect(body.items[0]?.announcedAt).toBeUndefined()
})

describe('after the client was notified', () => {
  test('a recall needs a reason, which the client reads in the notification and at the address of the threat', async () => {
    const { company, reviewer, client, title, params, path } = await newPublished()
    await announce(company)
    const silent = await send(reviewer, recallThreat, { params, body: { version: 2 } })
    expect(silent).toMatchObject(refusal('RECALL_REASON_NEEDED', 'body.remark'))
    const spoken = await send(reviewer, recallThreat, { params, body: { version: 2, remark: reason } })
    expect(spoken).toMatchObject({ status: 200, body: { stage: 'queued', stageReason: reason.text } })
    const { items } = (await send(client, listNotifications)).body
    expect(items[0]).toMatchObject({ title: `Recalled: ${title}`, body: reason.text })
    expect((await send(client, listAllThreats)).body.total).toBe(0)
    expect(await send(client, getThreat, { params: path })).toMatchObject(refusal('RECALLED'))
    const stranger = await newUser('client', await newCompany())
    expect(await send(stranger, getThreat, { params: path })).toMatchObject(refusal('NOT_FOUND'))
    await send(reviewer, publishThreat, { params, body: { version: 3 } })
    expect((await send(client, getThreat, { params: path })).status).toBe(200)
  })

  test('a company without a grace period is notified at once, so every recall needs a reason', async () => {
    const { reviewer, client, params } = await newPublished(0)
    expect(await titlesOf(client)).toHaveLength(1)
    const silent = await send(reviewer, recallThreat, { params, body: { version: 2 } })
    expect(silent).toMatchObject(refusal('RECALL_REASON_NEEDED', 'body.remark'))
  })

  test('once the period is over, a reason is needed although no worker has notified the client yet', async () => {
    const { company, reviewer, params } = await newPublished()
    await world().database.pool.query(
      `update threats set published_at = now() - interval '11 minutes' where company_id = $1`,
      [company.id],
    )
    const silent = await send(reviewer, recallThreat, { params, body: { version: 2 } })
    expect(silent).toMatchObject(refusal('RECALL_REASON_NEEDED', 'body.remark'))
  })
})

test('what the client has decided on is not recalled', async () => {
  const { reviewer, client, params, path } = await newPublished()
  const body = { action: 'takedown' as const, version: 2 }
  expect((await send(client, decideThreat, { params: path, body })).status).toBe(200)
  const answer = await send(reviewer, recallThreat, { params, body: { version: 3, remark: reason } })
  expect(answer).toMatchObject(refusal('RECALL_AFTER_DECISION'))
})

test('several are published and recalled together, each answer for itself', async () => {
  const { company, reviewer, client, threat } = await newPublished()
  const other = await newThreat(company, { stage: 'queued' })
  const ids = [threat.id, other.id]
  const published = (await send(reviewer, listPublished)).body.items
  expect(published.map(({ id }) => id)).toEqual([threat.id])
  const answer = await send(reviewer, reviewThreats, { body: { kind: 'threat', ids, action: 'recall' } })
  expect(answer.body).toMatchObject({ done: [threat.id], failed: [{ id: other.id, code: 'CONFLICT' }] })
  expect((await send(client, listAllThreats)).body.total).toBe(0)
})

test('a tout is recalled like a threat', async () => {
  const company = await newCompany({ modules: { touts: true } })
  const reviewer = await newUser('qa', company)
  const tout = await newThreat(company, { kind: 'tout', stage: 'published' })
  const params = { toutId: tout.id }
  const answer = await send(reviewer, recallTout, { params, body: { version: 1, remark: reason } })
  expect(answer).toMatchObject({ status: 200, body: { stage: 'queued' } })
})

test('reviewers read the policy, and only administrators change it', async () => {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  await world().database.pool.query('delete from review_policies where company_id = $1', [company.id])
  const query = { company: company.key }
  expect((await send(reviewer, getReviewPolicy, { query })).body).toMatchObject(usualReviewPolicy)
  expect((await send(reviewer, putReviewPolicy, { query, body: usualReviewPolicy })).status).toBe(403)
  const admin = await newUser('admin', company)
  expect(await send(admin, putReviewPolicy, { query, body: { ...usualReviewPolicy, graceMinutes: 61 } })).toMatchObject(
    {
      status: 400,
    },
  )
})
