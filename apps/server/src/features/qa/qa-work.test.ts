import { describe, expect, test } from 'vitest'
import {
  listQueued,
  publishThreat,
  rejectDeletion,
  requestDeletion,
  reviewThreats,
  watchThreat,
} from '@signet/contract/review/qa'
import {
  claimThreats,
  getQaClaims,
  getQaUsers,
  getReviewerFigures,
  getSourceDistribution,
  getTeamActivity,
  getUserActivityWithEmail,
  openForReview,
} from '@signet/contract/review/qa-work'
import { decideThreat } from '@signet/contract/threats/threats'
import { hourMs, minuteMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { earlier } from '../../../test/earlier.ts'

const world = useWorld()

async function withQueue(count: number): Promise<TestCompany> {
  const company = await newCompany()
  for (let n = 0; n < count; n += 1) await newThreat(company, { stage: 'queued', severity: (n % 4) + 1 })
  return company
}

describe('claiming threats', () => {
  test('takes the worst first, and says in the list who has them', async () => {
    const company = await withQueue(8)
    const reviewer = await newUser('qa', company)
    const claimed = await send(reviewer, claimThreats, { body: { company: company.key, n: 3 } })
    expect(claimed.status).toBe(200)
    expect(claimed.body.map(({ severity }) => severity)).toEqual(['Critical', 'Critical', 'High'])
    const assignee = claimed.body[0]?.assignee
    expect(assignee).toMatch(/^User \d+$/)
    const { body } = await send(await newUser('qa', company), listQueued, {})
    const shown = body.items.filter((item) => item.assignee === assignee).map(({ id }) => id)
    expect(shown.toSorted()).toEqual(claimed.body.map(({ id }) => id).toSorted())
    expect(body.items.filter((item) => item.assignee === undefined)).toHaveLength(5)
    const mine = (await send(reviewer, listQueued, { query: { mine: true } })).body
    expect(mine.total).toBe(3)
    expect(mine.items.every((item) => item.assignee === assignee)).toBe(true)
  })

  test('gives no two reviewers the same one, however they ask at once', async () => {
    const company = await withQueue(30)
    const reviewers = await Promise.all(Array.from({ length: 8 }, () => newUser('qa', company)))
    const answers = await Promise.all(
      [...reviewers, ...reviewers].map((reviewer) =>
        send(reviewer, claimThreats, { body: { company: company.key, n: 3 } }),
      ),
    )
    const ids = answers.flatMap(({ body }) => body.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    const rest = await send(reviewers[0] ?? null, claimThreats, { body: { company: company.key, n: 50 } })
    expect(new Set([...ids, ...rest.body.map(({ id }) => id)]).size).toBe(30)
    expect((await send(reviewers[1] ?? null, claimThreats, { body: { company: company.key, n: 50 } })).body).toEqual([])
  })

  test('lasts thirty minutes, then they are free again', async () => {
    const company = await withQueue(2)
    const [first, second] = [await newUser('qa', company), await newUser('qa', company)]
    const claim = async (user: typeof first) =>
      (await send(user, claimThreats, { body: { company: company.key, n: 2 } })).body
    await claim(first)
    const age = (minutes: number) =>
      world().database.pool.query(
        `update qa_claims set expires_at = ${earlier('expires_at', `${minutes} minutes`)} where company_id = $1`,
        [company.id],
      )
    await age(29)
    expect(await claim(second)).toEqual([])
    await age(2)
    expect(await claim(second)).toHaveLength(2)
  })

  test('narrows to a source, leaves out what is reviewed already, and takes at most fifty', async () => {
    const company = await newCompany()
    const reviewer = await newUser('qa', company)
    const url = await newThreat(company, { stage: 'queued', source: 'URL', name: 'https://one.example/x' })
    await newThreat(company, { stage: 'queued' })
    await newThreat(company, { stage: 'watchlist', source: 'URL', name: 'https://two.example/x' })
    const body = { company: company.key, source: 'URL', n: 50 }
    expect((await send(reviewer, claimThreats, { body })).body.map(({ id }) => id)).toEqual([url.id])
    for (const [n, reason] of [
      [0, 'NUMBER_TOO_SMALL'],
      [51, 'NUMBER_TOO_LARGE'],
      [1.5, 'INVALID_TYPE'],
    ] as const)
      expect(await send(reviewer, claimThreats, { body: { ...body, n } })).toMatchObject(refusal(reason, 'body.n'))
  })
})

async function opened() {
  const company = await newCompany()
  const [first, second] = [await newUser('qa', company), await newUser('qa', company)]
  const { id } = await newThreat(company, { stage: 'queued' })
  const open = async (who: typeof first, which = id) =>
    send(who, openForReview, { body: { kind: 'threat', id: which } })
  return { company, first, second, id, open }
}

describe('opening a waiting threat', () => {
  test('locks it for five minutes and shows the others who has it', async () => {
    const { company, first, second, id, open } = await opened()
    const mine = (await open(first)).body
    expect(mine.isMine).toBe(true)
    expect(Date.parse(mine.until) - Date.now()).toBeGreaterThan(4.5 * minuteMs)
    expect((await open(second)).body).toEqual({ ...mine, isMine: false })
    expect((await send(second, getQaClaims)).body).toEqual([
      { id, by: mine.by, isMine: false, isOpened: true, until: mine.until },
    ])
    await world().database.pool.query(
      `update qa_claims set expires_at = ${earlier('expires_at', '5 minutes')} where company_id = $1`,
      [company.id],
    )
    expect((await open(second)).body.isMine).toBe(true)
  })

  test('keeps the others from deciding it, one by one and in bulk', async () => {
    const { first, second, id, open } = await opened()
    await open(first)
    const answer = await send(second, publishThreat, { params: { threatId: id }, body: { version: 1 } })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ reason: 'CLAIMED_BY_OTHER' })
    const bulk = await send(second, reviewThreats, { body: { kind: 'threat', ids: [id], action: 'watch' } })
    expect(bulk.body).toEqual({ done: [], versions: {}, failed: [{ id, code: 'CLAIMED' }] })
    expect((await send(first, publishThreat, { params: { threatId: id }, body: { version: 1 } })).status).toBe(200)
  })

  test('gives up the one that was open before, but nothing that was claimed', async () => {
    const { company, first, second, id, open } = await opened()
    const other = await newThreat(company, { stage: 'queued' })
    await open(first)
    await open(first, other.id)
    expect((await open(second)).body.isMine).toBe(true)
    const claimed = await send(first, claimThreats, { body: { company: company.key, n: 5 } })
    expect(claimed.body).toEqual([])
    const third = await newThreat(company, { stage: 'queued' })
    await send(first, claimThreats, { body: { company: company.key, n: 5 } })
    await open(first, third.id)
    await open(first, other.id)
    const held = (await send(first, getQaClaims)).body.filter(({ isMine }) => isMine).map((claim) => claim.id)
    expect(held.toSorted()).toEqual([other.id, third.id].toSorted())
    expect(held).not.toContain(id)
  })

  test('is not there for what does not wait', async () => {
    const { company, first } = await opened()
    const published = await newThreat(company)
    expect(await send(first, openForReview, { body: { kind: 'threat', id: published.id } })).toMatchObject(
      refusal('NOT_FOUND'),
    )
  })
})

async function createFixture() {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  const act = async (route: typeof publishThreat, more: object = {}, source: 'Domain' | 'URL' = 'Domain') => {
    const name = source === 'URL' ? `https://${crypto.randomUUID()}.example/x` : `${crypto.randomUUID()}.example`
    const threat = await newThreat(company, { stage: 'queued', source, name })
    expect(
      (await send(reviewer, route, { params: { threatId: threat.id }, body: { version: 1, ...more } })).status,
    ).toBe(200)
  }
  await act(publishThreat)
  await act(publishThreat, {}, 'URL')
  await act(publishThreat)
  await act(watchThreat)
  await act(requestDeletion, { remark: { kind: 'Irrelevant' } })
  return { company, reviewer, query: { company: company.key, userEmail: reviewer.email } }
}

describe('the activity of reviewers', () => {
  test('counts what each did by day and by source', async () => {
    const { reviewer, query } = await createFixture()
    const { body } = await send(reviewer, getUserActivityWithEmail, { query })
    expect(body).toMatchObject({ email: reviewer.email, published: 3, deleted: 1, watchlisted: 1, added: 0 })
    expect(body.byDay).toHaveLength(30)
    expect(body.byDay.reduce((total, { count }) => total + count, 0)).toBe(5)
    expect(body.byDay.at(-1)).toMatchObject({ count: 5, by: { published: 3, deleted: 1, watchlisted: 1, added: 0 } })
    expect((await send(reviewer, getSourceDistribution, { query })).body).toEqual([
      { key: 'Domain', label: 'Domain', count: 4 },
      { key: 'URL', label: 'URL', count: 1 },
    ])
    expect((await send(reviewer, getUserActivityWithEmail, {})).body).toEqual(body)
    // The team consists only of those who review for the company.
    await newUser('qa', await newCompany())
    const team = (await send(reviewer, getTeamActivity, { query: { company: query.company } })).body
    expect(team.byDay).toEqual(body.byDay)
    expect(team.bySource).toEqual((await send(reviewer, getSourceDistribution, { query })).body)
    const past = { ...query, dateRange: ['2026-01-01', '2026-01-03'] }
    expect((await send(reviewer, getUserActivityWithEmail, { query: past })).body).toMatchObject({
      published: 0,
      byDay: [{ date: '2026-01-01' }, { date: '2026-01-02' }, { date: '2026-01-03' }],
    })
    expect((await send(reviewer, getSourceDistribution, { query: past })).body).toEqual([])
  })

  test.each([
    ['2026-01-01', 'INVALID_VALUE', 'query.dateRange'],
    ['2026-01-03,2026-01-01', 'NOT_IN_ORDER', 'query.dateRange'],
    ['a,b', 'INVALID_VALUE', 'query.dateRange'],
    ['2026-02-30,2026-03-01', 'INVALID_VALUE', 'query.dateRange'],
    ['2020-01-01,2026-01-01', 'RANGE_TOO_LONG', 'query.toDate'],
  ] as const)('refuses the range %s', async (dateRange, reason, path) => {
    const { reviewer, query } = await createFixture()
    const answer = await send(reviewer, getUserActivityWithEmail, { raw: { ...query, dateRange } })
    expect(answer).toMatchObject(refusal(reason, path))
  })

  test('lists only the reviewers of a company, with their last activity', async () => {
    const { company, reviewer, query } = await createFixture()
    const other = await newCompany()
    const shared = await newUser('qa', other, [company])
    const stranger = await newUser('qa', other)
    await newUser('client', company)
    const { body } = await send(reviewer, getQaUsers, { query: { company: company.key } })
    expect(body).toEqual([
      {
        email: reviewer.email,
        name: expect.any(String) as string,
        lastActive: expect.any(String) as string,
        lastActiveLabel: 'Active today',
      },
      { email: shared.email, name: expect.any(String) as string, lastActive: null, lastActiveLabel: 'Never active' },
    ])
    await world().database.pool.query(`update audit set at = ${earlier('at', '3 days')} where company_id = $1`, [
      company.id,
    ])
    expect((await send(reviewer, getQaUsers, { query: { company: company.key } })).body[0]?.lastActiveLabel).toBe(
      'Active 3 days ago',
    )
    for (const route of [getUserActivityWithEmail, getSourceDistribution]) {
      expect((await send(reviewer, route, { query: { ...query, userEmail: stranger.email } })).status).toBe(404)
      expect((await send(stranger, route, { query })).body.code).toBe('COMPANY_NOT_FOUND')
    }
    const superAdmin = await newUser('superAdmin', other)
    expect((await send(superAdmin, getUserActivityWithEmail, { query })).body.email).toBe(reviewer.email)
  })
})

test('says how much each reviewer reviewed, how fast, and what of it came back', async () => {
  const company = await newCompany()
  const [first, second, idle] = [
    await newUser('qa', company),
    await newUser('qa', company),
    await newUser('qa', company),
  ]
  const client = await newUser('client', company)
  const queued = async () => {
    const { id } = await newThreat(company, { stage: 'queued' })
    await world().database.pool.query(
      `update threats set first_seen = ${earlier('first_seen', '2 hours')} where id = $1`,
      [id],
    )
    return { threatId: id }
  }
  const [right, wrong, watched, refused] = [await queued(), await queued(), await queued(), await queued()]
  await send(first, publishThreat, { params: right, body: { version: 1 } })
  await send(first, publishThreat, { params: wrong, body: { version: 1 } })
  await send(first, watchThreat, { params: watched, body: { reason: 'later', version: 1 } })
  await send(first, requestDeletion, { params: refused, body: { remark: { kind: 'Irrelevant' }, version: 1 } })
  await send(second, rejectDeletion, { params: refused, body: { version: 2 } })
  await send(client, decideThreat, {
    params: { source: 'Domain', ...wrong },
    body: { action: 'falsePositive', remark: { kind: 'Irrelevant' }, version: 2 },
  })

  const { body } = await send(first, getReviewerFigures)
  const of = (email: string) => body.find((one) => one.email === email)
  expect(of(first.email)).toMatchObject({ reviewed: 4, returned: 2 })
  expect(Math.round((of(first.email)?.medianMs ?? 0) / hourMs)).toBe(2)
  for (const { email } of [second, idle]) expect(of(email)).toEqual({ email, reviewed: 0, medianMs: null, returned: 0 })
})
