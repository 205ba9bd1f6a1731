import { makeMsg } from '@signet/readers/test/make-msg'
import { expect, test } from 'vitest'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { addRequest, getRequest } from '@signet/contract/requests/requests'
import { getQueued, listQueued, reviewThreats } from '@signet/contract/review/qa'
import { getThreat } from '@signet/contract/threats/threats'
import { codePicture } from '../../../../test/code-picture.ts'
import { newCompany, newThreat, newUser, send, tinyPng, useWorld } from '../../../../test/harness.ts'
import { textPicture } from '../../../../test/text-picture.ts'
import { readRequest } from './read-request.job.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany({ name: 'Quayside Bank' })
  const client = await newUser('client', company)
  const reviewer = await newUser('qa', company)
  const superAdmin = await newUser('superAdmin', company)
  const query = { company: company.key }
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const brand = { name: 'Quayside Bank', aliases: ['quaysidebank'], official: ['quayside.example'], key: 'quayside' }
  const own = { handles: [], phones: ['+44 20 7946 0100'], accounts: [] }
  await send(superAdmin, putAssets, { query, body: { ...assets, brands: [{ ...brand, ...own }] } })
  const read = async (requestId: string) => (await send(client, getRequest, { params: { requestId } })).body
  return {
    company,
    client,
    reviewer,
    query,
    read,
    rows: async (text: string) => (await world().database.pool.query<object>(text, [company.id])).rows,
    /** Sends a report and lets the job read it, twice: a job that is repeated changes nothing. */
    report: async (
      text: string,
      { textModel = null, ...more }: { textModel?: string | null; [field: string]: unknown } = {},
      added: readonly { bytes: Buffer; name: string }[] = [],
    ) => {
      const fields = { kind: 'threat' as const, subject: 'Report', text }
      const form = { form: { fields: { ...query, ...fields }, files: [...added] } }
      const sent = added.length > 0 ? form : { body: { ...fields, ...more } }
      const { body } = await send(client, addRequest, sent)
      const { database, files, queue } = world()
      const job = { companyId: company.id, requestId: body.id }
      const parts = { database, files, lookUps: null, enqueue: queue.enqueue, textModel }
      await readRequest(parts, job)
      await readRequest(parts, job)
      return read(body.id)
    },
  }
}

test('what a client reports enters the review queue, whether or not the detector knows it', async () => {
  const { report, reviewer, query } = await createFixture()
  const { report: read } = await report(
    'Customers got a text message from +44 20 7946 0958.\nquaysidebank-login.example\nhxxps://codes[.]example/verify?x=1',
    { links: ['https://third.example/'], severity: 'Critical' },
  )
  expect(read).toMatchObject({ isRead: true, suppressed: [] })
  const named = read?.threats.map(({ source, title, progress, isPublished }) => ({
    source,
    title,
    progress,
    isPublished,
  }))
  const waiting = { progress: 'received', isPublished: false }
  expect(named?.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
    { source: 'WhatsApp', title: '+442079460958', ...waiting },
    { source: 'URL', title: 'https://codes.example/verify?x=1', ...waiting },
    { source: 'Domain', title: 'quaysidebank-login.example', ...waiting },
    { source: 'Domain', title: 'third.example', ...waiting },
  ])
  const queued = await send(reviewer, listQueued, { query })
  expect(queued.body.items.map(({ id }) => id).toSorted()).toEqual(read?.threats.map(({ id }) => id).toSorted())
  expect(new Set(queued.body.items.map(({ severity }) => severity))).toEqual(new Set(['Critical']))
})

test("the company's own and a repeated report become no second threat", async () => {
  const { report } = await createFixture()
  const first = await report('https://quayside.example/news and https://codes.example/verify')
  expect(first.report?.suppressed).toEqual(['https://quayside.example/news'])
  const again = await report('https://codes.example/verify')
  expect(again.report?.threats).toEqual(first.report?.threats)
})

test('an account is reported with its source, and a report that names nothing says so', async () => {
  const { report } = await createFixture()
  const account = await report('It answers our customers:\n@quayside_help', { source: 'Instagram' })
  expect(account.report?.threats).toMatchObject([{ source: 'Instagram', title: 'quayside_help' }])
  const nothing = await report('A customer called.')
  expect(nothing.report).toEqual({ isRead: true, threats: [], suppressed: [] })
})

test('the address of an app in a store is reported as an app, of both stores', async () => {
  const { report, reviewer, query } = await createFixture()
  const { report: read } = await report(
    'https://play.google.com/store/apps/details?id=com.quaysidebank.loan&hl=de\nhttps://apps.apple.com/us/app/quayside/id4711',
  )
  const named = read?.threats.map(({ source, title, progress }) => ({ source, title, progress }))
  expect(named?.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
    { source: 'APK', title: 'com.quaysidebank.loan', progress: 'received' },
    { source: 'APK', title: 'id4711', progress: 'received' },
  ])
  const threatId = read?.threats.find(({ title }) => title.startsWith('com.'))?.id ?? ''
  const { body } = await send(reviewer, getQueued, { query, params: { threatId } })
  expect(body).toMatchObject({ packageName: 'com.quaysidebank.loan', store: 'play.google.com' })
})

test('the client follows a reported threat from review to the decision', async () => {
  const { report, reviewer, query, read } = await createFixture()
  const { id, report: sent } = await report('https://one.example/a https://two.example/b')
  const [one] = sent?.threats ?? []
  const body = { kind: 'threat', ids: [one?.id ?? ''], action: 'publish' } as const
  expect((await send(reviewer, reviewThreats, { query, body })).body.failed).toEqual([])
  const { report: after } = await read(id)
  expect(after?.threats.map(({ progress }) => progress).toSorted()).toEqual(['received', 'reviewed'])
  expect(after?.threats.find((threat) => threat.id === one?.id)?.isPublished).toBe(true)
})

test('a threat names the requests that reported it, the latest first, and none of another company', async () => {
  const { client, company, report, reviewer, query } = await createFixture()
  const { id: first, report: sent } = await report('https://one.example/a')
  const { id: second } = await report('https://one.example/a')
  const threatId = sent?.threats[0]?.id ?? ''
  expect(sent?.threats[0]?.number).toMatch(/^T-\d+$/)
  await send(reviewer, reviewThreats, { query, body: { kind: 'threat', ids: [threatId], action: 'publish' } })
  const open = async (user = client) =>
    (await send(user, getThreat, { params: { source: 'URL', threatId }, query })).body.requests
  expect(await open()).toEqual([second, first].map((id) => ({ id, subject: 'Report' })))
  // Read-only users of the client don't read requests.
  expect(await open(await newUser('clientPeeker', company))).toEqual([])
})

const lure = 'Your Quayside Bank account will be blocked today. Enter your password and PIN at'
const mailOf = (body: string) => Buffer.from(`From: x@evil.example\r\nSubject: Last warning\r\n\r\n${body}`)

test('what the detector takes for a threat in an email that a client sends becomes a threat, with the email as evidence', async () => {
  const { report, reviewer, query } = await createFixture()
  const bytes = mailOf(`${lure} hxxps://first[.]example/login\r\nUnsubscribe: https://unsubscribe.example/a`)
  const { report: read, files } = await report('Several customers got this.', {}, [{ bytes, name: 'Warning.eml' }])
  expect(files).toMatchObject([{ name: 'Warning.eml', type: 'message/rfc822' }])
  expect(read?.threats.map(({ title }) => title)).toContain('https://first.example/login')
  const link = read?.threats.find(({ title }) => title === 'https://first.example/login')
  const { body: threat } = await send(reviewer, getQueued, { query, params: { threatId: link?.id ?? '' } })
  expect(threat.indicators.map(({ name }) => name)).toContain('Asks for secrets')
  expect(threat.evidence).toMatchObject([{ kind: 'upload', name: 'Warning.eml', size: bytes.length }])
})

test('an email that the detector knows nothing about reports everything it names, except what the company owns', async () => {
  const { report } = await createFixture()
  const plain = mailOf('Minutes of the meeting: https://minutes.example/a and https://quayside.example/news')
  const msg = makeMsg({ subject: 'Hello', text: 'See https://other.example/b', from: 'x@evil.example' })
  const { report: read } = await report('Is this real?', {}, [
    { bytes: plain, name: 'minutes.eml' },
    { bytes: msg, name: 'hello.msg' },
  ])
  expect(read?.threats.map(({ title }) => title).toSorted()).toEqual([
    'https://minutes.example/a',
    'https://other.example/b',
  ])
  expect(read?.suppressed).toEqual(['https://quayside.example/news'])
})

test('a file that is no readable email doesn’t keep the report from being read', async () => {
  const { report } = await createFixture()
  const { report: read } = await report('https://codes.example/verify', {}, [
    { bytes: Buffer.from('From: x@evil.example\r\nSubject: \r\n\r\n'), name: 'empty.eml' },
  ])
  expect(read).toMatchObject({ isRead: true, threats: [{ title: 'https://codes.example/verify' }] })
})

test('what a screenshot says and what its QR codes lead to is reported, except what the company owns', async () => {
  const { report } = await createFixture()
  const lines = [
    'Call us: +44 20 7946 0958',
    'https://quaysidebank-login.example/verify',
    'https://quayside.example/news',
  ]
  const { report: read } = await report('A customer sent us this.', { textModel: 'latin' }, [
    { bytes: await textPicture(lines), name: 'message.png' },
    { bytes: codePicture('https://codes.example/pay'), name: 'poster.png' },
  ])
  expect(read?.threats.map(({ title }) => title).toSorted()).toEqual([
    '+442079460958',
    'https://codes.example/pay',
    'https://quaysidebank-login.example/verify',
  ])
  expect(read?.suppressed).toEqual(['https://quayside.example/news'])
})

test('a report whose pictures name nothing says so', async () => {
  const { report } = await createFixture()
  const pictures = [{ bytes: tinyPng('empty'), name: 'empty.png' }]
  const { report: read } = await report('A customer sent us this.', { textModel: 'latin' }, pictures)
  expect(read).toEqual({ isRead: true, threats: [], suppressed: [] })
})

test('the pictures become evidence of what the report reported, which the client opens once it is published', async () => {
  const { client, report, reviewer, query } = await createFixture()
  const pictures = [
    { bytes: tinyPng('page'), name: 'page.png' },
    { bytes: codePicture('https://codes.example/pay'), name: 'poster.png' },
  ]
  const { report: read } = await report('https://one.example/a', {}, pictures)
  expect(read?.threats.map(({ title }) => title).toSorted()).toEqual([
    'https://codes.example/pay',
    'https://one.example/a',
  ])
  for (const { id: threatId } of read?.threats ?? []) {
    const { body: queued } = await send(reviewer, getQueued, { query, params: { threatId } })
    expect(queued.evidence.map(({ name }) => name).toSorted()).toEqual(['page.png', 'poster.png'])
    const ids = [threatId]
    await send(reviewer, reviewThreats, { query, body: { kind: 'threat', ids, action: 'publish' } })
    const { body: threat } = await send(client, getThreat, { params: { source: 'URL', threatId }, query })
    expect(threat.evidence).toMatchObject(queued.evidence.map(({ id, type }) => ({ id, type, kind: 'upload' })))
  }
})

test('the pictures become evidence of a known threat only if the client can open it', async () => {
  const { company, report, rows } = await createFixture()
  const published = await newThreat(company, { name: 'published.example', stage: 'published' })
  await newThreat(company, { name: 'waiting.example', stage: 'queued' })
  const text = 'published.example\nwaiting.example'
  const { report: read } = await report(text, {}, [{ bytes: tinyPng('page'), name: 'page.png' }])
  expect(read?.threats).toHaveLength(2)
  expect(await rows('select threat_id from evidence where company_id = $1')).toEqual([{ threat_id: published.id }])
})

test('a picture of an own page is evidence of nothing', async () => {
  const { report, rows } = await createFixture()
  const pictures = [{ bytes: tinyPng('page'), name: 'page.png' }]
  const { report: read } = await report('https://quayside.example/news', {}, pictures)
  expect(read).toMatchObject({ threats: [], suppressed: ['https://quayside.example/news'] })
  expect(await rows('select threat_id from evidence where company_id = $1')).toEqual([])
})

test('other requests report nothing', async () => {
  const { client, read } = await createFixture()
  const body = { kind: 'question', subject: 'Why?', text: 'https://one.example/a' } as const
  const { body: sent } = await send(client, addRequest, { body })
  expect(await read(sent.id)).not.toHaveProperty('report')
})
