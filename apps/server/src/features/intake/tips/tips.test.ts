import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { decideTip, getTipPage, listTips, putTipPage } from '@signet/contract/collection/tips'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { getQueued, listQueued } from '@signet/contract/review/qa'
import { addAllowEntry } from '@signet/contract/threats/allow-list'
import { listOwnFindings } from '@signet/contract/threats/own-assets'
import {
  anotherServer,
  formOf,
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  tinyPng,
  useWorld,
} from '../../../../test/harness.ts'
import { textPicture } from '../../../../test/text-picture.ts'
import { judgeTip, queuedPerHour } from './judge-tip.job.ts'
import { newChallenge } from './tip-form.ts'
import { tidyTips } from './tidy-tips.queries.ts'

const world = useWorld()

interface Sending {
  challenge?: string
  ip?: string
  files?: { bytes: Buffer; name: string }[]
}

let addresses = 0

const read = (response: { statusCode: number; body: string }) => ({
  status: response.statusCode,
  body: (response.body ? JSON.parse(response.body) : {}) as Record<string, unknown>,
})

/** A company whose page is on, and everything that a person without an account can do there. */
async function createFixture({ isOn = true } = {}) {
  const company = await newCompany({ name: 'Quayside Bank' })
  const client = await newUser('client', company)
  const superAdmin = await newUser('superAdmin', company)
  const reviewer = await newUser('qa', company)
  const query = { company: company.key }
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const brand = { name: 'Quayside Bank', aliases: ['quaysidebank'], official: ['quayside.example'], key: 'quayside' }
  const own = { handles: [], phones: ['+44 20 7946 0100'], accounts: [] }
  await send(superAdmin, putAssets, { query, body: { ...assets, brands: [{ ...brand, ...own }] } })
  const settings = { isOn, intro: { en: 'Tell us.', de: 'Sagen Sie es uns.' }, keepDays: 30 } as const
  await send(client, putTipPage, { query, body: settings })
  const url = `/api/report/${company.key}`
  addresses += 1
  const ownIp = `198.51.100.${addresses}`
  const challengeOf = (ageMs: number) => newChallenge(world().keys.tips, company.id, new Date(Date.now() - ageMs))
  const report = async (
    fields: Record<string, string>,
    { challenge = challengeOf(60_000), ip = ownIp, files = [] }: Sending = {},
  ) => {
    const { bytes, contentType } = await formOf({ fields, files })
    const headers = { 'content-type': contentType, 'x-signet-challenge': challenge }
    return read(await world().server.inject({ method: 'POST', url, headers, payload: bytes, remoteAddress: ip }))
  }
  const judgeAll = async (textModel: string | null = null) => {
    const { rows } = await world().database.pool.query<{ id: string }>(
      'select id from tip_reports where company_id = $1 and judged_at is null order by created_at, id',
      [company.id],
    )
    const { database, files, queue } = world()
    for (const { id } of rows)
      await judgeTip(
        { database, files, lookUps: null, enqueue: queue.enqueue, textModel },
        { companyId: company.id, reportId: id },
      )
  }
  return {
    company,
    client,
    reviewer,
    superAdmin,
    query,
    settings,
    challengeOf,
    report,
    judgeAll,
    /** Sends a report and lets it be judged. */
    reportAndJudge: async (fields: Record<string, string>, sending?: Sending) => {
      const answer = await report(fields, sending)
      await judgeAll()
      return answer
    },
    page: async (key = company.key) => read(await world().server.inject({ method: 'GET', url: `/api/report/${key}` })),
    status: async (code: unknown, key = company.key) =>
      read(
        await world().server.inject({
          method: 'POST',
          url: `/api/report/${key}/status`,
          payload: { code },
          remoteAddress: ownIp,
        }),
      ),
    queue: async () => (await send(reviewer, listQueued, { query })).body.items,
    waiting: async () => (await send(reviewer, listTips, { query })).body.items,
    decide: (tipId: string, decision: 'queue' | 'dismiss' | 'reopen') =>
      send(reviewer, decideTip, { params: { tipId }, query, body: { decision } }),
    rows: async <T extends object>(text: string) => (await world().database.pool.query<T>(text, [company.id])).rows,
  }
}

const phishing = { address: 'hxxps://quaysidebank-login[.]example/verify' }

test('the page shows the name and the text of its company and nothing else', async () => {
  const { page } = await createFixture()
  const { status, body } = await page()
  expect(status).toBe(200)
  expect(body).toEqual({
    company: 'Quayside Bank',
    intro: { en: 'Tell us.', de: 'Sagen Sie es uns.' },
    challenge: expect.any(String) as string,
  })
})

test('a page that is off answers every call like that of an unknown company', async () => {
  const off = await createFixture({ isOn: false })
  const answers = [
    await off.page(),
    await off.page('no-such-company'),
    await off.report(phishing),
    await off.status('A'),
  ]
  const withoutId = answers.map(({ status, body: { requestId: _id, instance: _at, ...body } }) => ({ status, body }))
  for (const answer of withoutId) expect(answer).toEqual(withoutId[0])
  expect(withoutId[0]).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(await off.rows('select id from tip_reports where company_id = $1')).toEqual([])
})

test('a reported address is judged by the detector and enters the queue with its reasons', async () => {
  const { reportAndJudge, queue, waiting, reviewer, query } = await createFixture()
  const { status, body } = await reportAndJudge(phishing)
  expect(status).toBe(201)
  expect(body).toEqual({ code: expect.stringMatching(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){4}$/) as string })
  const [threat, ...others] = await queue()
  expect(others).toEqual([])
  expect(threat).toMatchObject({ source: 'URL', title: 'https://quaysidebank-login.example/verify' })
  expect(await waiting()).toEqual([])
  const detail = await send(reviewer, getQueued, { params: { threatId: threat?.id ?? '' }, query })
  expect(detail.body.indicators.length).toBeGreaterThan(0)
  await reportAndJudge({ ...phishing, text: 'They called me too.' }, { ip: '203.0.113.50' })
  expect(await queue()).toMatchObject([{ publicReports: 2 }])
})

test.each([
  ['a bare host', { address: 'quaysidebank-login.example' }, 'Domain'],
  ['an account', { platform: 'Instagram', handle: '@quaysidebank_support' }, 'Instagram'],
  ['the address of an account', { address: 'https://t.me/quaysidebank_support' }, 'Telegram'],
  [
    'a number with its message',
    { phone: '+44 20 7946 0999', text: 'Quayside Bank: your account will be blocked. Send your PIN now.' },
    'WhatsApp',
  ],
  [
    'an address in a message',
    { text: 'Quayside Bank: confirm at hxxps://quaysidebank-secure[.]example/login or lose access' },
    'URL',
  ],
  [
    'an IBAN in a message',
    { text: 'The caller said they are Quayside Bank and that I must pay to the safe account GB33BUKB20201555555555.' },
    'FinancialFraud',
  ],
  [
    'a payment address in a message',
    { text: 'Scam: pay the upfront fee to quaysidebank.refund@oksbank or lose your account' },
    'FinancialFraud',
  ],
  [
    'a wallet in a message',
    { text: 'Fake Quayside Bank giveaway, send bitcoin to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT and get it doubled' },
    'FinancialFraud',
  ],
])('%s becomes a threat of the fitting source', async (_what, fields, source) => {
  const { reportAndJudge, queue } = await createFixture()
  expect((await reportAndJudge(fields)).status).toBe(201)
  expect((await queue()).map((threat) => threat.source)).toContain(source)
})

test('what the company owns is counted and reported to nobody, and its sender is told so only a day later', async () => {
  const { reportAndJudge, queue, waiting, status, superAdmin, query, rows } = await createFixture()
  const { body } = await reportAndJudge({ address: 'https://www.quayside.example/login' })
  await reportAndJudge({
    phone: '+44 20 7946 0100',
    text: 'Quayside Bank: your account will be blocked. Send your PIN.',
  })
  expect(await queue()).toEqual([])
  expect(await waiting()).toEqual([])
  const { body: own } = await send(superAdmin, listOwnFindings, { query })
  expect(own.items.map(({ kind }) => kind).toSorted()).toEqual(['domain', 'phone'])
  expect((await status(body['code'])).body).toMatchObject({ progress: 'received' })
  await rows(`update tip_reports set created_at = now() - interval '25 hours' where company_id = $1 returning id`)
  expect((await status(body['code'])).body).toMatchObject({ progress: 'notScam' })
})

test('a payment account in a report is linked to it, and the collection account of the company is no threat', async () => {
  const { reportAndJudge, queue, superAdmin, query, rows } = await createFixture()
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const accounts = ['GB29 NWBK 6016 1331 9268 19']
  await send(superAdmin, putAssets, {
    query,
    body: { ...assets, brands: assets.brands.map((brand) => ({ ...brand, accounts })) },
  })
  const text =
    'Somebody posing as Quayside Bank asked to pay to GB33 BUKB 2020 1555 5555 55, not to GB29NWBK60161331926819.'
  await reportAndJudge({ text })
  expect(await queue()).toMatchObject([{ source: 'FinancialFraud', title: 'GB33BUKB20201555555555', publicReports: 1 }])
  const { body: own } = await send(superAdmin, listOwnFindings, { query })
  expect(own.items.map(({ kind }) => kind)).toEqual(['account'])
  await reportAndJudge({ text: `${text} They called again.` }, { ip: '203.0.113.8' })
  expect(await queue()).toHaveLength(1)
  expect(await rows('select id from tips where company_id = $1')).toHaveLength(1)
})

test('what the detector does not find waits in a list of its own, the most reported first', async () => {
  const { reportAndJudge, queue, waiting } = await createFixture()
  await reportAndJudge({ address: 'https://unrelated.example/a' })
  await reportAndJudge({ text: 'Somebody called me and asked for my password.' })
  await reportAndJudge(
    { address: 'HXXPS://unrelated[.]example/a', text: 'They sent me this', email: 'ada@reader.example' },
    { ip: '203.0.113.7' },
  )
  expect(await queue()).toEqual([])
  const tips = await waiting()
  expect(tips.map(({ title, source, reporters }) => ({ title, source, reporters }))).toEqual([
    { title: 'https://unrelated.example/a', source: 'URL', reporters: 2 },
    { title: 'Somebody called me and asked for my password.', source: null, reporters: 1 },
  ])
  expect(tips[0]?.reports.map(({ text, email }) => ({ text, email }))).toEqual([
    { text: 'They sent me this', email: 'ada@reader.example' },
    { text: '', email: null },
  ])
})

test('the same report from the same address counts once', async () => {
  const { reportAndJudge, waiting } = await createFixture()
  const first = await reportAndJudge({ address: 'https://unrelated.example/a' })
  const second = await reportAndJudge({ address: 'https://unrelated.example/a' })
  expect(first.body['code']).not.toBe(second.body['code'])
  expect(await waiting()).toMatchObject([{ reporters: 1 }])
})

test('a report that is sent again with its challenge changes nothing and gets the same code', async () => {
  const { report, rows, challengeOf } = await createFixture()
  const sending = { challenge: challengeOf(60_000) }
  const answers = await Promise.all([report(phishing, sending), report(phishing, sending)])
  expect(answers[0]).toEqual(answers[1])
  expect(await rows('select id from tip_reports where company_id = $1')).toHaveLength(1)
  expect(await report({ address: 'https://other.example' }, sending)).toMatchObject(refusal('TIP_FORM_USED'))
})

test('refuses forms that are old, foreign or filled in by a program', async () => {
  const { report, challengeOf, rows } = await createFixture()
  const other = await createFixture()
  expect(await report(phishing, { challenge: challengeOf(5 * 3_600_000) })).toMatchObject(refusal('TIP_FORM_EXPIRED'))
  expect(await report(phishing, { challenge: other.challengeOf(60_000) })).toMatchObject(refusal('TIP_FORM_EXPIRED'))
  expect(await report(phishing, { challenge: 'x' })).toMatchObject(refusal('TIP_FORM_EXPIRED'))
  expect(await report(phishing, { challenge: challengeOf(0) })).toMatchObject(refusal('TIP_TOO_SOON'))
  expect(await report({ ...phishing, website: 'https://seller.example' })).toMatchObject({ status: 400 })
  expect(await rows('select id from tip_reports where company_id = $1')).toEqual([])
})

test('refuses a report by the name of its field', async () => {
  const { report } = await createFixture()
  expect(await report({})).toMatchObject(refusal('TIP_EMPTY', 'body.text'))
  expect(await report({ handle: 'someone' })).toMatchObject(refusal('REQUIRED', 'body.platform'))
  expect(await report({ ...phishing, email: 'nobody' })).toMatchObject(refusal('NOT_A_MAIL_ADDRESS', 'body.email'))
  expect(await report({ text: 'x'.repeat(4001) })).toMatchObject(refusal('TEXT_TOO_LONG', 'body.text'))
  expect(await report({ ...phishing, score: '100' })).toMatchObject(refusal('UNKNOWN_FIELD', 'body.score'))
})

test('ten reports an hour are taken from one address', async () => {
  const { report } = await createFixture()
  for (let sent = 1; sent <= 10; sent += 1) expect((await report(phishing)).status).toBe(201)
  expect(await report(phishing)).toMatchObject(refusal('TIPS_TOO_MANY'))
  expect((await report(phishing, { ip: '203.0.113.99' })).status).toBe(201)
})

test('a flood of reports that look like threats waits in the list instead of the queue', async () => {
  const { report, judgeAll, queue, waiting } = await createFixture()
  for (let at = 0; at < queuedPerHour + 2; at += 1)
    await report({ address: `quaysidebank-login${at}.example` }, { ip: `203.0.113.${at}` })
  await judgeAll()
  expect((await queue()).length).toBeLessThanOrEqual(queuedPerHour)
  const held = await waiting()
  expect(held).toHaveLength(2)
  expect(held.every(({ score }) => score !== null && score > 0)).toBe(true)
})

test('a reviewer puts a report in the queue, dismisses another and takes that back', async () => {
  const { reportAndJudge, waiting, queue, decide, status } = await createFixture()
  const { body } = await reportAndJudge({ address: 'https://unrelated.example/a' })
  const [tip] = await waiting()
  const dismissed = await decide(tip?.id ?? '', 'dismiss')
  expect(dismissed).toMatchObject({ status: 200, body: { threatId: null } })
  expect((await status(body['code'])).body).toMatchObject({ progress: 'notScam' })
  expect(await decide(tip?.id ?? '', 'dismiss')).toMatchObject(refusal('TIP_DECIDED'))
  await reportAndJudge({ address: 'https://unrelated.example/a' })
  expect(await waiting()).toEqual([])
  await decide(tip?.id ?? '', 'reopen')
  const queued = await decide(tip?.id ?? '', 'queue')
  expect(await queue()).toMatchObject([{ id: queued.body.threatId, title: 'https://unrelated.example/a' }])
  expect(await waiting()).toEqual([])
})

test('a text that names nothing cannot be queued', async () => {
  const { reportAndJudge, waiting, decide } = await createFixture()
  await reportAndJudge({ text: 'Somebody called me and asked for my password.' })
  expect(await decide((await waiting())[0]?.id ?? '', 'queue')).toMatchObject(refusal('TIP_NAMES_NOTHING'))
})

test('a report of what the company has allowed since then cannot be queued', async () => {
  const { superAdmin, query, reportAndJudge, waiting, decide } = await createFixture()
  await reportAndJudge({ address: 'https://unrelated.example/a' })
  const body = { kind: 'domain', value: 'unrelated.example', reason: 'A partner', until: null } as const
  expect((await send(superAdmin, addAllowEntry, { query, body })).status).toBe(201)
  expect(await decide((await waiting())[0]?.id ?? '', 'queue')).toMatchObject(refusal('TIP_IS_OWN'))
  expect(await waiting()).toHaveLength(1)
})

test('the code shows how far the threat is, and nothing else', async () => {
  const { reportAndJudge, status, rows, queue } = await createFixture()
  const { body } = await reportAndJudge(phishing)
  const progress = async () => (await status(String(body['code']).toLowerCase().replaceAll('-', ' '))).body
  expect(await progress()).toEqual({ progress: 'received', receivedAt: expect.any(String) as string })
  const [threat] = await queue()
  await rows(`update threats set stage = 'published', published_at = now() where company_id = $1 returning id`)
  expect(await progress()).toMatchObject({ progress: 'reviewed' })
  const addCase = (state: string) =>
    rows(`insert into takedowns (company_id, id, threat_id, status, requested_by_name)
      values ($1, gen_random_uuid(), '${threat?.id}', '${state}', 'Ada') returning id`)
  await addCase('awaiting_authorisation')
  expect(await progress()).toMatchObject({ progress: 'reviewed' })
  await rows(`update takedowns set status = 'submitted' where company_id = $1 returning id`)
  expect(await progress()).toMatchObject({ progress: 'takedown' })
  await rows(`update takedowns set status = 'resolved' where company_id = $1 returning id`)
  expect(await progress()).toMatchObject({ progress: 'takenDown' })
  await rows(`delete from takedowns where company_id = $1 returning id`)
  await rows(`update threats set stage = 'deleted' where company_id = $1 returning id`)
  expect(await progress()).toMatchObject({ progress: 'notScam' })
})

test('a code opens nothing at another company, and a wrong one nothing at all', async () => {
  const { reportAndJudge, status } = await createFixture()
  const other = await createFixture()
  const { body } = await reportAndJudge(phishing)
  expect(await other.status(body['code'])).toMatchObject(refusal('TIP_CODE_UNKNOWN', 'body.code'))
  expect(await status('AAAA-AAAA-AAAA-AAAA-AAAA')).toMatchObject(refusal('TIP_CODE_UNKNOWN', 'body.code'))
})

test('a report of a threat that is known already adds no second one', async () => {
  const { reportAndJudge, company, status, queue } = await createFixture()
  await newThreat(company, { name: 'quaysidebank-login.example', stage: 'published' })
  const { body } = await reportAndJudge({ address: 'quaysidebank-login.example' })
  expect(await queue()).toEqual([])
  expect((await status(body['code'])).body).toMatchObject({ progress: 'reviewed' })
})

test('only a drawn copy of the picture becomes evidence, without what the file said besides', async () => {
  const { reportAndJudge, queue, reviewer, query, rows } = await createFixture()
  const files = [{ bytes: tinyPng('taken at 52.5200 N'), name: 'DCIM/screen of Ada.png' }]
  expect((await reportAndJudge(phishing, { files })).status).toBe(201)
  const [threat] = await queue()
  const detail = await send(reviewer, getQueued, { params: { threatId: threat?.id ?? '' }, query })
  expect(detail.body.evidence.map(({ kind, name }) => ({ kind, name }))).toEqual([
    { kind: 'upload', name: 'report.png' },
  ])
  const [{ sha256 } = { sha256: '' }] = await rows<{ sha256: string }>(
    'select sha256 from evidence where company_id = $1',
  )
  const stream = await world().files.open(sha256)
  const bytes = stream ? await buffer(stream) : Buffer.alloc(0)
  expect(bytes.length).toBeGreaterThan(0)
  expect(bytes.includes('52.5200')).toBe(false)
})

test('what a screenshot of a message says is read like words that were typed', async () => {
  const { report, judgeAll, queue } = await createFixture()
  const lines = ['Quayside Bank: confirm your card at', 'https://quaysidebank-login.example/verify']
  const files = [{ bytes: await textPicture(lines), name: 'message.png' }]
  await report({ text: 'I got this message' }, { files })
  await judgeAll('latin')
  expect((await queue()).map(({ title }) => title)).toEqual(['https://quaysidebank-login.example/verify'])
})

test('a file that is no picture is refused and nothing is stored', async () => {
  const { report, rows } = await createFixture()
  const files = [{ bytes: Buffer.from('<script>alert(1)</script>'), name: 'picture.png' }]
  expect(await report(phishing, { files })).toMatchObject({ status: 415 })
  expect(await rows('select id from tips where company_id = $1')).toEqual([])
})

test('neither the address of the sender nor the code is stored, and emails are encrypted', async () => {
  const { reportAndJudge } = await createFixture()
  const { body } = await reportAndJudge({ ...phishing, email: 'planted@reader.example' }, { ip: '203.0.113.201' })
  const tables = ['tips', 'tip_reports', 'rate_counts', 'request_logs', 'request_ips', 'threats']
  for (const table of tables) {
    const { rows } = await world().database.pool.query<{ text: string }>(`select t::text as text from ${table} t`)
    const stored = rows.map(({ text }) => text).join('\n')
    expect(stored).not.toContain('203.0.113.201')
    expect(stored).not.toContain('planted@reader')
    expect(stored).not.toContain(String(body['code']))
  }
})

test('reports are deleted after the time that the company set, and what recognises a sender after a week', async () => {
  const { reportAndJudge, rows } = await createFixture()
  await reportAndJudge({ address: 'https://old.example/a' })
  await rows(`update tip_reports set created_at = now() - interval '31 days' where company_id = $1 returning id`)
  await rows(`update tips set last_at = now() - interval '31 days' where company_id = $1 returning id`)
  await reportAndJudge({ address: 'https://recent.example/a' })
  await rows(`update tip_reports set created_at = now() - interval '8 days'
    where company_id = $1 and created_at > now() - interval '1 hour' returning id`)
  await tidyTips(world(), new Date())
  expect(await rows('select title from tips where company_id = $1')).toEqual([{ title: 'https://recent.example/a' }])
  expect(await rows('select reporter from tip_reports where company_id = $1')).toEqual([{ reporter: null }])
})

test('a company switches its page on itself and sees what came in', async () => {
  const { client, query, settings, reportAndJudge, superAdmin } = await createFixture()
  await reportAndJudge(phishing)
  await reportAndJudge({ address: 'https://unrelated.example/a' })
  await reportAndJudge({ address: 'https://quayside.example/' })
  const { body } = await send(client, getTipPage, { query })
  expect(body).toMatchObject({ ...settings, path: `/report/${query.company}` })
  expect(body.counts).toEqual({ reports: 3, tips: 3, threats: 1, suppressed: 1, dismissed: 0, waiting: 1 })
  const peeker = await newUser('clientPeeker', client.company)
  expect(await send(peeker, putTipPage, { query, body: settings })).toMatchObject({ status: 403 })
  expect((await send(superAdmin, getTipPage, { query })).status).toBe(200)
})

test('a page of another site gets no permission to send or read reports', async () => {
  const { company } = await createFixture()
  const server = await anotherServer({ publicOrigin: 'https://portal.example' })
  const url = `/api/report/${company.key}`
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  const asked = await server.inject({ method: 'OPTIONS', url, headers })
  const seen = await server.inject({ method: 'GET', url, headers })
  for (const { headers: answered } of [asked, seen])
    expect(Object.keys(answered).filter((name) => name.startsWith('access-control-'))).toEqual([])
  expect(asked.statusCode).toBe(404)
  expect(seen.headers['content-security-policy']).toContain("default-src 'none'")
  await server.close()
})
