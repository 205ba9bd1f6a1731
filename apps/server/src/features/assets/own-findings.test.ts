import { beforeAll, describe, expect, test } from 'vitest'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import type { IngestAnswer } from '@signet/contract/collection/ingest'
import { listQueued } from '@signet/contract/review/qa'
import { addThreat, addThreats } from '@signet/contract/threats/add-threats'
import { addAllowEntry } from '@signet/contract/threats/allow-list'
import { listOwnFindings, type OwnAsset } from '@signet/contract/threats/own-assets'
import { sources, type SourceFields, type ThreatSource } from '@signet/contract/threats/sources'
import { addKey } from '../../../test/api-key.ts'
import { newCompany, newUser, refusal, send, useWorld, type TestCompany, type TestUser } from '../../../test/harness.ts'

const world = useWorld()
let company: TestCompany
let admin: TestUser
let superAdmin: TestUser
let reviewer: TestUser
let key: string

const signer = 'ab'.repeat(32)
beforeAll(async () => {
  company = await newCompany()
  admin = await newUser('admin', company)
  superAdmin = await newUser('superAdmin', company)
  reviewer = await newUser('qa', company)
  ;({ key } = await addKey(company, { scopes: ['ingest'] }))
  const { body } = await send(superAdmin, getAssets, { query: { company: company.key } })
  const answer = await send(superAdmin, putAssets, {
    query: { company: company.key },
    body: {
      ...body,
      company: company.key,
      brands: [
        {
          key: 'umber',
          name: 'Umber Freight',
          aliases: ['umberfreight'],
          official: ['umberfreight.example', 'umbér.example'],
          handles: [
            { source: 'Instagram', handle: '@umberfreight' },
            { source: 'GitHub', handle: 'umberfreight' },
            { source: 'GitHub', handle: 'https://github.com/partner-lab/umber-sdk' },
            { source: 'Telegram', handle: 'https://t.me/umber_news' },
            { source: 'YouTube', handle: 'https://www.youtube.com/@umber' },
            { source: 'FB', handle: 'https://www.facebook.com/umber.freight/' },
            { source: 'LinkedIn', handle: 'umber-freight' },
            { source: 'GoogleMaps', handle: 'ChIJumber' },
            { source: 'Advertisements', handle: 'Meta 100012345' },
          ],
          phones: ['+44 20 7946 0101'],
          accounts: ['umber@upi', 'GB29 NWBK 6016 1331 9268 19', '1234-5678'],
        },
      ],
      partners: [
        {
          name: 'Amber Travel',
          role: 'agent',
          domains: ['umber-amber.example'],
          handles: [{ source: 'TikTok', handle: '@amber.umber' }],
          phones: ['+44 20 7946 0777'],
          accounts: ['amber@upi'],
        },
      ],
      apps: [{ name: 'Umber', packageName: 'com.umber.app', signerSha256: [signer] }],
    },
  })
  expect(answer.status).toBe(200)
})

const phone = { kind: 'phone', value: '+44 20 7946 0101' } as const
const iban = { kind: 'account', value: 'GB29 NWBK 6016 1331 9268 19' } as const
const app = { kind: 'app', value: 'com.umber.app' } as const
const domain = { kind: 'domain', value: 'umberfreight.example' } as const
const partner = { kind: 'partner', value: 'Amber Travel' } as const
const handle = (value: string): OwnAsset => ({ kind: 'handle', value })

/** Assets of each kind as strangers, platforms and files write them. */
const own: [ThreatSource, SourceFields, OwnAsset][] = [
  ['Domain', { domain_name: 'login.umberfreight.example' }, domain],
  ['Domain', { domain_name: 'WWW.UmberFreight.EXAMPLE' }, domain],
  ['Domain', { domain_name: 'xn--umbr-dpa.example' }, { kind: 'domain', value: 'xn--umbr-dpa.example' }],
  ['URL', { link: 'https://shop.UMBÉR.example/' }, { kind: 'domain', value: 'xn--umbr-dpa.example' }],
  ['URL', { link: 'https://umberfreight.example/login' }, domain],
  ['URL', { link: 'HTTP://www.umberfreight.example:80/?utm_source=mail&gclid=7' }, domain],
  ['URL', { link: 'https://umberfreight.example/go?to=https%3A%2F%2Fpay.umberfreight.example%2F' }, domain],
  ['Advertisements', { advertiser: 'Agency', landingUrl: 'https://umberfreight.example/sale/' }, domain],
  ['Advertisements', { advertiser: 'Umber', adSource: 'Meta', advertiserId: '100012345' }, handle('Meta 100012345')],
  ['Instagram', { Username: 'UmberFreight' }, handle('@umberfreight')],
  ['Telegram', { channel_data: { entity_user_name: '@Umber_News' } }, handle('https://t.me/umber_news')],
  ['Telegram', { channel_data: { entity_user_name: 'https://t.me/s/umber_news' } }, handle('https://t.me/umber_news')],
  [
    'YouTube',
    { channelName: 'Umber', channelUrl: 'https://youtube.com/@Umber/videos' },
    handle('https://www.youtube.com/@umber'),
  ],
  [
    'FB',
    { PageName: 'Umber', ProfileUrl: 'https://m.facebook.com/umber.freight?ref=x' },
    handle('https://www.facebook.com/umber.freight/'),
  ],
  [
    'LinkedIn',
    { postedBy: 'Umber', profileLink: 'https://uk.linkedin.com/company/umber-freight/' },
    handle('umber-freight'),
  ],
  [
    'GitHub',
    { repositoryName: 'umberfreight/site', repositoryLink: 'https://github.com/UmberFreight/site' },
    handle('umberfreight'),
  ],
  ['GitHub', { repositoryName: 'Partner-Lab/umber-sdk' }, handle('https://github.com/partner-lab/umber-sdk')],
  ['WhatsApp', { Profile: '+442079460101', ProfileName: 'Umber' }, phone],
  ['WhatsApp', { Profile: 'https://wa.me/442079460101', ProfileName: 'Umber' }, phone],
  ['GoogleMaps', { title: 'Umber depot', phone: '020 7946 0101' }, phone],
  ['GoogleMaps', { title: 'Umber depot', phone: '+44 (0)20 7946-0101' }, phone],
  ['GoogleMaps', { title: 'Umber depot', placeId: 'ChIJumber' }, handle('ChIJumber')],
  ['FinancialFraud', { account_number: 'UMBER@upi' }, { kind: 'account', value: 'umber@upi' }],
  ['FinancialFraud', { account_number: 'upi://pay?pa=umber@upi&am=1' }, { kind: 'account', value: 'umber@upi' }],
  ['FinancialFraud', { account_number: 'gb29nwbk60161331926819' }, iban],
  ['FinancialFraud', { account_number: 'IBAN GB29 NWBK 6016 1331 9268 19' }, iban],
  ['FinancialFraud', { account_number: '12 34 56 78' }, { kind: 'account', value: '1234-5678' }],
  ['Domain', { domain_name: 'umber-amber.example' }, partner],
  ['URL', { link: 'https://www.umber-amber.example/umber?utm_source=x' }, partner],
  ['TikTok', { Username: 'Amber.Umber' }, partner],
  ['WhatsApp', { Profile: '+44 20 7946 0777', ProfileName: 'Umber bookings' }, partner],
  ['FinancialFraud', { account_number: 'amber@upi' }, partner],
  ['APK', { appName: 'Umber', packageName: 'com.umber.beta', signerSha256: signer.toUpperCase() }, app],
  ['APK', { appName: 'Umber', packageName: 'com.umber.app', store: 'Google Play' }, app],
]

async function ingest(source: ThreatSource, lines: object[]): Promise<IngestAnswer> {
  const response = await world().server.inject({
    method: 'POST',
    url: `/api/rest/ingest/${source}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    payload: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  expect(response.statusCode).toBe(200)
  return JSON.parse(response.body) as IngestAnswer
}

const waiting = async () => (await send(reviewer, listQueued, { query: { company: company.key } })).body.total
const countOf = async (source: ThreatSource, asset: OwnAsset) => {
  const { body } = await send(admin, listOwnFindings, { query: { company: company.key, limit: 100 } })
  const row = body.items.find((one) => one.source === source && one.kind === asset.kind && one.value === asset.value)
  return row?.suppressions ?? 0
}

describe.each(own)('the company’s own %s %j', (source, fields, asset) => {
  const [threatType] = sources[source].types

  test('is not reported when a collector sends it, and is counted', async () => {
    const before = await waiting()
    const counted = await countOf(source, asset)
    const line = { threatType, severity: 'High', fields }
    const answer = await ingest(source, [
      { ...line, externalId: `own-${JSON.stringify(fields)}` },
      { ...line, externalId: `again-${JSON.stringify(fields)}` },
    ])
    expect(answer).toMatchObject({ accepted: 0, duplicates: 0, suppressed: 2, rejectedCount: 0 })
    expect(await waiting()).toBe(before)
    expect(await countOf(source, asset)).toBe(counted + 2)
  })

  test('is added by a person only when they confirm it', async () => {
    const before = await waiting()
    const body = { company: company.key, source, threatType, severity: 'High' as const, fields }
    expect(await send(admin, addThreat, { body })).toMatchObject(refusal('OWN_ASSET'))
    const rows = [{ threatType, severity: 'High' as const, fields }]
    const many = { company: company.key, source, rows, dryRun: true }
    const checked = await send(admin, addThreats, { body: many })
    expect(checked.body).toMatchObject([{ state: 'own', problem: { reason: 'OWN_ASSET', parameters: asset } }])
    const listed = await send(admin, addThreats, { body: { ...many, dryRun: false } })
    expect(listed.body).toMatchObject([{ state: 'own' }])
    expect(await waiting()).toBe(before)
    expect((await send(admin, addThreat, { body: { ...body, isAddedAnyway: true } })).status).toBe(201)
    expect(await waiting()).toBe(before + 1)
  })
})

test('what the allow list covers is counted as suppressed, and added by a person only when they confirm it', async () => {
  const entry = { kind: 'account' as const, value: 'TikTok/umber.partner', reason: 'A reseller', until: null }
  expect((await send(superAdmin, addAllowEntry, { query: { company: company.key }, body: entry })).status).toBe(201)
  const fields = { Username: '@umber.partner' }
  const line = { externalId: 'partner', threatType: 'Impersonating profile', severity: 'High' as const, fields }
  expect(await ingest('TikTok', [line])).toMatchObject({ accepted: 0, duplicates: 0, suppressed: 1 })
  const { externalId: _, ...rest } = line
  const body = { company: company.key, source: 'TikTok' as const, ...rest }
  expect(await send(admin, addThreat, { body })).toMatchObject(refusal('ON_ALLOW_LIST'))
  expect((await send(admin, addThreat, { body: { ...body, isAddedAnyway: true } })).status).toBe(201)
})

test('a stranger’s account is reported, and another company is not asked about assets that are not its own', async () => {
  const line = { externalId: 'fake', threatType: 'Impersonating profile', severity: 'High' as const }
  expect(await ingest('Instagram', [{ ...line, fields: { Username: 'umberfreight_help' } }])).toMatchObject({
    accepted: 1,
    suppressed: 0,
  })
  const other = await newCompany()
  const body = {
    company: other.key,
    source: 'Instagram' as const,
    threatType: line.threatType,
    severity: line.severity,
  }
  const added = await send(await newUser('admin', other), addThreat, {
    body: { ...body, fields: { Username: 'umberfreight' } },
  })
  expect(added.status).toBe(201)
})

test('a finding without the field that makes its title, or of a type its source does not have, is rejected by name', async () => {
  const [type] = sources.EASM.types
  const { rejected } = await ingest('EASM', [
    { externalId: '1', threatType: 'Test', severity: 'High', fields: { title: 'x' } },
    { externalId: '2', threatType: type, severity: 'High', fields: { title: 'x' } },
  ])
  expect(rejected).toMatchObject([
    { line: 1, path: 'threatType', reason: 'TYPE_NOT_OF_SOURCE' },
    { line: 2, path: 'fields.service', reason: 'TITLE_NEEDED' },
  ])
})
