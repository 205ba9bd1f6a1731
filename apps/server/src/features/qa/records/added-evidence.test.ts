import { beforeAll, expect, test } from 'vitest'
import { addThreats } from '@signet/contract/threats/add-threats'
import { getQueued, listQueued, publishThreat } from '@signet/contract/review/qa'
import { sources, threatSources, titleFieldOf, type ThreatSource } from '@signet/contract/threats/sources'
import { getThreat } from '@signet/contract/threats/threats'
import { sourceInfoOf, toutSources } from '@signet/contract/touts/tout-sources'
import { addTouts } from '@signet/contract/touts/add-touts'
import {
  newCompany,
  newUser,
  send,
  tinyPng,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'

const world = useWorld()
let company: TestCompany
let admin: TestUser
let reviewer: TestUser

beforeAll(async () => {
  company = await newCompany({
    modules: { touts: true },
    threatSources: [...threatSources],
    toutSources: [...toutSources],
  })
  admin = await newUser('admin', company)
  reviewer = await newUser('qa', company)
})

const shot = (text: string) => ({ bytes: tinyPng(text), name: `${text}.png` })
const email = {
  bytes: Buffer.from('From: a@home.example\r\nSubject: FW\r\n\r\nhttps://one.example/p'),
  name: 'sms.eml',
}
const links = ['https://seen.example/one', 'https://seen.example/two']
const rowOf = (name: string, more: object = {}) => ({
  threatType: 'Phishing site',
  severity: 'High',
  fields: { domain_name: `${name}.example` },
  ...more,
})
const formOf = (rows: object[], files: ReturnType<typeof shot>[], source = 'Domain') => ({
  form: { fields: { company: company.key, source, rows: JSON.stringify(rows) }, files },
})

test('files and links become evidence of the threat that is added with them', async () => {
  const sent = formOf([rowOf('with-evidence', { links })], [shot('with-evidence'), email])
  const added = await send(admin, addThreats, sent)
  expect(added).toMatchObject({ status: 200, body: [{ state: 'added' }] })
  const threatId = added.body[0]?.id ?? ''
  const { body } = await send(reviewer, getQueued, { params: { threatId } })
  expect(body.evidence.map(({ kind, name, type }) => ({ kind, name, type }))).toEqual(
    expect.arrayContaining([
      { kind: 'upload', name: 'with-evidence.png', type: 'image/png' },
      { kind: 'upload', name: 'sms.eml', type: 'message/rfc822' },
    ]),
  )
  expect(body.sightingList.map(({ feed, text }) => `${feed}: ${text}`).toSorted()).toEqual([
    'added manually: https://seen.example/one',
    'added manually: https://seen.example/two',
    'added manually: with-evidence.example',
  ])
  await send(reviewer, publishThreat, { params: { threatId }, body: { version: body.version } })
  const client = await newUser('client', company)
  const shown = await send(client, getThreat, { params: { source: 'Domain', threatId } })
  expect(shown.body.evidence).toHaveLength(2)
  const picture = shown.body.evidence.find(({ type }) => type === 'image/png')
  expect((await world().server.inject(picture?.href ?? '')).statusCode).toBe(200)
})

test('a second click or a retry adds nothing twice', async () => {
  const sent = formOf([rowOf('twice', { links })], [shot('twice')])
  const headers = { 'idempotency-key': 'a-second-click-of-twice' }
  const first = await send(admin, addThreats, { ...sent, headers })
  expect(first.body).toMatchObject([{ state: 'added' }])
  expect((await send(admin, addThreats, { ...sent, headers })).body).toEqual(first.body)
  const id = first.body[0]?.id ?? ''
  expect((await send(admin, addThreats, sent)).body).toEqual([{ state: 'known', id }])
  const { body } = await send(reviewer, getQueued, { params: { threatId: id } })
  expect(body.evidence).toHaveLength(1)
  expect(body.sightingList).toHaveLength(3)
})

test('a threat of every source takes evidence', { timeout: 60_000 }, async () => {
  for (const source of threatSources) {
    const { fields, types } = sources[source]
    const values = Object.fromEntries(
      fields.map(({ field }) => [field, field === 'subtype' ? 'Pages' : 'https://every.example/x']),
    )
    const row = { threatType: types[0], severity: 'High', fields: enough(source, types[0], values), links }
    const added = await send(admin, addThreats, formOf([row], [shot(`every-${source}`)], source))
    expect(added.body, source).toMatchObject([{ state: 'added' }])
  }
  const { body } = await send(reviewer, listQueued, { query: { limit: 200 } })
  const found = new Set(body.items.map(({ source }) => source))
  expect([...found].toSorted()).toEqual([...threatSources].toSorted())
})

/** The field that becomes the title, which is required. */
function enough(source: ThreatSource, type: string | undefined, values: Record<string, string>) {
  const title = titleFieldOf(source, type ?? '', values)
  return { [title]: values[title] ?? 'x' }
}

test('a tout takes evidence as well', async () => {
  const source = 'Telegram'
  const { types } = sourceInfoOf('tout', source)
  const fields = { [titleFieldOf(source, '', {})]: 'resold tickets' }
  const row = { threatType: types[0], severity: 'High', fields, links }
  const added = await send(admin, addTouts, formOf([row], [shot('tout')], source))
  expect(added.body).toMatchObject([{ state: 'added' }])
})

test('files belong to one threat, and a file that cannot be opened adds nothing', async () => {
  const many = await send(admin, addThreats, formOf([rowOf('many-one'), rowOf('many-two')], [shot('many')]))
  expect(many.body).toMatchObject({ reason: 'FILES_OF_ONE_ROW' })
  const damaged = { bytes: Buffer.from('%PDF-1.7\n'), name: 'damaged.pdf' }
  const sent = formOf([rowOf('damaged')], [damaged])
  expect((await send(admin, addThreats, sent)).body).toMatchObject({
    reason: 'PDF_UNREADABLE',
    parameters: { name: 'damaged.pdf' },
  })
  const script = await send(admin, addThreats, formOf([rowOf('script', { links: ['javascript:alert(1)'] })], []))
  expect(script).toMatchObject({ status: 400, body: { details: [{ path: 'body.rows.0.links.0' }] } })
  const broken = await send(admin, addThreats, {
    form: { fields: { company: company.key, source: 'Domain', rows: '{' } },
  })
  expect(broken.status).toBe(400)
  const { body } = await send(reviewer, listQueued, { query: { searchQuery: 'damaged' } })
  expect(body.items).toEqual([])
})
