import { Transformer } from '@napi-rs/image'
import { fakeImapAccount, startFakeImap, type FakeImap } from '@signet/connectors/test/fake-imap'
import { fakeTokenClient, startFakeTokenServer } from '@signet/connectors/test/fake-token-server'
import { makeMsg } from '@signet/readers/test/make-msg'
import { encode } from 'uqr'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putConnector, type Credentials } from '@signet/contract/collection/connectors'
import { putMailbox } from '@signet/contract/takedowns/mailboxes'
import { connectorWorld, signals } from '../../../../test/connected-company.ts'
import { send } from '../../../../test/harness.ts'
import { textPicture } from '../../../../test/text-picture.ts'
import { testConnectorAccount } from '../connectors/test-connector.job.ts'

const { run, parts, createFixture } = connectorWorld()

let server: FakeImap
beforeEach(async () => {
  server = await startFakeImap()
})
afterEach(() => server.close())

const account = (): Credentials => ({
  mailServer: `imap://127.0.0.1:${server.port}/INBOX`,
  user: fakeImapAccount.user,
  password: fakeImapAccount.password,
})

/** A company with an abuse mailbox that is on. */
async function createMailbox() {
  const fixture = await createFixture('abuseMailbox')
  const put = await fixture.turnOn(account())
  expect(put.status).toBe(200)
  const read = async () => {
    await fixture.makeDue()
    await fixture.collectNow({ feedAllow: [server.address] })
  }
  const { rows } = await run('select id from companies where key = $1', fixture.company.key)
  const stored = async () => {
    const found = await run(
      'select source, title, url, fields, indicators from threats where company_id = $1 order by source, title',
      rows[0]?.id,
    )
    return found.rows
  }
  return { ...fixture, read, stored }
}

const lure = 'Your Quayside Bank account will be blocked today. Enter your password and PIN at'
let count = 0
const mail = (headers: string, body: string, from = 'customer@home.example') => {
  count += 1
  return `From: Customer <${from}>\r\nTo: abuse@quayside.example\r\nMessage-ID: <report-${count}@home.example>\r\n${headers}\r\n\r\n${body}`
}
const report = (from: string) => mail('Subject: FW', `${lure} https://sunny-day.example/p`, from)
const refusal = (field: string, reason: string) => ({
  status: 400,
  body: { details: [{ path: `body.credentials.${field}`, reason }] },
})
const titles = (threats: { title: string }[]) => threats.map(({ title }) => title).toSorted()

test('what is written in the picture of a mail is found if texts in pictures are read', async () => {
  const fixture = await createMailbox()
  const picture = await textPicture([
    'Quayside Bank',
    'Your account will be blocked today.',
    'https://quayside-bank-login.example/card',
    'Enter your password and PIN.',
  ])
  const mailParts = [
    'Subject: FW: odd\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b',
    `--b\r\nContent-Type: text/plain\r\n\r\nIs this from you?\r\n--b\r\nContent-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture.toString('base64').replaceAll(/.{76}/g, '$&\r\n')}\r\n--b--`,
  ] as const
  server.add(mail(...mailParts))
  await fixture.read()
  expect(await fixture.stored()).toEqual([])
  server.add(mail(...mailParts))
  await fixture.makeDue()
  await fixture.collectNow({ feedAllow: [server.address], textModel: 'latin' })
  expect(titles(await fixture.stored())).toEqual(['https://quayside-bank-login.example/card'])
}, 60_000)

test('the link of a forwarded phishing mail waits for review, its own footer does not', async () => {
  const { read, stored, work } = await createMailbox()
  server.add(
    mail(
      'Subject: FW: Last warning\r\nContent-Type: text/html; charset=utf-8',
      `<p>Is this from you?</p><blockquote>${lure} <a href="https://sunny-day.example/p/7?x=1">https://quayside.example/login</a>
       <a href="https://www.quayside.example/contact">Contact</a> <a href="https://www.facebook.com/quaysidebank">Follow us</a>
       <a href="https://mailer.example/u/1">Unsubscribe</a></blockquote>`,
    ),
  )
  await read()
  expect(await stored()).toMatchObject([
    {
      source: 'URL',
      title: 'https://sunny-day.example/p/7?x=1',
      url: 'https://sunny-day.example/p/7?x=1',
      fields: { host: 'sunny-day.example', urlSource: 'Reported by mail', reports: 1 },
      indicators: expect.arrayContaining([
        expect.objectContaining({ name: 'Asks for secrets' }),
        { name: 'Reported by mail', value: '1', contribution: 20 },
      ]),
    },
  ])
  expect(await work()).toMatchObject({ state: 'collecting', observed: 1, found: 1, empty: 0 })
})

test('attached emails of both kinds are read, with refanged addresses and QR codes', async () => {
  const { read, stored } = await createMailbox()
  const eml = `From: x@evil.example\r\nSubject: Alert\r\n\r\n${lure} hxxps://first[.]example/login and visit second(dot)example/pay`
  const { data, size } = encode('https://fourth.example/scan', { ecc: 'M', border: 4 })
  const scale = 8
  const pixels = new Uint8Array((size * scale) ** 2 * 4).fill(255)
  for (let at = 0; at < (size * scale) ** 2; at++) {
    const [x, y] = [Math.floor((at % (size * scale)) / scale), Math.floor(at / (size * scale) / scale)]
    if (data[y]?.[x]) pixels.fill(0, at * 4, at * 4 + 3)
  }
  const picture = Transformer.fromRgbaPixels(pixels, size * scale, size * scale).pngSync()
  const msg = makeMsg({
    subject: 'Alert',
    text: `${lure} https://third.example/login`,
    files: [{ name: 'a.png', bytes: picture }],
  })
  server.add(
    mail(
      'Subject: Reports\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b',
      [
        '--b\r\nContent-Type: text/plain\r\n\r\nQuayside Bank phishing, see attachments',
        `--b\r\nContent-Type: message/rfc822\r\n\r\n${eml}`,
        `--b\r\nContent-Type: application/vnd.ms-outlook; name="a.msg"\r\nContent-Transfer-Encoding: base64\r\n\r\n${msg.toString('base64').replaceAll(/.{76}/g, '$&\r\n')}`,
        '--b--\r\n',
      ].join('\r\n'),
    ),
  )
  await read()
  expect(titles(await stored())).toEqual([
    'http://second.example/pay',
    'https://first.example/login',
    'https://fourth.example/scan',
    'https://third.example/login',
  ])
})

test('each email counts once, also when the mailbox is numbered anew, and each reporter once', async () => {
  const { read, stored, work } = await createMailbox()
  server.add(report('a@home.example'))
  server.add(report('a@home.example'))
  await read()
  server.add(report('b@home.example'))
  await read()
  expect(await stored()).toMatchObject([{ fields: { reports: 2 } }])
  expect(await work()).toMatchObject({ observed: 3, found: 1 })
  server.renumber()
  await read()
  expect(await stored()).toMatchObject([{ fields: { reports: 2 } }])
  expect(await work()).toMatchObject({ found: 1 })
})

test('neither an email nor the address of its sender is kept', async () => {
  const { read, company } = await createMailbox()
  server.add(mail('Subject: FW', `${lure} https://sunny-day.example/p`, 'very.private@home.example'))
  await read()
  const { rows } = await run(
    'select * from reported_mails m join companies c on c.id = m.company_id where c.key = $1',
    company.key,
  )
  expect(rows).toHaveLength(1)
  for (const table of ['reported_mails', 'reported_links', 'threats', 'connectors']) {
    const all = await run(`select t::text as row from ${table} t`)
    expect(JSON.stringify(all.rows)).not.toContain('very.private')
  }
})

test('an email in which nothing is found is counted, and one that is damaged costs only itself', async () => {
  const { read, stored, work } = await createMailbox()
  server.add(mail('Subject: Hello', 'Thank you for your help, see https://news.example/weather'))
  server.add(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000, 1)]))
  server.add(mail('Subject: FW', `${lure} https://sunny-day.example/p`))
  await read()
  expect(titles(await stored())).toEqual(['https://sunny-day.example/p'])
  expect(await work()).toMatchObject({
    observed: 2,
    empty: 1,
    skipped: 1,
    skips: [{ at: 'UID 2', field: 'MIME' }],
  })
})

test('an account that an email asks to pay to is a threat of its own', async () => {
  const { read, stored } = await createMailbox()
  const text =
    'Fake collector posing as Quayside Bank: you must pay the fee to quayside.refund@okaxis to get your refund.'
  server.add(mail('Subject: Scam', text))
  await read()
  expect(await stored()).toMatchObject([
    { source: 'FinancialFraud', fields: { account_number: 'quayside.refund@okaxis' } },
  ])
})

test('an account that the server refuses says so, and a test says what the server has', async () => {
  const { read, work, company } = await createMailbox()
  server.add(mail('Subject: FW', lure))
  server.faults.refusesLogin = true
  await read()
  expect(await work()).toMatchObject({ state: 'needsAccount', problem: { reason: 'MAILBOX_LOGIN_REFUSED' } })
  server.faults.refusesLogin = false
  const all = { ...parts(), feedAllow: [server.address] }
  const { rows } = await run('select id from companies where key = $1', company.key)
  await testConnectorAccount(all, { companyId: rows[0]?.id, connector: 'abuseMailbox' }, signals())
  expect(await work()).toMatchObject({ test: { problem: null, reply: 'INBOX: 1 EXISTS' } })
})

test('a user can sign in with an access token', async () => {
  const tokens = await startFakeTokenServer()
  try {
    tokens.onIssue((token) => server.oauth.tokens.add(token))
    server.oauth.mechanism = 'XOAUTH2'
    const { turnOn, makeDue, collectNow, work } = await createFixture('abuseMailbox')
    const { clientId, clientSecret } = fakeTokenClient
    const { password, ...place } = account()
    expect(password).toBeTruthy()
    await turnOn({ ...place, tokenUrl: tokens.url, clientId, clientSecret })
    server.add(mail('Subject: FW', lure))
    await makeDue()
    await collectNow({ feedAllow: [server.address, tokens.address] })
    expect(await work()).toMatchObject({ state: 'collecting', observed: 1 })
  } finally {
    await tokens.close()
  }
})

test('the account is checked, and a stored password is never sent to another server', async () => {
  const { superAdmin, query, turnOn } = await createFixture('abuseMailbox')
  const put = async (credentials: Credentials) => {
    const { status, body } = await send(superAdmin, putConnector, {
      params: { connector: 'abuseMailbox' },
      query,
      body: { isOn: true, credentials },
    })
    return { status, body }
  }
  expect(await put({ ...account(), mailServer: 'https://mail.example' })).toMatchObject(
    refusal('mailServer', 'NOT_A_MAIL_SERVER'),
  )
  const { password, ...place } = account()
  expect(await put(place)).toMatchObject(refusal('password', 'REQUIRED'))
  expect(await put({ ...account(), tokenUrl: 'https://login.example/' })).toMatchObject(
    refusal('password', 'NOT_FOR_PROTOCOL'),
  )
  expect((await turnOn(account())).status).toBe(200)
  expect(password).toBeTruthy()
  expect((await put({})).status).toBe(200)
  expect(await put({ mailServer: 'imaps://other.example/INBOX' })).toMatchObject(refusal('password', 'REQUIRED'))
})

test('the folder that replies are read from can not be the abuse mailbox', async () => {
  const { superAdmin, query, turnOn } = await createFixture('abuseMailbox')
  const { user, password, folder } = fakeImapAccount
  const body = { host: '127.0.0.1', port: server.port, security: 'none', user, folder, password, version: 0 } as const
  expect((await send(superAdmin, putMailbox, { query, body })).status).toBe(200)
  expect(await turnOn(account())).toMatchObject({ status: 409, body: { reason: 'MAILBOX_OF_REPLIES' } })
})
