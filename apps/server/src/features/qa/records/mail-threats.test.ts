import { makeMsg } from '@signet/readers/test/make-msg'
import { expect, test } from 'vitest'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { getQueued, listQueued } from '@signet/contract/review/qa'
import { addMailThreats, mailUpload } from '@signet/contract/threats/mail-threats'
import { newCompany, newUser, refusal, send, useWorld } from '../../../../test/harness.ts'

const world = useWorld()
const lure = 'Your Quayside Bank account will be blocked today. Enter your password and PIN at'
const mail = (body: string, headers = '') =>
  Buffer.from(`From: x@evil.example\r\nSubject: Last warning\r\n${headers}\r\n${body}`)

/** A company with a brand and a domain, and an admin who uploads emails. */
async function createFixture() {
  const company = await newCompany()
  const query = { company: company.key }
  const superAdmin = await newUser('superAdmin', company)
  const admin = await newUser('admin', company)
  const reviewer = await newUser('qa', company)
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const names = { key: 'quayside', name: 'Quayside Bank', aliases: ['quaysidebank'], official: ['quayside.example'] }
  const brand = { ...names, handles: [], phones: [], accounts: [] }
  const put = await send(superAdmin, putAssets, { query, body: { ...assets, brands: [brand] } })
  expect(put.body).toMatchObject({ brands: [{ name: 'Quayside Bank' }] })
  const upload = (bytes: Buffer, name: string, fields: Record<string, string | string[]> = {}) =>
    send(admin, addMailThreats, { form: { fields: { ...query, ...fields }, files: [{ bytes, name }] } })
  const read = async (bytes: Buffer, name = 'mail.eml') => {
    const { status, body } = await upload(bytes, name, { dryRun: 'true' })
    expect(status).toBe(200)
    return body.findings
  }
  const queued = async () => (await send(reviewer, listQueued, { query })).body.items
  return { company, query, admin, reviewer, upload, read, queued }
}
const states = (findings: { title: string; result: { state: string } }[]) =>
  Object.fromEntries(findings.map(({ title, result }) => [title, result.state]))

test('the chosen findings of an email become threats with their reasons and the email as evidence', async () => {
  const { query, reviewer, upload, read, queued } = await createFixture()
  const bytes = mail(
    `${lure} hxxps://first[.]example/login\r\nor call +44 20 7946 0958, or see https://second.example/about`,
  )
  const findings = await read(bytes)
  expect(states(findings)).toEqual({
    'https://first.example/login': 'new',
    'https://second.example/about': 'new',
    '+442079460958': 'new',
  })
  expect(await queued()).toEqual([])
  const chosen = findings.filter(({ title }) => !title.includes('second'))
  const keys = chosen.map(({ key }) => key)
  const { body } = await upload(bytes, 'Last warning.eml', { chosen: keys })
  expect(body.findings.map(({ result }) => result.state)).toEqual(['added', 'added'])
  expect((await queued()).map(({ title }) => title).toSorted()).toEqual(chosen.map(({ title }) => title).toSorted())
  const link = body.findings.find(({ source }) => source === 'URL')
  const threatId = link?.result.id ?? ''
  const { body: threat } = await send(reviewer, getQueued, { query, params: { threatId } })
  expect(threat.indicators.map(({ name }) => name)).toEqual(link?.reasons)
  expect(link?.reasons).toContain('Asks for secrets')
  expect(threat.evidence).toMatchObject([
    { kind: 'upload', name: 'Last warning.eml', type: 'message/rfc822', size: bytes.length },
  ])
  const download = await world().server.inject(threat.evidence[0]?.href ?? '')
  expect(download.headers['content-disposition']).toMatch(/^attachment;/)
  expect(threat.history.map(({ action }) => action)).toContain('threat.added')
})

test('a message of Outlook is read like any other email', async () => {
  const { upload, read } = await createFixture()
  const bytes = makeMsg({ subject: 'Alert', text: `${lure} https://third.example/login` })
  const findings = await read(bytes, 'alert.msg')
  expect(states(findings)).toEqual({ 'https://third.example/login': 'new' })
  const { body } = await upload(bytes, 'alert.msg', { chosen: findings.map(({ key }) => key) })
  expect(states(body.findings)).toEqual({ 'https://third.example/login': 'added' })
})

test('what the company owns is only added on request, and sending an email twice adds its threats once', async () => {
  const { upload, read, queued } = await createFixture()
  const bytes = mail(`${lure} https://evil.example/p and https://www.quayside.example/contact`)
  const findings = await read(bytes)
  expect(states(findings)).toEqual({
    'https://evil.example/p': 'new',
    'https://www.quayside.example/contact': 'own',
  })
  const chosen = findings.map(({ key }) => key)
  const answers = await Promise.all([1, 2].map(() => upload(bytes, 'mail.eml', { chosen })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await queued()).toHaveLength(1)
  expect(states(await read(bytes))).toMatchObject({ 'https://evil.example/p': 'known' })
  const anyway = await upload(bytes, 'mail.eml', { chosen, isAddedAnyway: 'true' })
  expect(states(anyway.body.findings)).toEqual({
    'https://evil.example/p': 'known',
    'https://www.quayside.example/contact': 'added',
  })
})

test('a file that can not be read is named, and one that is no email or too large is refused', async () => {
  const { upload, queued } = await createFixture()
  const msg = makeMsg({ subject: 'Alert', text: lure })
  const damaged = await upload(msg.subarray(0, 700), 'alert.msg', { dryRun: 'true' })
  expect(damaged).toMatchObject(refusal('MAIL_FILE_UNREADABLE', 'body.file'))
  expect(damaged.body).toMatchObject({ message: expect.stringContaining('alert.msg') })
  expect(await upload(Buffer.from('Dear all,\r\nsee you'), 'mail.eml')).toMatchObject({ status: 415 })
  const large = mail('x'.repeat(mailUpload.maxBytes))
  expect(await upload(large, 'large.eml')).toMatchObject({ status: 413 })
  expect(await queued()).toEqual([])
})
