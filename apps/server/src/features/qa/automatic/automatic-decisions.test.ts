import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getAutomaticDecisions } from '@signet/contract/review/detection-quality'
import { claimThreats } from '@signet/contract/review/qa-work'
import { listQueued, recallThreat } from '@signet/contract/review/qa'
import { putReviewPolicy, usualReviewPolicy, type ReviewPolicy } from '@signet/contract/review/review-policy'
import { decideThreats, getThreat, listAllThreats } from '@signet/contract/threats/threats'
import { listNotifications } from '@signet/contract/messages/notifications'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { decideAutomatically } from './decide-automatically.job.ts'

const world = useWorld()
const bars = { graceMinutes: 0, releaseBar: 0.95, filterBar: 0.95, sampledPercent: 5 }

/** A company in which reviewers published all of 100 threats with a score of 90, and deleted all of 100 with a score of 20. */
async function newMeasured(policy: Partial<ReviewPolicy> = bars) {
  const company = await newCompany()
  const [admin, reviewer, client] = [
    await newUser('admin', company),
    await newUser('qa', company),
    await newUser('client', company),
  ]
  const query = { company: company.key }
  const body = { ...usualReviewPolicy, ...policy }
  expect((await send(admin, putReviewPolicy, { query, body })).status).toBe(200)
  await world().database.pool.query(
    `insert into threats (company_id, id, source, fingerprint, title, search, threat_type, severity, stage, staged_at, staged_by, fields,
        score, indicators, first_seen, last_seen, published_at)
      select $1, gen_random_uuid(), 'Domain', decode(md5('decided ' || n), 'hex'), 'decided-' || n || '.example', '', 'Look-alike domain', 2,
        case when n <= 100 then 'published' else 'deleted' end, now(), $2, '{}', case when n <= 100 then 90 else 20 end,
        '[{"name": "Brand as a separate word", "contribution": 1}]', now(), now(), case when n <= 100 then now() end
      from generate_series(1, 200) n`,
    [company.id, reviewer.id],
  )
  return { company, query, reviewer, client }
}

/** Threats in the queue with a score. */
async function addWaiting(company: TestCompany, score: number, count: number) {
  const added: string[] = []
  for (let n = 0; n < count; n += 1) added.push((await newThreat(company, { stage: 'queued' })).id)
  const { pool } = world().database
  await pool.query('update threats set score = $2 where company_id = $1 and id = any ($3)', [company.id, score, added])
  return added
}

async function decide(): Promise<void> {
  const { database, queue, log } = world()
  await decideAutomatically({ database, log, enqueue: queue.enqueue }, new AbortController().signal)
}

async function stagesOf(company: TestCompany, ids: readonly string[]) {
  const { rows } = await world().database.pool.query<{ stage: string; auto_filtered: boolean; version: number }>(
    'select stage, auto_filtered, version from threats where company_id = $1 and id = any ($2)',
    [company.id, ids],
  )
  return rows
}

test('beyond the measured thresholds threats are published or filtered, and a sample and everything between waits', async () => {
  const { company, query, reviewer, client } = await newMeasured()
  const [high, low] = [await addWaiting(company, 93, 40), await addWaiting(company, 15, 40)]
  const between = await addWaiting(company, 60, 3)
  await decide()
  const released = (await stagesOf(company, high)).filter(({ stage }) => stage === 'published')
  const filtered = (await stagesOf(company, low)).filter((row) => row.auto_filtered && row.stage === 'published')
  expect(released.every((row) => !row.auto_filtered && row.version === 2)).toBe(true)
  for (const { length } of [released, filtered]) {
    expect(length).toBeGreaterThan(25)
    expect(length).toBeLessThanOrEqual(40)
  }
  expect(await stagesOf(company, between)).toEqual(
    between.map(() => ({ stage: 'queued', auto_filtered: false, version: 1 })),
  )
  const waiting = (await send(reviewer, listQueued)).body.total
  expect(waiting).toBe(3 + (40 - released.length) + (40 - filtered.length))
  const [domain] = (await send(reviewer, getAutomaticDecisions, { query })).body
  expect(domain).toMatchObject({
    source: 'Domain',
    release: { score: 90, agreed: 100, disagreed: 0 },
    filter: { score: 20, agreed: 100, disagreed: 0 },
    released: released.length,
    filtered: filtered.length,
    overturned: 0,
  })
  const shown = (await send(client, listAllThreats)).body.total
  const withFiltered = (await send(client, listAllThreats, { query: { showAutomaticallyFiltered: true } })).body.total
  expect(withFiltered - shown).toBe(filtered.length)
  const { items } = (await send(client, listNotifications)).body
  expect(items.map(({ title }) => title)).toEqual([expect.stringContaining(String(released.length))])
  await decide()
  expect((await send(reviewer, listQueued)).body.total).toBe(waiting)
})

test('without a bar in the policy nothing is decided', async () => {
  const { company } = await newMeasured({})
  const ids = await addWaiting(company, 95, 5)
  await decide()
  expect((await stagesOf(company, ids)).every(({ stage }) => stage === 'queued')).toBe(true)
})

test('what a reviewer claimed, has decided on, or came back because it changed waits for a person', async () => {
  const { company, query, reviewer } = await newMeasured()
  const ids = await addWaiting(company, 95, 30)
  await send(reviewer, claimThreats, { query, body: { n: 10 } })
  const { pool } = world().database
  const decided = ids.slice(0, 10)
  await pool.query('update threats set staged_by = $2 where company_id = $1 and id = any ($3)', [
    company.id,
    randomUUID(),
    decided,
  ])
  const changed = ids.slice(10, 20)
  await pool.query(`update threats set stage_reason = 'Score raised' where company_id = $1 and id = any ($2)`, [
    company.id,
    changed,
  ])
  const claimed = await pool.query<{ threat_id: string }>('select threat_id from qa_claims where company_id = $1', [
    company.id,
  ])
  await decide()
  const untouched = [...new Set([...decided, ...changed, ...claimed.rows.map((row) => row.threat_id)])]
  expect((await stagesOf(company, untouched)).every(({ stage }) => stage === 'queued')).toBe(true)
})

test('what the client finds harmless counts against the precision, which ends the automatic decisions below the bar', async () => {
  const { company, query, reviewer, client } = await newMeasured()
  const ids = await addWaiting(company, 95, 30)
  await decide()
  const { rows } = await world().database.pool.query<{ id: string }>(
    `select id from threats where company_id = $1 and id = any ($2) and stage = 'published' order by id`,
    [company.id, ids],
  )
  const [one, two] = rows
  if (!one || !two) throw new Error('fewer than two were published')
  const selection = { ids: [one.id] }
  await send(client, decideThreats, {
    body: { company: company.key, selection, action: 'falsePositive', remark: { kind: 'Irrelevant' } },
  })
  const recalled = await send(reviewer, recallThreat, {
    params: { threatId: two.id },
    body: { version: 2, remark: { kind: 'Irrelevant' } },
  })
  expect(recalled.status).toBe(200)
  const [domain] = (await send(reviewer, getAutomaticDecisions, { query })).body
  // 100 of 101: the lower bound of the interval is 0.946.
  expect(domain).toMatchObject({ overturned: 2, release: null })
  await decide()
  expect(await stagesOf(company, [two.id])).toMatchObject([{ stage: 'queued' }])
})

test('a filtered threat is recalled without telling the client', async () => {
  const { company, reviewer, client } = await newMeasured()
  const ids = await addWaiting(company, 10, 30)
  await decide()
  const { rows } = await world().database.pool.query<{ id: string }>(
    `select id from threats where company_id = $1 and id = any ($2) and auto_filtered limit 1`,
    [company.id, ids],
  )
  const threatId = rows[0]?.id ?? ''
  expect((await send(client, getThreat, { params: { source: 'Domain', threatId } })).status).toBe(200)
  const recalled = await send(reviewer, recallThreat, { params: { threatId }, body: { version: 2 } })
  expect(recalled).toMatchObject({ status: 200, body: { stage: 'queued', autoFiltered: false } })
  expect((await send(client, listNotifications)).body.items).toEqual([])
})

test('the decisions of one company decide nothing in another', async () => {
  await newMeasured()
  const other = await newCompany()
  const admin = await newUser('admin', other)
  await send(admin, putReviewPolicy, { query: { company: other.key }, body: bars })
  const ids = await addWaiting(other, 95, 5)
  await decide()
  expect((await stagesOf(other, ids)).every(({ stage }) => stage === 'queued')).toBe(true)
})
