import { expect, test } from 'vitest'
import { getReviewBacklog, listQueuedAnywhere } from '@signet/contract/review/review-backlog'
import { openForReview } from '@signet/contract/review/qa-work'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'

const world = useWorld()

/** A threat in the queue with a severity (1 to 4), found some days ago. */
async function queue(company: TestCompany, severity: number, daysAgo: number) {
  const { id } = await newThreat(company, { stage: 'queued' })
  await world().database.pool.query(
    `update threats set severity = $3, first_seen = now() - make_interval(days => $4) where company_id = $1 and id = $2`,
    [company.id, id, severity, daysAgo],
  )
  return id
}

async function newDesk() {
  const [bank, rail, stranger] = [await newCompany(), await newCompany(), await newCompany()]
  const reviewer = await newUser('qa', bank, [rail])
  await queue(stranger, 4, 9)
  return { bank, rail, stranger, reviewer }
}

test('the queue of all companies has one order, over the companies of the reviewer only', async () => {
  const { bank, rail, reviewer } = await newDesk()
  const [high, critical, old] = [await queue(bank, 3, 1), await queue(rail, 4, 0), await queue(rail, 2, 5)]
  const idsBy = async (order: 'mostSevere' | 'oldest' | 'newest') =>
    (await send(reviewer, listQueuedAnywhere, { query: { order } })).body.map(({ id }) => id)
  expect(await idsBy('mostSevere')).toEqual([critical, high, old])
  expect(await idsBy('oldest')).toEqual([old, high, critical])
  expect(await idsBy('newest')).toEqual([critical, high, old])
  const { body } = await send(reviewer, listQueuedAnywhere)
  expect(body.map(({ company }) => company)).toEqual([rail.key, bank.key, rail.key])
})

test('it is limited to companies and severities, and names who has a record', async () => {
  const { bank, rail, reviewer } = await newDesk()
  const [own] = [await queue(bank, 3, 1), await queue(rail, 4, 0)]
  const opened = await send(reviewer, openForReview, {
    query: { company: bank.key },
    body: { kind: 'threat', id: own },
  })
  expect(opened.status).toBe(200)
  const ofBank = (await send(reviewer, listQueuedAnywhere, { query: { company: [bank.key] } })).body
  expect(ofBank).toMatchObject([{ id: own, assignee: expect.any(String) as string }])
  const critical = (await send(reviewer, listQueuedAnywhere, { query: { threatSeverity: ['Critical'] } })).body
  expect(critical.map(({ company }) => company)).toEqual([rail.key])
})

test('the backlog counts what waits by company, the most urgent first', async () => {
  const { bank, rail, stranger, reviewer } = await newDesk()
  await queue(bank, 2, 7)
  await queue(bank, 1, 1)
  await queue(rail, 4, 0)
  const { body } = await send(reviewer, getReviewBacklog)
  expect(body).toMatchObject([
    { company: rail.key, waiting: 1, critical: 1 },
    { company: bank.key, waiting: 2, critical: 0 },
  ])
  const query = { company: [stranger.key] }
  expect((await send(reviewer, getReviewBacklog, { query })).status).toBe(404)
  expect((await send(reviewer, listQueuedAnywhere, { query })).status).toBe(404)
})

test('touts are counted in companies with the module only', async () => {
  const { rail, reviewer } = await newDesk()
  await newThreat(rail, { kind: 'tout', stage: 'queued' })
  expect((await send(reviewer, getReviewBacklog, { query: { kind: 'tout' } })).body).toEqual([])
})
