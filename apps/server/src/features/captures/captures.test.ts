import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getQueued, type QaStage } from '@signet/contract/review/qa'
import { captureInReview, captureThreat, listCaptures, listCapturesInReview } from '@signet/contract/takedowns/captures'
import { getThreat } from '@signet/contract/threats/threats'
import { getQueuedTout } from '@signet/contract/touts/qa-touts'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { startOutside, type Outside } from '../../../test/outside/outside-world.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { captureChanged } from './capture-changed.ts'
import { captureNew } from './capture-new.ts'
import { runCapture } from './run-capture.ts'

const world = useWorld({ looksUp: true })
let outside: Outside
beforeAll(async () => {
  outside = await startOutside()
})
afterAll(() => outside.close())

let counter = 0
let host = ''
beforeEach(() => {
  counter += 1
  host = `capture-${counter}.example`
  outside.dns.set(host, { a: ['127.0.0.1'] })
})

const noDns = { aaaa: [], cname: [], ns: [], mx: [], txt: [], isWildcard: false, catchesAll: false }
const noPage = {
  address: null,
  status: 200,
  redirects: [],
  title: 'Sign in',
  server: null,
  contentSketch: null,
  isParked: false,
  hasPasswordField: true,
  problem: null,
}

const webPort = () => Number(outside.web.address.split(':')[1])
const parts = (more: object = {}) => ({
  database: world().database,
  files: world().files,
  enqueue: world().queue.enqueue,
  log: world().log,
  settings: { ...outside.settings(host), ...more },
  signal: new AbortController().signal,
})

/** A threat whose page is on the local server. */
async function threatWithPage(stage: QaStage = 'published') {
  const company = await newCompany()
  const link = `http://${host}:${webPort()}/bank`
  const threat = await newThreat(company, { source: 'URL', name: host, stage })
  await world().database.pool.query(
    `update threats set fields = jsonb_build_object('link', $2::text, 'host', $3::text) where id = $1`,
    [threat.id, link, host],
  )
  return { company, threat, link, path: { params: { source: threat.source, threatId: threat.id } } }
}

async function captureIds(company: TestCompany): Promise<{ companyId: number; captureId: string }[]> {
  const { rows } = await world().database.pool.query<{ id: string }>('select id from captures where company_id = $1', [
    company.id,
  ])
  return rows.map(({ id }) => ({ companyId: company.id, captureId: id }))
}

/** A sign-in for phones, flowers for everybody else. */
const cloaked = () => {
  outside.web.onOther((request, response) => {
    const isPhone = request.headers['user-agent']?.includes('Mobile')
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(isPhone ? '<h1>Sign in</h1><form>PIN <input type="password"></form>' : '<h1>Flowers for you</h1>')
    return true
  })
}

test('a requested capture stores what both visitors saw as evidence, once, and names what differs', async () => {
  cloaked()
  const { company, path, link } = await threatWithPage()
  const [staff, client] = [await newUser('admin', company), await newUser('client', company)]
  const query = { company: company.key }
  const first = await send(staff, captureThreat, { ...path, query })
  expect(first).toMatchObject({ status: 202, body: { status: 'waiting', address: link } })
  // A second click returns the same capture.
  expect((await send(staff, captureThreat, { ...path, query })).body.id).toBe(first.body.id)
  const [work] = await captureIds(company)
  await runCapture(parts(), work!)
  await runCapture(parts(), work!)

  const [capture] = (await send(client, listCaptures, path)).body
  expect(capture).toMatchObject({ status: 'done', failure: null, differences: ['text', 'forms'] })
  expect(capture?.visits).toMatchObject([
    { profile: 'desktop', exit: null, problem: null, passwordFields: 0, hops: [{ status: 200, ip: '127.0.0.1' }] },
    { profile: 'phone', exit: null, problem: null, passwordFields: 1 },
  ])
  const { evidence, history } = (await send(client, getThreat, path)).body
  expect(evidence.map(({ name }) => name.replace(/^\S+?T\d+-/, '')).toSorted()).toEqual([
    'desktop-page.har',
    'desktop-page.html',
    'desktop-view.png',
    'desktop-visit.json',
    'phone-full.png',
    'phone-page.har',
    'phone-page.html',
    'phone-view.png',
    'phone-visit.json',
  ])
  expect(capture?.visits.flatMap((visit) => visit.evidence)).toEqual(
    expect.arrayContaining(evidence.map(({ sha256 }) => sha256)),
  )
  expect(history.filter(({ action }) => action === 'threat.captured')).toHaveLength(1)
  expect(capture?.files.map(({ sha256 }) => sha256).toSorted()).toEqual(
    [...new Set(capture?.visits.flatMap((visit) => visit.evidence))].toSorted(),
  )
})

test('a capture without a browser fails and says so, and the next one may run', async () => {
  const { company, path } = await threatWithPage()
  const staff = await newUser('admin', company)
  await send(staff, captureThreat, path)
  const [work] = await captureIds(company)
  const { capture } = outside.settings(host)
  await runCapture(parts({ capture: { ...capture, browser: { program: '/nowhere' } } }), work!)
  expect((await send(staff, listCaptures, path)).body).toMatchObject([{ status: 'failed', failure: 'noBrowser' }])
  expect((await send(staff, captureThreat, path)).body.status).toBe('waiting')
})

test('a threat without a web page is refused', async () => {
  const company = await newCompany()
  const threat = await newThreat(company, { source: 'FB', name: 'someone' })
  const answer = await send(await newUser('admin', company), captureThreat, {
    params: { source: threat.source, threatId: threat.id },
  })
  expect(answer).toMatchObject({ status: 409, body: { reason: 'NO_PAGE_TO_CAPTURE' } })
})

test('new threats with a high score are captured without a request, each once', async () => {
  const company = await newCompany()
  const threat = await newThreat(company, { name: host })
  await world().database.pool.query('update threats set score = 79, first_seen = now() where id = $1', [threat.id])
  await captureNew(parts(), new Date())
  expect(await captureIds(company)).toEqual([])
  await world().database.pool.query('update threats set score = 80 where id = $1', [threat.id])
  await captureNew(parts(), new Date())
  await captureNew(parts(), new Date())
  const found = await send(await newUser('client', company), listCaptures, {
    params: { source: threat.source, threatId: threat.id },
  })
  expect(found.body).toMatchObject([{ requestedBy: null, status: 'waiting', address: `http://${host}/` }])
})

test('a capture is repeated when a check finds the target in another state, at most six times a day', async () => {
  const { company, threat, path } = await threatWithPage()
  const [staff, { pool }] = [await newUser('admin', company), world().database]
  await pool.query('insert into domain_watches (company_id, threat_id, host) values ($1, $2, $3)', [
    company.id,
    threat.id,
    host,
  ])
  const { rows } = await pool.query<ThreatRow>('select * from threats where id = $1', [threat.id])
  const look = (state: 'found' | 'absent' | null) =>
    world().database.inCompanies([company.id], (tx) => {
      const dns = state && { ...noDns, host, state, a: state === 'found' ? ['127.0.0.1'] : [] }
      return captureChanged(world().queue.enqueue)(tx, rows[0]!, { dns, http: page, views: [] }, new Date())
    })
  const page = { ...noPage, host }
  const list = async () => (await send(staff, listCaptures, path)).body.map(({ trigger }) => trigger)
  const end = () =>
    pool.query(`update captures set status = 'done', ended_at = now() where company_id = $1`, [company.id])

  // The first check changes nothing, and neither does an inconclusive one; a threat that was never captured isn't captured now.
  for (const state of ['found', 'found', null, 'absent', 'found'] as const) await look(state)
  expect(await list()).toEqual([])
  await send(staff, captureThreat, path)
  await end()
  await look('found')
  expect(await list()).toEqual(['requested'])
  for (let count = 0; count < 5; count += 1) {
    await look('absent')
    await end()
    await look('found')
    await end()
  }
  expect((await list()).toSorted()).toEqual([...Array.from({ length: 6 }, () => 'changed'), 'requested'])
})

test('a reviewer captures a page before its publication, once, and its screenshots are among the evidence under review', async () => {
  cloaked()
  const { company, threat, link, path } = await threatWithPage('queued')
  const reviewer = await newUser('qa', company)
  const at = { params: { threatId: threat.id }, query: { company: company.key } }
  expect((await send(reviewer, getQueued, at)).body.captureRefusal).toBeNull()
  const first = await send(reviewer, captureInReview, at)
  expect(first).toMatchObject({ status: 202, body: { status: 'waiting', address: link } })
  expect((await send(reviewer, captureInReview, at)).body.id).toBe(first.body.id)
  const [work, ...more] = await captureIds(company)
  expect(more).toEqual([])
  await runCapture(parts(), work!)

  expect((await send(reviewer, listCapturesInReview, at)).body).toMatchObject([{ id: first.body.id, status: 'done' }])
  const { evidence, history } = (await send(reviewer, getQueued, at)).body
  const pictures = evidence.filter(({ kind, type }) => kind === 'capture' && type.startsWith('image/'))
  expect(pictures.map(({ name }) => name.replace(/^\S+?T\d+-/, '')).toSorted()).toEqual([
    'desktop-view.png',
    'phone-full.png',
    'phone-view.png',
  ])
  expect(history.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['threat.captureRequested', 'threat.captured']),
  )
  // The page of the reviewer loads its evidence again.
  const { rows } = await world().database.pool.query(
    `select data from live_events where company_id = $1 and type = 'review.changed'`,
    [company.id],
  )
  expect(rows).toContainEqual({ data: { threatIds: [threat.id], stage: 'queued' } })

  // After the publication the client sees the capture, without the name of the reviewer.
  await world().database.pool.query(`update threats set stage = 'published', published_at = now() where id = $1`, [
    threat.id,
  ])
  const client = await newUser('client', company)
  expect((await send(client, listCaptures, path)).body).toMatchObject([{ requestedBy: 'Review team' }])
  const seen = (await send(client, getThreat, path)).body.history.map(({ action }) => action)
  expect(seen).toContain('threat.captured')
  expect(seen).not.toContain('threat.captureRequested')
})

test('only reviewers of the company capture a page under review, and only before a decision', async () => {
  const { company, threat } = await threatWithPage('queued')
  const at = { params: { threatId: threat.id } }
  const stranger = await newUser('qa', await newCompany())
  const reviewer = await newUser('qa', company)
  for (const route of [captureInReview, listCapturesInReview]) {
    expect((await send(stranger, route, at)).status).toBe(404)
    expect((await send(await newUser('client', company), route, at)).status).toBe(403)
    expect((await send(await newUser('admin', company), route, at)).status).toBe(403)
  }
  const setStage = (stage: QaStage) =>
    world().database.pool.query('update threats set stage = $2 where id = $1', [threat.id, stage])
  await setStage('deleted')
  expect((await send(reviewer, getQueued, at)).body.captureRefusal).toBe('decided')
  expect((await send(reviewer, captureInReview, at)).status).toBe(404)
  await setStage('watchlist')
  expect((await send(reviewer, captureInReview, at)).status).toBe(202)
})

test('a page that would not be captured says so beforehand', async () => {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  const demo = await newThreat(company, { stage: 'queued', name: host })
  await world().database.pool.query('update threats set is_demo = true where id = $1', [demo.id])
  const account = await newThreat(company, { stage: 'queued', source: 'FB', name: 'someone' })
  for (const { id } of [demo, account]) {
    const at = { params: { threatId: id } }
    expect((await send(reviewer, getQueued, at)).body.captureRefusal).toBe('noPage')
    expect(await send(reviewer, captureInReview, at)).toMatchObject({
      status: 409,
      body: { reason: 'NO_PAGE_TO_CAPTURE' },
    })
  }
})

test('a tout says beforehand that its page is not captured, whatever was decided on it', async () => {
  const company = await newCompany({ modules: { touts: true } })
  const reviewer = await newUser('qa', company)
  const tout = await newThreat(company, { kind: 'tout', stage: 'queued' })
  await world().database.pool.query(
    `update threats set fields = jsonb_build_object('link', $2::text, 'host', $3::text) where id = $1`,
    [tout.id, `http://${host}:${webPort()}/shop`, host],
  )
  for (const stage of ['queued', 'watchlist', 'deleted']) {
    await world().database.pool.query('update threats set stage = $2 where id = $1', [tout.id, stage])
    const detail = await send(reviewer, getQueuedTout, { params: { toutId: tout.id } })
    expect(detail.body).toMatchObject({ stage, captureRefusal: 'tout' })
    expect((await send(reviewer, captureInReview, { params: { threatId: tout.id } })).status).toBe(404)
  }
})
