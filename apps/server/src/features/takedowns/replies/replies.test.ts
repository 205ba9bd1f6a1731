import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addAttempt, moveTakedown, putNoticeChannel } from '@signet/contract/takedowns/takedown-work'
import {
  assignMail,
  decideMail,
  dismissMail,
  inboundMailBytesMax,
  listCaseMails,
  listUnmatchedMails,
  type ReplyClass,
} from '@signet/contract/takedowns/replies'
import {
  addReplyRule,
  changeReplyRule,
  deleteReplyRule,
  listReplyRules,
  replyRulesMax,
  tryReplyRule,
} from '@signet/contract/takedowns/reply-rules'
import { listAbuseContacts } from '@signet/contract/takedowns/abuse-contacts'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { listNotifications } from '@signet/contract/messages/notifications'
import { decideThreat } from '@signet/contract/threats/threats'
import { openLog } from '../../../log.ts'
import { addKey } from '../../../../test/api-key.ts'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { openFakeSmtp } from '../../../../test/outside/smtp-server.ts'
import { deliver } from '../../mail/deliver.ts'
import { sendMail } from '../../mail/send-mail.job.ts'
import { attachEvidence } from '../notices/attach-evidence.ts'
import { noticeRefusal, noticeSettled } from '../notices/notice-settled.ts'
import { sortMail } from './sort-mail.job.ts'

const world = useWorld()

/** A case with one notice that a mail server accepted. */
async function newCase(company?: TestCompany) {
  company ??= await newCompany()
  const [client, staff, superAdmin] = [
    await newUser('client', company),
    await newUser('subAdmin', company),
    await newUser('superAdmin', company),
  ]
  await send(superAdmin, putNoticeChannel, { params: { channel: 'registrar' }, body: { isOn: true } })
  const threat = await newThreat(company, { severity: 4 })
  const { body } = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const takedownId = body.takedown?.id as string
  const to = { params: { takedownId } }
  const recipient = `abuse@r${randomUUID().slice(0, 6)}.example`
  const notice = {
    way: 'email',
    channel: 'registrar',
    recipient,
    subject: 'Abuse report',
    text: 'Please act.',
  } as const
  expect((await send(staff, addAttempt, { ...to, body: notice })).status).toBe(201)
  const message = await sendNotice(company)
  const messageId = /^Message-ID: <(.*)>\r$/m.exec(message)?.[1] as string
  return { company, client, staff, threat, takedownId, to, recipient, messageId }
}
type Case = Awaited<ReturnType<typeof newCase>>

async function sendNotice(company: TestCompany): Promise<string> {
  const server = await openFakeSmtp({})
  const target = { host: '127.0.0.1', port: server.port, isSecure: false, user: '', password: '' }
  const mailer = {
    from: { name: 'Signet', address: 'signet@sender.example' },
    origin: 'https://portal.test',
    deliver: (mail: Parameters<typeof deliver>[1]) => deliver(target, mail),
  }
  const { database, files, queue } = world()
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from mails where company_id = $1 and state = 'queued' and template = 'takedown-notice'`,
    [company.id],
  )
  const parts = {
    database,
    files,
    mailer,
    mailSettled: noticeSettled(queue.enqueue),
    mailRefusal: noticeRefusal,
    log: openLog('silent'),
  }
  for (const { id } of rows) {
    const mail = { companyId: company.id, mailId: id }
    await attachEvidence(queue.enqueue)({ database, files }, mail)
    await sendMail(parts, mail)
  }
  await server.close()
  return server.messages[0] ?? ''
}

interface Reply {
  from?: string
  subject?: string
  text?: string
  answers?: string
  headers?: Record<string, string>
}
const rawMail = ({ from = 'x@y.example', subject = 'Re: Abuse report', text = '', answers, headers = {} }: Reply) =>
  [
    `From: Abuse Desk <${from}>`,
    'To: signet@sender.example',
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@y.example>`,
    ...(answers ? [`In-Reply-To: <${answers}>`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ].join('\r\n')

async function upload(company: TestCompany, payload: string | Buffer, key?: string, companyKey = company.key) {
  const used = key ?? (await addKey(company, { scopes: ['mail'] })).key
  return world().server.inject({
    method: 'POST',
    url: `/api/rest/companies/${companyKey}/inboundMail`,
    headers: { authorization: `Bearer ${used}`, 'content-type': 'message/rfc822' },
    payload,
  })
}

/** Runs the jobs of the emails that were not read yet. */
async function sortAll(company: TestCompany) {
  const { database, files, queue } = world()
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from inbound_mails where company_id = $1 and state = 'received' order by received_at`,
    [company.id],
  )
  const parts = { database, files, enqueue: queue.enqueue, log: openLog('silent') }
  for (const { id } of rows) await sortMail(parts, { companyId: company.id, mailId: id })
}

async function receive(company: TestCompany, payload: string | Buffer) {
  expect((await upload(company, payload)).statusCode).toBe(202)
  await sortAll(company)
}
const answer = (one: Case, text: string, more: Reply = {}) =>
  receive(one.company, rawMail({ from: one.recipient, answers: one.messageId, text, ...more }))

const mailsOf = async ({ staff, to }: Case) => (await send(staff, listCaseMails, to)).body
const caseOf = async ({ client, to }: Case) => (await send(client, getTakedown, to)).body
const waitingOf = async ({ staff }: Case) => (await send(staff, listUnmatchedMails)).body
const decide = (one: Case, mailId: string, kind: ReplyClass) =>
  send(one.staff, decideMail, {
    params: { inboundMailId: mailId },
    body: { class: kind, reason: 'It says so in German' },
  })

describe('an answer of the provider to our notice', () => {
  test('that confirms the receipt moves the case, shows the sentence that decided, and is kept as evidence', async () => {
    const one = await newCase()
    const text = 'Hello,\r\n\r\nWe have received your report. It has the number 12345.'
    await answer(one, text)
    expect(await mailsOf(one)).toMatchObject([
      {
        from: one.recipient,
        kind: 'answer',
        matchedBy: 'messageId',
        isVerified: true,
        class: 'acknowledged',
        sentence: 'We have received your report.',
        isOpen: false,
      },
    ])
    const found = await caseOf(one)
    expect(found).toMatchObject({
      status: 'acknowledged',
      setManually: [],
      attempts: [{ status: 'acknowledged', answer: 'We have received your report.' }],
      files: [{ type: 'message/rfc822' }],
    })
    expect(found.events.slice(-2)).toMatchObject([
      { text: 'Reply received', by: null, remark: `${one.recipient}: “We have received your report.”` },
      { text: 'Acknowledged', by: null },
    ])
    const { body } = await world().server.inject({ url: found.files[0]?.href ?? '' })
    expect(body).toContain('It has the number 12345.')
  })

  test.each(['sending', 'unknown', 'queued'] as const)(
    'shows that a notice whose sending was interrupted arrived (%s), and it is not sent again',
    async (state) => {
      const one = await newCase()
      const { pool } = world().database
      // As if the worker had ended after it handed the notice over; `queued`: a person lets it be sent again.
      await pool.query(
        'update mails set state = $2, ended_at = null where id = (select mail_id from takedown_attempts where takedown_id = $1)',
        [one.takedownId, state],
      )
      await pool.query('update takedown_attempts set sent_at = null where takedown_id = $1', [one.takedownId])
      await pool.query(`update takedowns set status = 'authorised' where id = $1`, [one.takedownId])
      await answer(one, 'We have received your report.')
      const found = await caseOf(one)
      expect(found).toMatchObject({
        status: 'acknowledged',
        attempts: [{ status: 'acknowledged', sentAt: expect.any(String) as string }],
      })
      expect(found.events.slice(-4).map(({ text }) => text)).toEqual([
        'Notice handed to the mail server',
        'Notice sent',
        'Reply received',
        'Acknowledged',
      ])
      expect(await sendNotice(one.company)).toBe('')
    },
  )

  test('that says it is done makes us check, and does not claim that the page is offline', async () => {
    const one = await newCase()
    await world().database.pool.query(
      `update domain_watches set next_at = now() + interval '1 day' where company_id = $1`,
      [one.company.id],
    )
    await answer(one, 'The domain has been suspended.')
    expect(await caseOf(one)).toMatchObject({ status: 'submitted', attempts: [{ status: 'actioned' }] })
    const { rows } = await world().database.pool.query<{ due: boolean }>(
      'select next_at <= now() as due from domain_watches where company_id = $1',
      [one.company.id],
    )
    expect(rows.every(({ due }) => due)).toBe(true)
  })

  test.each([
    ['question', 'Could you provide a screenshot?', 'acknowledged'],
    ['refused', 'We are not the registrar of this domain.', 'refused'],
  ] as const)('that is a %s is recorded, and leaves the next step to the staff', async (kind, text, attempt) => {
    const one = await newCase()
    await answer(one, text)
    expect(await mailsOf(one)).toMatchObject([{ class: kind, sentence: text, isOpen: false }])
    expect(await caseOf(one)).toMatchObject({ status: 'submitted', attempts: [{ status: attempt, answer: text }] })
    const status = kind === 'question' ? 'info_requested' : 'refused'
    const { body: before } = await send(one.staff, getTakedown, one.to)
    const moved = await send(one.staff, moveTakedown, { ...one.to, body: { status, version: before.version } })
    expect(moved.body).toMatchObject({ status, setManually: [] })
  })

  test('is classified by the rules that staff added for its provider, before those that come with the product', async () => {
    const one = await newCase()
    const provider = one.recipient.slice(one.recipient.indexOf('@') + 1)
    const rule = { provider, class: 'done', phrases: ['Wir kümmern * uns'] } as const
    const text = 'Danke, wir kümmern uns.'
    const tried = await send(one.staff, tryReplyRule, { body: { ...rule, text } })
    expect(tried.body).toEqual({ class: 'done', sentence: text })
    const { body: added } = await send(one.staff, addReplyRule, { body: rule })
    expect(added).toMatchObject({ ...rule, by: expect.any(String), version: 1 })
    const params = { replyRuleId: added.id }
    const change = (version: number) =>
      send(one.staff, changeReplyRule, { params, body: { ...rule, class: 'refused', version } })
    expect((await change(2)).status).toBe(409)
    await answer(one, text)
    expect(await mailsOf(one)).toMatchObject([{ class: 'done', sentence: text }])

    expect((await change(1)).body).toMatchObject({ class: 'refused', version: 2 })
    await answer(one, `${text} Auch weiterhin.`, { from: `desk@mail.${provider}` })
    expect((await mailsOf(one)).map((mail) => mail.class)).toEqual(expect.arrayContaining(['done', 'refused']))
    expect((await send(one.staff, deleteReplyRule, { params })).status).toBe(204)
    expect((await send(one.staff, listReplyRules)).body).not.toContainEqual(expect.objectContaining({ provider }))
    expect((await send(one.staff, deleteReplyRule, { params })).status).toBe(404)
    const { rows } = await world().database.pool.query('select action from audit where target_id = $1 order by at', [
      params.replyRuleId,
    ])
    expect(rows.map(({ action }) => action)).toEqual(['replyRule.added', 'replyRule.changed', 'replyRule.deleted'])
  })

  test.each([
    ['provider', { provider: 'not a domain' }],
    ['phrases', { phrases: [] }],
    ['phrases.0', { phrases: ['*'] }],
    ['phrases', { phrases: ['all done', 'all done'] }],
  ])('is not classified by a rule whose %s is no rule', async (field, change) => {
    const company = await newCompany()
    const { status, body } = await send(await newUser('subAdmin', company), addReplyRule, {
      body: { provider: 'host.example', class: 'done', phrases: ['all done'], ...change },
    })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(`body.${field}`)
  })

  test('has at most 500 rules of the staff, and the next one is refused with that number', async () => {
    const staff = await newUser('subAdmin', await newCompany())
    const { pool } = world().database
    await pool.query(
      `insert into reply_rules (id, provider, class, phrases, changed_by_name)
       select gen_random_uuid(), 'full-' || n || '.example', 'done', array['is done'], 'full'
       from generate_series(1, 500 - (select count(*)::int from reply_rules)) n`,
    )
    const body = { provider: 'one-more.example', class: 'done' as const, phrases: ['was removed'] }
    const refused = await send(staff, addReplyRule, { body })
    expect(refused).toMatchObject(refusal('TOO_MANY_REPLY_RULES'))
    expect(refused.body).toMatchObject({ parameters: { max: replyRulesMax } })
    expect((await send(staff, listReplyRules)).body).toHaveLength(replyRulesMax)
    await pool.query(`delete from reply_rules where changed_by_name = 'full'`)
    expect((await send(staff, addReplyRule, { body })).status).toBe(201)
  })

  test('that rules are not certain about waits for a person, whose reason is shown', async () => {
    const one = await newCase()
    await answer(one, 'Wir kümmern uns.')
    const [mail] = await mailsOf(one)
    expect(mail).toMatchObject({ class: null, isOpen: true })
    expect((await caseOf(one)).status).toBe('submitted')
    const { body: bell } = await send(one.staff, listNotifications)
    expect(JSON.stringify(bell)).toContain('needs your decision')
    const decided = await decide(one, mail?.id ?? '', 'acknowledged')
    expect(decided.body).toMatchObject({ status: 'acknowledged', attempts: [{ status: 'acknowledged' }] })
    expect(await mailsOf(one)).toMatchObject([
      { class: 'acknowledged', isOpen: false, decided: { reason: 'It says so in German' } },
    ])
    expect(decided.body.events).toContainEqual(
      expect.objectContaining({ text: 'Reply classified', remark: 'It says so in German' }),
    )
  })

  test('that rules took for something else says of its notice what a person decides', async () => {
    const one = await newCase()
    await answer(one, 'The domain has been suspended.')
    const [mail] = await mailsOf(one)
    expect((await caseOf(one)).attempts).toMatchObject([{ status: 'actioned' }])
    await decide(one, mail?.id ?? '', 'acknowledged')
    expect((await caseOf(one)).attempts).toMatchObject([{ status: 'acknowledged' }])
    await decide(one, mail?.id ?? '', 'refused')
    await decide(one, mail?.id ?? '', 'other')
    const [attempt] = (await caseOf(one)).attempts
    expect([attempt?.status, attempt?.answer, attempt?.answeredAt]).toEqual(['sent', undefined, undefined])
  })

  test('that came earlier changes nothing of a later one when a person decides on it', async () => {
    const one = await newCase()
    await answer(one, 'Wir kümmern uns.')
    await answer(one, 'The domain has been suspended.')
    const [first] = await mailsOf(one)
    for (const kind of ['acknowledged', 'other'] as const) await decide(one, first?.id ?? '', kind)
    expect((await caseOf(one)).attempts).toMatchObject([{ status: 'actioned' }])
  })

  test('that is automatic is recognized, and changes nothing', async () => {
    const one = await newCase()
    await answer(one, 'We have received your report.', { headers: { 'Auto-Submitted': 'auto-replied' } })
    expect(await mailsOf(one)).toMatchObject([{ kind: 'automatic', isOpen: false }])
    expect(await caseOf(one)).toMatchObject({ status: 'submitted', attempts: [{ status: 'sent' }] })
  })

  test('that arrives twice, or is read again after a crash, counts once', async () => {
    const one = await newCase()
    const raw = rawMail({ from: one.recipient, answers: one.messageId, text: 'We have received your report.' })
    await receive(one.company, raw)
    await receive(one.company, raw)
    await receive(one.company, `Received: from other.example\r\n${raw}`)
    expect(await mailsOf(one)).toHaveLength(1)
    const { files, events } = await caseOf(one)
    expect([files.length, events.filter(({ text }) => text === 'Reply received').length]).toEqual([1, 1])
  })
})

describe('a stranger', () => {
  test('who guesses the reference is shown as unverified and changes nothing', async () => {
    const one = await newCase()
    await receive(
      one.company,
      rawMail({
        from: one.recipient,
        subject: `Re: [${one.takedownId.slice(0, 8)}]`,
        text: 'We are not the registrar.',
      }),
    )
    expect(await mailsOf(one)).toMatchObject([
      { matchedBy: 'reference', isVerified: false, class: 'refused', isOpen: true },
    ])
    expect(await caseOf(one)).toMatchObject({ status: 'submitted', attempts: [{ status: 'sent' }] })
  })

  test('who got the notice from the provider, or whose mail fails DMARC, is unverified too', async () => {
    const one = await newCase()
    await answer(one, 'The domain has been suspended.', { from: 'owner@login-bank.example' })
    const results = { 'Authentication-Results': 'mx.sender.example; dmarc=fail header.from=x' }
    await answer(one, 'We have received your report.', { headers: results })
    expect((await mailsOf(one)).map(({ isVerified, isOpen }) => [isVerified, isOpen])).toEqual([
      [false, true],
      [false, true],
    ])
    expect(await caseOf(one)).toMatchObject({ status: 'submitted', attempts: [{ status: 'sent' }] })
  })

  test('of another company reaches no case with our Message-ID', async () => {
    const [one, other] = [await newCase(), await newCase()]
    await receive(other.company, rawMail({ from: one.recipient, answers: one.messageId, text: 'It is gone.' }))
    expect(await mailsOf(one)).toEqual([])
    expect((await waitingOf(other)).total).toBe(1)
    expect((await waitingOf(one)).total).toBe(0)
  })
})

test('a longer case number of a provider is not the shorter one of another case', async () => {
  const one = await newCase()
  await world().database.pool.query(`update takedown_attempts set reference = '12345' where takedown_id = $1`, [
    one.takedownId,
  ])
  for (const subject of ['Re: ticket 9123456', 'Re: AB12345', 'Re: 123451']) {
    await receive(one.company, rawMail({ subject, text: 'The domain has been suspended.' }))
  }
  expect(await mailsOf(one)).toEqual([])
  await receive(one.company, rawMail({ subject: 'Re: [#12345]', text: 'The domain has been suspended.' }))
  expect(await mailsOf(one)).toMatchObject([{ matchedBy: 'reference', subject: 'Re: [#12345]' }])
})

/** A report of a mail server, RFC 3464. */
const report = ({ recipient, messageId }: Case, action = 'failed') =>
  [
    'From: MAILER-DAEMON@mx.sender.example',
    'Return-Path: <>',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    '',
    'The mail system could not deliver your message.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.sender.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 no such user',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${messageId}>`,
    'Subject: Abuse report',
    '',
    'Please act.',
    '--b--',
    '',
  ].join('\r\n')

describe('a delivery report', () => {
  test('marks the notice as bounced, with the words of the mail server', async () => {
    const one = await newCase()
    await receive(one.company, report(one))
    expect(await mailsOf(one)).toMatchObject([{ kind: 'bounce', isVerified: true, isOpen: false }])
    expect((await caseOf(one)).attempts).toMatchObject([
      { status: 'bounced', problem: { parameters: { reply: '550 5.1.1 no such user' } } },
    ])
  })

  test('marks the contact for every company, until a message is taken or answered', async () => {
    const [one, other] = [await newCase(), await newCase()]
    const { rows } = await world().database.pool.query<{ id: string }>(
      `insert into abuse_contacts (recipient, email, role, name, origin, seen_at)
       values ($1, $1, 'registrar', $1, 'rdap', now()) returning id`,
      [one.recipient],
    )
    const bouncedAt = async () => {
      const query = { searchQuery: one.recipient, company: other.company.key }
      const { items } = (await send(other.staff, listAbuseContacts, { query })).body
      expect(items.map(({ id }) => id)).toEqual([rows[0]?.id])
      return items[0]?.bouncedAt
    }
    expect(await bouncedAt()).toBeNull()
    await receive(one.company, report(one))
    expect(await bouncedAt()).toEqual(expect.any(String))
    await answer(one, 'We have received your report.')
    expect(await bouncedAt()).toBeNull()
    await world().database.pool.query('update abuse_contacts set bounced_at = now() where recipient = $1', [
      one.recipient,
    ])
    // The product writes to the address again only after some time.
    await world().database.pool.query('delete from mail_suppressions where company_id = $1', [one.company.id])
    const notice = { way: 'email', channel: 'registrar', recipient: one.recipient, subject: 'x', text: 'x' } as const
    expect((await send(one.staff, addAttempt, { ...one.to, body: notice })).status).toBe(201)
    await sendNotice(one.company)
    expect(await bouncedAt()).toBeNull()
  })

  test('about a delay, or about an address that we did not write to, marks nothing', async () => {
    const one = await newCase()
    await receive(one.company, report(one, 'delayed'))
    await receive(one.company, report({ ...one, recipient: 'other@else.example' }))
    expect((await mailsOf(one)).map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
      ['automatic', false],
      ['bounce', true],
    ])
    expect((await caseOf(one)).attempts).toMatchObject([{ status: 'sent' }])
    const [, bounce] = await mailsOf(one)
    expect((await decide(one, bounce?.id ?? '', 'done')).body).toMatchObject({ reason: 'MAIL_NOT_DECIDABLE' })
    expect((await decide(one, bounce?.id ?? '', 'other')).status).toBe(200)
  })
})

describe('an email that matches no case', () => {
  test('waits for the staff, who assigns it to a case', async () => {
    const one = await newCase()
    await receive(one.company, rawMail({ subject: 'Ticket 99', text: 'The domain has been suspended.' }))
    const { items } = await waitingOf(one)
    expect(items).toMatchObject([{ subject: 'Ticket 99', from: 'x@y.example' }])
    const inboundMailId = items[0]?.id ?? ''
    const assign = () =>
      send(one.staff, assignMail, { params: { inboundMailId }, body: { takedownId: one.takedownId } })
    expect((await assign()).body.files).toHaveLength(1)
    expect((await assign()).body).toMatchObject({ reason: 'MAIL_NOT_WAITING' })
    expect(await mailsOf(one)).toMatchObject([{ matchedBy: 'person', class: 'done', isOpen: true, isVerified: false }])
    expect((await waitingOf(one)).total).toBe(0)
  })

  test('is removed from the list by the staff, not by a client', async () => {
    const one = await newCase()
    await receive(one.company, rawMail({ subject: 'Cheap pills' }))
    const inboundMailId = (await waitingOf(one)).items[0]?.id ?? ''
    const dismiss = (user = one.staff) => send(user, dismissMail, { params: { inboundMailId } })
    expect((await dismiss(one.client)).status).toBe(403)
    expect((await dismiss()).status).toBe(204)
    expect((await dismiss()).body).toMatchObject({ reason: 'MAIL_NOT_WAITING' })
    expect((await decide(one, inboundMailId, 'other')).body).toMatchObject({ reason: 'MAIL_NOT_DECIDABLE' })
  })
})

/** Parts within parts. */
const deep = (depth: number) =>
  Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`).join(
    '',
  )

describe('a hostile email', () => {
  test.each([
    ['with parts in parts in parts', `From: a@b.example\r\nSubject: deep\r\n${deep(500)}`],
    ['with an endless header', `From: a@b.example\r\nX: ${'x'.repeat(2_000_000)}\r\n\r\ntext`],
    ['of random bytes', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256))],
    ['with an unknown charset', 'From: a@b.example\r\nContent-Type: text/plain; charset=klingon-8\r\n\r\n\xff\xfe'],
    [
      'with line breaks in its subject',
      'From: a@b.example\r\nSubject: =?utf-8?Q?a=0D=0ABcc:_x=40y.example=00?=\r\n\r\nx',
    ],
    [
      'with a large attachment',
      `From: a@b.example\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${'AAAA'.repeat(2_000_000)}`,
    ],
    [
      'of thousands of parts',
      `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(50_000)}`,
    ],
  ])('%s waits in the list like any other, and its bytes are kept', async (_name, raw) => {
    const one = await newCase()
    await receive(one.company, raw)
    const { items } = await waitingOf(one)
    expect(items).toHaveLength(1)
    expect(items[0]?.subject).not.toMatch(/[\r\n\0]/)
  })

  test('is refused above the size limit, without its own key, and for another company', async () => {
    const one = await newCase()
    expect((await upload(one.company, Buffer.alloc(inboundMailBytesMax + 1, 65))).statusCode).toBe(413)
    expect((await upload(one.company, '')).statusCode).toBe(400)
    expect((await upload(one.company, 'x', (await addKey(one.company, { scopes: ['ingest'] })).key)).statusCode).toBe(
      403,
    )
    expect((await upload(one.company, 'x', 'sgk_nothing')).statusCode).toBe(401)
    expect((await upload(one.company, 'x', undefined, (await newCompany()).key)).statusCode).toBe(404)
    expect((await waitingOf(one)).total).toBe(0)
  })
})
