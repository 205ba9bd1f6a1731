import { startFakeServer } from '@signet/connectors/test/fake-server'
import { type Listing } from '@signet/connectors/test/providers/fake-provider'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import {
  deleteConnector,
  pauseConnector,
  putConnector,
  runConnector,
  testConnector,
} from '@signet/contract/collection/connectors'
import { Transformer } from '@napi-rs/image'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { putBrandLogo } from '@signet/contract/companies/brand-logos'
import type { Indicator } from '@signet/contract/threats/findings'
import { appOf, ofAppStore, signals, connectorWorld } from '../../../../test/connected-company.ts'
import { send } from '../../../../test/harness.ts'
import { textPicture } from '../../../../test/text-picture.ts'
import { collect, collectDue } from './collect.job.ts'
import type { CollectParts } from './reach-provider.ts'
import { testConnectorAccount } from './test-connector.job.ts'

const { world, providers, run, parts, createFixture } = connectorWorld()

/** Services that nothing reaches. */
const noLookUps: CollectParts['lookUps'] = {
  dnsServers: [],
  rdapBootstrap: '',
  whoisRoot: '',
  allow: [],
  blockLists: [],
  capture: { browser: {}, exits: [], scoreMin: 100 },
}

const post = (id: number, more: Partial<Listing> = {}): Listing => ({
  ...appOf(id),
  name: 'Quayside Bank Support',
  handle: `quayside_help${id}`,
  text: 'Your Quayside Bank account will be blocked. Send your PIN at once to https://quayside-login.test/',
  link: 'https://quayside-login.test/',
  at: new Date().toISOString(),
  ...more,
})

test('what a connector finds waits for review with its reasons, and comes in once', async () => {
  const { turnOn, collectNow, threats, work, makeDue } = await createFixture('x')
  providers().world.listings = (term) => (term === 'Quayside Bank' ? [post(1), post(2)] : [])
  await turnOn({ token: 'AAAA' })
  await collectNow()
  const found = await threats()
  expect(found.map(({ source, title, threatType }) => [source, title, threatType])).toEqual([
    ['Twitter', 'Quayside Bank Support', 'Fake support account'],
    ['Twitter', 'Quayside Bank Support', 'Fake support account'],
  ])
  const { rows } = await run('select indicators, brand_id from threats where id = $1', found[0]?.id)
  const [{ indicators, brand_id: brandId }] = rows
  expect(indicators.map(({ name }: Indicator) => name)).toEqual(
    expect.arrayContaining(['Brand in its name', 'Asks for secrets', 'Unverified account']),
  )
  expect(brandId).not.toBeNull()
  expect(await work()).toMatchObject({ state: 'collecting', observed: 2, found: 2, suppressed: 0, problem: null })
  await makeDue()
  await collectNow()
  expect(await threats()).toHaveLength(2)
  expect(await work()).toMatchObject({ found: 2 })
})

test('the numbers and groups of WhatsApp that a threat leads to are threats of their own, once', async () => {
  const { turnOn, collectNow, threats } = await createFixture('x')
  const text = 'Your Quayside Bank account will be blocked. Send your PIN to https://wa.me/442079460199'
  const mention = post(3, { text: 'Quayside Bank is on WhatsApp: +44 20 7946 0101', name: 'News', handle: 'news' })
  providers().world.listings = (term) =>
    term === 'Quayside Bank' ? [post(1, { text }), post(2, { text }), mention] : []
  await turnOn({ token: 'AAAA' })
  await collectNow()
  const found = await threats()
  expect(found.map(({ source, title }) => `${source} ${title}`).toSorted()).toEqual([
    'Twitter Quayside Bank Support',
    'Twitter Quayside Bank Support',
    'WhatsApp Quayside Bank Support',
  ])
  const pivot = found.find(({ source }) => source === 'WhatsApp')
  const { rows } = await run('select fields, url from threats where id = $1', pivot?.id)
  expect(rows).toMatchObject([
    { url: 'https://wa.me/442079460199', fields: { Profile: '+442079460199', seenIn: 'Twitter' } },
  ])
})

/** A picture of a square and a bar, in any size. */
function logo(side: number, ink: number) {
  const pixels = new Uint8Array(side * side * 4).fill(255)
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [(at % side) / side, Math.floor(at / side) / side]
    const isInk = (x > 0.15 && x < 0.5 && y > 0.2 && y < 0.55) || (x > 0.3 && x < 0.85 && y > 0.65 && y < 0.8)
    pixels.fill(isInk ? ink : 245, at * 4, at * 4 + 3)
  }
  return Transformer.fromRgbaPixels(pixels, side, side)
}

test('a profile picture that is a copy of the logo is a reason, and one that can’t be read changes nothing', async () => {
  const { company, superAdmin, query, turnOn, collectNow } = await createFixture('x')
  const files = [{ bytes: logo(300, 30).pngSync(), name: 'logo.png' }]
  const put = await send(superAdmin, putBrandLogo, { params: { brand: 'quayside' }, query, form: { files } })
  expect(put.status).toBe(201)
  const served: Record<string, Buffer> = {
    '/copy.jpg': logo(96, 60).jpegSync(60),
    '/cut.png': logo(96, 60).pngSync().subarray(0, 200),
  }
  const pictures = await startFakeServer()
  for (const [path, bytes] of Object.entries(served))
    pictures.on(path, (_request, response) => void response.writeHead(200).end(bytes))
  try {
    const words = 'Send your PIN at once'
    const listings = ['/copy.jpg', '/cut.png', '/gone.png'].map((path, at) =>
      post(70 + at, { text: words, link: null, picture: pictures.url(path) }),
    )
    providers().world.listings = (term) => (term === 'Quayside Bank' ? listings : [])
    await turnOn({ token: 'AAAA' })
    await collectNow({ feedAllow: [providers().server.address, pictures.address], lookUps: noLookUps })
    const { rows } = await run('select score, indicators from threats where company_id = $1', company.id)
    const found = rows.map(({ score, indicators }: { score: number; indicators: Indicator[] }) => ({
      score,
      pictures: indicators.filter(({ name }) => name === 'Picture matches a logo'),
    }))
    const matching = found.filter(({ pictures: reasons }) => reasons.length > 0)
    expect(found).toHaveLength(3)
    expect(matching).toMatchObject([
      { pictures: [{ value: expect.stringMatching(/^(9\d|100) %$/), contribution: 24 }] },
    ])
    const other = found.find(({ pictures: reasons }) => reasons.length === 0)
    expect(matching[0]?.score).toBe(Math.min(100, (other?.score ?? 0) + 24))
  } finally {
    await pictures.close()
  }
})

test('a later post of an account with the profile picture of the company’s own account has that as a reason', async () => {
  const { company, superAdmin, query, turnOn, collectNow, makeDue } = await createFixture('x')
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const brands = assets.brands.map((brand) => ({
    ...brand,
    handles: [{ source: 'Twitter' as const, handle: 'quaysidebank' }],
  }))
  expect((await send(superAdmin, putAssets, { query, body: { ...assets, brands } })).status).toBe(200)
  const pictures = await startFakeServer()
  for (const [path, bytes] of [
    ['/own.png', logo(300, 30).pngSync()],
    ['/copy.jpg', logo(96, 30).jpegSync(60)],
  ] as const)
    pictures.on(path, (_request, response) => void response.writeHead(200).end(bytes))
  const own = post(80, { name: 'Quayside Bank', handle: 'quaysidebank', picture: pictures.url('/own.png') })
  const impostor = (id: number) =>
    post(id, { picture: pictures.url('/copy.jpg'), link: null, text: 'Send your PIN at once' })
  try {
    providers().world.listings = (term) => (term === 'quaysidebank' ? [own] : [])
    await turnOn({ token: 'AAAA' })
    const settings = { feedAllow: [providers().server.address, pictures.address], lookUps: noLookUps }
    await collectNow(settings)
    const copied = async () => {
      const { rows } = await run('select indicators from threats where company_id = $1', company.id)
      return rows.map(({ indicators }: { indicators: Indicator[] }) =>
        indicators.some(({ name }) => name === 'Copied profile photo'),
      )
    }
    expect(await copied()).toEqual([])
    providers().world.listings = (term) => (term === 'Quayside Bank' ? [impostor(81)] : [])
    await makeDue()
    await collectNow(settings)
    expect(await copied()).toEqual([true])
  } finally {
    await pictures.close()
  }
})

test('a post that only its QR code makes a threat is found, with what the code says', async () => {
  const { company, turnOn, collectNow } = await createFixture('x')
  const code = 'https://quayside-bank-login.example/card'
  const { data, size } = encode(code, { ecc: 'M', border: 3 })
  const pixels = new Uint8Array(size * size * 4).fill(255)
  for (let at = 0; at < size * size; at++)
    if (data[Math.floor(at / size)]?.[at % size]) pixels.fill(0, at * 4, at * 4 + 3)
  const picture = Transformer.fromRgbaPixels(pixels, size, size)
  picture.resize(size * 6, size * 6)
  const bytes = picture.pngSync()
  const pictures = await startFakeServer()
  for (const path of ['/code.png', '/other.png'])
    pictures.on(
      path,
      (_request, response) => void response.writeHead(200).end(path === '/code.png' ? bytes : logo(96, 60).pngSync()),
    )
  try {
    const listings = ['/code.png', '/other.png'].map((path, at) =>
      post(70 + at, {
        name: 'Morning mail',
        handle: 'morningmail',
        text: 'Quayside Bank: scan the poster',
        link: null,
        picture: pictures.url(path),
      }),
    )
    providers().world.listings = (term) => (term === 'Quayside Bank' ? listings : [])
    await turnOn({ token: 'AAAA' })
    await collectNow({ feedAllow: [providers().server.address, pictures.address], lookUps: noLookUps })
    const { rows } = await run('select indicators from threats where company_id = $1', company.id)
    expect(rows).toEqual([
      {
        indicators: expect.arrayContaining([
          { name: 'QR code in its picture', value: code, contribution: 6 },
          { name: 'Leads to a look-alike address', value: 'quayside-bank-login.example', contribution: 36 },
        ]),
      },
    ])
  } finally {
    await pictures.close()
  }
})

test('a post that names the brand only in its picture is found if texts in pictures are read', async () => {
  const { turnOn, collectNow, makeDue, company, threats } = await createFixture('x')
  const lines = ['Quayside Bank: your card is blocked', 'Send your PIN at quayside-bank-login.example']
  const bytes = await textPicture(lines)
  const pictures = await startFakeServer()
  pictures.on('/ad.png', (_request, response) => void response.writeHead(200).end(bytes))
  try {
    const picture = pictures.url('/ad.png')
    const listing = post(80, { name: 'Morning mail', handle: 'morningmail', text: 'Act now', link: null, picture })
    providers().world.listings = (term) => (term === 'Quayside Bank' ? [listing] : [])
    await turnOn({ token: 'AAAA' })
    const reached = { feedAllow: [providers().server.address, pictures.address], lookUps: noLookUps }
    await collectNow(reached)
    expect(await threats()).toEqual([])
    await run('update connectors set cursor = null where company_id = $1', company.id)
    await makeDue()
    await collectNow({ ...reached, textModel: 'latin' })
    const { rows } = await run('select indicators from threats where company_id = $1', company.id)
    expect(rows).toEqual([
      {
        indicators: expect.arrayContaining([
          { name: 'Named only in its picture', value: lines.join(' '), contribution: 8 },
        ]),
      },
    ])
  } finally {
    await pictures.close()
  }
})

test('what the company says itself is counted and not reported', async () => {
  const { turnOn, collectNow, threats, work } = await createFixture('x')
  providers().world.listings = (term) => (term === 'Quayside Bank' ? [post(1, { handle: 'QuaysideBank' })] : [])
  await turnOn({ token: 'AAAA' })
  await collectNow()
  expect(await threats()).toEqual([])
  expect(await work()).toMatchObject({ observed: 1, found: 0, suppressed: 1 })
})

test('an account without its credentials can’t be switched on, and stored ones are never sent back', async () => {
  const { turnOn, work, superAdmin, query } = await createFixture('x')
  expect(await turnOn()).toMatchObject({
    status: 400,
    body: { details: [{ path: 'body.credentials.token', reason: 'REQUIRED' }] },
  })
  expect(await turnOn({ key: 'of another provider' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'body.credentials.key', reason: 'NOT_AN_OPTION' }] },
  })
  const { body } = await turnOn({ token: 'a secret token' })
  expect(JSON.stringify(body)).not.toContain('a secret token')
  expect(await work()).toMatchObject({ state: 'waiting', credentials: ['token'] })
  // Left out, the stored one stays.
  const off = { params: { connector: 'x' as const }, query, body: { isOn: false } }
  await send(superAdmin, putConnector, off)
  expect(await work()).toMatchObject({ state: 'off', credentials: ['token'], nextRunAt: null })
  expect((await turnOn()).status).toBe(200)
  const { rows } = await run(`select secret::text from connectors where connector = 'x'`)
  for (const { secret } of rows) expect(Buffer.from(secret.slice(2), 'hex').toString('latin1')).not.toContain('secret')
})

test('stored credentials that aren’t as the contract describes them are not sent to a provider', async () => {
  const { company, turnOn, collectNow } = await createFixture('x')
  await turnOn({ token: 'AAAA' })
  const { rows } = await run('select id from connectors where company_id = $1', company.id)
  const sealer = await world().database.inCompanies([company.id], (tx) => world().secrets.sealer(tx, company.id))
  const secret = sealer.seal({ recordId: rows[0].id, field: 'credentials' }, JSON.stringify({ token: 5 }))
  await run('update connectors set secret = $2 where company_id = $1', company.id, secret)
  providers().server.requests.length = 0
  await expect(collectNow()).rejects.toThrow('token')
  expect(providers().server.requests).toEqual([])
})

test('a quota that is used up waits until the provider counts anew', async () => {
  const { company, turnOn, collectNow, work, makeDue } = await createFixture('x')
  await turnOn({ token: 'AAAA' })
  await collectNow()
  expect((await work())?.quota).toMatchObject({ left: 298, of: 300 })
  await run('update connectors set quota_used = 300 where company_id = $1', company.id)
  providers().server.requests.length = 0
  await makeDue()
  await collectNow()
  expect(providers().server.requests).toEqual([])
  const used = await work()
  expect(used).toMatchObject({ state: 'throttled', problem: { reason: 'API_QUOTA_USED' }, quota: { left: 0 } })
  expect(used?.nextRunAt).toBe(used?.quota?.until)
  await run('update connectors set quota_ends_at = now() where company_id = $1', company.id)
  await makeDue()
  await collectNow()
  expect(await work()).toMatchObject({ state: 'collecting', quota: { left: 298 } })
})

test('a connector without an account keeps its quota by the spacing of all companies, and names none', async () => {
  const first = await createFixture()
  const second = await createFixture()
  for (const { turnOn, collectNow, work } of [first, second]) {
    await turnOn()
    await collectNow()
    expect(await work()).toMatchObject({ state: 'collecting', quota: null })
  }
  const { rows } = await run(`select server from answer_gates where server like 'connector appStore%'`)
  expect(rows).toEqual([{ server: 'connector appStore' }])
})

/** A claim of a group; its threats have the name of the group as their title. */
const claim = (id: number, victim: string) =>
  appOf(id, { name: victim, publisher: `group${id}`, text: `Passwords and customers of ${victim}` })
const inThreats = async ({ threats }: Awaited<ReturnType<typeof createFixture>>) =>
  (await threats()).map(({ title }) => title)

test('a list that needs no account is read once for all companies, and judged for each', async () => {
  const quayside = await createFixture('ransomLook')
  const harbour = await createFixture('ransomLook', 'Harbour Credit Union')
  const without = await createFixture('ransomLook')
  providers().world.listings = () => [
    claim(1, 'Quayside Bank'),
    claim(2, 'Harbour Credit Union'),
    claim(3, 'Other Shop'),
  ]
  await quayside.turnOn()
  await harbour.turnOn()
  providers().server.requests.length = 0
  const queued: unknown[] = []
  const enqueue: CollectParts['enqueue'] = (_tx, _job, data) => {
    queued.push(data)
    return Promise.resolve('')
  }
  await collectDue({ database: world().database, enqueue })
  expect(queued.filter((data) => JSON.stringify(data).includes('ransomLook'))).toHaveLength(1)
  await Promise.all([quayside.collectNow(), harbour.collectNow()])
  expect(providers().server.requests).toHaveLength(1)
  expect(await inThreats(quayside)).toEqual(['group1'])
  expect(await inThreats(harbour)).toEqual(['group2'])
  expect(await inThreats(without)).toEqual([])
  const works = [await quayside.work(), await harbour.work()]
  expect(works).toMatchObject([
    { state: 'collecting', observed: 3, found: 1 },
    { state: 'collecting', observed: 3, found: 1 },
  ])
  expect(works[0]?.nextRunAt).toBe(works[1]?.nextRunAt)
  expect(await without.work()).toMatchObject({ state: 'off', observed: 0 })
})

test('a company that switches a list on later joins the runs of the others', async () => {
  const first = await createFixture('ransomLook')
  const later = await createFixture('ransomLook')
  await run(`update connectors set is_on = false where connector = 'ransomLook'`)
  await first.turnOn()
  await first.collectNow()
  await later.turnOn()
  providers().server.requests.length = 0
  await later.collectNow()
  // The other company is only due in an hour.
  expect(await first.work()).toMatchObject({ observed: 0 })
  providers().world.listings = () => [claim(1, 'Quayside Bank')]
  await first.makeDue()
  await run(`update connectors set next_run_at = now() + interval '20 minutes' where company_id = $1`, later.company.id)
  await first.collectNow()
  expect(providers().server.requests).toHaveLength(2)
  for (const each of [first, later]) {
    expect(await each.work()).toMatchObject({ state: 'collecting', observed: 1, found: 1 })
    expect(await inThreats(each)).toEqual(['group1'])
  }
})

test('a company that switches a list off while it is read gets nothing more, and the others do', async () => {
  const first = await createFixture('ransomLook')
  const second = await createFixture('ransomLook')
  await run(`update connectors set is_on = false where connector = 'ransomLook'`)
  await first.turnOn()
  await second.turnOn()
  providers().world.listings = () => [claim(1, 'Quayside Bank')]
  providers().server.requests.length = 0
  const inCompanies: CollectParts['database']['inCompanies'] = async (ids, job) => {
    if (providers().server.requests.length > 0) {
      await run('update connectors set is_on = false where company_id = $1', first.company.id)
    }
    return world().database.inCompanies(ids, job)
  }
  const database = { ...world().database, inCompanies }
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await collect({ ...parts(), database }, { companyId: first.company.id, connector: 'ransomLook' }, signals())
  expect(await inThreats(first)).toEqual([])
  expect(await inThreats(second)).toEqual(['group1'])
})

test('a list that fails is tried again for all its companies at the same time', async () => {
  const first = await createFixture('ransomLook')
  const second = await createFixture('ransomLook')
  await run(`update connectors set is_on = false where connector = 'ransomLook'`)
  await first.turnOn()
  await second.turnOn()
  providers().world.manner = 'fails'
  await second.collectNow()
  const works = [await first.work(), await second.work()]
  expect(works).toMatchObject([
    { state: 'failing', problem: { reason: 'SERVER_FAILS' } },
    { state: 'failing', problem: { reason: 'SERVER_FAILS' } },
  ])
  expect(works[0]?.nextRunAt).toBe(works[1]?.nextRunAt)
})

test('what is due at the same time is queued by company and connector', async () => {
  const first = await createFixture('x')
  const second = await createFixture('x')
  const expected = [first, second].flatMap(({ company }) =>
    ['appStore', 'x'].map((connector) => ({ companyId: company.id, connector })),
  )
  for (const { superAdmin, query, turnOn } of [second, first]) {
    await turnOn({ token: 'AAAA' })
    await send(superAdmin, putConnector, { ...ofAppStore, query, body: { isOn: true, credentials: {} } })
  }
  const ids = [first.company.id, second.company.id]
  await run('update connectors set next_run_at = case when company_id = any($1) then now() end', ids)
  const queued: unknown[] = []
  const enqueue: CollectParts['enqueue'] = (_tx, _job, data) => {
    queued.push(data)
    return Promise.resolve('')
  }
  await collectDue({ database: world().database, enqueue })
  expect(queued).toEqual(expected)
})

test('a connector that is due runs, and none runs twice at the same time', async () => {
  const { company, turnOn, collectNow, work } = await createFixture()
  providers().world.listings = () => [appOf(1)]
  await turnOn()
  const queued: unknown[] = []
  const enqueue: CollectParts['enqueue'] = (_tx, _job, data) => {
    queued.push(data)
    return Promise.resolve('')
  }
  await collectDue({ database: world().database, enqueue })
  expect(queued).toContainEqual({ companyId: company.id, connector: 'appStore' })
  providers().server.requests.length = 0
  await Promise.all([collectNow(), collectNow()])
  expect(providers().server.requests).toHaveLength(1)
  expect(await work()).toMatchObject({ observed: 1 })
  queued.length = 0
  await collectDue({ database: world().database, enqueue })
  expect(queued).not.toContainEqual({ companyId: company.id, connector: 'appStore' })
})

test('a run that died is continued by another worker once it counts as dead', async () => {
  const { company, turnOn, collectNow, work } = await createFixture()
  providers().world.listings = () => [appOf(1)]
  await turnOn()
  await run(
    'update connectors set run = gen_random_uuid(), run_until = now() + $2::interval where company_id = $1',
    company.id,
    '1 minute',
  )
  await collectNow()
  expect(await work()).toMatchObject({ state: 'waiting', observed: 0 })
  await run('update connectors set run_until = now() where company_id = $1', company.id)
  await collectNow()
  expect(await work()).toMatchObject({ state: 'collecting', observed: 1 })
})

test('a run that is interrupted continues after its last batch, and nothing comes in twice', async () => {
  const { company, turnOn, work, threats, makeDue } = await createFixture('x')
  providers().world.listings = (term) => (term === 'Quayside Bank' ? [1, 2, 3, 4].map((id) => post(id)) : [])
  await turnOn({ token: 'AAAA' })
  const stopping = new AbortController()
  const { database } = parts()
  const inCompanies: typeof database.inCompanies = async (ids, job) => {
    const result = await database.inCompanies(ids, job)
    // The program begins to stop after the first batch is stored.
    if (((await work())?.observed ?? 0) > 0) stopping.abort()
    return result
  }
  const stopped = { ...parts(), database: { ...database, inCompanies } }
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await collect(stopped, { companyId: company.id, connector: 'x' }, { ...signals(), stopping: stopping.signal })
  expect(await work()).toMatchObject({ state: 'waiting', observed: 2, found: 2 })
  providers().server.requests.length = 0
  await makeDue()
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await collect(parts(), { companyId: company.id, connector: 'x' }, signals())
  expect(providers().server.requests.length).toBe(2)
  expect(await work()).toMatchObject({ state: 'collecting', observed: 4, found: 4 })
  expect(await threats()).toHaveLength(4)
})

test('a connector that is switched off while it runs stores nothing more', async () => {
  const { company, turnOn, collectNow, threats, work } = await createFixture()
  await turnOn()
  providers().world.listings = () => [appOf(1)]
  // Switched off after the provider answered and before the answer is stored.
  const inCompanies: CollectParts['database']['inCompanies'] = async (ids, job) => {
    if (providers().server.requests.length > 0) {
      await run('update connectors set is_on = false where company_id = $1', company.id)
    }
    return world().database.inCompanies(ids, job)
  }
  const database = { ...world().database, inCompanies }
  providers().server.requests.length = 0
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await collect({ ...parts(), database }, { companyId: company.id, connector: 'appStore' }, signals())
  expect(providers().server.requests).toHaveLength(1)
  expect(await threats()).toEqual([])
  expect(await work()).toMatchObject({ state: 'off', observed: 0, nextRunAt: null })
  await collectNow()
  expect(await threats()).toEqual([])
})

test('a connector that is paused while it runs stores nothing more, and continues at its cursor once it is resumed', async () => {
  const { company, superAdmin, query, turnOn, work, threats, makeDue, collectNow } = await createFixture('x')
  providers().world.listings = (term) => (term === 'Quayside Bank' ? [1, 2, 3, 4].map((id) => post(id)) : [])
  await turnOn({ token: 'AAAA' })
  const params = { connector: 'x' as const }
  const pause = (isPaused: boolean) => send(superAdmin, pauseConnector, { params, query, body: { isPaused } })
  const { database } = parts()
  const inCompanies: typeof database.inCompanies = async (ids, job) => {
    const result = await database.inCompanies(ids, job)
    // Somebody pauses it after the first batch is stored.
    if (((await work())?.observed ?? 0) > 0) await pause(true)
    return result
  }
  await run(`update answer_gates set next_at = '2020-01-01'`)
  const paused = { ...parts(), database: { ...database, inCompanies } }
  await collect(paused, { companyId: company.id, connector: 'x' }, signals())
  const state = { state: 'paused', nextRunAt: null, pausedBy: expect.any(String), pausedAt: expect.any(String) }
  expect(await work()).toMatchObject({ ...state, observed: 2, found: 2, problem: null })
  await makeDue()
  const queued: unknown[] = []
  await collectDue({
    database: world().database,
    enqueue: (_tx, _job, data) => {
      queued.push(data)
      return Promise.resolve('')
    },
  })
  expect(queued).not.toContainEqual({ companyId: company.id, connector: 'x' })
  providers().server.requests.length = 0
  await collectNow()
  expect(providers().server.requests).toEqual([])
  expect(await send(superAdmin, runConnector, { params, query })).toMatchObject({
    status: 409,
    body: { reason: 'CONNECTOR_PAUSED' },
  })

  expect((await pause(false)).status).toBe(200)
  await collectNow()
  expect(await work()).toMatchObject({ state: 'collecting', observed: 4, found: 4, pausedAt: null, pausedBy: null })
  expect(await threats()).toHaveLength(4)
})

test('a pause is on record once however often it is sent, and one of a connector that is off is refused', async () => {
  const { company, superAdmin, query, turnOn, work } = await createFixture()
  const pause = (isPaused: boolean) => send(superAdmin, pauseConnector, { ...ofAppStore, query, body: { isPaused } })
  expect((await pause(true)).status).toBe(404)
  await turnOn()
  await pause(true)
  const before = await work()
  await pause(true)
  expect(await work()).toEqual(before)
  // An account can be changed in the meantime.
  await turnOn()
  expect(await work()).toMatchObject({ state: 'paused' })
  await pause(false)
  await pause(false)
  const { rows } = await run(
    `select action, after from audit where company_id = $1 and after ? 'isPaused' order by at`,
    company.id,
  )
  expect(rows).toEqual([
    { action: 'settings.connectorPaused', after: { connector: 'appStore', isPaused: true } },
    { action: 'settings.connectorResumed', after: { connector: 'appStore', isPaused: false } },
  ])
  await pause(true)
  await send(superAdmin, putConnector, { ...ofAppStore, query, body: { isOn: false } })
  await turnOn()
  expect(await work()).toMatchObject({ state: 'waiting', pausedAt: null })
})

test('malformed records are counted and named, and the others come in', async () => {
  const { turnOn, collectNow, work } = await createFixture()
  Object.assign(providers().world, { manner: 'malformed', listings: () => [appOf(1), appOf(2)] })
  await turnOn()
  await collectNow()
  expect(await work()).toMatchObject({ observed: 1, skipped: 1, skips: [{ at: '1', field: 'trackId' }] })
})

test('the test of an account says what the provider says, and changes nothing else', async () => {
  const { company, superAdmin, query, turnOn, work } = await createFixture()
  expect((await send(superAdmin, testConnector, { ...ofAppStore, query })).status).toBe(404)
  await turnOn()
  const tryAccount = () => testConnectorAccount(parts(), { companyId: company.id, connector: 'appStore' }, signals())
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await tryAccount()
  expect(await work()).toMatchObject({ test: { problem: null, reply: 'OK' }, state: 'waiting' })
  providers().world.manner = 'fails'
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await tryAccount()
  expect(await work()).toMatchObject({
    test: { problem: { reason: 'SERVER_FAILS' }, reply: null },
    state: 'waiting',
  })
})

test('what is deleted or off can’t run', async () => {
  const { superAdmin, query, turnOn, work } = await createFixture()
  expect((await send(superAdmin, runConnector, { ...ofAppStore, query })).status).toBe(404)
  await turnOn()
  expect((await send(superAdmin, deleteConnector, { ...ofAppStore, query })).status).toBe(200)
  expect(await work()).toMatchObject({ state: 'off', nextRunAt: null, test: null })
  expect((await send(superAdmin, deleteConnector, { ...ofAppStore, query })).status).toBe(404)
})
