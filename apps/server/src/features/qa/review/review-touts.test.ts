import { describe, expect, test } from 'vitest'
import {
  getQaDashboard,
  getQaSources,
  getQaTypes,
  listDeletionQueue,
  listQueued,
  publishThreat,
  reviewThreats,
} from '@signet/contract/review/qa'
import {
  approveToutDeletion,
  correctTout,
  getQueuedTout,
  listDeletedTouts,
  listQueuedTouts,
  listToutDeletionQueue,
  listWatchedTouts,
  publishTout,
  rejectToutDeletion,
  requestToutDeletion,
  restoreTout,
  unwatchTout,
  watchTout,
} from '@signet/contract/touts/qa-touts'
import { getTout, listAllTouts } from '@signet/contract/touts/touts'
import { newCompany, newThreat, newUser, refusal, send, useWorld } from '../../../../test/harness.ts'

useWorld()

async function createFixture() {
  const company = await newCompany({ modules: { touts: true } })
  const tout = await newThreat(company, { kind: 'tout', stage: 'queued' })
  return {
    company,
    tout,
    params: { toutId: tout.id },
    reviewer: await newUser('qa', company),
    second: await newUser('qa', company),
    client: await newUser('client', company),
  }
}

describe('a tout under review', () => {
  test('is queued for reviewers and hidden from the client until it is published', async () => {
    const { client, reviewer, tout, params } = await createFixture()
    expect((await send(reviewer, listQueuedTouts)).body.items).toMatchObject([{ id: tout.id, stage: 'queued' }])
    expect((await send(reviewer, listQueued)).body.total).toBe(0)
    const opened = await send(reviewer, getQueuedTout, { params })
    expect(opened.body).toMatchObject({
      stage: 'queued',
      indicators: [{ name: 'Brand as a separate word' }],
      captureRefusal: 'tout',
    })
    const path = { source: tout.source, toutId: tout.id }
    expect((await send(client, getTout, { params: path })).status).toBe(404)
    const published = await send(reviewer, publishTout, { params, body: { version: 1 } })
    expect(published).toMatchObject({ status: 200, body: { stage: 'published', version: 2 } })
    expect((await send(client, getTout, { params: path })).status).toBe(200)
    expect((await send(client, listAllTouts)).body.total).toBe(1)
  })

  test('can be watched and returned', async () => {
    const { reviewer, params } = await createFixture()
    await send(reviewer, watchTout, { params, body: { version: 1, reason: 'seller is quiet' } })
    expect((await send(reviewer, listWatchedTouts)).body.items).toMatchObject([{ stageReason: 'seller is quiet' }])
    const back = await send(reviewer, unwatchTout, { params, body: { version: 2 } })
    expect(back.body.stage).toBe('queued')
  })

  test('is deleted by two reviewers, with who, when and why, and can be restored', async () => {
    const { reviewer, second, params } = await createFixture()
    const unsaid = await send(reviewer, requestToutDeletion, { params, body: { version: 1 } })
    expect(unsaid).toMatchObject(refusal('REMARK_NEEDED', 'body.remark'))
    await send(reviewer, requestToutDeletion, { params, body: { remark: { kind: 'Irrelevant' }, version: 1 } })
    const [waiting] = (await send(reviewer, listToutDeletionQueue)).body.items
    expect(waiting).toMatchObject({
      reason: 'Irrelevant',
      requestedAt: waiting?.stagedAt,
      requestedBy: waiting?.stagedBy,
    })
    expect((await send(reviewer, listDeletionQueue)).body.total).toBe(0)
    const own = await send(reviewer, approveToutDeletion, { params, body: { version: 2 } })
    expect(own).toMatchObject(refusal('OWN_DELETION_REQUEST'))
    const approved = await send(second, approveToutDeletion, { params, body: { version: 2 } })
    expect(approved.body.stage).toBe('deleted')
    const [deleted] = (await send(reviewer, listDeletedTouts)).body.items
    expect(deleted).toMatchObject({ reason: 'Irrelevant', deletedAt: deleted?.stagedAt, deletedBy: deleted?.stagedBy })
    expect(deleted?.requestedBy).toBeUndefined()
    const restored = await send(reviewer, restoreTout, { params, body: { version: 3 } })
    expect(restored.body.stage).toBe('queued')
  })

  test('goes back to the queue when its deletion is refused', async () => {
    const { reviewer, second, params } = await createFixture()
    await send(reviewer, requestToutDeletion, { params, body: { reason: 'not one of ours', version: 1 } })
    const refused = await send(second, rejectToutDeletion, { params, body: { version: 2 } })
    expect(refused.body.stage).toBe('queued')
  })

  test('is corrected to a type of touts only', async () => {
    const { reviewer, params } = await createFixture()
    const body = { threatType: 'Resale at a markup', severity: 'Low', category: 'E-tickets', version: 1 } as const
    const corrected = await send(reviewer, correctTout, { params, body })
    expect(corrected.body).toMatchObject({ threatType: 'Resale at a markup', severity: 'Low', category: 'E-tickets' })
    const wrong = await send(reviewer, correctTout, { params, body: { threatType: 'Phishing site', version: 2 } })
    expect(wrong).toMatchObject(refusal('TYPE_NOT_OF_SOURCE', 'body.threatType'))
  })

  test('is not reached by the steps on threats, and a threat not by those on touts', async () => {
    const { company, reviewer, tout, params } = await createFixture()
    const threat = await newThreat(company, { stage: 'queued' })
    const body = { version: 1 }
    expect((await send(reviewer, publishThreat, { params: { threatId: tout.id }, body })).status).toBe(404)
    expect((await send(reviewer, publishTout, { params: { toutId: threat.id }, body })).status).toBe(404)
    expect((await send(reviewer, getQueuedTout, { params })).body.stage).toBe('queued')
  })
})

test('a step on several records changes those of one kind only', async () => {
  const { company, reviewer, tout } = await createFixture()
  const threat = await newThreat(company, { stage: 'queued' })
  const ids = [tout.id, threat.id]
  const answer = await send(reviewer, reviewThreats, { body: { kind: 'tout', ids, action: 'publish' } })
  expect(answer.body).toMatchObject({ done: [tout.id], failed: [{ id: threat.id, code: 'NOT_FOUND' }] })
})

test('the filter values of the review are those of the requested kind', async () => {
  const { company, reviewer } = await createFixture()
  await newThreat(company, { stage: 'queued', source: 'URL' })
  const values = async (query: object) => (await send(reviewer, getQaSources, { query })).body.map(({ value }) => value)
  expect(await values({})).toEqual(['URL'])
  expect(await values({ kind: 'tout' })).toEqual(['Domain'])
  expect((await send(reviewer, getQaTypes, { query: { kind: 'tout', threatSource: ['Extension'] } })).body).toEqual([])
  expect((await send(reviewer, getQaDashboard)).body).toMatchObject({
    waiting: 1,
    bySource: [{ key: 'URL', count: 1 }],
  })
  expect((await send(reviewer, getQaDashboard, { query: { kind: 'tout' } })).body).toMatchObject({
    bySource: [{ key: 'Domain' }],
  })
})

test('a company without the module has no touts under review', async () => {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  const { id: toutId } = await newThreat(company, { kind: 'tout', stage: 'queued' })
  const answers = [
    await send(reviewer, listQueuedTouts),
    await send(reviewer, getQueuedTout, { params: { toutId } }),
    await send(reviewer, publishTout, { params: { toutId }, body: { version: 1 } }),
    await send(reviewer, getQaSources, { query: { kind: 'tout' } }),
    await send(reviewer, reviewThreats, { body: { kind: 'tout', ids: [toutId], action: 'publish' } }),
  ]
  for (const answer of answers) expect(answer).toMatchObject(refusal('MODULE_OFF'))
})
