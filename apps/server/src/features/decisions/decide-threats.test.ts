import { describe, expect, test } from 'vitest'
import { getTakedown, listTakedowns } from '@signet/contract/takedowns/takedowns'
import {
  addBookmark,
  getThreat,
  listAllThreats,
  removeBookmark,
  decideThreat,
  type RemarkInput,
  type Decision,
} from '@signet/contract/threats/threats'
import type { Role } from '@signet/contract/access/permissions'
import type { ErrorReason } from '@signet/contract/errors/errors'
import {
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'

const world = useWorld()

type NewThreat = Awaited<ReturnType<typeof newThreat>>
const paramsOf = (threat: NewThreat) => ({ source: threat.source, threatId: threat.id })

async function createFixture(role: Role = 'client') {
  const company = await newCompany()
  const user = await newUser(role, company)
  return { company, user, threat: await newThreat(company) }
}

const decide = (user: TestUser, threat: NewThreat, action: Decision, version = 1, remark?: RemarkInput) =>
  send(user, decideThreat, { params: paramsOf(threat), body: { action, version, ...(remark ? { remark } : {}) } })

/** What the database contains for a company, including jobs. */
async function standing(company: TestCompany) {
  const { rows } = await world().database.pool.query<{
    audited: string[]
    takedowns: string[]
    analyses: string[]
    jobs: number
  }>(
    `select (select coalesce(array_agg(action order by action), '{}') from audit where company_id = $1) as audited,
      (select coalesce(array_agg(status order by requested_at), '{}') from takedowns where company_id = $1) as takedowns,
      (select coalesce(array_agg(status order by requested_at), '{}') from deeper_analyses where company_id = $1) as analyses,
      (select count(*)::int from pgboss.job where name = 'preserve-evidence' and (data ->> 'companyId')::int = $1) as jobs`,
    [company.id],
  )
  return rows[0]
}
const setTakedown = (company: TestCompany, status: string) =>
  world().database.pool.query('update takedowns set status = $2 where company_id = $1', [company.id, status])

describe('a decision', () => {
  test.each(['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis'] as const)(
    '%s is recorded with who made it, and can be taken back',
    async (action) => {
      const { company, user, threat } = await createFixture()
      expect(await decide(user, threat, action)).toMatchObject({ status: 200, body: { status: action, version: 2 } })
      expect(await decide(user, threat, 'reopen', 2)).toMatchObject({
        status: 200,
        body: { status: 'open', version: 3 },
      })
      expect((await standing(company))?.audited).toEqual(
        expect.arrayContaining([`threat.${action}`, 'threat.reopen']) as string[],
      )
      const { body } = await send(user, getThreat, { params: paramsOf(threat) })
      const own = body.history.filter((event) => event.action.startsWith('threat.') && event.by !== null)
      expect(own.map((event) => event.action)).toEqual([`threat.${action}`, 'threat.reopen'])
    },
  )

  test.each(['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis'] as const)(
    'other than taking %s back is refused while it stands',
    async (action) => {
      const { company, user, threat } = await createFixture()
      await decide(user, threat, action)
      const before = await standing(company)
      for (const other of ['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis'] as const) {
        expect(await decide(user, threat, other, 2)).toMatchObject(refusal('STALE_VERSION'))
      }
      expect(await standing(company)).toEqual(before)
    },
  )

  test('cannot be undone on an open threat', async () => {
    const { user, threat } = await createFixture()
    expect(await decide(user, threat, 'reopen')).toMatchObject(refusal('STALE_VERSION'))
  })

  test('on a version that is no longer the last one is refused and changes nothing', async () => {
    const { company, user, threat } = await createFixture()
    await decide(user, threat, 'whitelist')
    await decide(user, threat, 'reopen', 2)
    const before = await standing(company)
    expect(await decide(user, threat, 'takedown', 1)).toMatchObject(refusal('STALE_VERSION'))
    expect(await decide(user, threat, 'takedown', 9)).toMatchObject(refusal('STALE_VERSION'))
    expect(await standing(company)).toEqual(before)
  })

  test('clicked twice at the same moment is made once', async () => {
    const { company, user, threat } = await createFixture()
    const colleague = await newUser('client', company)
    const answers = await Promise.all([
      decide(user, threat, 'takedown'),
      decide(user, threat, 'takedown'),
      decide(colleague, threat, 'whitelist'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const { body } = await send(user, getThreat, { params: paramsOf(threat) })
    expect(body.version).toBe(2)
    expect((await standing(company))?.takedowns).toHaveLength(body.status === 'takedown' ? 1 : 0)
  })

  test.each(['queued', 'watchlist', 'deletionPending', 'deleted'] as const)(
    'on a threat that is %s answers 404, as if it did not exist',
    async (stage) => {
      const { company, user } = await createFixture()
      const threat = await newThreat(company, { stage })
      const answer = await decide(user, threat, 'whitelist')
      const missing = await decide(user, { ...threat, id: crypto.randomUUID() }, 'whitelist')
      expect(answer.status).toBe(404)
      expect(answer.body.message).toBe(missing.body.message)
      expect((await send(user, getThreat, { params: paramsOf(threat) })).status).toBe(404)
    },
  )

  test('under another source than its own answers 404', async () => {
    const { user, threat } = await createFixture()
    expect((await decide(user, { ...threat, source: 'URL' }, 'whitelist')).status).toBe(404)
  })
})

describe('a remark', () => {
  test.each<[RemarkInput, string]>([
    [{ kind: 'Irrelevant' }, 'Irrelevant'],
    [{ kind: 'Inaccurate Information', text: 'that is our agency' }, 'that is our agency'],
    [{ kind: 'custom', text: '  three chars  ' }, 'three chars'],
    [{ kind: 'custom', text: 'x'.repeat(2000) }, 'x'.repeat(2000)],
  ])('is kept with the decision: %j', async (remark, text) => {
    const { user, threat } = await createFixture()
    expect((await decide(user, threat, 'falsePositive', 1, remark)).status).toBe(200)
    const { body } = await send(user, getThreat, { params: paramsOf(threat) })
    expect(body.remarks).toMatchObject([{ kind: remark.kind, text }])
    expect(body.history.find(({ action }) => action === 'threat.falsePositive')?.remark).toBe(text)
  })

  test.each<[object, string, ErrorReason]>([
    [{ kind: 'custom' }, 'body.remark.text', 'REMARK_LENGTH'],
    [{ kind: 'custom', text: 'ab' }, 'body.remark.text', 'REMARK_LENGTH'],
    [{ kind: 'custom', text: '       ' }, 'body.remark.text', 'REMARK_LENGTH'],
    [{ kind: 'Irrelevant', text: 'x'.repeat(2001) }, 'body.remark.text', 'TEXT_TOO_LONG'],
    [{ kind: 'Irrelevant', text: 'a\0b' }, 'body.remark.text', 'TEXT_NOT_CLEAN'],
    [{ kind: 'Irrelevant', text: 'a\uD800b' }, 'body.remark.text', 'TEXT_NOT_CLEAN'],
    [{ kind: 'Whatever' }, 'body.remark.kind', 'NOT_AN_OPTION'],
  ])('is refused and nothing decided: %j', async (remark, path, reason) => {
    const { company, user, threat } = await createFixture()
    const answer = await decide(user, threat, 'whitelist', 1, remark as RemarkInput)
    expect(answer).toMatchObject(refusal(reason, path))
    expect((await standing(company))?.audited).toEqual([])
  })

  test('with an unknown or conflicting field is rejected with the name of the field', async () => {
    const { user, threat } = await createFixture()
    for (const [extra, path] of [
      [{ status: 'whitelist' }, 'body.status'],
      [{ id: threat.id }, 'body.id'],
    ] as const) {
      const answer = await send(user, decideThreat, {
        params: paramsOf(threat),
        body: { action: 'whitelist', version: 1, ...extra },
      })
      expect(answer).toMatchObject(refusal('UNKNOWN_FIELD', path))
    }
  })
})

describe('asking for a takedown', () => {
  test('opens exactly one case with its audit record and its job, all together', async () => {
    const { company, user, threat } = await createFixture()
    const answer = await decide(user, threat, 'takedown')
    expect(answer.body.takedown).toEqual({ id: expect.any(String) as string, status: 'authorised' })
    expect(await standing(company)).toEqual({
      audited: ['takedown.requested', 'threat.takedown'],
      takedowns: ['authorised'],
      analyses: [],
      jobs: 1,
    })
    const { body } = await send(user, listTakedowns)
    expect(body).toMatchObject({ total: 1, items: [{ threatId: threat.id, company: company.key }] })
  })

  test('that is refused leaves no case, no audit record and no job', async () => {
    const { company, user, threat } = await createFixture()
    expect(await decide(user, threat, 'takedown', 5)).toMatchObject(refusal('STALE_VERSION'))
    expect(await standing(company)).toEqual({ audited: [], takedowns: [], analyses: [], jobs: 0 })
  })

  test('that fails half-way leaves no case, no audit record, no job and no decision', async () => {
    const { company, user, threat } = await createFixture()
    // Another case is already open, so the last step fails after the decision was written.
    await world().database.pool.query(
      `insert into takedowns (company_id, id, threat_id, status, requested_by_name)
       values ($1, gen_random_uuid(), $2, 'draft', 'an earlier case')`,
      [company.id, threat.id],
    )
    expect(await decide(user, threat, 'takedown')).toMatchObject(refusal('ALREADY_EXISTS'))
    expect(await standing(company)).toMatchObject({ audited: [], takedowns: ['draft'], jobs: 0 })
    const { body } = await send(user, getThreat, { params: paramsOf(threat) })
    expect(body).toMatchObject({ status: 'open', version: 1 })
  })

  test.each<[Role, string, string]>([
    ['client', 'authorised', 'team'],
    ['superAdmin', 'awaiting_authorisation', 'client'],
    ['admin', 'awaiting_authorisation', 'client'],
    ['subAdmin', 'awaiting_authorisation', 'client'],
    ['subAdminPeekerTwo', 'awaiting_authorisation', 'client'],
  ])('as %s makes it %s and lets it wait for the %s', async (role, status, waitingFor) => {
    const { company, user, threat } = await createFixture(role)
    const query = { company: company.key }
    const body = { action: 'takedown', version: 1 } as const
    const answer = await send(user, decideThreat, { params: paramsOf(threat), query, body })
    const takedownId = answer.body.takedown?.id as string
    const { body: takedown } = await send(user, getTakedown, { params: { takedownId }, query })
    expect(takedown).toMatchObject({ status, waitingFor, requestedBy: expect.stringContaining('User') as string })
    expect(takedown.events.map(({ action }) => action)).toEqual(['takedown.requested'])
  })

  test('and taking it back withdraws the case as long as no notice has left', async () => {
    const { company, user, threat } = await createFixture()
    for (const status of ['draft', 'awaiting_authorisation', 'authorised']) {
      const { version } = (await send(user, getThreat, { params: paramsOf(threat) })).body
      await decide(user, threat, 'takedown', version)
      await world().database.pool.query(
        `update takedowns set status = $2 where company_id = $1 and status = 'authorised'`,
        [company.id, status],
      )
      expect((await decide(user, threat, 'reopen', version + 1)).status).toBe(200)
    }
    expect((await standing(company))?.takedowns).toEqual(['withdrawn', 'withdrawn', 'withdrawn'])
    expect((await standing(company))?.audited.filter((action) => action === 'takedown.withdrawn')).toHaveLength(3)
  })

  test.each(['submitted', 'acknowledged', 'info_requested', 'escalated', 'offline_monitoring', 'reopened'])(
    'can no longer be taken back once the case is %s',
    async (status) => {
      const { company, user, threat } = await createFixture()
      await decide(user, threat, 'takedown')
      await setTakedown(company, status)
      expect(await decide(user, threat, 'reopen', 2)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', reason: 'NOTICE_SENT' },
      })
      expect((await standing(company))?.takedowns).toEqual([status])
    },
  )
})

describe('asking for a deeper analysis', () => {
  test('opens one case, which undoing the decision closes until work has started', async () => {
    const { company, user, threat } = await createFixture()
    const requested = await decide(user, threat, 'deeperAnalysis')
    expect(requested.body.deeperAnalysis).toMatchObject({ status: 'requested' })
    await decide(user, threat, 'reopen', 2)
    expect((await standing(company))?.analyses).toEqual(['aborted'])

    await decide(user, threat, 'deeperAnalysis', 3)
    await world().database.pool.query(
      `update deeper_analyses set status = 'inProgress' where company_id = $1 and status = 'requested'`,
      [company.id],
    )
    expect(await decide(user, threat, 'reopen', 4)).toMatchObject(refusal('NOTICE_SENT'))
    expect((await standing(company))?.analyses).toEqual(['aborted', 'inProgress'])
  })
})

const bookmarksOf = async (who: TestUser) =>
  (await send(who, listAllThreats, { query: { bookmarked: true } })).body.items.map(({ id }) => id)

describe('a bookmark', () => {
  test('belongs to the person who set it, is set once and can be removed', async () => {
    const { company, user, threat } = await createFixture()
    const colleague = await newUser('client', company)
    const params = paramsOf(threat)

    for (let attempt = 1; attempt <= 2; attempt += 1)
      expect((await send(user, addBookmark, { params })).status).toBe(204)
    expect(await bookmarksOf(user)).toEqual([threat.id])
    expect(await bookmarksOf(colleague)).toEqual([])
    expect((await send(user, getThreat, { params })).body.bookmarked).toBe(true)
    expect((await send(colleague, getThreat, { params })).body.bookmarked).toBe(false)

    await send(colleague, removeBookmark, { params })
    expect(await bookmarksOf(user)).toEqual([threat.id])
    for (let attempt = 1; attempt <= 2; attempt += 1)
      expect((await send(user, removeBookmark, { params })).status).toBe(204)
    expect(await bookmarksOf(user)).toEqual([])

    const audited = await world().database.pool.query('select action from audit where company_id = $1 order by at', [
      company.id,
    ])
    expect(audited.rows.map(({ action }) => action as string)).toEqual(['threat.bookmark', 'threat.unbookmark'])
    const { body } = await send(user, getThreat, { params })
    expect(body.history.map(({ action }) => action)).toEqual(['threat.detected'])
  })

  test('cannot be set on a threat that is not published', async () => {
    const { company, user } = await createFixture()
    const threat = await newThreat(company, { stage: 'queued' })
    expect((await send(user, addBookmark, { params: paramsOf(threat) })).status).toBe(404)
    expect((await send(user, removeBookmark, { params: paramsOf(threat) })).status).toBe(404)
  })
})
