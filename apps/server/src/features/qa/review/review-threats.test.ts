import { describe, expect, test } from 'vitest'
import type { AnyRoute } from '@signet/contract/route'
import {
  approveDeletion,
  correctThreat,
  getQaDashboard,
  getQueued,
  listDeleted,
  listDeletionQueue,
  listQueued,
  listWatched,
  publishThreat,
  qaFlow,
  recallThreat,
  rejectDeletion,
  requestDeletion,
  restoreThreat,
  reviewThreats,
  unwatchThreat,
  watchThreat,
  whitelistThreat,
  type QaStage,
} from '@signet/contract/review/qa'
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

const world = useWorld()

async function createFixture(stage: QaStage = 'queued') {
  const company = await newCompany()
  const [reviewer, second] = [await newUser('qa', company), await newUser('qa', company)]
  const threat = await newThreat(company, { stage })
  return { company, reviewer, second, threat, params: { threatId: threat.id } }
}

async function auditOf(company: TestCompany) {
  const { rows } = await world().database.pool.query<{
    action: string
    by_email: string
    before: object
    after: object
  }>('select action, by_email, before, after from audit where company_id = $1 order by at', [company.id])
  return rows
}
const because = { remark: { kind: 'Irrelevant' } } as const

const actions = {
  publish: publishThreat,
  whitelist: whitelistThreat,
  watch: watchThreat,
  unwatch: unwatchThreat,
  requestDeletion,
  restore: restoreThreat,
  recall: recallThreat,
  approve: approveDeletion,
  reject: rejectDeletion,
} as const
/** The result of each step from each stage; combinations that aren't listed are refused. */
const allowed: Record<keyof typeof actions, Partial<Record<QaStage, QaStage>>> = {
  publish: { queued: 'published', watchlist: 'published' },
  whitelist: { queued: 'published' },
  watch: { queued: 'watchlist' },
  unwatch: { watchlist: 'queued' },
  requestDeletion: { queued: 'deletionPending', watchlist: 'deletionPending' },
  restore: { deleted: 'queued' },
  recall: { published: 'queued' },
  approve: { deletionPending: 'deleted' },
  reject: { deletionPending: 'queued' },
}
const auditedAs = { approve: 'approveDeletion', reject: 'rejectDeletion' } as Record<string, string>
const stages = Object.keys(qaFlow) as QaStage[]
const everyStep = (Object.keys(actions) as (keyof typeof actions)[]).flatMap((verb) =>
  stages.map((stage) => [verb, stage, allowed[verb][stage] ?? null] as const),
)

test.each(everyStep)('%s of a threat that is %s leads to %s (null: refused)', async (verb, from, to) => {
  const { company, reviewer, threat, params } = await createFixture(from)
  const withRemark = verb === 'approve' || verb === 'reject' ? {} : because
  const answer = await send(reviewer, actions[verb] as AnyRoute, { params, body: { version: 1, ...withRemark } })
  if (to === null) {
    expect(answer).toMatchObject(refusal('STALE_VERSION'))
    expect(await auditOf(company)).toEqual([])
    return
  }
  expect(answer).toMatchObject({ status: 200, body: { id: threat.id, stage: to, version: 2 } })
  expect(qaFlow[from] as readonly string[]).toContain(to)
  expect(await auditOf(company)).toMatchObject([
    {
      action: `qa.${auditedAs[verb] ?? verb}`,
      by_email: reviewer.email,
      before: { stage: from },
      after: { stage: to },
    },
  ])
})

test('a step on a version that is no longer the last one is refused and changes nothing', async () => {
  const { company, reviewer, params } = await createFixture()
  expect(await send(reviewer, publishThreat, { params, body: { version: 2 } })).toMatchObject(refusal('STALE_VERSION'))
  expect(await auditOf(company)).toEqual([])
})

test('of two reviewers who take a step at the same moment one succeeds', async () => {
  const { company, reviewer, second, params } = await createFixture()
  const answers = await Promise.all([
    send(reviewer, publishThreat, { params, body: { version: 1 } }),
    send(second, requestDeletion, { params, body: { version: 1, ...because } }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await auditOf(company)).toHaveLength(1)
})

describe('deleting a threat', () => {
  test('needs a remark, kind or own words', async () => {
    const { reviewer, params } = await createFixture()
    const silent = await send(reviewer, requestDeletion, { params, body: { version: 1 } })
    expect(silent).toMatchObject(refusal('REMARK_NEEDED', 'body.remark'))
    const blank = await send(reviewer, requestDeletion, { params, body: { version: 1, reason: '   ' } })
    expect(blank).toMatchObject(refusal('REMARK_NEEDED', 'body.remark'))
    const spoken = await send(reviewer, requestDeletion, { params, body: { version: 1, reason: 'a test page' } })
    expect(spoken).toMatchObject({
      status: 200,
      body: { stageReason: 'a test page', stagedBy: expect.any(String) as string },
    })
  })

  test('needs two reviewers: the requester cannot approve it', async () => {
    const { reviewer, second, params } = await createFixture()
    await send(reviewer, requestDeletion, { params, body: { version: 1, ...because } })
    const [asked] = (await send(reviewer, listDeletionQueue)).body.items
    const [offered] = (await send(second, listDeletionQueue)).body.items
    expect([asked?.isOwnRequest, offered?.isOwnRequest]).toEqual([true, false])
    const own = await send(reviewer, approveDeletion, { params, body: { version: 2 } })
    expect(own).toMatchObject(refusal('OWN_DELETION_REQUEST'))
    const other = await send(second, approveDeletion, { params, body: { version: 2 } })
    expect(other).toMatchObject({ status: 200, body: { stage: 'deleted' } })
  })

  test('can be withdrawn by the requester', async () => {
    const { reviewer, params } = await createFixture()
    await send(reviewer, requestDeletion, { params, body: { version: 1, ...because } })
    expect((await send(reviewer, rejectDeletion, { params, body: { version: 2 } })).body.stage).toBe('queued')
  })

  test('cannot be approved in bulk', async () => {
    const { reviewer, threat } = await createFixture('deletionPending')
    const body = { kind: 'threat', ids: [threat.id], action: 'approveDeletion' }
    expect(await send(reviewer, reviewThreats, { body })).toMatchObject(refusal('NOT_AN_OPTION', 'body.action'))
  })
})

describe('correcting a threat', () => {
  test('changes severity, type and category and records what they were', async () => {
    const { company, reviewer, params } = await createFixture()
    const body = { severity: 'Low', threatType: 'Parked look-alike', category: 'Cards', version: 1 } as const
    const answer = await send(reviewer, correctThreat, { params, body })
    expect(answer).toMatchObject({ status: 200, body: { ...body, version: 2, stage: 'queued' } })
    expect(await auditOf(company)).toMatchObject([
      {
        action: 'threat.corrected',
        before: { severity: 3, threatType: 'Look-alike domain', category: null },
        after: { severity: 1, threatType: 'Parked look-alike', category: 'Cards' },
      },
    ])
  })

  test('changes no other threat', async () => {
    const { reviewer, params } = await createFixture()
    const answer = await send(reviewer, correctThreat, { params, body: { category: 'Loans', version: 1 } })
    expect(answer.body).toMatchObject({ severity: 'High', threatType: 'Look-alike domain', category: 'Loans' })
  })

  test.each<[object, number]>([
    [{ threatType: 'Fake app', version: 1 }, 400],
    [{ threatType: '', version: 1 }, 400],
    [{ severity: 'Severe', version: 1 }, 400],
    [{ severity: 'Low' }, 400],
    [{ severity: 'Low', version: 1, stage: 'published' }, 400],
    [{ severity: 'Low', version: 2 }, 409],
  ])('is refused: %j → %i', async (body, status) => {
    const { company, reviewer, params } = await createFixture()
    expect((await send(reviewer, correctThreat, { params, body })).status).toBe(status)
    expect(await auditOf(company)).toEqual([])
  })
})

describe('one step on many threats', () => {
  test('does what it can and names the rest with the reason', async () => {
    const { company, reviewer, threat } = await createFixture()
    const watched = await newThreat(company, { stage: 'watchlist' })
    const published = await newThreat(company)
    const foreign = await newThreat(await newCompany(), { stage: 'queued' })
    const ids = [threat.id, watched.id, published.id, foreign.id, threat.id]
    const answer = await send(reviewer, reviewThreats, { body: { kind: 'threat', ids, action: 'publish' } })
    expect(answer.body.done.toSorted()).toEqual([threat.id, watched.id].toSorted())
    expect(answer.body.failed).toEqual(
      expect.arrayContaining([
        { id: published.id, code: 'CONFLICT' },
        { id: foreign.id, code: 'NOT_FOUND' },
      ]) as object[],
    )
    expect(await auditOf(company)).toHaveLength(2)
  })

  test('requires a remark if one threat requires it', async () => {
    const { company, reviewer, threat } = await createFixture()
    const body = { kind: 'threat', ids: [threat.id], action: 'requestDeletion' } as const
    const silent = await send(reviewer, reviewThreats, { body })
    expect(silent.body).toEqual({ done: [], versions: {}, failed: [{ id: threat.id, code: 'REMARK_NEEDED' }] })
    expect((await send(reviewer, reviewThreats, { body: { ...body, ...because } })).body.done).toEqual([threat.id])
    expect(await auditOf(company)).toMatchObject([{ after: { remark: 'Irrelevant' } }])
  })

  test('returns the versions it produced, with which its undo leaves alone what somebody decided later', async () => {
    const { company, reviewer, second, threat } = await createFixture()
    const other = await newThreat(company, { stage: 'queued' })
    const body = { kind: 'threat', ids: [threat.id, other.id] } as const
    const watched = await send(reviewer, reviewThreats, { body: { ...body, action: 'watch' } })
    const { versions } = watched.body
    expect(Object.keys(versions).toSorted()).toEqual([threat.id, other.id].toSorted())

    // A colleague returns one to the queue and watches it again, for a reason of their own.
    const params = { threatId: other.id }
    const back = await send(second, unwatchThreat, { params, body: { version: versions[other.id] as number } })
    await send(second, watchThreat, { params, body: { version: back.body.version, ...because } })

    const undone = await send(reviewer, reviewThreats, { body: { ...body, action: 'unwatch', versions } })
    expect(undone.body).toMatchObject({ done: [threat.id], failed: [{ id: other.id, code: 'CONFLICT' }] })
    // Look-ups are off in this world, so no page is captured.
    expect((await send(second, getQueued, { params })).body).toMatchObject({
      stage: 'watchlist',
      captureRefusal: 'off',
    })
  })
})

describe('the lists of review', () => {
  test('show each threat in the list of its stage only, and the detail in every stage', async () => {
    const { company, reviewer, threat } = await createFixture()
    const at: Partial<Record<QaStage, string>> = { queued: threat.id }
    for (const stage of stages.slice(1)) at[stage] = (await newThreat(company, { stage })).id
    const lists = {
      queued: listQueued,
      watchlist: listWatched,
      deletionPending: listDeletionQueue,
      deleted: listDeleted,
    }
    for (const [stage, route] of Object.entries(lists)) {
      const { body } = await send(reviewer, route)
      expect(body).toMatchObject({ total: 1, items: [{ id: at[stage as QaStage], stage }] })
    }
    for (const threatId of Object.values(at)) {
      expect((await send(reviewer, getQueued, { params: { threatId } })).status).toBe(200)
    }
  })

  test('say who put a threat where it is, when and why, and sort by that time', async () => {
    const { company, reviewer, threat, params } = await createFixture()
    const later = await newThreat(company, { stage: 'queued' })
    await send(reviewer, watchThreat, { params: { threatId: later.id }, body: { version: 1 } })
    await send(reviewer, watchThreat, { params, body: { version: 1, remark: { kind: 'custom', text: 'wait a week' } } })
    const { body } = await send(reviewer, listWatched, { query: { sortField: 'stagedAt', sortDirection: 'desc' } })
    expect(body.items.map(({ id }) => id)).toEqual([threat.id, later.id])
    expect(body.items[0]).toMatchObject({
      stageReason: 'wait a week',
      stagedBy: expect.stringMatching(/^User/) as string,
    })
    expect(Date.now() - Date.parse(body.items[0]?.stagedAt as string)).toBeLessThan(60_000)
  })
})

test('the dashboard counts what waits, its age, and what was done today and by me', async () => {
  const { company, reviewer, second } = await createFixture()
  const query = 'update threats set first_seen = $2 where company_id = $1 and id = $3'
  const oldest = await newThreat(company, { stage: 'queued' })
  await world().database.pool.query(query, [company.id, '2026-01-02T03:04:05Z', oldest.id])
  await newThreat(company, { stage: 'queued', source: 'URL', name: 'https://a.example/b' })
  await newThreat(company, { stage: 'deletionPending' })
  const filtered = await newThreat(company, { stage: 'queued' })
  await world().database.pool.query('update threats set auto_filtered = true where id = $1', [filtered.id])
  const act = async (who: TestUser, route: AnyRoute) => {
    const { id } = await newThreat(company, { stage: 'queued' })
    await send(who, route, { params: { threatId: id }, body: { version: 1 } })
  }
  await act(reviewer, publishThreat)
  await act(second, publishThreat)
  await act(reviewer, watchThreat)
  expect((await send(reviewer, getQaDashboard)).body).toEqual({
    waiting: 3,
    secondReviews: 0,
    watched: 1,
    deletionsWaiting: 1,
    overdue: 0,
    publishedToday: 2,
    reviewedTodayByMe: 2,
    oldest: '2026-01-02T03:04:05.000Z',
    bySource: [
      { key: 'Domain', label: 'Domain', count: 2 },
      { key: 'URL', label: 'URL', count: 1 },
    ],
  })
})
