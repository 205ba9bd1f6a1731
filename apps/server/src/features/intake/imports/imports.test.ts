import { expect, test } from 'vitest'
import { putAssets, getAssets } from '@signet/contract/companies/assets'
import {
  addImport,
  cancelImport,
  getImport,
  listImports,
  previewImport,
  startImport,
  undoImport,
  type ImportMapping,
} from '@signet/contract/collection/imports'
import { addThreat } from '@signet/contract/threats/add-threats'
import { addAllowEntry } from '@signet/contract/threats/allow-list'
import { listNotifications } from '@signet/contract/messages/notifications'
import { listQueued, publishThreat } from '@signet/contract/review/qa'
import { getQueuedTout, listQueuedTouts } from '@signet/contract/touts/qa-touts'
import { newCompany, newUser, refusal, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { runImport } from './import.job.ts'
import { runUndoImport } from './undo-import.job.ts'

const world = useWorld()
const run = (sql: string, ...values: unknown[]) => world().database.pool.query(sql, values)
const endless = () => ({ signal: new AbortController().signal, stopping: new AbortController().signal, attempt: 1 })

const parts = () => ({
  database: world().database,
  files: world().files,
  enqueue: world().queue.enqueue,
  lookUps: null,
})

/** A company, and a reviewer who imports files for it. */
async function createFixture({ touts = false } = {}) {
  const company = await newCompany({ modules: { touts } })
  const reviewer = await newUser('qa', company)
  const query = { company: company.key }
  const upload = (text: string | Buffer, { source = 'Domain', name = 'list.csv', recordKind = 'threat' } = {}) =>
    send(reviewer, addImport, {
      form: { fields: { ...query, source, recordKind }, files: [{ bytes: Buffer.from(text), name }] },
    })
  const at = (importId: string) => ({ params: { importId }, query })
  const work = (importId: string) =>
    runImport(parts(), { companyId: company.id, importId, userId: reviewer.id }, endless())
  const read = async (importId: string) => (await send(reviewer, getImport, at(importId))).body
  return {
    company,
    reviewer,
    query,
    upload,
    at,
    work,
    read,
    start: (importId: string, mapping: ImportMapping) =>
      send(reviewer, startImport, { ...at(importId), body: { mapping } }),
    /** Uploads a file and imports it with the proposed mapping. */
    importAll: async (text: string | Buffer, more?: { source?: string; name?: string; recordKind?: string }) => {
      const { body } = await upload(text, more)
      await send(reviewer, startImport, { ...at(body.id), body: { mapping: body.mapping } })
      await work(body.id)
      return read(body.id)
    },
    undo: async (importId: string) => {
      await send(reviewer, undoImport, { ...at(importId), body: {} })
      const by = { userId: reviewer.id, userName: 'A reviewer' }
      await runUndoImport(parts(), { companyId: company.id, importId, ...by }, endless())
      return read(importId)
    },
    queued: async () => (await send(reviewer, listQueued, { query: { ...query, limit: 100 } })).body.items,
  }
}

/** Makes the company the owner of quayside.example. */
async function ownQuayside(company: TestCompany) {
  const superAdmin = await newUser('superAdmin', company)
  const query = { company: company.key }
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const brand = { name: 'Quayside', key: 'quayside', official: ['quayside.example'] }
  const brands = [{ ...brand, aliases: ['quaysidebank'], handles: [], phones: [], accounts: [] }]
  expect((await send(superAdmin, putAssets, { query, body: { ...assets, brands } })).status).toBe(200)
  return superAdmin
}

test('the columns of a file are mapped to the fields of its source, and its rows wait for review', async () => {
  const { importAll, upload, queued } = await createFixture()
  const csv = [
    'Domain;Registrar;Severity;Type;First seen',
    'login-quayside[.]test;Example Registrar;high;phishing site;23.11.2025',
    'quayside-bank.test;;;;2025-11-24T08:30:00Z',
  ].join('\n')
  const { status, body } = await upload(csv)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    kind: 'csv',
    state: 'ready',
    name: 'list.csv',
    mapping: {
      fields: { domain_name: 'Domain', registrar: 'Registrar' },
      threatType: { column: 'Type', otherwise: 'Look-alike domain' },
      severity: { column: 'Severity', otherwise: 'Medium' },
      firstSeen: 'First seen',
    },
  })
  expect(body.columns[0]).toEqual({ name: 'Domain', examples: ['login-quayside[.]test', 'quayside-bank.test'] })
  expect(await importAll(csv)).toMatchObject({ state: 'done', rows: 2, added: 2, rejected: 0, progress: 1 })
  const found = (await queued()).toSorted((a, b) => a.title.localeCompare(b.title))
  expect(found).toMatchObject([
    { title: 'login-quayside.test', severity: 'High', threatType: 'Phishing site', registrar: 'Example Registrar' },
    { title: 'quayside-bank.test', severity: 'Medium', threatType: 'Look-alike domain' },
  ])
  expect(found.map(({ firstSeen }) => firstSeen)).toEqual(['2025-11-23T00:00:00.000Z', '2025-11-24T08:30:00.000Z'])
})

test('addresses that nobody should open and the times of feeds are read, and what is no domain is refused', async () => {
  const { importAll, queued } = await createFixture()
  const urls = [
    'url,dateadded',
    'hxxps[:]//a[.]test/x,2026-01-02 03:04:05 UTC',
    'hxxp[://]b(dot)test/y,1767322800',
    'hxxps://c{.}test/z,1767322800000',
  ]
  expect(await importAll(urls.join('\n'), { source: 'URL' })).toMatchObject({ added: 3, rejected: 0 })
  const found = (await queued()).toSorted((a, b) => a.title.localeCompare(b.title))
  expect(found.map(({ title, firstSeen }) => [title, firstSeen])).toEqual([
    ['http://b.test/y', '2026-01-02T03:00:00.000Z'],
    ['https://a.test/x', '2026-01-02T03:04:05.000Z'],
    ['https://c.test/z', '2026-01-02T03:00:00.000Z'],
  ])
  const wrong = ['192.0.2.7', '[2001:db8::1]', 'localhost', 'co.uk', 'a..test', 'a*.test']
  const refused = await importAll(['domain', 'evil(dot)test', ...wrong].join('\n'))
  expect(refused).toMatchObject({ added: 1, rejected: wrong.length })
  expect(new Set(refused.problems.map(({ field, reason }) => `${field} ${reason}`))).toEqual(
    new Set(['domain_name NOT_A_DOMAIN']),
  )
  expect((await queued()).map(({ title }) => title)).toContain('evil.test')
})

test('a file of touts has the fields of the offer, and its rows get the reasons of the detector until it is undone', async () => {
  const { importAll, upload, reviewer, at, company, undo, query } = await createFixture({ touts: true })
  await ownQuayside(company)
  const csv = [
    'username,message,price,face value,tickets',
    'quayside_tickets,"Selling 6 confirmed Quaysidebank tickets, sold out, 120 EUR each, face value 40 EUR",120,40,6',
    'other_tickets,Tickets,cheap,,',
  ].join('\n')
  const as = { source: 'Telegram', recordKind: 'tout' }
  const { body } = await upload(csv, as)
  expect(body).toMatchObject({
    recordKind: 'tout',
    mapping: { fields: { price: 'price', faceValue: 'face value', quantity: 'tickets', message_content: 'message' } },
  })
  const preview = await send(reviewer, previewImport, { ...at(body.id), body: { mapping: body.mapping } })
  expect(preview.body).toMatchObject([
    { state: 'valid', title: 'quayside_tickets' },
    { state: 'rejected', problem: { line: 3, field: 'price', reason: 'NOT_A_NUMBER' } },
  ])
  const done = await importAll(csv, as)
  expect(done).toMatchObject({ recordKind: 'tout', state: 'done', added: 1, rejected: 1 })
  const touts = async () => (await send(reviewer, listQueuedTouts, { query })).body.items
  const [tout] = await touts()
  expect(tout).toMatchObject({ title: 'quayside_tickets', price: 120, faceValue: 40, quantity: 6 })
  const detail = await send(reviewer, getQueuedTout, { params: { toutId: tout?.id ?? '' }, query })
  expect(detail.body.indicators.length).toBeGreaterThan(0)
  expect(await undo(done.id)).toMatchObject({ state: 'undone', removed: 1 })
  expect(await touts()).toEqual([])
})

test('files of touts need the module, and a source that touts have', async () => {
  const off = await createFixture()
  expect(await off.upload('username\na', { source: 'Telegram', recordKind: 'tout' })).toMatchObject(
    refusal('MODULE_OFF'),
  )
  const on = await createFixture({ touts: true })
  const wrong = await on.upload('account\na', { source: 'FinancialFraud', recordKind: 'tout' })
  expect(wrong).toMatchObject(refusal('NOT_AN_OPTION', 'body.source'))
  expect(await on.upload('name\na', { source: 'Extension' })).toMatchObject(refusal('NOT_AN_OPTION', 'body.source'))
})

test('the preview names the line and the field of each mistake', async () => {
  const { upload, reviewer, at, company } = await createFixture()
  await ownQuayside(company)
  const lines = [
    'domain,severity,date',
    'good.test,Low,2025-01-01',
    'not a domain,Low,',
    'a.test,Huge,',
    'b.test,,31.02.2025',
  ]
  const { body } = await upload([...lines, 'www.quayside.example,,', ',Low,', '"open,x'].join('\n'))
  // A mistake doesn't keep a column from being recognized.
  expect(body.mapping).toMatchObject({ severity: { column: 'severity', otherwise: 'Medium' }, firstSeen: 'date' })
  const preview = await send(reviewer, previewImport, { ...at(body.id), body: { mapping: body.mapping } })
  expect(preview.body).toMatchObject([
    { line: 2, state: 'valid', title: 'good.test', severity: 'Low', firstSeen: '2025-01-01T00:00:00.000Z' },
    { line: 3, state: 'rejected', problem: { line: 3, field: 'domain_name', reason: 'NOT_A_DOMAIN' } },
    { line: 4, state: 'rejected', problem: { field: 'severity', reason: 'NOT_AN_OPTION' } },
    { line: 5, state: 'rejected', problem: { field: 'firstSeen', reason: 'NOT_A_DATE' } },
    { line: 6, state: 'own' },
    { line: 7, state: 'skipped' },
    { line: 8, state: 'rejected', problem: { field: '', reason: 'QUOTE_NOT_CLOSED' } },
  ])
})

test('what the company owns, allows or has is counted, and known threats stay as they are', async () => {
  const { importAll, company, reviewer, query, queued } = await createFixture()
  const superAdmin = await ownQuayside(company)
  const entry = { kind: 'domain' as const, value: 'partner.test', reason: 'A partner', until: null }
  expect((await send(superAdmin, addAllowEntry, { query, body: entry })).status).toBe(201)
  const known = { source: 'Domain' as const, threatType: 'Phishing site', severity: 'Critical' as const }
  await send(reviewer, addThreat, {
    query,
    body: { ...known, fields: { domain_name: 'known.test', registrar: 'First' } },
  })
  const lines = [
    'domain,registrar',
    'known.test,Second',
    'new.test,',
    'NEW.test.,',
    'quayside.example,',
    'partner.test,',
    ',x y',
  ]
  const imported = await importAll([...lines, 'bad domain,'].join('\n'))
  expect(imported).toMatchObject({ rows: 7, added: 1, duplicates: 2, own: 1, allowed: 1, skipped: 0, rejected: 2 })
  expect(imported.problems).toMatchObject([
    { line: 7, field: 'domain_name', reason: 'TITLE_NEEDED' },
    { line: 8, field: 'domain_name', reason: 'NOT_A_DOMAIN' },
  ])
  const threats = await queued()
  expect(threats.find(({ title }) => title === 'known.test')).toMatchObject({
    severity: 'Critical',
    registrar: 'First',
  })
  expect(threats).toHaveLength(2)
})

const indicator = (id: number, pattern: string) => ({ type: 'indicator', id: `indicator--${id}`, pattern })

test('JSON Lines, a bundle of STIX and an event of MISP are imported for one source', async () => {
  const { importAll } = await createFixture()
  const jsonl = [
    { packageName: 'app.fake', app: { name: 'Fake' }, appName: 'Fake' },
    { appName: 'Other', store: 'x' },
  ]
  expect(
    await importAll(jsonl.map((each) => JSON.stringify(each)).join('\n'), { source: 'APK', name: 'apps.jsonl' }),
  ).toMatchObject({ kind: 'json', added: 2 })
  const objects = [indicator(1, "[url:value = 'https://a.test/x']"), indicator(2, "[domain-name:value = 'b.test']")]
  const bundle = JSON.stringify({ type: 'bundle', id: 'bundle--1', objects })
  expect(await importAll(bundle, { source: 'URL', name: 'bundle.json' })).toMatchObject({
    kind: 'stix',
    mapping: { fields: { link: 'url' } },
    added: 1,
    rejected: 0,
  })
  const attributes = [
    { uuid: '1', type: 'domain', value: 'c.test' },
    { uuid: '2', type: 'md5', value: 'ff' },
  ]
  const event = JSON.stringify({ Event: { uuid: 'e', info: 'Wave', Attribute: attributes } })
  expect(await importAll(event, { source: 'Domain', name: 'event.json' })).toMatchObject({
    kind: 'misp',
    added: 1,
    skipped: 1,
  })
})

test('an import is undone but for threats that a person decided on, and its file can be imported again', async () => {
  const { importAll, undo, queued, reviewer, query } = await createFixture()
  const csv = ['domain', ...Array.from({ length: 5 }, (_, n) => `name-${n}.test`)].join('\n')
  const { id } = await importAll(csv)
  const [decided] = await queued()
  if (!decided) throw new Error('nothing was imported')
  await send(reviewer, publishThreat, { params: { threatId: decided.id }, query, body: { version: decided.version } })
  expect(await undo(id)).toMatchObject({
    state: 'undone',
    added: 5,
    removed: 4,
    kept: [{ reason: 'published', count: 1 }],
  })
  expect(await queued()).toEqual([])
  expect(await importAll(csv)).toMatchObject({ added: 4, duplicates: 1 })
  expect(await queued()).toHaveLength(4)
})

test('a run that was interrupted resumes after its last batch with exact counts', async () => {
  const { upload, start, work, read, company, at, reviewer } = await createFixture()
  const rows = Array.from({ length: 4500 }, (_, n) => (n % 10 === 0 ? 'no domain' : `name-${n % 3000}.test`))
  const { body } = await upload(['domain', ...rows].join('\n'))
  await start(body.id, body.mapping)
  const stopped = new AbortController()
  stopped.abort(new Error('stopped'))
  const target = { companyId: company.id, importId: body.id, userId: reviewer.id }
  await expect(runImport(parts(), target, { ...endless(), stopping: stopped.signal })).rejects.toThrow('stopped')
  expect(await read(body.id)).toMatchObject({ state: 'running', rows: 2000 })
  await work(body.id)
  const counts = { rows: 4500, added: 2700, duplicates: 1350, rejected: 450 }
  expect(await read(body.id)).toMatchObject({ state: 'done', ...counts })
  await work(body.id)
  expect(await read(body.id)).toMatchObject(counts)
  const { rows: added } = await run('select count(*)::int as count from imported_threats where import_id = $1', body.id)
  expect(added).toEqual([{ count: 2700 }])
  expect((await send(reviewer, startImport, { ...at(body.id), body: { mapping: body.mapping } })).body).toMatchObject({
    reason: 'IMPORT_STARTED',
  })
})

test('a cancelled import keeps what it added, and can be undone', async () => {
  const { upload, start, at, reviewer, work, undo } = await createFixture()
  const { body } = await upload('domain\na.test\nb.test')
  const cancel = () => send(reviewer, cancelImport, { ...at(body.id), body: {} })
  expect((await cancel()).body).toMatchObject({ reason: 'IMPORT_NOT_RUNNING' })
  expect((await send(reviewer, undoImport, { ...at(body.id), body: {} })).body).toMatchObject({
    reason: 'IMPORT_NOT_UNDOABLE',
  })
  await start(body.id, body.mapping)
  expect((await cancel()).body).toMatchObject({ state: 'cancelled', added: 0 })
  await work(body.id)
  expect(await undo(body.id)).toMatchObject({ state: 'undone', rows: 0, removed: 0, kept: [] })
})

test('a file that is empty or damaged is refused, and one that breaks off later fails with what came before', async () => {
  const { upload, importAll } = await createFixture()
  expect((await upload('domain,note\n')).body).toMatchObject({
    details: [{ path: 'body.file', reason: 'IMPORT_FILE_EMPTY' }],
  })
  expect((await upload('[{"domain":', { name: 'list.json' })).body).toMatchObject({
    details: [{ reason: 'IMPORT_FILE_UNREADABLE', parameters: { reason: 'damaged' } }],
  })
  const list = Array.from({ length: 600 }, (_, n) => `{"domain":"name-${n}.test"}`).join(',\n')
  expect(await importAll(`[${list},{"domain"`, { name: 'list.json' })).toMatchObject({
    state: 'failed',
    added: 600,
    problem: { reason: 'IMPORT_FILE_UNREADABLE' },
  })
})

test('a mapping to a field or type that the source lacks is refused', async () => {
  const { upload, start } = await createFixture()
  const { body } = await upload('domain\na.test')
  const field = await start(body.id, { ...body.mapping, fields: { packageName: 'domain' } })
  expect(field.body).toMatchObject({
    details: [{ path: 'body.mapping.fields.packageName', reason: 'FIELD_NOT_OF_SOURCE' }],
  })
  const type = await start(body.id, { ...body.mapping, threatType: { otherwise: 'Fake app' } })
  expect(type.body).toMatchObject({ details: [{ reason: 'TYPE_NOT_OF_SOURCE' }] })
})

test('the list shows the imports of the company, newest first', async () => {
  const { importAll, reviewer, query } = await createFixture()
  await importAll('domain\na.test')
  await importAll('domain\nb.test', { name: 'second.csv' })
  const { body } = await send(reviewer, listImports, { query })
  expect(body.items.map(({ name, added, state }) => [name, added, state])).toEqual([
    ['second.csv', 1, 'done'],
    ['list.csv', 1, 'done'],
  ])
})

test('the review queue is filtered by the threats that an import added', async () => {
  const { importAll, reviewer, query } = await createFixture()
  await importAll('domain\na.test')
  const second = await importAll('domain\na.test\nb.test', { name: 'second.csv' })
  const { body } = await send(reviewer, listQueued, { query: { ...query, importId: second.id } })
  expect(body.items.map(({ title }) => title)).toEqual(['b.test'])
})

const csv = (name: string) => `domain;brand\n${name}.test;Müller Café`

test('files of older programs are read: Windows-1252, and UTF-16 with its mark', async () => {
  const { importAll, queued } = await createFixture()
  expect(await importAll(Buffer.from(csv('old'), 'latin1'))).toMatchObject({ kind: 'csv', added: 1 })
  expect(await importAll(Buffer.from(`\u{FEFF}${csv('excel')}`, 'utf16le'))).toMatchObject({ kind: 'csv', added: 1 })
  const swapped = Buffer.from(`\u{FEFF}${csv('swapped')}`, 'utf16le').swap16()
  expect(await importAll(swapped)).toMatchObject({ kind: 'csv', added: 1 })
  expect(await queued()).toMatchObject([{ brand: 'Müller Café' }, { brand: 'Müller Café' }, { brand: 'Müller Café' }])
})

test('bytes that are no text are refused', async () => {
  const { upload } = await createFixture()
  for (const bytes of [
    [0, 1, 2, 3],
    [0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00],
    [0xc3, 0x28, 0x90, 0x41],
    [0xe9, 0xe8, 0xea],
  ]) {
    expect((await upload(Buffer.from(bytes))).status).toBe(415)
  }
})

test('the user who started an import is notified of its end once, with a link to its page', async () => {
  const { importAll, upload, start, work, reviewer, company, at } = await createFixture()
  const imported = await importAll('domain\na.test\nno domain')
  await work(imported.id)
  const list = Array.from({ length: 600 }, (_, n) => `{"domain":"name-${n}.test"}`).join(',\n')
  const { body: damaged } = await upload(`[${list},{"domain"`, { name: 'list.json' })
  const admin = await newUser('superAdmin', await newCompany())
  await send(admin, startImport, { ...at(damaged.id), body: { mapping: damaged.mapping } })
  await runImport(parts(), { companyId: company.id, importId: damaged.id, userId: admin.id }, endless())
  expect((await send(reviewer, listNotifications)).body.items).toMatchObject([
    {
      title: 'Imported list.csv: 1 new threat, 1 row rejected',
      href: `/QA/addThreats/imports/${imported.id}`,
    },
  ])
  expect((await send(admin, listNotifications)).body.items).toMatchObject([
    { title: 'The import of list.json stopped after 600 new threats', href: `/addThreats/imports/${damaged.id}` },
  ])
  expect((await start(damaged.id, damaged.mapping)).body).toMatchObject({ reason: 'IMPORT_STARTED' })
})
