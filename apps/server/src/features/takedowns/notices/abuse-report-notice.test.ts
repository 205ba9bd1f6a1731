import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  deleteAbuseReportAccount,
  listAbuseReportAccounts,
  putAbuseReportAccount,
  testAbuseReportAccount,
} from '@signet/contract/takedowns/abuse-report-services'
import {
  addAttempt,
  draftNotice,
  getNotice,
  putNoticeChannel,
  sendAttempt,
} from '@signet/contract/takedowns/takedown-work'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { hourMs } from '@signet/contract/time'
import {
  startFakeAbuseReportServices,
  type FakeAbuseReportServices,
  type ServiceManners,
} from '@signet/connectors/test/fake-abuse-report-services'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { openLog } from '../../../log.ts'
import { sendMail } from '../../mail/send-mail.job.ts'
import { submitAbuseReport } from '../../abuse-report-accounts/submit-abuse-report.ts'
import { testAccount } from '../../abuse-report-accounts/test-account.job.ts'
import { lookUpTickets } from './look-up-tickets.job.ts'
import { noticeRefusal, noticeSettled } from './notice-settled.ts'
import { openTickets } from './tickets.queries.ts'

const world = useWorld()
let fake: FakeAbuseReportServices
beforeAll(async () => {
  fake = await startFakeAbuseReportServices()
})
afterAll(() => fake.close())

const service = { params: { service: 'godaddy' } } as const
const account = { account: 'key-name', key: 'the secret of godaddy' }
const report = {
  way: 'api',
  channel: 'registrar',
  recipient: 'GoDaddy',
  service: 'godaddy',
  text: 'It imitates us.',
} as const

async function createFixture() {
  fake.taken.length = 0
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('subAdmin', company)]
  const superAdmin = await newUser('superAdmin', company)
  const threat = await newThreat(company)
  const { body } = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const to = { params: { takedownId: body.takedown?.id as string }, query: { company: company.key } }
  const ofCompany = { query: { company: company.key } }
  const setAccount = () => send(superAdmin, putAbuseReportAccount, { ...service, ...ofCompany, body: account })
  const turnOn = (isOn: boolean) =>
    send(superAdmin, putNoticeChannel, { params: { channel: 'registrar' }, body: { isOn } })
  await turnOn(true)
  return { company, client, staff, superAdmin, to, ofCompany, setAccount, turnOn }
}

/** Runs the jobs of the waiting reports of a company once. */
async function run(company: TestCompany, manners: ServiceManners = 'ok'): Promise<string[]> {
  fake.manners = manners
  const { database, files, queue, secrets } = world()
  const services = { database, secrets, feedAllow: [fake.server.address], abuseReportServicesUrl: fake.server.url('') }
  const mailer = {
    from: { name: 'Signet', address: 'signet@sender.example' },
    origin: 'https://portal.test',
    deliver: () => expect.fail('a report went out as an email'),
  }
  const parts = {
    database,
    files,
    mailer,
    mailSettled: noticeSettled(queue.enqueue),
    mailRefusal: noticeRefusal,
    submitAbuseReport: (notice: Parameters<typeof submitAbuseReport>[1]) => submitAbuseReport(services, notice),
    log: openLog('silent'),
  }
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from mails where company_id = $1 and state = 'queued' and service is not null`,
    [company.id],
  )
  const failures: string[] = []
  for (const { id } of rows) {
    await sendMail(parts, { companyId: company.id, mailId: id }).catch((error: Error) => failures.push(error.message))
  }
  return failures
}

test('a report is submitted with the account of the company, and its ticket moves the case', async () => {
  const { company, client, staff, to, setAccount } = await createFixture()
  expect((await send(staff, draftNotice, { ...to, query: { ...to.query, way: 'api' } })).body.services).toEqual([
    'netcraft',
  ])
  expect(await send(staff, addAttempt, { ...to, body: report })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'body.service', reason: 'ABUSE_REPORT_ACCOUNT_MISSING' }] },
  })
  await setAccount()
  const added = await send(staff, addAttempt, { ...to, body: report })
  expect(added).toMatchObject({
    status: 201,
    body: { status: 'authorised', attempts: [{ way: 'api', status: 'queued' }] },
  })
  expect(await run(company)).toEqual([])
  expect(fake.taken).toMatchObject([
    { path: '/godaddy/v1/abuse/tickets', headers: { authorization: 'sso-key key-name:the secret of godaddy' } },
  ])
  expect((await send(client, getTakedown, { params: to.params })).body).toMatchObject({
    status: 'submitted',
    setManually: [],
    attempts: [{ way: 'api', recipient: 'GoDaddy', status: 'sent', reference: 'DCU1', hasNotice: true }],
  })
  expect((await send(client, getTakedown, { params: to.params })).body.events.map(({ text }) => text)).toContain(
    'Abuse report accepted by the service',
  )
  // Nothing is left to send.
  await run(company)
  expect(fake.taken).toHaveLength(1)
})

test('a report is a dry run while sending is off, and is then submitted as it was written', async () => {
  const { company, staff, superAdmin, to, setAccount, turnOn } = await createFixture()
  await setAccount()
  await turnOn(false)
  await send(superAdmin, putNoticeChannel, { params: { channel: 'other' }, body: { isOn: true } })
  // Another channel in the call doesn't get around the switch.
  const { body } = await send(staff, addAttempt, { ...to, body: { ...report, channel: 'other' } })
  expect(body.attempts).toMatchObject([{ status: 'held', channel: 'Registrar' }])
  await run(company)
  expect(fake.taken).toEqual([])
  await turnOn(true)
  const one = { params: { ...to.params, attemptId: body.attempts[0]?.id as string }, query: to.query }
  expect((await send(staff, getNotice, one)).body).toMatchObject({ to: 'godaddy', text: report.text })
  await send(staff, sendAttempt, one)
  await run(company)
  expect(JSON.parse(fake.taken[0]?.body ?? '')).toMatchObject({
    type: 'PHISHING',
    info: expect.stringContaining(report.text) as string,
  })
})

test('a report that a busy service postponed waits for the time that it named', async () => {
  const { company, staff, to, setAccount } = await createFixture()
  await setAccount()
  await send(staff, addAttempt, { ...to, body: report })
  expect(await run(company, 'throttles')).toEqual([expect.stringContaining('MAIL_DEFERRED') as string])
  // The service works again, but its hour isn't over.
  expect(await run(company)).toEqual([expect.stringContaining('MAIL_POSTPONED') as string])
  expect(fake.taken).toEqual([])
  await world().database.pool.query(`update mails set not_before = now() where company_id = $1`, [company.id])
  expect(await run(company)).toEqual([])
  expect(fake.taken).toHaveLength(1)
})

test.each(['breaks', 'fails', 'noTicket'] as const)(
  'a report that a service may have (%s) is not sent again before a person says so',
  async (manners) => {
    const { company, staff, to, setAccount } = await createFixture()
    await setAccount()
    const { body } = await send(staff, addAttempt, { ...to, body: report })
    await run(company, manners)
    await run(company)
    expect(fake.taken).toHaveLength(1)
    expect((await send(staff, getTakedown, to)).body).toMatchObject({
      status: 'authorised',
      attempts: [{ status: 'unknown' }],
    })
    const one = { params: { ...to.params, attemptId: body.attempts[0]?.id as string }, query: to.query }
    await send(staff, sendAttempt, one)
    await run(company)
    expect((await send(staff, getTakedown, to)).body).toMatchObject({
      status: 'submitted',
      attempts: [{ status: 'sent' }],
    })
  },
)

test('a report that the service refuses, or whose account was deleted, was not delivered', async () => {
  const { company, staff, superAdmin, to, ofCompany, setAccount } = await createFixture()
  await setAccount()
  await send(staff, addAttempt, { ...to, body: report })
  await run(company, 'unauthorised')
  await send(staff, addAttempt, { ...to, body: report })
  await send(superAdmin, deleteAbuseReportAccount, { ...service, ...ofCompany })
  await run(company)
  expect((await send(staff, getTakedown, to)).body).toMatchObject({
    status: 'authorised',
    attempts: [
      { status: 'bounced', problem: { message: expect.stringContaining('401') as string } },
      {
        status: 'bounced',
        problem: { reason: 'MAIL_ACCOUNT_DELETED', message: 'The account with the service was deleted.' },
      },
    ],
  })
})

test('a ticket is looked up, and a new answer of the service is recorded once', async () => {
  const { company, client, staff, to, setAccount } = await createFixture()
  await setAccount()
  await send(staff, addAttempt, { ...to, body: report })
  await run(company)
  const { database, secrets, log } = world()
  const accounts = { feedAllow: [fake.server.address], abuseReportServicesUrl: fake.server.url('') }
  const parts = { database, secrets, log, ...accounts }
  fake.manners = 'throttles'
  await lookUpTickets(parts, new Date())
  expect((await send(staff, getTakedown, to)).body.attempts).toMatchObject([{ status: 'sent' }])
  fake.manners = 'ok'
  await lookUpTickets(parts, new Date())
  await lookUpTickets(parts, new Date())
  const { body } = await send(client, getTakedown, { params: to.params })
  expect(body.attempts).toMatchObject([{ status: 'acknowledged', answer: 'closed 2026-11-22T12:00:00Z' }])
  expect(body.events.filter(({ text }) => text === 'Notice updated')).toHaveLength(1)
})

test('every ticket gets its turn, however many stay open', async () => {
  const { company, staff, to, setAccount } = await createFixture()
  await setAccount()
  await send(staff, addAttempt, { ...to, body: report })
  await run(company)
  const { database } = world()
  // Older reports that the service has confirmed and never settles.
  await database.pool.query(
    `with settled as (
       insert into mails select (m).* from (
         select jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid())) as m
         from mails m, generate_series(1, 300) where m.company_id = $1 and m.service is not null) each
       returning id)
     insert into takedown_attempts select (a).* from (
       select jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'mail_id', settled.id,
         'status', 'acknowledged', 'answer', 'x', 'sent_at', a.sent_at - interval '2 days')) as a
       from takedown_attempts a, settled where a.company_id = $1) each`,
    [company.id],
  )
  const seen = new Set<string>()
  for (let hours = 0; hours < 4; hours += 1) {
    const now = new Date(Date.now() + hours * hourMs)
    const open = await database.inCompanies([company.id], (tx) => openTickets(tx, company.id, now))
    expect(open.length).toBeLessThanOrEqual(100)
    for (const { id } of open) seen.add(id)
  }
  expect(seen.size).toBe(301)
})

test('a report needs a web address', async () => {
  const { company, client, staff, setAccount, ofCompany } = await createFixture()
  await setAccount()
  const threat = await newThreat(company, { source: 'Telegram', name: 'umber_support' })
  const { body } = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const to = { params: { takedownId: body.takedown?.id as string }, ...ofCompany }
  await world().database.pool.query(`update threats set url = null, fields = '{}' where id = $1`, [threat.id])
  expect(await send(staff, addAttempt, { ...to, body: report })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'body.service', reason: 'ABUSE_REPORT_NEEDS_ADDRESS' }] },
  })
})

test('an account is stored without showing its key, tested, and named by what it lacks', async () => {
  const { company, superAdmin, ofCompany, setAccount } = await createFixture()
  const put = (body: object) =>
    send(superAdmin, putAbuseReportAccount, { ...service, ...ofCompany, body: body as never })
  expect(await put({ account: 'x' })).toMatchObject({ status: 400, body: { details: [{ path: 'body.key' }] } })
  expect(await put({ key: 'x' })).toMatchObject({ status: 400, body: { details: [{ path: 'body.account' }] } })
  const set = await setAccount()
  expect(JSON.stringify(set.body)).not.toContain(account.key)
  const { rows } = await world().database.pool.query('select secret from abuse_report_accounts where company_id = $1', [
    company.id,
  ])
  expect(JSON.stringify(rows)).not.toContain(account.key)
  expect((await send(superAdmin, testAbuseReportAccount, { ...service, ...ofCompany })).status).toBe(202)
  const { database, secrets } = world()
  const parts = { database, secrets, feedAllow: [fake.server.address], abuseReportServicesUrl: fake.server.url('') }
  const tested = async (manners: ServiceManners) => {
    fake.manners = manners
    await testAccount(parts, { companyId: company.id, service: 'godaddy' })
    const { body } = await send(superAdmin, listAbuseReportAccounts, ofCompany)
    return body.find((one) => one.service === 'godaddy')?.test?.problem
  }
  expect(await tested('ok')).toBeNull()
  expect(await tested('unauthorised')).toMatchObject({
    parameters: { status: 401 },
    message: expect.stringContaining('401') as string,
  })
})
