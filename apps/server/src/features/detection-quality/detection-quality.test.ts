import { approveDeletion, listQueued, publishThreat, reviewThreats } from '@signet/contract/review/qa'
import { getDetectionQuality } from '@signet/contract/review/detection-quality'
import { decideThreats } from '@signet/contract/threats/threats'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'

const world = useWorld()

async function newReviewed() {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  const client = await newUser('client', company)
  return { company, reviewer, client }
}
type Reviewed = Awaited<ReturnType<typeof newReviewed>>

const quality = async ({ client }: Pick<Reviewed, 'client'>, daysBack = 30) => {
  const { status, body } = await send(client, getDetectionQuality, { query: { daysBack } })
  expect(status).toBe(200)
  return body
}

async function publish({ company, reviewer }: Reviewed) {
  const { id } = await newThreat(company, { stage: 'queued' })
  const body = { version: 1 }
  expect((await send(reviewer, publishThreat, { params: { threatId: id }, body })).status).toBe(200)
  return id
}

async function remove({ company, reviewer }: Reviewed) {
  const { id } = await newThreat(company, { stage: 'queued' })
  const body = { kind: 'threat' as const, ids: [id], action: 'requestDeletion' as const, reason: 'A namesake' }
  expect((await send(reviewer, reviewThreats, { body })).body.done).toEqual([id])
  return id
}

const rescored = (company: TestCompany, id: string, score: number) =>
  world().database.pool.query('update threats set score = $3 where company_id = $1 and id = $2', [
    company.id,
    id,
    score,
  ])

test('what reviewers publish is confirmed, what they delete is rejected, what waits counts as undecided', async () => {
  const all = await newReviewed()
  await publish(all)
  await publish(all)
  await publish(all)
  await remove(all)
  await newThreat(all.company, { stage: 'queued' })
  await newThreat(all.company, { stage: 'watchlist' })
  const body = await quality(all)
  expect(body).toMatchObject({ confirmed: 3, rejected: 1, precision: 0.75, undecided: 2, watched: 1 })
  expect(body.sources).toMatchObject([{ source: 'Domain', confirmed: 3, rejected: 1, precision: 0.75 }])
  expect(body.scores.filter(({ precision }) => precision !== null)).toMatchObject([
    { from: 80, to: 89, confirmed: 3, rejected: 1 },
  ])
})

test('what waits and is watched is what the queue and the watchlist have, scored or not', async () => {
  const all = await newReviewed()
  const entered = await newThreat(all.company, { stage: 'queued' })
  await world().database.pool.query(`update threats set indicators = '[]' where company_id = $1 and id = $2`, [
    all.company.id,
    entered.id,
  ])
  for (const stage of ['queued', 'watchlist', 'watchlist'] as const) await newThreat(all.company, { stage })
  const { undecided, watched } = await quality(all)
  const { total: queued } = (await send(all.reviewer, listQueued, { query: { limit: 1 } })).body
  expect([undecided - watched, watched]).toEqual([queued, 2])
})

test('a threat that the client marks as a false positive no longer counts as confirmed', async () => {
  const all = await newReviewed()
  const ids = [await publish(all), await publish(all)]
  expect(await quality(all)).toMatchObject({ confirmed: 2, rejected: 0 })
  const selection = { ids: ids.slice(0, 1) }
  const answer = await send(all.client, decideThreats, {
    body: { company: all.company.key, selection, action: 'falsePositive', remark: { kind: 'Irrelevant' } },
  })
  expect(answer.body.done).toEqual(ids.slice(0, 1))
  expect(await quality(all)).toMatchObject({ confirmed: 1, rejected: 1, precision: 0.5 })
})

test('a deletion counts once: requested, approved and restored', async () => {
  const all = await newReviewed()
  const id = await remove(all)
  const second = await newUser('qa', all.company)
  const read = await world().database.pool.query<{ version: number }>(
    'select version from threats where company_id = $1 and id = $2',
    [all.company.id, id],
  )
  const version = read.rows[0]?.version ?? 0
  const approved = await send(second, approveDeletion, { params: { threatId: id }, body: { version } })
  expect(approved.status).toBe(200)
  expect(await quality(all)).toMatchObject({ confirmed: 0, rejected: 1 })
  const body = { kind: 'threat' as const, ids: [id], action: 'restore' as const }
  expect((await send(second, reviewThreats, { body })).body.done).toEqual([id])
  expect(await quality(all)).toMatchObject({ confirmed: 0, rejected: 0, precision: null, undecided: 1 })
})

test('the sources of one detector count together, with an interval', async () => {
  const all = await newReviewed()
  const { pool } = world().database
  const sourced = (id: string, source: string) =>
    pool.query('update threats set source = $3 where company_id = $1 and id = $2', [all.company.id, id, source])
  await sourced(await publish(all), 'Instagram')
  await sourced(await publish(all), 'TikTok')
  await sourced(await remove(all), 'TikTok')
  await publish(all)
  const { detectors, sources } = await quality(all)
  expect(detectors).toMatchObject([
    { detector: 'hosts', confirmed: 1, rejected: 0, precision: 1 },
    { detector: 'accounts', confirmed: 2, rejected: 1 },
  ])
  // Of the interval of two of three.
  expect(detectors[1]?.low).toBeCloseTo(0.208, 3)
  expect(detectors[1]?.high).toBeCloseTo(0.939, 3)
  expect(sources).toHaveLength(3)
})

test('only decisions by people, on what a detector found, within the period count', async () => {
  const all = await newReviewed()
  const { pool } = world().database
  const old = await publish(all)
  const entered = await publish(all)
  // Published by an import, not by a person.
  await newThreat(all.company, { stage: 'published' })
  await pool.query(`update threats set staged_at = now() - interval '40 days' where company_id = $1 and id = $2`, [
    all.company.id,
    old,
  ])
  await pool.query(`update threats set indicators = '[]' where company_id = $1 and id = $2`, [all.company.id, entered])
  expect(await quality(all)).toMatchObject({ confirmed: 0, rejected: 0 })
  expect(await quality(all, 60)).toMatchObject({ confirmed: 1, rejected: 0 })
})

test('a minimum score is proposed for each source, with what it would have saved and missed', async () => {
  const all = await newReviewed()
  for (let at = 0; at < 2; at++) await rescored(all.company, await remove(all), 55)
  await publish(all)
  const { sources } = await quality(all)
  expect(sources[0]?.minimumScore).toEqual({ score: 56, reviewed: 3, skipped: 2, confirmed: 1, missed: 0 })
})

test('reasons are listed from five decisions on, the least reliable first', async () => {
  const all = await newReviewed()
  for (let at = 0; at < 4; at++) await publish(all)
  expect((await quality(all)).reasons).toEqual([])
  await remove(all)
  expect((await quality(all)).reasons).toMatchObject([
    { name: 'Brand as a separate word', confirmed: 4, rejected: 1, precision: 0.8 },
  ])
})

test('decisions of another company are not visible', async () => {
  const all = await newReviewed()
  await publish(all)
  const other = await newReviewed()
  expect(await quality(other)).toMatchObject({ confirmed: 0, rejected: 0, sources: [], reasons: [] })
  const query = { company: all.company.key }
  expect((await send(other.client, getDetectionQuality, { query })).status).toBe(404)
})
