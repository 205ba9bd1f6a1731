import {
  addRightsDocument,
  deleteRightsDocument,
  getRights,
  missingRights,
  putRights,
} from '@signet/contract/companies/rights'
import { draftNotice } from '@signet/contract/takedowns/takedown-work'
import { decideThreat } from '@signet/contract/threats/threats'
import { dayMs } from '@signet/contract/time'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { remindOfExpiry } from './remind-of-expiry.ts'

const world = useWorld()

const mark = { name: 'Umber', number: '018 123 456', office: 'EUIPO', classes: [9, 36], expiresOn: '2031-05-01' }
const filled = {
  legalName: 'Umber Bank AG',
  postalAddress: 'Hauptplatz 1, 4020 Linz',
  phone: '+43 1 000 000',
  signatory: 'Ada Lorenz',
  signatoryTitle: 'General counsel',
  email: 'brand@umber.example',
  trademarks: [mark],
  accounts: [{ platform: 'Instagram', handle: '@umber' }],
}
const pdf = (name: string) => ({ bytes: Buffer.from(`%PDF-1.7\n${name}`), name })
const letter = (kind: string, expiresOn?: string) => ({
  form: { fields: { kind, ...(expiresOn ? { expiresOn } : {}) }, files: [pdf(`${kind}.pdf`)] },
})

async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('admin', company)]
  return { company, client, staff }
}

/** The notifications of a company about its rights, oldest first. */
async function reminders(company: TestCompany, userId: string): Promise<string[]> {
  const { rows } = await world().database.pool.query<{ title: string }>(
    `select title from notifications where company_id = $1 and user_id = $2 and href = '/settings?part=rights' order by at, title collate "C"`,
    [company.id, userId],
  )
  return rows.map(({ title }) => title)
}

test('a company keeps its trademarks, accounts and identity, and one of two concurrent changes', async () => {
  const { client, staff } = await createFixture()
  expect((await send(client, getRights)).body).toMatchObject({
    legalName: '',
    trademarks: [],
    documents: [],
    version: 0,
  })
  const saved = await send(client, putRights, { body: { ...filled, version: 0 } })
  expect(saved).toMatchObject({ status: 200, body: { ...filled, version: 1 } })
  expect((await send(staff, getRights)).body).toEqual(saved.body)
  expect(await send(staff, putRights, { body: { ...filled, version: 0 } })).toMatchObject({
    status: 409,
    body: { reason: 'STALE_VERSION' },
  })
})

test.each([
  ['trademarks.0.classes.0', { trademarks: [{ ...mark, classes: [46] }] }],
  ['trademarks.0.expiresOn', { trademarks: [{ ...mark, expiresOn: '2031-02-30' }] }],
  ['trademarks', { trademarks: [mark, mark] }],
  ['legalName', { legalName: 'Umber\nBank' }],
  ['email', { email: 'brand@umber.example\r\nBcc: x@y.example' }],
])('refuses %s by name', async (field, wrong) => {
  const { client } = await createFixture()
  expect(await send(client, putRights, { body: { ...filled, ...wrong, version: 0 } as never })).toMatchObject({
    status: 400,
    body: { details: [{ path: `body.${field}` }] },
  })
})

test('documents are stored, opened by a link and deleted, and nobody else finds them', async () => {
  const { client } = await createFixture()
  const stranger = await newUser('client', await newCompany())
  const added = await send(client, addRightsDocument, letter('authorisation', '2031-05-01'))
  expect(added).toMatchObject({
    status: 201,
    body: { documents: [{ kind: 'authorisation', expiresOn: '2031-05-01', file: { name: 'authorisation.pdf' } }] },
  })
  const [document] = added.body.documents
  const opened = await world().server.inject({ url: document?.file.href as string })
  expect([opened.statusCode, opened.body]).toEqual([200, '%PDF-1.7\nauthorisation.pdf'])
  const params = { documentId: document?.id as string }
  expect((await send(stranger, deleteRightsDocument, { params })).status).toBe(404)
  expect((await send(client, deleteRightsDocument, { params })).body.documents).toEqual([])
  expect((await world().server.inject({ url: document?.file.href as string })).statusCode).toBe(404)
})

test('a company has at most fifty documents', async () => {
  const { company, client } = await createFixture()
  await world().database.pool.query(
    `with added as (
       insert into files (company_id, id, owner_kind, name, type, size, sha256, created_by_name)
       select $1, gen_random_uuid(), 'rights', 'x.pdf', 'application/pdf', 1, repeat('a', 64), 'x' from generate_series(1, 50)
       returning company_id, id)
     insert into rights_documents (company_id, id, kind) select company_id, id, 'other' from added`,
    [company.id],
  )
  expect(await send(client, addRightsDocument, letter('other'))).toMatchObject({
    status: 409,
    body: { reason: 'TOO_MANY_RIGHTS_DOCUMENTS' },
  })
})

test('its people are reminded once 90, 30 and 7 days before a right expires, and once when it has', async () => {
  const { company, client } = await createFixture()
  await send(client, putRights, { body: { ...filled, version: 0 } })
  await send(client, addRightsDocument, letter('authorisation', '2031-05-08'))
  const end = Date.parse('2031-05-01T12:00:00Z')
  const runAt = (days: number) => remindOfExpiry(world(), new Date(end - days * dayMs))
  await runAt(91)
  expect(await reminders(company, client.id)).toEqual([])
  for (const days of [90, 89, 30, 6, 5]) await runAt(days)
  expect(await reminders(company, client.id)).toEqual([
    'Umber (EUIPO 018 123 456) expires in 90 days',
    'Umber (EUIPO 018 123 456) expires in 30 days',
    'authorisation.pdf expires in 37 days',
    'Umber (EUIPO 018 123 456) expires in 6 days',
    'authorisation.pdf expires in 13 days',
  ])
  // Saving the same date again doesn't start the reminders anew.
  await send(client, putRights, { body: { ...filled, version: 1 } })
  for (const days of [5, -1, -2]) await runAt(days)
  expect((await reminders(company, client.id)).slice(5)).toEqual([
    'Umber (EUIPO 018 123 456) has expired',
    'authorisation.pdf expires in 6 days',
  ])
})

test('letters and forms name the trademarks and the signatory, and what a channel still asks for', async () => {
  const { company, client, staff } = await createFixture()
  const threat = await newThreat(company)
  const { body: decided } = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const params = { takedownId: decided.takedown?.id as string }
  const draft = async (channel: 'platform' | 'hosting', language: 'en' | 'de' = 'en') =>
    (await send(staff, draftNotice, { params, query: { company: company.key, channel, language } })).body
  expect((await draft('platform')).missingRights).toContain('authorisation')
  await send(client, putRights, { body: { ...filled, version: 0 } })
  await send(client, addRightsDocument, letter('authorisation', '2100-01-01'))
  await send(client, addRightsDocument, letter('registration', '2020-01-01'))
  const { text, fields, missingRights: missing, files } = await draft('platform')
  expect(missing).toEqual(['registration'])
  expect(files.map(({ name }) => name)).toEqual(['authorisation.pdf'])
  expect(text).toContain('Trademark: Umber, EUIPO 018 123 456, Nice class 9, 36')
  expect(text).toContain('Ada Lorenz, General counsel, for Umber Bank AG')
  expect((await draft('hosting', 'de')).text).toContain('Nizza-Klasse 9, 36')
  expect(fields).toEqual(
    expect.arrayContaining([
      { key: 'company', value: 'Umber Bank AG' },
      { key: 'postalAddress', value: 'Hauptplatz 1, 4020 Linz' },
      { key: 'contact', value: 'brand@umber.example' },
      { key: 'account', value: 'Instagram: @umber' },
    ]),
  )
})

test('what a channel asks for is missing until it is there and valid', () => {
  const nothing = { legalName: '', signatory: '', email: '', trademarks: [], documents: [] }
  expect(missingRights(nothing, 'hosting', '2030-01-01')).toEqual([])
  expect(missingRights(nothing, 'registry', '2030-01-01')).toEqual(['legalName', 'trademark'])
  const documents = [{ kind: 'authorisation', expiresOn: '2030-01-01' }] as const
  const held = { ...filled, documents }
  expect(missingRights(held, 'platform', '2030-01-01')).toEqual(['registration'])
  expect(missingRights(held, 'platform', '2030-01-02')).toEqual(['registration', 'authorisation'])
})
