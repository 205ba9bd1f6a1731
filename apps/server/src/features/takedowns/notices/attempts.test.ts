import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { BodyOf } from '@signet/contract/route'
import {
  addAttempt,
  authoriseTakedown,
  changeAttempt,
  draftNotice,
  getNotice,
  moveTakedown,
  putNoticeChannel,
  sendAttempt,
  writeOnTakedown,
} from '@signet/contract/takedowns/takedown-work'
import type { AttemptChannel } from '@signet/contract/takedowns/attempts'
import { getTakedown, listTakedowns } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { hourMs } from '@signet/contract/time'
import { XarfReport } from '@signet/contract/takedowns/xarf'
import { openLog } from '../../../log.ts'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { earlier } from '../../../../test/earlier.ts'
import { openFakeSmtp, type SmtpManners } from '../../../../test/outside/smtp-server.ts'
import { deliver } from '../../mail/deliver.ts'
import { sendMail } from '../../mail/send-mail.job.ts'
import { attachEvidence } from './attach-evidence.ts'
import { noticeRefusal, noticeSettled } from './notice-settled.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('subAdmin', company)]
  const requestTakedown = async (threat: Awaited<ReturnType<typeof newThreat>>) => {
    const { body } = await send(client, decideThreat, {
      params: { source: threat.source, threatId: threat.id },
      body: { action: 'takedown', version: 1 },
    })
    return body.takedown?.id as string
  }
  const takedownOf = async (severity: number) => requestTakedown(await newThreat(company, { severity }))
  const threat = await newThreat(company, { severity: 4 })
  const takedownId = await requestTakedown(threat)
  const to = { params: { takedownId }, query: { company: company.key } }
  return { company, client, staff, threat, to, takedownId, takedownOf }
}

const email = {
  way: 'email',
  channel: 'registrar',
  recipient: 'abuse@harbor.example',
  subject: 'Abuse report',
  text: 'Please suspend the domain.',
} as const
const form = { way: 'form', channel: 'platform', recipient: 'Impersonation form' } as const
const idOf = async (message: string) => (await PostalMime.parse(message)).messageId
async function pdfOf(message: string): Promise<Buffer> {
  const { attachments } = await PostalMime.parse(message)
  const pdf = attachments.find(({ filename }) => filename === 'evidence.pdf') ?? expect.fail('no evidence PDF')
  return Buffer.from(pdf.content as ArrayBuffer)
}
const labels = (events: { text: string }[]) => events.map(({ text }) => text)

/** Runs the jobs of the waiting emails of a company once, over real SMTP. */
async function runMails(company: TestCompany, manners: SmtpManners = {}): Promise<string[]> {
  const server = await openFakeSmtp(manners)
  const target = { host: '127.0.0.1', port: server.port, isSecure: false, user: '', password: '' }
  const mailer = {
    from: { name: 'Signet', address: 'signet@sender.example' },
    origin: 'https://portal.test',
    deliver: (mail: Parameters<typeof deliver>[1]) => deliver(target, mail),
  }
  const { database, files, queue } = world()
  const parts = {
    database,
    files,
    mailer,
    mailSettled: noticeSettled(queue.enqueue),
    mailRefusal: noticeRefusal,
    log: openLog('silent'),
  }
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from mails where company_id = $1 and state = 'queued' and template = 'takedown-notice' order by created_at`,
    [company.id],
  )
  for (const { id } of rows) {
    const mail = { companyId: company.id, mailId: id }
    await attachEvidence(queue.enqueue)({ database, files }, mail)
    await sendMail(parts, mail).catch(() => {})
  }
  await server.close()
  return server.messages
}

async function turnOn(company: TestCompany, channel: AttemptChannel, isOn = true) {
  const superAdmin = await newUser('superAdmin', company)
  return send(superAdmin, putNoticeChannel, { params: { channel }, body: { isOn } })
}

describe('a notice by email', () => {
  test('is a dry run with its complete message until a super admin turns sending on, and is then sent as it was written', async () => {
    const { company, client, staff, to } = await createFixture()
    await turnOn(company, 'registrar', false)
    const added = await send(staff, addAttempt, { ...to, body: email })
    expect(added).toMatchObject({ status: 201, body: { status: 'authorised', attempts: [{ status: 'held' }] } })
    const attemptId = added.body.attempts[0]?.id as string
    const one = { params: { ...to.params, attemptId }, query: to.query }
    expect(await runMails(company)).toEqual([])
    expect((await send(staff, sendAttempt, one)).body).toMatchObject({ reason: 'NOTICE_SENDING_OFF' })
    const notice = (await send(client, getNotice, { params: one.params })).body
    expect(notice).toMatchObject({ to: email.recipient, subject: email.subject, text: email.text })
    const report = XarfReport.parse(JSON.parse(notice.attachments[0]?.text ?? ''))
    expect(report).toMatchObject({
      report_id: attemptId,
      reporter: { domain: expect.stringMatching(/^brand\d+x\.example$/) as string },
    })

    expect(
      (await send(staff, putNoticeChannel, { params: { channel: 'registrar' }, body: { isOn: true } })).status,
    ).toBe(403)
    expect((await turnOn(company, 'registrar')).body.channels).toContainEqual(
      expect.objectContaining({ channel: 'registrar', isOn: true, changedBy: expect.any(String) as string }),
    )
    expect((await send(staff, sendAttempt, one)).body.attempts[0]?.status).toBe('queued')
    expect((await send(staff, sendAttempt, one)).body).toMatchObject({ reason: 'NOTICE_NOT_WAITING' })
    const [message = '', ...more] = await runMails(company)
    expect(more).toEqual([])
    const mail = await PostalMime.parse(message)
    expect([mail.to?.[0]?.address, mail.subject, mail.text?.trim()]).toEqual([
      email.recipient,
      email.subject,
      email.text,
    ])
    expect(JSON.parse(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString())).toEqual(report)
    const { body } = await send(client, getTakedown, { params: to.params })
    expect(body).toMatchObject({
      status: 'submitted',
      setManually: [],
      attempts: [{ status: 'sent', sentAt: expect.any(String) as string, hasNotice: true }],
    })
    expect(labels(body.events).slice(-4)).toEqual([
      'Notice written',
      'Notice released for sending',
      'Notice handed to the mail server',
      'Notice sent',
    ])
    expect(body.events.at(-1)).toMatchObject({ by: null, remark: 'The mail server accepted the notice' })
  })

  test('is an update of its case even if the status stays, like a change by a person', async () => {
    const { company, client, staff, to, takedownId } = await createFixture()
    await turnOn(company, 'registrar')
    await send(staff, addAttempt, { ...to, body: email })
    await runMails(company)
    const makeOlder = () =>
      world().database.pool.query('update takedowns set updated_at = $2 where id = $1', [
        takedownId,
        new Date(Date.now() - 72 * hourMs),
      ])
    const shown = async () => (await send(client, getTakedown, { params: to.params })).body
    await makeOlder()
    const before = await shown()
    await send(staff, addAttempt, { ...to, body: { ...email, text: 'It is still online.' } })
    expect((await shown()).updatedAt).toBe(before.updatedAt)
    await runMails(company)
    const after = await shown()
    expect([after.status, after.version]).toEqual([before.status, before.version])
    expect(Date.parse(after.updatedAt) - Date.parse(before.updatedAt)).toBeGreaterThan(71 * hourMs)
    const listed = await send(client, listTakedowns, { query: to.query })
    expect(listed.body.items.map(({ updatedAt }) => updatedAt)).toEqual([after.updatedAt])

    await makeOlder()
    const one = { params: { ...to.params, attemptId: after.attempts[0]?.id as string }, query: to.query }
    const changed = await send(staff, changeAttempt, { ...one, body: { reference: 'H-12' } })
    expect(Date.parse(changed.body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(after.updatedAt))
  })

  test('carries files of the case, and refers to the earlier notice to the same recipient', async () => {
    const { company, staff, to, takedownId } = await createFixture()
    await turnOn(company, 'registrar')
    const stored = await world().files.put(Buffer.from('a letter of authorisation'))
    const fileId = crypto.randomUUID()
    await world().database.pool.query(
      `insert into files (company_id, id, owner_kind, owner_id, name, type, size, sha256, created_by_name)
       values ($1, $2, 'takedown', $3, 'letter.txt', 'text/plain', $4, $5, 'Sam')`,
      [company.id, fileId, takedownId, stored.size, stored.sha256],
    )
    await send(staff, addAttempt, { ...to, body: { ...email, files: [fileId] } })
    const [first = ''] = await runMails(company)
    const mail = await PostalMime.parse(first)
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['xarf.json', 'evidence.pdf', 'letter.txt'])
    expect(first).toContain('Content-Type: multipart/mixed')
    await send(staff, addAttempt, { ...to, body: { ...email, text: 'It is still online.' } })
    const [second = ''] = await runMails(company)
    expect((await PostalMime.parse(second)).inReplyTo).toBe(mail.messageId)
    const foreign = await createFixture()
    expect(await send(foreign.staff, addAttempt, { ...foreign.to, body: { ...email, files: [fileId] } })).toMatchObject(
      {
        status: 400,
        body: { details: [{ path: 'body.files.0', reason: 'FILE_NOT_OF_CASE' }] },
      },
    )
  })

  test('carries the evidence PDF as the case was when it was first sent, however often it is sent', async () => {
    const { company, client, staff, to } = await createFixture()
    await turnOn(company, 'registrar', false)
    const attemptId = (await send(staff, addAttempt, { ...to, body: email })).body.attempts[0]?.id as string
    const one = { params: { ...to.params, attemptId }, query: to.query }
    const pdfSize = async () => (await send(client, getNotice, { params: one.params })).body.attachments[1]?.size
    expect(await pdfSize()).toBeNull()

    await turnOn(company, 'registrar')
    await send(staff, sendAttempt, one)
    const [first = ''] = await runMails(company, { message: 'break' })
    const pdf = await pdfOf(first)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await pdfSize()).toBe(pdf.length)

    await send(staff, writeOnTakedown, { ...to, body: { text: 'The server has moved.' } })
    await send(staff, sendAttempt, one)
    const [second = ''] = await runMails(company)
    expect((await pdfOf(second)).equals(pdf)).toBe(true)
  })

  test('that the mail server refuses was not delivered, and the case does not move', async () => {
    const { company, client, staff, to } = await createFixture()
    await turnOn(company, 'registrar')
    await send(staff, addAttempt, { ...to, body: { ...email, recipient: 'gone@harbor.example' } })
    await runMails(company, { RCPT: '550 no such user' })
    const { body } = await send(client, getTakedown, { params: to.params })
    expect(body).toMatchObject({
      status: 'authorised',
      attempts: [{ status: 'bounced', problem: { message: expect.stringContaining('no such user') as string } }],
    })
    expect(labels(body.events)).toContain('Notice not delivered')
  })

  test('that was cut off may have arrived, and is sent again under the same Message-ID', async () => {
    const { company, staff, to } = await createFixture()
    await turnOn(company, 'registrar')
    const { body } = await send(staff, addAttempt, { ...to, body: email })
    const attemptId = body.attempts[0]?.id as string
    const [first = ''] = await runMails(company, { message: 'break' })
    const cutOff = (await send(staff, getTakedown, to)).body
    expect(cutOff).toMatchObject({ status: 'authorised', attempts: [{ status: 'unknown' }] })
    expect(labels(cutOff.events).at(-1)).toBe('Not known whether the notice arrived')
    await send(staff, sendAttempt, { params: { ...to.params, attemptId }, query: to.query })
    const [second = ''] = await runMails(company)
    expect(await idOf(second)).toBe(await idOf(first))
    expect((await send(staff, getTakedown, to)).body).toMatchObject({
      status: 'submitted',
      attempts: [{ status: 'sent' }],
    })
  })

  test('is not sent any more once the client withdraws the takedown', async () => {
    const { company, client, staff, to, threat } = await createFixture()
    await turnOn(company, 'registrar')
    await send(staff, addAttempt, { ...to, body: email })
    const undone = await send(client, decideThreat, {
      params: { source: threat.source, threatId: threat.id },
      body: { action: 'reopen', version: 2 },
    })
    expect(undone.status).toBe(200)
    expect(await runMails(company)).toEqual([])
    expect((await send(staff, getTakedown, to)).body).toMatchObject({
      status: 'withdrawn',
      attempts: [{ status: 'bounced' }],
    })
    expect(await send(staff, addAttempt, { ...to, body: email })).toMatchObject({
      status: 409,
      body: { reason: 'TAKEDOWN_TAKES_NO_NOTICE' },
    })
  })

  test.each([
    ['recipient', 'abuse@harbor.example\r\nBcc: x@evil.example'],
    ['recipient', 'a@b.example, c@d.example'],
    ['recipient', 'the abuse desk'],
    ['subject', 'a\nb'],
    ['text', ''],
    ['subject', undefined],
    ['text', undefined],
  ])('with the %s %j is refused by name', async (field, value) => {
    const { staff, to } = await createFixture()
    expect(await send(staff, addAttempt, { ...to, body: { ...email, [field]: value } })).toMatchObject({
      status: 400,
      body: { details: [{ path: `body.${field}` }] },
    })
  })

  test('goes to one recipient at most twenty times an hour', async () => {
    const { company, staff, to, takedownId } = await createFixture()
    await world().database.pool.query(
      `insert into takedown_attempts (company_id, id, takedown_id, channel, way, recipient, status)
       select $1, gen_random_uuid(), $2, 'registrar', 'email', $3, 'queued' from generate_series(1, 20)`,
      [company.id, takedownId, email.recipient],
    )
    expect(await send(staff, addAttempt, { ...to, body: email })).toMatchObject({
      status: 429,
      body: { reason: 'TOO_MANY_NOTICES' },
    })
    expect((await send(staff, addAttempt, { ...to, body: { ...email, recipient: 'x@y.example' } })).status).toBe(201)
  })

  test.each(['en', 'de'] as const)('begins with a text in the language %s that names the facts', async (language) => {
    const { staff, to } = await createFixture()
    const { body } = await send(staff, draftNotice, { ...to, query: { ...to.query, channel: 'registrar', language } })
    expect(body.text).toContain(language === 'de' ? 'Sehr geehrte' : 'Dear')
    const title = (await send(staff, getTakedown, to)).body.title
    for (const text of [title, to.params.takedownId.slice(0, 8)]) expect(body.text).toContain(text)
    expect(body.text).not.toMatch(/[{}]/)
    expect(body.xarfMissing).toEqual([])
    expect(body.fields.map(({ key }) => key)).toEqual(expect.arrayContaining(['address', 'company', 'reference']))
  })
})

describe('a form', () => {
  test('counts as submitted once it has a case number or a proof, and moves the case', async () => {
    const { company, client, staff, to } = await createFixture()
    const added = await send(staff, addAttempt, { ...to, body: { ...form, link: 'https://platform.example/report' } })
    expect(added.body).toMatchObject({
      status: 'authorised',
      attempts: [{ status: 'queued', way: 'form', link: 'https://platform.example/report', hasNotice: false }],
    })
    const one = { params: { ...to.params, attemptId: added.body.attempts[0]?.id as string }, query: to.query }
    const change = (body: BodyOf<typeof changeAttempt>) => send(staff, changeAttempt, { ...one, body })
    expect(await change({ status: 'sent' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'body.reference', reason: 'PROOF_MISSING' }] },
    })
    expect(await change({ status: 'sent', proofFileId: crypto.randomUUID() })).toMatchObject({ status: 400 })
    expect(await change({ status: 'acknowledged', answer: 'Thanks' })).toMatchObject({ status: 409 })
    expect((await change({ status: 'sent', reference: 'P-77' })).body).toMatchObject({
      status: 'submitted',
      attempts: [{ status: 'sent', reference: 'P-77', sentAt: expect.any(String) as string }],
    })
    expect(await change({ reference: '' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'body.reference' }] },
    })
    expect(await change({ status: 'acknowledged' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'body.answer', reason: 'ANSWER_MISSING' }] },
    })
    const answered = await change({ status: 'acknowledged', answer: 'We look into it.' })
    expect(answered.body.attempts[0]).toMatchObject({ status: 'acknowledged', answer: 'We look into it.' })
    const { events } = (await send(client, getTakedown, { params: to.params })).body
    expect(events.slice(-4).map(({ text, remark }) => [text, remark])).toEqual([
      ['Form added', 'Platform, Impersonation form'],
      ['Form submitted', 'Platform, Impersonation form'],
      ['Notice sent', 'The form was submitted'],
      ['Notice updated', 'Platform, Impersonation form: “We look into it.”'],
    ])
    expect(await runMails(company)).toEqual([])
  })

  test.each(['javascript:alert(1)', 'ftp://x.example/', 'no address'])('has no link like %s', async (link) => {
    const { staff, to } = await createFixture()
    expect(await send(staff, addAttempt, { ...to, body: { ...form, link } })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'body.link' }] },
    })
  })

  test('is the only way that a person can mark as sent', async () => {
    const { staff, to } = await createFixture()
    const { body } = await send(staff, addAttempt, { ...to, body: email })
    const one = { params: { ...to.params, attemptId: body.attempts[0]?.id as string }, query: to.query }
    expect(await send(staff, changeAttempt, { ...one, body: { status: 'sent', reference: 'X-1' } })).toMatchObject({
      status: 400,
      body: { details: [{ reason: 'NOT_A_FORM' }] },
    })
  })
})

test('attempts of another case or company are not found', async () => {
  const { staff, to, takedownOf, company } = await createFixture()
  const stranger = await createFixture()
  const added = await send(staff, addAttempt, { ...to, body: email })
  const attemptId = added.body.attempts[0]?.id as string
  const each = async (takedownId: string, key: string, by = staff) => {
    const one = { params: { takedownId, attemptId }, query: { company: key } }
    return [
      await send(by, changeAttempt, { ...one, body: { reference: 'x' } }),
      await send(by, sendAttempt, one),
      await send(by, getNotice, one),
    ].map(({ status }) => status)
  }
  expect(await each(await takedownOf(1), company.key)).toEqual([404, 404, 404])
  expect(await each(stranger.takedownId, stranger.company.key, stranger.staff)).toEqual([404, 404, 404])
  const foreign = { params: to.params, query: stranger.to.query }
  expect((await send(stranger.staff, addAttempt, { ...foreign, body: email })).status).toBe(404)
  expect(
    (await send(stranger.staff, draftNotice, { ...foreign, query: { ...foreign.query, channel: 'other' } })).status,
  ).toBe(404)
})

describe('a takedown the provider proposed', () => {
  test('continues when the client authorises it, and only while it waits for that', async () => {
    const { company, client, staff } = await createFixture()
    const threat = await newThreat(company)
    const { body } = await send(staff, decideThreat, {
      params: { source: threat.source, threatId: threat.id },
      query: { company: company.key },
      body: { action: 'takedown', version: 1 },
    })
    const takedownId = body.takedown?.id as string
    const yes = (version: number) => send(client, authoriseTakedown, { params: { takedownId }, body: { version } })
    expect((await yes(1)).body).toMatchObject({ status: 'authorised', waitingFor: 'team' })
    expect((await yes(2)).status).toBe(409)
  })
})

describe('writing on a takedown', () => {
  test('appears in its history and notifies the other side', async () => {
    const { company, client, staff, to } = await createFixture()
    const { body } = await send(client, writeOnTakedown, { ...to, body: { text: 'How does it stand?' } })
    expect(body.events.at(-1)).toMatchObject({
      text: 'Message',
      remark: 'How does it stand?',
      action: 'takedown.written',
    })
    const { rows } = await world().database.pool.query(
      `select title from notifications where company_id = $1 and user_id = $2 and title like '%commented on%'`,
      [company.id, staff.id],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('the clocks of a takedown', () => {
  test('say until when a target is watched, only while it is offline', async () => {
    const { staff, to } = await createFixture()
    const note = 'As agreed on the phone'
    await send(staff, moveTakedown, { ...to, body: { status: 'submitted', note, version: 1 } })
    const { body } = await send(staff, moveTakedown, {
      ...to,
      body: { status: 'offline_monitoring', note, version: 2 },
    })
    const { offlineAt = '', watchedUntil = '' } = body.clocks
    expect(Date.parse(watchedUntil) - Date.parse(offlineAt)).toBe(7 * 24 * hourMs)
    const resolved = await send(staff, moveTakedown, { ...to, body: { status: 'resolved', note, version: 3 } })
    expect(resolved.body.clocks).toMatchObject({ offlineAt, resolvedAt: expect.any(String) as string })
    expect(resolved.body.clocks.watchedUntil).toBeUndefined()
  })

  test('list the earliest due case first, whenever it was requested', async () => {
    const { company, client, takedownId: critical, takedownOf } = await createFixture()
    const low = await takedownOf(1)
    // Requested a day earlier, but with four more days left.
    await world().database.pool.query(
      `update takedowns set requested_at = ${earlier('requested_at', '1 day')} where company_id = $1 and id = $2`,
      [company.id, low],
    )
    const { body } = await send(client, listTakedowns, { query: { sortField: 'dueAt', sortDirection: 'asc' } })
    expect(body.items.map(({ id }) => id)).toEqual([critical, low])
  })
})
