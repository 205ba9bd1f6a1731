import { encode } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putBrandLogo } from '@signet/contract/companies/brand-logos'
import { getQueued } from '@signet/contract/review/qa'
import { getSharers } from '@signet/contract/review/qa-sharers'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../test/harness.ts'
import { whileRefused } from '../../../test/refuse-rows.ts'
import { startOutside, type Outside } from '../../../test/outside/outside-world.ts'
import { insertTraits } from '../threats/found/traits.queries.ts'
import { captureNew } from '../captures/capture-new.ts'
import { runCapture } from '../captures/run-capture.ts'
import { encodePng } from '../evidence/pictures/encode-png.ts'
import { captureOfficialPages } from './capture-official-pages.ts'
import { compareCapture } from './compare-capture.ts'

const world = useWorld({ looksUp: true })
let outside: Outside
beforeAll(async () => {
  outside = await startOutside()
})
afterAll(() => outside.close())

const hosts = { official: 'velmora.example', copy: 'velmora-login.example' }

function parts() {
  const all = Object.values(hosts).map((host) => outside.settings(host))
  const settings = { ...outside.settings(hosts.copy), allow: all.flatMap(({ allow }) => allow) }
  const { database, files, queue, log } = world()
  return { database, files, log, settings, enqueue: queue.enqueue, signal: new AbortController().signal }
}

/** A ring and five bars of different heights. */
const logo = (() => {
  const [width, height] = [200, 48]
  const rgba = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const radius = Math.hypot(x - 24, y - 24)
      const bar = Math.floor((x - 64) / 26)
      const isBar = x >= 64 && (x - 64) % 26 < 13 && y > 6 + ((bar * 7) % 20) && y < 40 - ((bar * 11) % 9)
      if ((radius < 21 && radius > 13) || isBar) rgba.set([11, 84, 99], (y * width + x) * 4)
    }
  return encodePng({ width, height, rgba })
})()

/** A QR code with modules of 5 pixels. */
const code = (() => {
  const { data, size } = encode('https://collect.test/app', { border: 2 })
  const side = size * 5
  const rgba = new Uint8Array(side * side * 4).fill(255)
  for (let at = 0; at < side * side; at += 1)
    if (data[Math.floor(at / side / 5)]?.[Math.floor((at % side) / 5)]) rgba.set([0, 0, 0], at * 4)
  return encodePng({ width: side, height: side, rgba })
})()

/** The accounts of visitor statistics: the copy also has the one of the page that it copies. */
const analytics = { official: 'G-VELMORA123', copy: 'UA-5550100-1' }

const signIn = (
  action: string,
  ids: string[],
) => `<title>Velmora Bank</title>${ids.map((id) => `<meta content="${id}">`).join('')}<body style="font-family: sans-serif; margin: 40px">
  <header><img src="data:image/png;base64,${logo.toString('base64')}"></header><h1>Velmora Bank</h1>
  <form action="${action}"><p><label>Customer ID <input name="user"></label></p>
  <p><label>Password <input name="pass" type="password"></label></p>
  <p><label>Card PIN <input name="pin" type="password"></label></p></form>
  <img style="position: absolute; left: 60px; top: 420px" src="data:image/png;base64,${code.toString('base64')}">`

async function createFixture() {
  const company = await newCompany()
  await world().database.pool.query(
    `update brands set name = 'Velmora Bank', aliases = '{Velmora}', official = $2 where company_id = $1`,
    [company.id, [hosts.official]],
  )
  const pages = {
    [hosts.official]: signIn('/sign-in', [analytics.official]),
    [hosts.copy]: signIn('https://collect.test/in', Object.values(analytics)),
  }
  for (const host of Object.values(hosts)) outside.dns.set(host, { a: ['127.0.0.1'] })
  outside.web.onOther((request, response) => {
    const page = pages[request.headers.host?.split(':')[0] ?? '']
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page)
    return true
  })
  const admin = await newUser('admin', company)
  const form = { files: [{ bytes: logo, name: 'logo.png' }] }
  expect((await send(admin, putBrandLogo, { params: { brand: 'brand' }, form })).status).toBe(201)
  const copy = await newThreat(company, { name: hosts.copy, stage: 'queued' })
  await world().database.pool.query('update threats set first_seen = now() where company_id = $1', [company.id])
  return { company, copy, reviewer: await newUser('qa', company) }
}

test('a captured page is compared with the official one, marked, and weighed, once', { timeout: 120_000 }, async () => {
  const { company, copy, reviewer } = await createFixture()
  await captureOfficialPages(parts(), new Date())
  await captureNew(parts(), new Date())
  const { rows } = await world().database.pool.query<{ id: string }>('select id from captures where company_id = $1', [
    company.id,
  ])
  for (const { id: captureId } of rows) {
    await runCapture(parts(), { companyId: company.id, captureId })
    await compareCapture(parts(), { companyId: company.id, captureId })
    await compareCapture(parts(), { companyId: company.id, captureId })
  }
  const query = { company: company.key }
  const detail = async (threatId: string) => (await send(reviewer, getQueued, { params: { threatId }, query })).body

  const seen = await detail(copy.id)
  expect(seen).toMatchObject({
    severity: 'Critical',
    score: 100,
    officialBrand: { capture: { size: expect.any(Number) } },
  })
  expect(seen.history.filter(({ action }) => action === 'threat.compared')).toHaveLength(1)
  expect(seen.indicators.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'Logo match',
      'Asks for PIN',
      'Sends data to another site',
      'Built like the official page',
    ]),
  )
  const pictures = seen.evidence.filter(({ name }) => name.endsWith('-view.png')).map(({ sha256 }) => sha256)
  expect(seen.proofs.map(({ picture }) => picture).toSorted()).toEqual(pictures.toSorted())
  const desktop = seen.proofs.find(({ view }) => view.width === 1366)
  expect(desktop).toMatchObject({ verdict: 'impostor', view: { width: 1366, height: 900 } })
  const [found, ...fields] = desktop?.places ?? []
  expect(found).toMatchObject({ kind: 'logo', percent: expect.any(Number) })
  // The logo is 40 pixels from both edges.
  expect(Math.abs((found?.box.x ?? 0) - 40)).toBeLessThan(10)
  expect(Math.abs((found?.box.y ?? 0) - 40)).toBeLessThan(10)
  expect(fields.map(({ kind }) => kind).toSorted()).toEqual(['name', 'password', 'pin', 'qrCode'])
  const boxOf = (kind: string) => fields.find((place) => place.kind === kind)?.box
  // The heading is below the logo, at the margin of the page; the QR code has a border of two modules.
  expect(boxOf('name')).toMatchObject({ x: 40 })
  expect(boxOf('name')?.y).toBeGreaterThan(48)
  expect(Math.abs((boxOf('qrCode')?.x ?? 0) - 70)).toBeLessThan(6)
  expect(Math.abs((boxOf('qrCode')?.y ?? 0) - 430)).toBeLessThan(6)

  const byAnalytics = async (value: string) => {
    const other = await newThreat(company, { name: `${value.toLowerCase()}.example`, stage: 'queued' })
    await world().database.inCompanies([company.id], (tx) =>
      insertTraits(tx, company.id, other.id, [{ kind: 'analyticsId', value }]),
    )
    return other.id
  }
  const sameAuthor = await byAnalytics(analytics.copy)
  await byAnalytics(analytics.official)
  const { body } = await send(reviewer, getSharers, { params: { threatId: copy.id }, query })
  expect(body.groups.flatMap(({ items }) => items).map(({ id }) => id)).toEqual([sameAuthor])
})

const pagesOf = async (companyId: number) =>
  (await world().database.pool.query('select from official_pages where company_id = $1', [companyId])).rowCount

test('the page of one company is captured even if that of another cannot be kept', { timeout: 120_000 }, async () => {
  const [broken, sound] = [await createFixture(), await createFixture()]
  const companyId = broken.company.id
  await whileRefused({ table: 'official_pages', change: 'insert', companyId }, async () => {
    await expect(captureOfficialPages(parts(), new Date())).rejects.toThrow(
      `${companyId}: failed for 1 of 1: ${hosts.official}: refused`,
    )
  })
  expect([await pagesOf(companyId), await pagesOf(sound.company.id)]).toEqual([0, 1])
})
