import { describe, expect, test } from 'vitest'
import { getQaDashboard, getQueued, listQueued, publishThreat } from '@signet/contract/review/qa'
import { mergeThreat, mergeTout, unmergeThreat } from '@signet/contract/review/qa-merge'
import { listRemarks } from '@signet/contract/threats/remarks'
import { addBookmark, getThreat, listAllThreats, decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestUser } from '../../../../test/harness.ts'

const world = useWorld()

type Stage = 'queued' | 'published' | 'watchlist' | 'deleted'

async function createFixture(stages: readonly Stage[] = ['queued', 'queued']) {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  const threats = []
  for (const stage of stages) threats.push(await newThreat(company, { stage }))
  const [duplicate, survivor] = threats
  return { company, reviewer, threats, duplicate: duplicate!.id, survivor: survivor!.id }
}

const merge = (who: TestUser, threatId: string, into: string, version = 1) =>
  send(who, mergeThreat, { params: { threatId }, body: { into, version } })
const unmerge = (who: TestUser, threatId: string, version = 2) =>
  send(who, unmergeThreat, { params: { threatId }, body: { version } })
const open = async (who: TestUser, threatId: string) => (await send(who, getQueued, { params: { threatId } })).body
const idsIn = async (who: TestUser) => (await send(who, listQueued)).body.items.map(({ id }) => id)

/** Gives a threat one remark and one piece of evidence. */
async function equip(companyId: number, threatId: string, marker: string): Promise<void> {
  const { pool } = world().database
  await pool.query(
    `insert into remarks (company_id, id, threat_id, kind, text, by_user, by_name)
     values ($1, gen_random_uuid(), $2, 'custom', $3, gen_random_uuid(), 'x')`,
    [companyId, threatId, marker],
  )
  await pool.query(
    `insert into evidence (company_id, id, threat_id, kind, name, type, size, sha256, captured_at)
     values ($1, gen_random_uuid(), $2, 'record', $3, 'text/plain', 1, repeat('b', 64), now())`,
    [companyId, threatId, marker],
  )
}

test('profiles of two networks are no duplicates, a domain and an address at it are', async () => {
  const { company, reviewer, duplicate, survivor } = await createFixture()
  const { pool } = world().database
  const be = (source: string, id: string) =>
    pool.query(
      `update threats set source = $3, fields = fields || '{"registrable_domain": "same.example"}' where company_id = $1 and id = $2`,
      [company.id, id, source],
    )
  await be('Instagram', duplicate)
  await be('FB', survivor)
  expect((await open(reviewer, duplicate)).related).toEqual([])
  expect(await merge(reviewer, duplicate, survivor)).toMatchObject(refusal('MERGE_OTHER_SOURCE'))
  await be('URL', duplicate)
  await be('Domain', survivor)
  expect((await open(reviewer, duplicate)).related).toMatchObject([{ id: survivor }])
  expect((await merge(reviewer, duplicate, survivor)).status).toBe(200)
})

describe('merging a duplicate', () => {
  test('takes it out of the lists and points it to the other', async () => {
    const { reviewer, duplicate, survivor } = await createFixture()
    const { status, body } = await merge(reviewer, duplicate, survivor)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: duplicate, stage: 'merged', mergedInto: survivor, version: 2 })
    expect(await idsIn(reviewer)).toEqual([survivor])
    expect(await open(reviewer, duplicate)).toMatchObject({ stage: 'merged', mergedInto: survivor })
    expect((await open(reviewer, survivor)).merged).toMatchObject([{ id: duplicate, version: 2 }])
    expect((await send(reviewer, getQaDashboard)).body).toMatchObject({ waiting: 1, reviewedTodayByMe: 1 })
  })

  test('shows the observations, evidence and remarks of both on the one that stays', async () => {
    const { company, reviewer, duplicate, survivor } = await createFixture()
    await equip(company.id, duplicate, 'of the duplicate')
    await equip(company.id, survivor, 'of the survivor')
    await world().database.pool.query(
      `update threats set sightings = 3, first_seen = '2026-01-02T03:04:05Z' where id = $1`,
      [duplicate],
    )
    await merge(reviewer, duplicate, survivor)
    const detail = await open(reviewer, survivor)
    expect(detail.remarks.map(({ text }) => text).toSorted()).toEqual(['of the duplicate', 'of the survivor'])
    expect(detail.evidence.map(({ name }) => name).toSorted()).toEqual(['of the duplicate', 'of the survivor'])
    expect(detail).toMatchObject({ sightings: 4, firstSeen: '2026-01-02T03:04:05.000Z' })
  })

  test('requested again returns the same and changes nothing', async () => {
    const { reviewer, duplicate, survivor } = await createFixture()
    const first = await merge(reviewer, duplicate, survivor)
    const again = await merge(reviewer, duplicate, survivor)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
  })

  test('leaves a record of who did it on both', async () => {
    const { reviewer, duplicate, survivor } = await createFixture()
    await merge(reviewer, duplicate, survivor)
    const textsOf = async (id: string) => (await open(reviewer, id)).history.map(({ text }) => text)
    expect(await textsOf(duplicate)).toContain('Merged into another record')
    expect(await textsOf(survivor)).toContain('Duplicate merged into this record')
  })

  test('can be undone, with everything as it was', async () => {
    const { company, reviewer, duplicate, survivor } = await createFixture(['watchlist', 'queued'])
    await equip(company.id, duplicate, 'of the duplicate')
    await merge(reviewer, duplicate, survivor)
    expect((await unmerge(reviewer, duplicate)).body).toMatchObject({ stage: 'watchlist', version: 3 })
    expect((await send(reviewer, getQaDashboard)).body.reviewedTodayByMe).toBe(0)
    expect(await open(reviewer, survivor)).toMatchObject({ merged: [], remarks: [], sightings: 1 })
    expect((await open(reviewer, duplicate)).remarks).toHaveLength(1)
    expect(await unmerge(reviewer, duplicate, 3)).toMatchObject(refusal('STALE_VERSION'))
  })

  test('carries along what had been merged into it, and gives it back', async () => {
    const { reviewer, threats } = await createFixture(['queued', 'queued', 'queued'])
    const [first, second, third] = threats.map(({ id }) => id) as [string, string, string]
    const mergedOf = async (id: string) => (await open(reviewer, id)).merged.map((one) => one.id).toSorted()
    await merge(reviewer, first, second)
    await merge(reviewer, second, third)
    expect(await mergedOf(third)).toEqual([first, second].toSorted())
    await unmerge(reviewer, second)
    expect(await mergedOf(third)).toEqual([])
    expect(await mergedOf(second)).toEqual([first])
  })

  test('is refused for a changed record, for itself, and for a record of another company', async () => {
    const { reviewer, duplicate, survivor } = await createFixture()
    const other = await newThreat(await newCompany(), { stage: 'queued' })
    expect(await merge(reviewer, duplicate, survivor, 7)).toMatchObject(refusal('STALE_VERSION'))
    expect(await merge(reviewer, duplicate, duplicate)).toMatchObject(refusal('MERGE_INTO_ITSELF', 'body.into'))
    expect(await merge(reviewer, duplicate, other.id)).toMatchObject(refusal('NOT_FOUND'))
    const gone = await createFixture(['queued', 'deleted'])
    expect(await merge(gone.reviewer, gone.duplicate, gone.survivor)).toMatchObject(refusal('STALE_VERSION'))
  })

  test('of a threat and a tout is refused', async () => {
    const company = await newCompany({ modules: { touts: true } })
    const reviewer = await newUser('qa', company)
    const threat = await newThreat(company, { stage: 'queued' })
    const tout = await newThreat(company, { stage: 'queued', kind: 'tout' })
    const answer = await send(reviewer, mergeTout, {
      params: { toutId: tout.id },
      body: { into: threat.id, version: 1 },
    })
    expect(answer.status).toBe(404)
  })
})

describe('a published threat', () => {
  test('is merged into a published one only, so that the client never loses what it has', async () => {
    const { reviewer, duplicate, survivor } = await createFixture(['published', 'queued'])
    const refused = await merge(reviewer, duplicate, survivor)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ reason: 'MERGE_PUBLISHED' })
    await send(reviewer, publishThreat, { params: { threatId: survivor }, body: { version: 1 } })
    expect((await merge(reviewer, duplicate, survivor)).status).toBe(200)
  })

  test('leaves the client’s lists; bookmark and remarks move to the remaining record', async () => {
    const { company, reviewer, duplicate, survivor } = await createFixture(['published', 'published'])
    const client = await newUser('client', company)
    await equip(company.id, duplicate, 'of the duplicate')
    await send(client, addBookmark, { params: { source: 'Domain', threatId: duplicate } })
    await merge(reviewer, duplicate, survivor)
    const { items } = (await send(client, listAllThreats)).body
    expect(items).toMatchObject([{ id: survivor, bookmarked: true }])
    const address = { params: { source: 'Domain', threatId: survivor } } as const
    expect((await send(client, listRemarks, address)).body).toHaveLength(1)
    expect((await send(client, getThreat, address)).body.evidence).toHaveLength(1)
    expect((await send(client, getThreat, address)).body.history.map(({ action }) => action)).not.toContain(
      'qa.mergedInto',
    )
    expect((await send(client, getThreat, { params: { source: 'Domain', threatId: duplicate } })).status).toBe(404)
  })

  test('that a client has sent for takedown stays what it is', async () => {
    const { company, reviewer, duplicate, survivor } = await createFixture(['published', 'published'])
    const client = await newUser('client', company)
    await send(client, decideThreat, {
      params: { source: 'Domain', threatId: duplicate },
      body: { action: 'takedown', version: 1 },
    })
    expect(await merge(reviewer, duplicate, survivor, 2)).toMatchObject(refusal('MERGE_WITH_WORK'))
    expect((await merge(reviewer, survivor, duplicate)).status).toBe(200)
  })
})
