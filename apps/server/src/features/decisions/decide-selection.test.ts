import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { BodyOf } from '@signet/contract/route'
import { listAllThreats, decideThreats } from '@signet/contract/threats/threats'
import { decideSelectionJob } from './decisions.jobs.ts'
import { putThreats, type SightedThreat } from '../intake/intake.queries.ts'
import { fingerprintOf, searchTextOf } from '../threats/found/finding-threat.ts'
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

const world = useWorld({ works: true })

type Body = BodyOf<typeof decideThreats>
const everything = (expectedCount: number, filter: object = {}, except: string[] = []) =>
  ({ filter, except, expectedCount }) as unknown as Body['selection']

function decide(user: TestUser, selection: Body['selection'], action: Body['action'] = 'whitelist', more: object = {}) {
  return send(user, decideThreats, { body: { company: user.company.key, selection, action, ...more } })
}

async function createFixture(names: readonly string[] = []) {
  const company = await newCompany()
  const user = await newUser('client', company)
  const ids: string[] = []
  for (const name of names) ids.push((await newThreat(company, { name: `${name}-${company.key}.example` })).id)
  return { company, user, ids }
}

/** Creates this many published threats at once. */
async function manyThreats(company: TestCompany, count: number): Promise<void> {
  const found = Array.from({ length: count }, (_, index): SightedThreat => {
    const title = `bulk-${index}.${company.key}.example`
    const fields = { domain_name: title }
    const threat = {
      id: randomUUID(),
      source: 'Domain' as const,
      fingerprint: fingerprintOf('Domain', title),
      title,
      search: searchTextOf('Domain', title, fields),
      threatType: 'Look-alike domain',
      severity: 1 + (index % 4),
      url: null,
      fields,
      brandId: null,
      class: null,
      score: 60,
      indicators: [],
    }
    return { threat, feed: 'test', line: index, text: title }
  })
  const { database } = world()
  for (let at = 0; at < found.length; at += 1000) {
    await database.inCompanies([company.id], async (tx) => {
      await putThreats(tx, company.id, randomUUID(), new Date(), found.slice(at, at + 1000))
    })
    // The server updates the statistics of a growing table once a minute; until then it would scan the whole table to find one row.
    if (at === 0) await database.pool.query('analyze threats')
  }
  await database.inCompanies([company.id], async (tx) => {
    await tx.updateTable('threats').set({ stage: 'published', published_at: new Date() }).execute()
  })
}

async function statusesOf(user: TestUser): Promise<Record<string, number>> {
  const { rows } = await world().database.pool.query<{ status: string; count: number }>(
    'select status, count(*)::int from threats where company_id = $1 group by status',
    [user.company.id],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

describe('one decision on chosen threats', () => {
  test('does what it can and names the rest with the reason', async () => {
    const { company, user, ids } = await createFixture(['a', 'b', 'c'])
    const [a, b, c] = ids as [string, string, string]
    await decide(user, { ids: [b] }, 'falsePositive')
    const hidden = await newThreat(company, { stage: 'queued' })
    const foreign = await newThreat(await newCompany())
    const answer = await decide(user, { ids: [a, b, c, hidden.id, foreign.id, a] })
    expect(answer.status).toBe(200)
    expect(answer.body.done.toSorted()).toEqual([a, c].toSorted())
    expect(answer.body.failed.toSorted((x, y) => x.code.localeCompare(y.code))).toEqual([
      { id: b, code: 'CONFLICT' },
      { id: hidden.id, code: 'NOT_FOUND' },
      { id: foreign.id, code: 'NOT_FOUND' },
    ])
  })

  test('opens one takedown for each and says which can no longer be undone', async () => {
    const { company, user, ids } = await createFixture(['a', 'b'])
    await decide(user, { ids }, 'takedown')
    const cases = 'select status from takedowns where company_id = $1'
    expect((await world().database.pool.query(cases, [company.id])).rowCount).toBe(2)
    await world().database.pool.query(
      `update takedowns set status = 'submitted' where company_id = $1 and threat_id = $2`,
      [company.id, ids[0]],
    )
    const answer = await decide(user, { ids }, 'reopen')
    expect(answer.body).toEqual({
      done: [ids[1]],
      versions: { [ids[1] as string]: 3 },
      failed: [{ id: ids[0], code: 'CASE_STARTED' }],
    })
  })

  test('is undone where no one decided since, and only there', async () => {
    const { company, user, ids } = await createFixture(['a', 'b'])
    const [again, untouched] = ids as [string, string]
    const { versions } = (await decide(user, { ids }, 'falsePositive')).body
    const colleague = await newUser('client', company)
    await decide(colleague, { ids: [again] }, 'reopen')
    await decide(colleague, { ids: [again] }, 'takedown')
    const undone = await decide(user, { ids }, 'reopen', { versions })
    expect(undone.body).toEqual({
      done: [untouched],
      versions: { [untouched]: 3 },
      failed: [{ id: again, code: 'CONFLICT' }],
    })
    const cases = await world().database.pool.query('select status from takedowns where company_id = $1', [company.id])
    expect(cases.rows).toEqual([{ status: 'authorised' }])
  })

  test('keeps the remark with every one of them', async () => {
    const { company, user, ids } = await createFixture(['a', 'b'])
    const remark = { kind: 'custom', text: 'our own campaign' }
    await decide(user, { ids }, 'whitelist', { remark })
    const { rows } = await world().database.pool.query('select text from remarks where company_id = $1', [company.id])
    expect(rows).toEqual([{ text: remark.text }, { text: remark.text }])
  })

  test('takes 200 at once and refuses 201 or none', async () => {
    const { user } = await createFixture()
    const ids = Array.from({ length: 201 }, () => randomUUID())
    expect((await decide(user, { ids: ids.slice(1) })).body.failed).toHaveLength(200)
    expect((await decide(user, { ids })).status).toBe(400)
    expect(await decide(user, { ids: [] })).toMatchObject(refusal('LIST_TOO_SHORT', 'body.selection.ids'))
  })

  test('made twice at the same moment is made once on each threat', async () => {
    const { company, user, ids } = await createFixture(['a', 'b', 'c', 'd'])
    const answers = await Promise.all([
      decide(user, { ids }, 'takedown'),
      decide(user, { ids: ids.toReversed() }, 'takedown'),
    ])
    expect(answers.flatMap(({ body }) => body.done).toSorted()).toEqual(ids.toSorted())
    const { rowCount } = await world().database.pool.query('select from takedowns where company_id = $1', [company.id])
    expect(rowCount).toBe(4)
  })
})

describe('one decision on all that a filter finds', () => {
  test('reaches exactly these, without the ones taken out', async () => {
    const { user, ids } = await createFixture(['shop-1', 'shop-2', 'shop-3', 'bank-1'])
    const answer = await decide(user, everything(2, { searchQuery: 'shop' }, [ids[1] as string]))
    expect(answer.status).toBe(200)
    expect(new Set(answer.body.done)).toEqual(new Set([ids[0], ids[2]]))
    expect(await statusesOf(user)).toEqual({ whitelist: 2, open: 2 })
  })

  test('takes the filter in the form the list was asked with', async () => {
    const { company, user } = await createFixture(['a'])
    const low = await newThreat(company, { severity: 1 })
    const link = await newThreat(company, { severity: 1, source: 'URL', name: 'https://a.example/x' })
    const filter = {
      threatSeverity: 'Low,Medium',
      source: 'domain',
      status: 'open',
      showAutomaticallyFiltered: 'false',
    }
    expect((await decide(user, everything(1, filter))).body.done).toEqual([low.id])
    const rest = { threatSource: 'URL,Domain', threatSeverity: 'Low', status: 'open' }
    expect((await decide(user, everything(1, rest))).body.done).toEqual([link.id])
  })

  test('is refused with the new number when it moved by more than a twentieth', async () => {
    const { user } = await createFixture(['a', 'b', 'c'])
    const answer = await decide(user, everything(10))
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'SELECTION_MOVED', details: [{ path: 'body.selection.expectedCount', parameters: { count: 3 } }] },
    })
    expect(await statusesOf(user)).toEqual({ open: 3 })
  })

  test('counts what the person saw selected, also when many were taken out', async () => {
    const { user, ids } = await createFixture(['a', 'b', 'c', 'd'])
    const answer = await decide(user, everything(1, {}, ids.slice(1)))
    expect(answer).toMatchObject({ status: 200, body: { done: [ids[0]] } })
  })

  test('that finds nothing changes nothing and is no error', async () => {
    const { user, ids } = await createFixture(['a'])
    const none = { status: 200, body: { done: [], failed: [] } }
    expect(await decide(user, everything(0, { searchQuery: 'no such name' }))).toMatchObject(none)
    expect(await decide(user, everything(0, {}, ids))).toMatchObject(none)
    expect(await statusesOf(user)).toEqual({ open: 1 })
  })

  test('is refused when it holds a filter that does not exist, instead of acting on more than was meant', async () => {
    const { user } = await createFixture(['a'])
    const answer = await decide(user, everything(1, { threatSeverty: 'Low' }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect(await statusesOf(user)).toEqual({ open: 1 })
  })

  test('more than can be counted are refused, and nothing is decided', { timeout: 60_000 }, async () => {
    const { company, user } = await createFixture()
    await manyThreats(company, 10_001)
    expect(await decide(user, everything(10_000))).toMatchObject(
      refusal('SELECTION_TOO_LARGE', 'body.selection.filter'),
    )
    expect(await statusesOf(user)).toEqual({ open: 10_001 })
  })

  test('over 200 answers at once with a job, and the job finishes the work', { timeout: 60_000 }, async () => {
    const { company, user } = await createFixture()
    await manyThreats(company, 450)
    const { body: page } = await send(user, listAllThreats, { query: { limit: 3 } })
    const except = page.items.map(({ id }) => id)
    const remark = { kind: 'Irrelevant' }
    const answer = await decide(user, everything(447, {}, except), 'falsePositive', { remark })
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({ done: [], versions: {}, failed: [], jobId: expect.any(String) as string })
    await vi.waitUntil(async () => (await statusesOf(user))['falsePositive'] === 447, { timeout: 30_000, interval: 50 })
    expect(await statusesOf(user)).toEqual({ falsePositive: 447, open: 3 })
    const { rows } = await world().database.pool.query<{ audited: number; remarks: number; by: string[] }>(
      `select (select count(*)::int from audit where company_id = $1) as audited,
        (select array_agg(distinct by_email) from audit where company_id = $1) as by,
        (select count(*)::int from remarks where company_id = $1) as remarks`,
      [company.id],
    )
    expect(rows[0]).toEqual({ audited: 447, remarks: 447, by: [user.email] })
  })

  test('as a job does nothing if the user can no longer decide', { timeout: 60_000 }, async () => {
    const { company, user } = await createFixture()
    await manyThreats(company, 201)
    await world().database.pool.query(`update users set role = 'clientPeeker' where id = $1`, [user.id])
    const data = { companyId: company.id, userId: user.id, sessionId: '', requestId: randomUUID(), ip: null }
    const jobId = await world().database.inCompanies([company.id], (tx) =>
      world().queue.enqueue(tx, decideSelectionJob, { ...data, filter: {}, except: [], action: 'whitelist' }),
    )
    const stateOf = async () =>
      (await world().database.pool.query<{ state: string }>('select state from pgboss.job where id = $1', [jobId]))
        .rows[0]?.state
    await vi.waitUntil(async () => (await stateOf()) === 'completed', { timeout: 30_000, interval: 50 })
    expect(await statusesOf(user)).toEqual({ open: 201 })
  })
})

describe('the company of a decision on many', () => {
  test('must be one: another one in the address than in the body is refused', async () => {
    const [company, other] = [await newCompany(), await newCompany()]
    const admin = await newUser('admin', company, [other])
    const threat = await newThreat(company)
    const body = { company: company.key, selection: { ids: [threat.id] }, action: 'whitelist' as const }
    const answer = await send(admin, decideThreats, { body, raw: { company: other.key } })
    expect(answer).toMatchObject(refusal('NOT_ONE_COMPANY', 'query.company'))
    expect((await send(admin, decideThreats, { body })).body.done).toEqual([threat.id])
  })

  test('must be one of the person: a foreign one is 404', async () => {
    const { user, ids } = await createFixture(['a'])
    const foreign = await newCompany()
    const body = { company: foreign.key, selection: { ids }, action: 'whitelist' as const }
    expect(await send(user, decideThreats, { body })).toMatchObject({
      status: 404,
      body: { code: 'COMPANY_NOT_FOUND' },
    })
  })
})
