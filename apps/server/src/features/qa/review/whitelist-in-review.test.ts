import { expect, test } from 'vitest'
import { listNotifications } from '@signet/contract/messages/notifications'
import { listAudit } from '@signet/contract/operation/audit'
import {
  getQueued,
  listPublished,
  listQueued,
  publishThreat,
  recallThreat,
  reviewThreats,
  undoSteps,
  whitelistThreat,
} from '@signet/contract/review/qa'
import { getReviewerFigures, getUserActivityWithEmail } from '@signet/contract/review/qa-work'
import { addAllowEntry, listAllowEntries, type AllowEntry } from '@signet/contract/threats/allow-list'
import { decideThreat, getThreat } from '@signet/contract/threats/threats'
import { whitelistTout } from '@signet/contract/touts/qa-touts'
import { addKey } from '../../../../test/api-key.ts'
import { finding } from '../../../../test/findings.ts'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestUser } from '../../../../test/harness.ts'

const world = useWorld()
const remark = { kind: 'custom', text: 'The shop of a reseller' } as const

async function createFixture() {
  const company = await newCompany()
  const [reviewer, client] = [await newUser('qa', company), await newUser('client', company)]
  const threat = await newThreat(company, { name: 'partner-client.example', stage: 'queued' })
  const params = { threatId: threat.id }
  return { company, reviewer, client, threat, params, path: { source: 'Domain' as const, threatId: threat.id } }
}

test('the queue says which entry whitelisting a threat adds, and the later lists say nothing of it', async () => {
  const { company, reviewer, client, threat, params } = await createFixture()
  await newThreat(company, { name: 'shop.partner-client.example', stage: 'queued' })
  const offered = (await send(reviewer, listQueued)).body.items.map(({ allowEntry }) => allowEntry)
  const domain = { kind: 'domain', value: 'partner-client.example' }
  expect(offered).toEqual(expect.arrayContaining([domain, { kind: 'host', value: 'shop.partner-client.example' }]))
  expect((await send(reviewer, getQueued, { params })).body.allowEntry).toEqual(domain)
  await send(reviewer, whitelistThreat, { params, body: { version: 1, remark } })
  expect(await entriesOf(client)).toMatchObject([{ ...domain, threat: { id: threat.id } }])
  expect((await publishedBy(reviewer)).map(({ allowEntry }) => allowEntry)).toEqual([undefined])
})

const entriesOf = async (user: TestUser): Promise<AllowEntry[]> => (await send(user, listAllowEntries)).body.items
const queuedBy = async (user: TestUser) => (await send(user, listQueued)).body.items.map(({ title }) => title)
const publishedBy = async (user: TestUser) => (await send(user, listPublished)).body.items

test('a reviewer whitelists a threat: it leaves the queue, and the client finds it on its allow list and among its threats', async () => {
  const { company, reviewer, client, threat, params, path } = await createFixture()
  const answer = await send(reviewer, whitelistThreat, { params, body: { version: 1, remark } })
  expect(answer).toMatchObject({
    status: 200,
    body: { stage: 'published', status: 'whitelist', stageReason: remark.text, version: 2 },
  })
  expect(await queuedBy(reviewer)).toEqual([])
  expect(await entriesOf(client)).toMatchObject([
    {
      kind: 'domain',
      value: 'partner-client.example',
      reason: remark.text,
      by: 'Review team',
      expiresAt: null,
      threat: { id: threat.id },
    },
  ])
  const seen = (await send(client, getThreat, { params: path })).body
  expect(seen.status).toBe('whitelist')
  expect(seen.history.at(-1)).toMatchObject({
    text: 'Whitelisted in review',
    by: 'Review team',
    remark: remark.text,
  })
  expect((await send(client, listNotifications)).body.items).toEqual([])
  const admin = await newUser('superAdmin', company)
  const [audited] = (await send(admin, listAudit, { query: { company: company.key } })).body.items
  expect(audited).toMatchObject({ action: 'qa.whitelist', by: reviewer.email })
})

test('findings below a whitelisted domain are not reported again', async () => {
  const { company, reviewer, params } = await createFixture()
  const { key } = await addKey(company, { scopes: ['ingest'] })
  await send(reviewer, whitelistThreat, { params, body: { version: 1, remark } })
  const response = await world().server.inject({
    method: 'POST',
    url: '/api/rest/ingest/Domain',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    payload: finding(1, { fields: { domain_name: 'shop.partner-client.example' } }),
  })
  expect(JSON.parse(response.body)).toMatchObject({ accepted: 0, suppressed: 1 })
  expect(await queuedBy(reviewer)).toEqual([])
})

test('recalling it takes both back, without a reason, and keeps an entry that was there before', async () => {
  const { company, reviewer, client, params, path } = await createFixture()
  await send(reviewer, whitelistThreat, { params, body: { version: 1, remark } })
  expect(await publishedBy(reviewer)).toMatchObject([{ whitelistedInReview: true }])
  const recalled = await send(reviewer, recallThreat, { params, body: { version: 2 } })
  expect(recalled).toMatchObject({ status: 200, body: { stage: 'queued', status: 'open', version: 3 } })
  expect(await entriesOf(client)).toEqual([])
  expect((await send(client, getThreat, { params: path })).status).toBe(404)
  await send(reviewer, publishThreat, { params, body: { version: 3 } })
  const { history } = (await send(client, getThreat, { params: path })).body
  expect(history.map(({ action }) => action)).not.toContain('qa.whitelist')
  await send(reviewer, recallThreat, { params, body: { version: 4 } })

  const admin = await newUser('admin', company)
  const entry = { kind: 'domain', value: 'partner-client.example', reason: 'Ours', until: null } as const
  await send(admin, addAllowEntry, { body: entry })
  await send(reviewer, whitelistThreat, { params, body: { version: 5, remark } })
  await send(reviewer, recallThreat, { params, body: { version: 6 } })
  expect(await entriesOf(client)).toMatchObject([{ reason: 'Ours', threat: null }])
})

test('neither it nor its recall is undone as a step alone, because the allow list has changed too', async () => {
  const { reviewer, params } = await createFixture()
  const { threatId } = params
  const undo = (version: number) =>
    send(reviewer, undoSteps, { body: { kind: 'threat', ids: [threatId], versions: { [threatId]: version } } })
  await send(reviewer, whitelistThreat, { params, body: { version: 1, remark } })
  expect((await undo(2)).body).toMatchObject({ done: [], failed: [{ id: threatId, code: 'CONFLICT' }] })
  await send(reviewer, recallThreat, { params, body: { version: 2 } })
  expect((await undo(3)).body).toMatchObject({ done: [], failed: [{ id: threatId, code: 'CONFLICT' }] })
})

test('the client can reopen it, and what the client whitelists itself is not recalled', async () => {
  const { reviewer, client, params, path } = await createFixture()
  await send(reviewer, whitelistThreat, { params, body: { version: 1, remark } })
  await send(client, decideThreat, { params: path, body: { action: 'reopen', version: 2 } })
  expect(await entriesOf(client)).toEqual([])
  await send(client, decideThreat, { params: path, body: { action: 'whitelist', version: 3 } })
  const recalled = await send(reviewer, recallThreat, { params, body: { version: 4, remark } })
  expect(recalled).toMatchObject(refusal('RECALL_AFTER_DECISION'))
  expect((await publishedBy(reviewer))[0]).not.toHaveProperty('whitelistedInReview')
  expect(await entriesOf(client)).toHaveLength(1)
})

test('needs a remark, the current version, and something to recognise the threat by', async () => {
  const { company, reviewer, client, params } = await createFixture()
  const silent = await send(reviewer, whitelistThreat, { params, body: { version: 1 } })
  expect(silent).toMatchObject(refusal('REMARK_NEEDED', 'body.remark'))
  const stale = await send(reviewer, whitelistThreat, { params, body: { version: 2, remark } })
  expect(stale).toMatchObject(refusal('STALE_VERSION'))
  const app = await newThreat(company, { name: 'x', source: 'APK', stage: 'queued' })
  const body = { version: 1, remark }
  const nameless = await send(reviewer, whitelistThreat, { params: { threatId: app.id }, body })
  expect(nameless).toMatchObject(refusal('NOTHING_TO_ALLOW'))
  expect(await entriesOf(client)).toEqual([])
})

test('only reviewers of the company may', async () => {
  const { company, client, params } = await createFixture()
  const stranger = await newUser('qa', await newCompany())
  expect(await send(stranger, whitelistThreat, { params, body: { version: 1, remark } })).toMatchObject(
    refusal('NOT_FOUND'),
  )
  for (const user of [client, await newUser('superAdmin', company)])
    expect((await send(user, whitelistThreat, { params, body: { version: 1, remark } })).status).toBe(403)
  expect(await entriesOf(client)).toEqual([])
})

test('several are whitelisted together, each answer for itself', async () => {
  const { company, reviewer, client, threat } = await createFixture()
  const app = await newThreat(company, { name: 'x', source: 'APK', stage: 'queued' })
  const body = { kind: 'threat', ids: [threat.id, app.id], action: 'whitelist', remark } as const
  const answer = await send(reviewer, reviewThreats, { body })
  expect(answer.body).toMatchObject({ done: [threat.id], failed: [{ id: app.id, code: 'NOTHING_TO_ALLOW' }] })
  expect(await entriesOf(client)).toHaveLength(1)
})

test('it counts as a review, and as overturned once the client reopens it', async () => {
  const { reviewer, client, params, path } = await createFixture()
  await send(reviewer, whitelistThreat, { params, body: { version: 1, remark } })
  const { body: work } = await send(reviewer, getUserActivityWithEmail, {})
  expect(work).toMatchObject({ whitelisted: 1, published: 0 })
  const figures = async () =>
    (await send(reviewer, getReviewerFigures, {})).body.find(({ email }) => email === reviewer.email)
  expect(await figures()).toMatchObject({ reviewed: 1, returned: 0 })
  await send(client, decideThreat, { params: path, body: { action: 'reopen', version: 2 } })
  expect(await figures()).toMatchObject({ reviewed: 1, returned: 1 })
})

test('a tout is whitelisted like a threat', async () => {
  const company = await newCompany({ modules: { touts: true } })
  const reviewer = await newUser('qa', company)
  const tout = await newThreat(company, { kind: 'tout', name: 'seller.example', stage: 'queued' })
  const answer = await send(reviewer, whitelistTout, { params: { toutId: tout.id }, body: { version: 1, remark } })
  expect(answer).toMatchObject({ status: 200, body: { stage: 'published', status: 'whitelist' } })
  const client = await newUser('client', company)
  expect(await entriesOf(client)).toMatchObject([{ value: 'seller.example', threat: { kind: 'tout' } }])
})
