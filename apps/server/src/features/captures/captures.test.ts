import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { captureThreat, listCaptures } from '@signet/contract/takedowns/captures'
import { getThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { startOutside, type Outside } from '../../../test/outside-world.ts'
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

const webPort = () => Number(outside.web.address.split(':')[1])
const parts = (more: object = {}) => ({
  database: world().database,
  files: world().files,
  settings: { ...outside.settings(host), ...more },
  signal: new AbortController().signal,
})

/** A threat whose page is on the local server. */
async function threatWithPage() {
  const company = await newCompany()
  const link = `http://${host}:${webPort()}/bank`
  const threat = await newThreat(company, { source: 'URL', name: host })
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
  const run = () => captureNew({ ...parts(), enqueue: world().queue.enqueue }, new Date())
  await run()
  expect(await captureIds(company)).toEqual([])
  await world().database.pool.query('update threats set score = 80 where id = $1', [threat.id])
  await run()
  await run()
  const found = await send(await newUser('client', company), listCaptures, {
    params: { source: threat.source, threatId: threat.id },
  })
  expect(found.body).toMatchObject([{ requestedBy: null, status: 'waiting', address: `http://${host}/` }])
})
