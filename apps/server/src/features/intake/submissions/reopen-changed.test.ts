import { listNotifications } from '@signet/contract/messages/notifications'
import { getQueued } from '@signet/contract/review/qa'
import type { Severity } from '@signet/contract/threats/severities'
import { expect, test } from 'vitest'
import { addKey } from '../../../../test/api-key.ts'
import { newCompany, newUser, send, useWorld } from '../../../../test/harness.ts'

const world = useWorld()
const packageName = 'bank.quayside.app'
const [signer, other] = ['aa'.repeat(32), 'bb'.repeat(32)]

/** A company whose collector sends in an app, which a person then sets aside. */
async function createFixture() {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  const client = await newUser('client', company)
  const { key } = await addKey(company, { scopes: ['ingest'] })
  let day = 1
  const collect = async (signerSha256: string, severity: Severity = 'Medium', appName = 'Quayside Bank') => {
    const seen = `2026-11-${String(day++).padStart(2, '0')}T08:00:00Z`
    const line = {
      externalId: packageName,
      threatType: 'Fake app',
      severity,
      fields: { appName, packageName, store: 'Apps', signerSha256 },
      firstSeen: seen,
      lastSeen: seen,
    }
    const answer = await world().server.inject({
      method: 'POST',
      url: '/api/rest/ingest/APK',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      payload: `${JSON.stringify(line)}\n`,
    })
    expect([answer.statusCode, answer.json<{ rejectedCount: number }>().rejectedCount]).toEqual([200, 0])
  }
  const run = (sql: string) => world().database.pool.query<{ id: string; score: number }>(sql, [company.id])
  const remove = () => run(`update threats set stage = 'deleted' where company_id = $1`)
  const record = async () => {
    const { rows } = await run('select id from threats where company_id = $1')
    expect(rows).toHaveLength(1)
    return (await send(reviewer, getQueued, { params: { threatId: rows[0]?.id ?? '' } })).body
  }
  await collect(signer)
  return { client, collect, run, remove, record }
}

test('a deleted app that someone else signed returns to the queue and shows both signers', async () => {
  const { collect, remove, record } = await createFixture()
  await remove()
  await collect(other)
  const { stage, stageReason, stagedBy, history } = await record()
  expect([stage, stagedBy]).toEqual(['queued', null])
  expect(stageReason).toBe(`Signer: ${signer} → ${other}`)
  expect(history.filter(({ action }) => action === 'qa.reopened')).toMatchObject([{ by: null, remark: stageReason }])
})

test('a deleted threat stays deleted when it is seen again as it was, with other texts, or as less severe', async () => {
  const { collect, remove, record } = await createFixture()
  await remove()
  await collect(signer)
  await collect(signer, 'Medium', 'Quayside Bank 2')
  await collect(signer, 'Low')
  expect(await record()).toMatchObject({ stage: 'deleted', severity: 'Medium' })
})

test('a severity that rises by a level reopens a threat once, although a reviewer had corrected it', async () => {
  const { collect, remove, record, run } = await createFixture()
  await run('update threats set severity = 1 where company_id = $1')
  await remove()
  await collect(signer)
  expect(await record()).toMatchObject({ stage: 'deleted', severity: 'Low' })
  await collect(signer, 'Critical')
  expect(await record()).toMatchObject({
    stage: 'queued',
    severity: 'Critical',
    stageReason: 'Severity: Medium → Critical',
  })
  await remove()
  await collect(signer, 'Medium')
  await collect(signer, 'Critical')
  expect(await record()).toMatchObject({ stage: 'deleted' })
})

test('a signer that comes and goes reopens a threat once', async () => {
  const { collect, remove, record } = await createFixture()
  await remove()
  await collect(other)
  await remove()
  await collect(signer)
  await collect(other)
  const { stage, history } = await record()
  expect(stage).toBe('deleted')
  expect(history.filter(({ action }) => action === 'qa.reopened')).toHaveLength(1)
})

test('batches sent at the same time reopen a threat once', async () => {
  const { collect, remove, record } = await createFixture()
  await remove()
  await Promise.all([collect(other), collect(other), collect(other)])
  const { stage, history } = await record()
  expect(stage).toBe('queued')
  expect(history.filter(({ action }) => action === 'qa.reopened')).toHaveLength(1)
})

test('a published false positive is open again, and the client is told what changed', async () => {
  const { client, collect, record, run } = await createFixture()
  await run(`update threats set stage = 'published', status = 'falsePositive' where company_id = $1`)
  await collect(other)
  expect(await record()).toMatchObject({ stage: 'published', status: 'open' })
  const { items } = (await send(client, listNotifications, {})).body
  expect(items).toMatchObject([{ title: 'Reopened: Quayside Bank', body: `Signer: ${signer} → ${other}` }])
})

test('a change with long values is announced too', async () => {
  const { client, collect, record, run } = await createFixture()
  await run(`update threats set stage = 'published', status = 'falsePositive' where company_id = $1`)
  await collect('c'.repeat(900), 'Critical')
  expect(await record()).toMatchObject({ status: 'open' })
  await run(`update threats set status = 'falsePositive' where company_id = $1`)
  await collect('d'.repeat(900), 'Critical')
  expect(await record()).toMatchObject({ status: 'open' })
  expect((await send(client, listNotifications, {})).body.items).toHaveLength(2)
})

test('a threat that waits, is watched or is published and undecided stays where it is', async () => {
  const { collect, record, run } = await createFixture()
  for (const stage of ['queued', 'watchlist', 'published']) {
    await run(`update threats set stage = '${stage}' where company_id = $1`)
    await collect(stage === 'watchlist' ? signer : other, 'Critical')
    expect(await record()).toMatchObject({ stage, status: 'open' })
  }
})
