import { expect, test } from 'vitest'
import { addImport, getImport, previewImport, startImport } from '@signet/contract/collection/imports'
import { listTips, putTipPage } from '@signet/contract/collection/tips'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { addRequest, getRequest } from '@signet/contract/requests/requests'
import { listQueued } from '@signet/contract/review/qa'
import { addThreats } from '@signet/contract/threats/add-threats'
import { addMailThreats } from '@signet/contract/threats/mail-threats'
import { listOwnFindings, type OwnAssetKind } from '@signet/contract/threats/own-assets'
import { sources, type SourceFields, type ThreatSource } from '@signet/contract/threats/sources'
import { addKey } from '../../../test/api-key.ts'
import { formOf, newCompany, newUser, send, useWorld } from '../../../test/harness.ts'
import { runImport } from './imports/import.job.ts'
import { readRequest } from './request-mails/read-request.job.ts'
import { judgeTip } from './tips/judge-tip.job.ts'
import { newChallenge } from './tips/tip-form.ts'

const world = useWorld()
const signer = 'ab'.repeat(32)

const names = {
  key: 'quayside',
  name: 'Quayside Bank',
  aliases: ['quaysidebank'],
  official: ['quayside.example'],
}
const handles = (
  [
    ['Telegram', 'https://t.me/quaysidebank'],
    ['Instagram', '@quaysidebank'],
    ['Twitter', 'quaysidebank'],
    ['FB', 'https://www.facebook.com/quaysidebank'],
    ['YouTube', '@quaysidebank'],
    ['LinkedIn', 'https://www.linkedin.com/company/quaysidebank'],
    ['GitHub', 'quaysidebank'],
    ['GoogleMaps', 'ChIJquayside'],
    ['Advertisements', 'Meta 10007'],
    ['Reddit', 'u/quaysidebank'],
    ['TikTok', '@quaysidebank'],
  ] as const
).map(([source, handle]) => ({ source, handle }))
const partner = {
  name: 'Quay Travel',
  role: 'agent' as const,
  domains: ['quaytravel.example'],
  handles: [{ source: 'Instagram' as const, handle: 'quaytravel' }],
  phones: ['+44 20 7946 0777'],
  accounts: ['quaytravel@upi'],
}

/** A finding of each kind of asset, at each source that has one. */
const own: readonly (readonly [ThreatSource, SourceFields, OwnAssetKind])[] = [
  ['Domain', { domain_name: 'login.quayside.example' }, 'domain'],
  ['Domain', { domain_name: 'www.quaytravel.example' }, 'partner'],
  ['URL', { link: 'https://www.quayside.example/login?utm_source=mail' }, 'domain'],
  ['URL', { link: 'https://www.instagram.com/quaysidebank/' }, 'handle'],
  ['URL', { link: 'https://wa.me/442079460101' }, 'phone'],
  ['Telegram', { channel_data: { entity_user_name: 'QuaysideBank' } }, 'handle'],
  ['Instagram', { Username: 'quaysidebank' }, 'handle'],
  ['Instagram', { Username: 'quaytravel' }, 'partner'],
  ['Twitter', { Name: 'Quayside', Handle: '@QuaysideBank' }, 'handle'],
  ['FB', { subtype: 'People', ProfileName: 'Quayside', ProfileUrl: 'https://m.facebook.com/quaysidebank' }, 'handle'],
  ['YouTube', { channelName: 'Quayside', channelUrl: 'https://www.youtube.com/@quaysidebank/videos' }, 'handle'],
  ['LinkedIn', { postedBy: 'Quayside', profileLink: 'https://uk.linkedin.com/company/quaysidebank/' }, 'handle'],
  ['GitHub', { repositoryName: 'quaysidebank/app', repositoryLink: 'https://github.com/quaysidebank/app' }, 'handle'],
  ['GoogleMaps', { title: 'Quayside Bank', placeId: 'ChIJquayside' }, 'handle'],
  ['GoogleMaps', { title: 'Quayside Bank Pier', phone: '+44 20 7946 0101' }, 'phone'],
  [
    'Advertisements',
    { advertiser: 'Quayside', adSource: 'Meta', advertiserId: '10007', adURL: 'https://a.test' },
    'handle',
  ],
  ['FinancialFraud', { account_number: 'GB29NWBK60161331926819' }, 'account'],
  ['FinancialFraud', { account_number: 'quayside@upi' }, 'account'],
  ['Reddit', { Username: 'QuaysideBank' }, 'handle'],
  ['TikTok', { Username: 'quaysidebank' }, 'handle'],
  ['WhatsApp', { ProfileName: 'Quayside', Profile: '+44 (20) 7946-0101' }, 'phone'],
  ['WhatsApp', { ProfileName: 'Quay Travel', Profile: '+442079460777' }, 'partner'],
  ['APK', { appName: 'Quayside', packageName: 'com.quayside.beta', signerSha256: signer.toUpperCase() }, 'app'],
  [
    'APK',
    { appName: 'Quayside', packageName: 'com.quayside.ios', signerSha256: 'cd'.repeat(32), teamId: 'QSB1234567' },
    'app',
  ],
  ['APK', { appName: 'Quayside', packageName: 'com.quayside.app', store: 'Google Play' }, 'app'],
]
const ownKinds = [...new Set(own.map(([, , kind]) => kind))].toSorted()
const rowOf = ([source, fields]: (typeof own)[number]) => ({
  threatType: sources[source].types[0],
  severity: 'High' as const,
  fields,
})

/** A company that owns an asset of each kind, and what waits for review, whichever way it came in. */
async function createFixture() {
  const company = await newCompany({ name: 'Quayside Bank' })
  const query = { company: company.key }
  const superAdmin = await newUser('superAdmin', company)
  const reviewer = await newUser('qa', company)
  const client = await newUser('client', company)
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const brand = {
    ...names,
    handles,
    phones: ['020 7946 0101'],
    accounts: ['GB29 NWBK 6016 1331 9268 19', 'quayside@upi'],
  }
  const apps = [{ name: 'Quayside', packageName: 'com.quayside.app', signerSha256: [signer, 'qsb1234567'] }]
  const body = { ...assets, brands: [brand], apps, partners: [partner] }
  expect(await send(superAdmin, putAssets, { query, body })).toMatchObject({ status: 200 })
  const { database, files, queue } = world()
  return {
    company,
    query,
    reviewer,
    client,
    parts: { database, files, lookUps: null, enqueue: queue.enqueue, textModel: null },
    queued: async () => (await send(reviewer, listQueued, { query })).body.items.map(({ title }) => title),
    suppressed: async () => (await send(superAdmin, listOwnFindings, { query: { ...query, limit: 100 } })).body.items,
  }
}

const bySource = Map.groupBy(own, ([source]) => source)

test('of findings that a collector sends in, none is a threat, and all are counted', async () => {
  const { company, queued, suppressed } = await createFixture()
  const { key } = await addKey(company, { scopes: ['ingest'] })
  for (const [source, all] of bySource) {
    const response = await world().server.inject({
      method: 'POST',
      url: `/api/rest/ingest/${source}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      payload: all.map((each, at) => `${JSON.stringify({ externalId: `own-${at}`, ...rowOf(each) })}\n`).join(''),
    })
    expect(response.json(), source).toMatchObject({ accepted: 0, rejectedCount: 0, suppressed: all.length })
  }
  expect(await queued()).toEqual([])
  const counted = await suppressed()
  expect([...new Set(counted.map(({ kind }) => kind))].toSorted()).toEqual(ownKinds)
  expect(counted.reduce((sum, { suppressions }) => sum + suppressions, 0)).toBe(own.length)
})

/** Each file is read by a process of its own, so one source stands for each kind of asset. */
const imported: readonly ThreatSource[] = ['Domain', 'URL', 'Instagram', 'GoogleMaps', 'FinancialFraud', 'APK']

test('of rows of imported files, none is a threat, and the preview says so', { timeout: 60_000 }, async () => {
  const { company, query, reviewer, parts, queued } = await createFixture()
  for (const source of imported) {
    const all = bySource.get(source) ?? []
    const text = all.map(([, fields]) => JSON.stringify(fields)).join('\n')
    const { body } = await send(reviewer, addImport, {
      form: {
        fields: { ...query, source, recordKind: 'threat' },
        files: [{ bytes: Buffer.from(text), name: 'a.jsonl' }],
      },
    })
    const at = { params: { importId: body.id }, query }
    const mapping = { ...body.mapping, fields: Object.fromEntries(body.columns.map(({ name }) => [name, name])) }
    const preview = await send(reviewer, previewImport, { ...at, body: { mapping } })
    expect(
      preview.body.map(({ state }) => state),
      source,
    ).toEqual(all.map(() => 'own'))
    await send(reviewer, startImport, { ...at, body: { mapping } })
    const signals = { signal: new AbortController().signal, stopping: new AbortController().signal, attempt: 1 }
    await runImport(parts, { companyId: company.id, importId: body.id, userId: reviewer.id }, signals)
    expect((await send(reviewer, getImport, at)).body, source).toMatchObject({ added: 0, own: all.length, rejected: 0 })
  }
  expect(await queued()).toEqual([])
})

test('people who add them are asked, and one that they do not confirm is no threat', async () => {
  const { query, reviewer, queued } = await createFixture()
  for (const [source, all] of bySource) {
    const rows = all.map(rowOf)
    const { body } = await send(reviewer, addThreats, { query, body: { ...query, source, rows } })
    expect(body, source).toMatchObject(
      all.map(([, , kind]) => ({ state: 'own', problem: { reason: 'OWN_ASSET', parameters: { kind } } })),
    )
  }
  expect(await queued()).toEqual([])
})

const lure = 'Quayside Bank: your account will be blocked today. Enter your PIN.'
const inWords = [
  'https://www.quayside.example/login',
  'https://quaytravel.example/help',
  'https://t.me/quaysidebank',
  'https://www.instagram.com/quaysidebank/',
  'https://x.com/quaysidebank',
  'https://www.facebook.com/quaysidebank',
  'https://www.youtube.com/@quaysidebank',
  'https://www.linkedin.com/company/quaysidebank',
  'https://github.com/quaysidebank/app',
  'https://www.tiktok.com/@quaysidebank',
  'https://play.google.com/store/apps/details?id=com.quayside.app',
  'call +44 20 7946 0101',
  'pay to GB29 NWBK 6016 1331 9268 19',
  'pay by UPI to quayside@upi',
  'or to quaytravel@upi',
]

test('what the public reports is no threat', async () => {
  const { company, query, client, reviewer, parts, queued } = await createFixture()
  const settings = { isOn: true, intro: { en: 'Tell us.', de: 'Sagen Sie es uns.' }, keepDays: 30 } as const
  await send(client, putTipPage, { query, body: settings })
  for (const [at, words] of inWords.entries()) {
    const fields = words.startsWith('http') ? { address: words, text: lure } : { text: `${lure} ${words}` }
    const { bytes, contentType } = await formOf({ fields, files: [] })
    const challenge = newChallenge(world().keys.tips, company.id, new Date(Date.now() - 60_000))
    const response = await world().server.inject({
      method: 'POST',
      url: `/api/report/${company.key}`,
      headers: { 'content-type': contentType, 'x-signet-challenge': challenge },
      payload: bytes,
      remoteAddress: `198.51.100.${at + 1}`,
    })
    expect(response.statusCode, words).toBe(201)
  }
  const { rows } = await world().database.pool.query<{ id: string }>(
    'select id from tip_reports where company_id = $1',
    [company.id],
  )
  expect(rows).toHaveLength(inWords.length)
  for (const { id } of rows) await judgeTip(parts, { companyId: company.id, reportId: id })
  expect(await queued()).toEqual([])
  expect((await send(reviewer, listTips, { query })).body.items.map(({ title }) => title)).toEqual([])
})

test('what the client reports is no threat, in words and in an email', async () => {
  const { company, client, query, parts, queued } = await createFixture()
  const eml = Buffer.from(`From: x@evil.example\r\nSubject: Last warning\r\n\r\n${lure}\r\n${inWords.join('\r\n')}`)
  const fields = { kind: 'threat', subject: 'Report', text: inWords.join('\n') }
  const { body } = await send(client, addRequest, {
    form: { fields: { ...query, ...fields }, files: [{ bytes: eml, name: 'mail.eml' }] },
  })
  await readRequest(parts, { companyId: company.id, requestId: body.id })
  const { body: read } = await send(client, getRequest, { params: { requestId: body.id } })
  expect(read.report).toMatchObject({ isRead: true, threats: [] })
  expect(read.report?.suppressed.length).toBeGreaterThan(10)
  expect(await queued()).toEqual([])
})

test('of an email that staff upload, each finding is marked as own', async () => {
  const { query, reviewer, queued } = await createFixture()
  const bytes = Buffer.from(`From: x@evil.example\r\nSubject: Last warning\r\n\r\n${lure}\r\n${inWords.join('\r\n')}`)
  const upload = (more: object) =>
    send(reviewer, addMailThreats, { form: { fields: { ...query, ...more }, files: [{ bytes, name: 'mail.eml' }] } })
  const { body } = await upload({ dryRun: 'true' })
  expect(body.findings.length).toBeGreaterThan(5)
  expect(body.findings.filter(({ result }) => result.state !== 'own')).toEqual([])
  await upload({ chosen: body.findings.map(({ key }) => key) })
  expect(await queued()).toEqual([])
})
