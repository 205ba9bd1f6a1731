import { describe, expect, test } from 'vitest'
import { listEvents, type EventKind } from '@signet/contract/threats/events'
import { addEvidence } from '@signet/contract/threats/files'
import { publishThreat, watchThreat, unwatchThreat, correctThreat } from '@signet/contract/review/qa'
import { moveTakedown } from '@signet/contract/takedowns/takedown-work'
import { addBookmark, decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, tinyPng, useWorld, type TestCompany } from '../../../test/harness.ts'

const world = useWorld()

/** A threat that was watched, corrected, published, remarked on, taken down and bookmarked. */
async function story(company: TestCompany) {
  const [reviewer, client, admin] = [
    await newUser('qa', company),
    await newUser('client', company),
    await newUser('admin', company),
  ]
  const threat = await newThreat(company, { stage: 'queued' })
  const review = { threatId: threat.id }
  const params = { source: 'Domain', threatId: threat.id } as const
  const done = [
    await send(reviewer, watchThreat, { params: review, body: { version: 1 } }),
    await send(reviewer, unwatchThreat, { params: review, body: { version: 2 } }),
    await send(reviewer, correctThreat, { params: review, body: { severity: 'Critical', version: 3 } }),
    await send(reviewer, addEvidence, { params, form: { files: [{ bytes: tinyPng('before') }] } }),
    await send(reviewer, publishThreat, { params: review, body: { version: 4 } }),
    await send(client, decideThreat, {
      params,
      body: { action: 'takedown', remark: { kind: 'custom', text: 'Please hurry' }, version: 5 },
    }),
    await send(client, addBookmark, { params }),
    await send(reviewer, addEvidence, { params, form: { files: [{ bytes: tinyPng('after') }] } }),
  ]
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200, 200, 204, 201])
  const { rows } = await world().database.pool.query<{ id: string; version: number; status: string }>(
    'select id, version, status from takedowns where company_id = $1',
    [company.id],
  )
  const takedown = rows[0] as { id: string; version: number }
  const moved = await send(admin, moveTakedown, {
    params: { takedownId: takedown.id },
    body: { status: 'submitted', note: 'sent by post', version: takedown.version },
  })
  expect(moved.status).toBe(200)
  return { reviewer, client, admin, threat, takedownId: takedown.id }
}

describe('the events of a company', () => {
  test('are what happened to a published threat and its case, newest first, and nothing of the review or of bookmarks', async () => {
    const { client, threat, takedownId } = await story(await newCompany())
    const { status, body } = await send(client, listEvents)
    expect(status).toBe(200)
    const events = body.items.map(({ action, target, by }) => `${action} ${target.id} ${by?.replace(/\d+/, '')}`)
    expect(events.toSorted((a, b) => a.localeCompare(b))).toEqual([
      `evidence.added ${threat.id} Review team`,
      `qa.publish ${threat.id} Review team`,
      `takedown.moved ${takedownId} User `,
      `takedown.requested ${takedownId} User `,
      `threat.takedown ${threat.id} User `,
    ])
    const times = body.items.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(body.items.every((event) => event.threatId === threat.id && event.severity === 'Critical')).toBe(true)
    expect(body.items.find(({ action }) => action === 'threat.takedown')?.remark).toBe('Please hurry')
    expect(body.total).toBe(5)
  })

  test('of one instant are in the order in which one thing led to the next: the decision, the request, its evidence', async () => {
    const company = await newCompany()
    const client = await newUser('client', company)
    const threat = await newThreat(company)
    // The ids are in the opposite order.
    await world().database.pool.query(
      `insert into audit (company_id, id, at, action, target_type, target_id)
       select $1, id::uuid, '2026-11-01T06:39:00Z', action, 'threat', $2
       from (values ('f0000000-0000-4000-8000-000000000000', 'threat.takedown'),
                    ('80000000-0000-4000-8000-000000000000', 'takedown.requested'),
                    ('00000000-0000-4000-8000-000000000000', 'evidence.preserved')) as events (id, action)`,
      [company.id, threat.id],
    )
    const orderOf = async (sortDirection: 'asc' | 'desc') =>
      (await send(client, listEvents, { query: { sortDirection } })).body.items.map(({ action }) => action)
    const order = ['threat.takedown', 'takedown.requested', 'evidence.preserved']
    expect(await orderOf('asc')).toEqual(order)
    expect(await orderOf('desc')).toEqual(order.toReversed())
  })

  test('are filtered by source, severity, search and day', async () => {
    const company = await newCompany()
    const { client, threat } = await story(company)
    const count = async (query: object) => (await send(client, listEvents, { query })).body.total
    expect(await count({ threatSource: ['Domain'] })).toBe(5)
    expect(await count({ threatSource: ['APK'] })).toBe(0)
    expect(await count({ threatSeverity: ['Critical'] })).toBe(5)
    expect(await count({ threatSeverity: ['Low', 'High'] })).toBe(0)
    expect(await count({ searchQuery: company.key })).toBe(5)
    expect(await count({ searchQuery: 'nothing like it' })).toBe(0)
    expect(await count({ toDate: '2020-01-01' })).toBe(0)
    const today = new Date().toISOString().slice(0, 10)
    expect(await count({ fromDate: today })).toBe(5)
    const first = await send(client, listEvents, { query: { limit: 2 } })
    const second = await send(client, listEvents, { query: { limit: 2, pageNumber: 2 } })
    expect(new Set([...first.body.items, ...second.body.items].map(({ id }) => id)).size).toBe(4)
    expect(threat.source).toBe('Domain')
  })

  test('are filtered by their kind', async () => {
    const { client } = await story(await newCompany())
    const actionsOf = async (...eventKind: EventKind[]) => {
      const { body } = await send(client, listEvents, { query: { eventKind } })
      return body.items.map(({ action }) => action).toSorted((a, b) => a.localeCompare(b))
    }
    expect(await actionsOf('published')).toEqual(['qa.publish'])
    expect(await actionsOf('decision')).toEqual(['threat.takedown'])
    expect(await actionsOf('takedown', 'evidence')).toEqual(['evidence.added', 'takedown.moved', 'takedown.requested'])
    expect(await actionsOf('remark', 'correction', 'deeperAnalysis')).toEqual([])
  })

  test('go away with the threat when it is not published any more, and are never those of another company', async () => {
    const company = await newCompany()
    const { client } = await story(company)
    const stranger = await newUser('client', await newCompany())
    expect((await send(stranger, listEvents)).body.total).toBe(0)
    const other = await newThreat(company)
    await send(client, decideThreat, {
      params: { source: 'Domain', threatId: other.id },
      body: { action: 'falsePositive', version: 1 },
    })
    expect((await send(client, listEvents)).body.total).toBe(6)
    await world().database.pool.query(`update threats set stage = 'deletionPending' where id = $1`, [other.id])
    expect((await send(client, listEvents)).body.total).toBe(5)
  })

  test('are counted up to 10,000, whatever kinds they are', async () => {
    const company = await newCompany()
    const client = await newUser('client', company)
    const threat = await newThreat(company)
    const add = (action: string, count: number) =>
      world().database.pool.query(
        `insert into audit (company_id, id, action, target_type, target_id)
         select $1, gen_random_uuid(), $3, 'threat', $2 from generate_series(1, $4::int)`,
        [company.id, threat.id, action, count],
      )
    const totalOf = async (query: object = {}) => {
      const { body } = await send(client, listEvents, { query: { limit: 1, ...query } })
      return [body.total, body.totalIsCapped ?? false]
    }
    await add('threat.remarked', 9990)
    await add('evidence.preserved', 10)
    expect(await totalOf()).toEqual([10_000, false])
    await add('evidence.preserved', 1)
    expect(await totalOf()).toEqual([10_000, true])
    await add('threat.remarked', 11)
    expect(await totalOf()).toEqual([10_000, true])
    expect(await totalOf({ eventKind: ['remark'] })).toEqual([10_000, true])
    expect(await totalOf({ eventKind: ['evidence', 'published'] })).toEqual([11, false])
    expect(await totalOf({ threatSource: ['APK'] })).toEqual([0, false])
    expect(await totalOf({ toDate: '2020-01-01' })).toEqual([0, false])
  })

  test('of touts are there while the company has touts', async () => {
    const company = await newCompany({ modules: { touts: true } })
    const client = await newUser('client', company)
    const tout = await newThreat(company, { kind: 'tout' })
    await world().database.pool.query(
      `insert into audit (company_id, id, action, target_type, target_id) values ($1, gen_random_uuid(), 'threat.whitelist', 'threat', $2)`,
      [company.id, tout.id],
    )
    expect((await send(client, listEvents)).body.items).toMatchObject([{ kind: 'tout', threatId: tout.id }])
    await world().database.pool.query(`update companies set modules = '{}' where id = $1`, [company.id])
    expect((await send(client, listEvents)).body.items).toEqual([])
  })
})
