import { generateKeyPairSync } from 'node:crypto'
import { verifiedDkim } from '@signet/connectors/test/dkim'
import { isEmailAddress } from '@signet/contract/access/credentials'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, test } from 'vitest'
import { listCaughtMails } from '@signet/contract/messages/mail'
import type { MailSettled } from '../../app/mailer.ts'
import type { ColumnValue } from '../../db/columns.ts'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { earlier } from '../../../test/earlier.ts'
import { openFakeSmtp, type FakeSmtpServer, type SmtpManners } from '../../../test/outside/smtp-server.ts'
import { readMailServer, readSender } from '../../app/mail-settings.ts'
import { deliver } from './deliver.ts'
import { endLostMails } from './end-lost-mails.ts'
import { layOutMail } from './lay-out-mail.ts'
import { queueMail, releaseMail, type NewMail } from './queue-mail.ts'
import { mailLimits, portalBase, sendMail } from './send-mail.job.ts'
import { openLog } from '../../log.ts'

const world = useWorld()

const opened: FakeSmtpServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})
async function smtp(manners: SmtpManners = {}): Promise<FakeSmtpServer> {
  const server = await openFakeSmtp(manners)
  opened.push(server)
  return server
}

const words = {
  template: 'test',
  to: { name: 'Clara', address: 'clara@bank.example' },
  subject: 'A subject',
  text: 'Some text',
}
const put = (company: TestCompany, more: Partial<NewMail> = {}) =>
  world().database.inCompanies([company.id], (tx) =>
    queueMail(tx, world().queue.enqueue, { ...words, companyId: company.id, ...more }),
  )

/** Runs the job once over real SMTP, with the short timeouts of a test. */
async function run(company: TestCompany, mailId: string | null, server: FakeSmtpServer, limits = mailLimits) {
  const target = { host: '127.0.0.1', port: server.port, isSecure: false, user: '', password: '' }
  const mailer = {
    from: { name: 'Signet', address: 'signet@sender.example' },
    origin: 'https://portal.test',
    deliver: (mail: Parameters<typeof deliver>[1]) =>
      deliver(target, mail, { connectMs: 500, greetingMs: 500, silenceMs: 500 }),
  }
  await sendMail(
    {
      ...world(),
      mailer,
      mailSettled: settled,
      mailRefusal: () => Promise.resolve(null),
      log: openLog('silent'),
      limits,
    },
    { companyId: company.id, mailId: mailId as string },
  )
}

/** What the features are notified of, in order. */
const outcomes: string[] = []
const settled: MailSettled = (_tx, { mailId }, outcome) => Promise.resolve(void outcomes.push(`${mailId} ${outcome}`))

const rowOf = (company: TestCompany, mailId: string | null) =>
  world().database.inCompanies([company.id], (tx) =>
    tx
      .selectFrom('mails')
      .select(['state', 'error', 'attempts'])
      .where('company_id', '=', company.id)
      .where('id', '=', mailId)
      .executeTakeFirstOrThrow(),
  )
const force = (company: TestCompany, mailId: string | null, state: ColumnValue<'mails.state'>) =>
  world().database.inCompanies([company.id], (tx) =>
    tx.updateTable('mails').set({ state }).where('company_id', '=', company.id).where('id', '=', mailId).execute(),
  )

const attachmentsOf = async (message: string) =>
  (await PostalMime.parse(Buffer.from(message, 'latin1'))).attachments.map(({ filename, mimeType, content }) => [
    filename,
    mimeType,
    Buffer.from(content as ArrayBuffer).toString(),
  ])
const release = (company: TestCompany, mailId: string) =>
  world().database.inCompanies([company.id], (tx) => releaseMail(tx, world().queue.enqueue, company.id, mailId))

describe('a mail of the outbox', () => {
  test('reaches one recipient with both its forms, and is sent', async () => {
    const [company, server] = [await newCompany(), await smtp()]
    const mailId = await put(company, { html: '<p>Some text</p>' })
    await run(company, mailId, server)
    expect(server.commands).toEqual([
      expect.stringMatching(/^MAIL FROM:<signet@sender.example>/),
      'RCPT TO:<clara@bank.example>',
      'DATA',
    ])
    expect(server.messages).toHaveLength(1)
    expect(server.messages[0]).toMatch(/^Subject: A subject$/m)
    expect(server.messages[0]).toMatch(/^To: Clara <clara@bank.example>\r$/m)
    expect(server.messages[0]).toContain(`Message-ID: <c${company.id}.${mailId}@sender.example>`)
    expect(server.messages[0]).toContain('Content-Type: text/html')
    expect(await rowOf(company, mailId)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('is not sent again by a job that runs twice', async () => {
    const [company, server] = [await newCompany(), await smtp()]
    const mailId = await put(company)
    await run(company, mailId, server)
    await run(company, mailId, server)
    expect(server.messages).toHaveLength(1)
  })

  test('is sent once by two workers that take it at the same time', async () => {
    const [company, server] = [await newCompany(), await smtp()]
    const mailId = await put(company)
    await Promise.all([run(company, mailId, server), run(company, mailId, server)])
    expect(server.messages).toHaveLength(1)
    // The second run may have considered the first one dead; the first knows the result, so its state is final.
    expect((await rowOf(company, mailId)).state).toBe('sent')
  })

  test('interrupted while being sent has an unknown result and is not sent again', async () => {
    const [company, server] = [await newCompany(), await smtp()]
    const mailId = await put(company)
    await force(company, mailId, 'sending')
    await run(company, mailId, server)
    await run(company, mailId, server)
    expect(server.messages).toHaveLength(0)
    expect((await rowOf(company, mailId)).state).toBe('unknown')
  })

  test('exists only if the transaction of its cause commits', async () => {
    const company = await newCompany()
    const failing = world().database.inCompanies([company.id], async (tx) => {
      await queueMail(tx, world().queue.enqueue, { ...words, companyId: company.id })
      throw new Error('the cause failed')
    })
    await expect(failing).rejects.toThrow('the cause failed')
    const rows = await world().database.inCompanies([company.id], (tx) =>
      tx.selectFrom('mails').select('id').where('company_id', '=', company.id).execute(),
    )
    expect(rows).toEqual([])
  })

  test('is written once for one cause', async () => {
    const company = await newCompany()
    expect(await put(company, { once: 'threat 1' })).not.toBeNull()
    expect(await put(company, { once: 'threat 1' })).toBeNull()
    expect(await put(company, { once: 'threat 2' })).not.toBeNull()
  })

  test('can be written where people and sessions are changed, alone or inside the work of a company', async () => {
    const [company, other, server] = [await newCompany(), await newCompany(), await smtp()]
    const { database, queue } = world()
    const alone = await database.inIdentity((tx) => queueMail(tx, queue.enqueue, { ...words, companyId: company.id }))
    await run(company, alone, server)
    expect((await rowOf(company, alone)).state).toBe('sent')
    const refused = database.inCompanies([company.id], (tx) =>
      queueMail(tx, queue.enqueue, { ...words, companyId: other.id }),
    )
    await expect(refused).rejects.toThrow(/row-level security/)
  })
})

const age = (mailId: string | null, interval: string) =>
  world().database.pool.query(
    `update mails set created_at = ${earlier('created_at', interval)}, waiting_since = ${earlier('waiting_since', interval)},
       sending_at = ${earlier('coalesce(sending_at, $2)', interval)} where id = $1`,
    [mailId, new Date()],
  )
const clean = () =>
  endLostMails({ ...world(), mailRefusal: () => Promise.resolve(null), mailSettled: settled }, new Date())

describe('an email whose job was lost', () => {
  test('is shown as failed after two days, and as unknown if it was being sent', async () => {
    const company = await newCompany()
    const [waiting, cutOff, recent] = [await put(company), await put(company), await put(company)]
    await force(company, cutOff, 'sending')
    for (const mailId of [waiting, cutOff]) await age(mailId, '49 hours')
    await age(recent, '47 hours')
    await clean()
    expect((await rowOf(company, waiting)).state).toBe('failed')
    expect((await rowOf(company, cutOff)).state).toBe('unknown')
    expect((await rowOf(company, recent)).state).toBe('queued')
    expect(outcomes).toEqual(expect.arrayContaining([`${waiting} failed`, `${cutOff} unknown`]))
  })

  test('is not one that was held for long and then postponed by the mail server', async () => {
    const [company, server] = [await newCompany(), await smtp({ MAIL: '451 try later' })]
    const mailId = await put(company, { isHeld: true })
    await age(mailId, '72 hours')
    await world().database.inCompanies([company.id], (tx) =>
      releaseMail(tx, world().queue.enqueue, company.id, mailId ?? ''),
    )
    await expect(run(company, mailId, server)).rejects.toThrow('451 try later')
    await clean()
    expect((await rowOf(company, mailId)).state).toBe('queued')
  })

  test('is not one whose first attempt was late and is repeated', async () => {
    const [company, server] = [await newCompany(), await smtp({ MAIL: '451 try later' })]
    const mailId = await put(company)
    await age(mailId, '49 hours')
    await expect(run(company, mailId, server)).rejects.toThrow('451 try later')
    await clean()
    expect((await rowOf(company, mailId)).state).toBe('queued')
    // Later attempts don't start it again.
    await age(mailId, '49 hours')
    await expect(run(company, mailId, server)).rejects.toThrow('451 try later')
    await clean()
    expect((await rowOf(company, mailId)).state).toBe('failed')
  })
})

describe('a mail server', () => {
  test('that defers an email is tried again later, a limited number of times', async () => {
    const [company, server] = [await newCompany(), await smtp({ MAIL: '451 try later' })]
    const mailId = await put(company)
    await expect(run(company, mailId, server)).rejects.toThrow('451 try later')
    expect(await rowOf(company, mailId)).toMatchObject({ state: 'queued', attempts: 1 })
    await run(company, mailId, server, { ...mailLimits, attempts: 2 })
    expect(await rowOf(company, mailId)).toMatchObject({ state: 'failed', attempts: 2 })
    server.manners = {}
    await run(company, mailId, server)
    expect(server.messages).toHaveLength(0)
  })

  test('that recovers gets the email on a later attempt', async () => {
    const [company, server] = [await newCompany(), await smtp({ greeting: 'break' })]
    const mailId = await put(company)
    await expect(run(company, mailId, server)).rejects.toThrow()
    server.manners = {}
    await run(company, mailId, server)
    expect(server.messages).toHaveLength(1)
    expect((await rowOf(company, mailId)).state).toBe('sent')
  })

  test.each<[string, SmtpManners]>([
    ['greeting', { greeting: 'silence' }],
    ['sender', { MAIL: 'silence' }],
    ['recipient', { RCPT: 'break' }],
    ['word DATA', { DATA: 'silence' }],
  ])('that stalls or breaks at the %s has not got the mail: it is tried again', async (_step, manners) => {
    const [company, server] = [await newCompany(), await smtp(manners)]
    const mailId = await put(company)
    await expect(run(company, mailId, server)).rejects.toMatchObject({ reason: 'MAIL_DEFERRED' })
    expect((await rowOf(company, mailId)).state).toBe('queued')
  })

  test.each<[string, SmtpManners]>([
    ['breaks', { message: 'break' }],
    ['is silent', { message: 'silence' }],
  ])('that %s after the message leaves it unknown, and it is never sent again', async (_what, manners) => {
    const [company, server] = [await newCompany(), await smtp(manners)]
    const mailId = await put(company)
    await run(company, mailId, server)
    expect(await rowOf(company, mailId)).toMatchObject({
      state: 'unknown',
      error: { parameters: { reply: expect.stringMatching(/closed|timeout/i) } },
    })
    server.manners = {}
    await run(company, mailId, server)
    expect(server.messages).toHaveLength(1)
  })

  test('that refuses the message for good ends it', async () => {
    const [company, server] = [await newCompany(), await smtp({ message: '554 no' })]
    const mailId = await put(company)
    await run(company, mailId, server)
    expect(await rowOf(company, mailId)).toMatchObject({
      state: 'failed',
      error: { reason: 'MAIL_SERVER_REPLIED', parameters: { reply: expect.stringContaining('554 no') } },
    })
  })

  test('that knows no such person is not bothered with them again, except by mail a person waits for', async () => {
    const [company, server] = [await newCompany(), await smtp({ RCPT: '550 no such user' })]
    await run(company, await put(company), server)
    server.manners = {}
    const second = await put(company)
    await run(company, second, server)
    expect((await rowOf(company, second)).state).toBe('suppressed')
    expect(server.messages).toHaveLength(0)
    await run(company, await put(company, { isEssential: true }), server)
    expect(server.messages).toHaveLength(1)
    const elsewhere = await newCompany()
    await run(elsewhere, await put(elsewhere), server)
    expect(server.messages).toHaveLength(2)
  })

  test.each([
    '550 5.7.1 Client host [192.0.2.1] blocked',
    '554 5.7.1 Relay access denied',
    '530 5.7.0 Must issue a STARTTLS command first',
    '554 Service unavailable',
    '552 5.2.2 Mailbox full',
    '550 5.1.8 Sender address rejected',
  ])('that refuses us and not the address (%s) gets the next mail to it', async (reply) => {
    const [company, server] = [await newCompany(), await smtp({ RCPT: reply })]
    const first = await put(company)
    await run(company, first, server)
    expect((await rowOf(company, first)).state).toBe('failed')
    server.manners = {}
    await run(company, await put(company), server)
    expect(server.messages).toHaveLength(1)
  })

  test.each(['550 5.1.1 no such user', '553 5.1.3 bad address', '550 5.2.1 disabled', '551 user not local'])(
    'that says the address takes nothing (%s) is not asked again',
    async (reply) => {
      const [company, server] = [await newCompany(), await smtp({ RCPT: reply })]
      await run(company, await put(company), server)
      const second = await put(company)
      await run(company, second, server)
      expect((await rowOf(company, second)).state).toBe('suppressed')
    },
  )
})

describe('a mail with files', () => {
  test('carries those of the file store and those that are texts', async () => {
    const [company, server] = [await newCompany(), await smtp()]
    const stored = await world().files.put(Buffer.from('a picture'))
    const attachments = [
      { name: 'report\r\nBcc: x.json', type: 'application/json', text: '{"name":"Zürich"}' },
      { name: 'capture.png', type: 'image/png', ...stored },
    ]
    await run(company, await put(company, { attachments }), server)
    const [message = ''] = server.messages
    expect(message).toMatch(/^Content-Type: multipart\/mixed;/m)
    expect(await attachmentsOf(message)).toEqual([
      ['report Bcc: x.json', 'application/json', '{"name":"Zürich"}'],
      ['capture.png', 'image/png', 'a picture'],
    ])
  })

  test('of which one is no longer stored is not sent, and names the missing one', async () => {
    const [company, server] = [await newCompany(), await smtp()]
    const attachments = [{ name: 'capture.png', type: 'image/png', sha256: 'a'.repeat(64), size: 1 }]
    const mailId = await put(company, { attachments })
    await run(company, mailId, server)
    expect(server.messages).toEqual([])
    expect(await rowOf(company, mailId)).toMatchObject({
      state: 'failed',
      error: { reason: 'MAIL_FILE_MISSING', parameters: { file: 'capture.png' } },
    })
    expect(outcomes).toContain(`${mailId} failed`)
  })
})

test('a follow-up names the mails before it', async () => {
  const [company, server] = [await newCompany(), await smtp()]
  const [first, second] = [await put(company), await put(company)] as [string, string]
  await run(company, await put(company, { follows: [first, second] }), server)
  const id = (mailId: string) => `<c${company.id}.${mailId}@sender.example>`
  const head = server.messages[0]?.replaceAll(/\r\n[ \t]+/g, ' ')
  expect(head).toContain(`In-Reply-To: ${id(second)}`)
  expect(head).toContain(`References: ${id(first)} ${id(second)}`)
})

describe('a mail that is held', () => {
  test('is sent only once it is released', async () => {
    const [company, server] = [await newCompany(), await smtp()]
    const mailId = (await put(company, { isHeld: true })) as string
    await run(company, mailId, server)
    expect([server.messages.length, (await rowOf(company, mailId)).state]).toEqual([0, 'held'])
    expect([await release(company, mailId), await release(company, mailId)]).toEqual([true, false])
    await run(company, mailId, server)
    expect(server.messages).toHaveLength(1)
    expect(await release(company, mailId)).toBe(false)
    expect(outcomes.filter((line) => line.startsWith(mailId))).toEqual([`${mailId} sent`])
  })

  test('or that may not have arrived is sent again under the same Message-ID', async () => {
    const [company, server] = [await newCompany(), await smtp({ message: 'break' })]
    const mailId = (await put(company)) as string
    await run(company, mailId, server)
    server.manners = {}
    await release(company, mailId)
    await run(company, mailId, server)
    const ids = server.messages.map((message) => /^Message-ID: (.*)\r$/m.exec(message)?.[1])
    expect(ids).toEqual([`<c${company.id}.${mailId}@sender.example>`, `<c${company.id}.${mailId}@sender.example>`])
    expect(outcomes.filter((line) => line.startsWith(mailId))).toEqual([`${mailId} unknown`, `${mailId} sent`])
  })
})

test('a mail is signed when there is a key', async () => {
  const server = await smtp()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const target = { host: '127.0.0.1', port: server.port, isSecure: false, user: '', password: '' }
  const mail = {
    messageId: 'one@sender.example',
    references: [],
    from: { name: 'Signet', address: 'signet@sender.example' },
    replyTo: null,
    to: words.to,
    subject: 'A subject',
    text: 'Some text',
    html: null,
    attachments: [],
  }
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  await deliver(target, mail, undefined, { selector: 'key1', privateKey: pem })
  expect(verifiedDkim(server.messages[0] ?? '', publicKey)).toMatchObject({
    d: 'sender.example',
    s: 'key1',
    a: 'rsa-sha256',
    c: 'relaxed/relaxed',
  })
})

test('a link to the portal gets its address when the mail is sent', async () => {
  const [company, server] = [await newCompany(), await smtp()]
  await run(company, await put(company, { text: `${portalBase}/home` }), server)
  expect(server.messages[0]).toContain('https://portal.test/home')
})

test('a company sends no more than its share a day; what a person waits for goes out all the same', async () => {
  const [company, server] = [await newCompany(), await smtp()]
  const limits = { ...mailLimits, perDay: 2 }
  const ids = [await put(company), await put(company), await put(company)]
  for (const id of ids) await run(company, id, server, limits)
  expect(server.messages).toHaveLength(2)
  expect(await rowOf(company, ids[2] as string)).toMatchObject({
    state: 'failed',
    error: { reason: 'MAIL_DAILY_LIMIT' },
  })
  await run(company, await put(company, { isEssential: true }), server, limits)
  expect(server.messages).toHaveLength(3)
})

describe('text in the wrong place', () => {
  const hostile = ['a\r\nBcc: x@evil.example', 'a\nb', 'a\rb', 'a\u2028b', 'a\0b', 'a\u0085b', 'a\u202Eb']

  test.each(hostile)('is one line in a subject or name, and no address: %j', async (text) => {
    const [company, server] = [await newCompany(), await smtp()]
    const [to, from] = [
      { name: text, address: 'a@b.example' },
      { name: text, address: 'c@d.example' },
    ]
    await run(company, await put(company, { subject: text, to, from }), server)
    const [head = ''] = server.messages[0]?.split('\r\n\r\n', 1) ?? []
    const names = head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => line.split(':', 1)[0]?.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    expect(names).not.toContain('bcc')
    const odd = await put(company, { to: { name: 'A', address: `${text}@b.example` } })
    await run(company, odd, server)
    expect(server.messages).toHaveLength(1)
    expect(await rowOf(company, odd)).toMatchObject({ state: 'failed' })
    await expect(put(company, { from: { name: 'A', address: `${text}@b.example` } })).rejects.toThrow(
      'Enter an email address',
    )
    await expect(put(company, { subject: '\r\n \u2028' })).rejects.toThrow('Enter a subject')
  })

  test.each([
    'a@b.example, c@d.example',
    '<a@b.example>',
    'a b@c.example',
    '"a"@b.example',
    'a@b',
    'a@localhost',
    'a..b@c.example',
    'a.@b.example',
    '.a@b.example',
    'jörg@b.example',
    'a@@b.example',
    '@x:a@b.example',
  ])('more than one plain address is none: %s', (text) => expect(isEmailAddress(text)).toBe(false))

  test('a name that looks like an address, and a text that looks like a file, stay what they are', async () => {
    const [company, server] = [await newCompany(), await smtp()]
    const to = { name: 'x@evil.example, "y" <z@evil.example>', address: 'clara@bank.example' }
    await run(
      company,
      await put(company, { to, text: 'file:///etc/passwd', subject: '{"path":"/etc/passwd"}' }),
      server,
    )
    expect(server.commands.filter((command) => command.startsWith('RCPT'))).toEqual(['RCPT TO:<clara@bank.example>'])
    expect(server.messages[0]).toContain('file:///etc/passwd')
    expect(server.messages[0]).not.toContain('root:')
  })

  test.each(['admin@localhost', 'a..b@x.example', 'nobody'])(
    'an email to a stored address that is none is shown as failed, also when it is sent again: %s',
    async (address) => {
      const [company, server] = [await newCompany(), await smtp()]
      const mailId = await put(company, { to: { name: 'A', address }, isEssential: true })
      await run(company, mailId, server)
      const failed = { state: 'failed', error: expect.objectContaining({ reason: 'MAIL_ADDRESS_INVALID' }) as object }
      expect(await rowOf(company, mailId)).toMatchObject(failed)
      expect(outcomes).toContain(`${mailId} failed`)
      const { database, queue } = world()
      await database.inCompanies([company.id], (tx) => releaseMail(tx, queue.enqueue, company.id, mailId ?? ''))
      await run(company, mailId, server)
      expect(await rowOf(company, mailId)).toMatchObject(failed)
      expect(server.commands).toEqual([])
    },
  )

  test('a value in a mail is never markup', () => {
    const { html, text } = layOutMail({
      locale: null,
      heading: '<b>x</b>',
      paragraphs: ['"><script>alert(1)</script>'],
      footer: "o'x",
    })
    expect(html).not.toMatch(/<script|<b>/)
    expect(html).toContain('&quot;&gt;&lt;script&gt;')
    expect(text).toContain('"><script>')
    expect(() =>
      layOutMail({ locale: null, heading: 'x', paragraphs: [], action: { label: 'x', href: 'javascript:1' } }),
    ).toThrow()
  })
})

test('settings are read as people write them, and anything else is refused', () => {
  expect(readMailServer('smtps://us%40er:p%3Aw@mail.example')).toEqual({
    host: 'mail.example',
    port: 465,
    isSecure: true,
    user: 'us@er',
    password: 'p:w',
  })
  expect(readMailServer('smtp://mail.example')).toMatchObject({ port: 587, isSecure: false, user: '' })
  for (const wrong of ['mail.example', 'http://mail.example', 'smtp://', 'smtp://u:%E0%A4%A@mail.example'])
    expect(readMailServer(wrong)).toBeNull()
  expect(readSender('Signet <alerts@signet.example>')).toEqual({ name: 'Signet', address: 'alerts@signet.example' })
  expect(readSender('alerts@signet.example')).toEqual({ name: 'Signet', address: 'alerts@signet.example' })
  expect(readSender('a@b.example, c@d.example')).toBeNull()
})

test('the list of captured emails covers the selected companies', async () => {
  const company = await newCompany()
  const answer = await send(await newUser('superAdmin', company), listCaughtMails, {
    query: { company: [company.key] },
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ items: [], total: 0, pageNumber: 1, limit: 20 })
})
