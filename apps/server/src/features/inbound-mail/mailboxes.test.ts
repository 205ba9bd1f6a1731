import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeImapAccount, startFakeImap, type FakeImap } from '@signet/connectors/test/fake-imap'
import {
  fakeRefreshToken,
  fakeTokenClient,
  startFakeTokenServer,
  type FakeTokenServer,
} from '@signet/connectors/test/fake-token-server'
import { deleteMailbox, getMailbox, putMailbox } from '@signet/contract/takedowns/mailboxes'
import { openLog } from '../../log.ts'
import { newCompany, newUser, refusal, send, useWorld, type TestCompany, type TestUser } from '../../../test/harness.ts'
import { followMailboxes } from './follow-mailboxes.ts'
import { followOne } from './follow-one.ts'

const world = useWorld()

let server: FakeImap
let tokens: FakeTokenServer
let company: TestCompany
let superAdmin: TestUser
/** Ends the readers of a test. */
let end: AbortController
let readers: Promise<unknown>[]
beforeEach(async () => {
  server = await startFakeImap()
  tokens = await startFakeTokenServer()
  tokens.onIssue((token) => server.oauth.tokens.add(token))
  company = await newCompany()
  superAdmin = await newUser('superAdmin', company)
  end = new AbortController()
  readers = []
})
afterEach(async () => {
  end.abort()
  await Promise.all(readers)
  await server.close()
  await tokens.close()
  // A later server may get the same port.
  await world().database.pool.query('delete from mailboxes')
})

const body = (more: object = {}) => ({
  host: '127.0.0.1',
  port: server.port,
  security: 'none' as const,
  ...fakeImapAccount,
  version: 0,
  ...more,
})
/** The settings of a mailbox whose user signs in with access tokens. */
function oauthBody(oauth: object = {}, more: object = {}) {
  server.oauth.mechanism = 'XOAUTH2'
  const { password: _, ...account } = body(more)
  return {
    ...account,
    oauth: { grant: 'clientCredentials' as const, tokenUrl: tokens.url, ...fakeTokenClient, ...oauth },
  }
}
const inCompany = () => ({ query: { company: company.key } })
async function setUp(more: object = {}): Promise<void> {
  expect(await send(superAdmin, putMailbox, { ...inCompany(), body: body(more) })).toMatchObject({ status: 200 })
}

const partsOf = (more: { mailBytesMax?: number } = {}) => {
  const { database, files, secrets, queue } = world()
  return {
    database,
    files,
    secrets,
    enqueue: queue.enqueue,
    feedAllow: [server.address, tokens.address],
    log: openLog('silent'),
    reading: { pollMs: 20, retryFirstMs: 10, timeoutMs: 5_000, ...more },
  }
}

/** Reads the mailbox as the worker does. @returns a function that stops it */
function startReading(more: { mailBytesMax?: number } = {}): () => Promise<void> {
  const stop = new AbortController()
  const reader = followOne(partsOf(more), company.id, AbortSignal.any([end.signal, stop.signal]))
  readers.push(reader)
  return async () => {
    stop.abort()
    await reader
  }
}

const mailAbout = (subject: string, answers?: string) =>
  [
    'From: Abuse Desk <abuse@host.example>',
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@host.example>`,
    ...(answers ? [`In-Reply-To: <${answers}>`] : []),
    '',
    'Hello',
  ].join('\r\n')

async function received(of = company): Promise<{ size: number; is_cut: boolean; way: string }[]> {
  const { rows } = await world().database.pool.query<{ size: number; is_cut: boolean; way: string }>(
    'select size, is_cut, way from inbound_mails where company_id = $1 order by received_at',
    [of.id],
  )
  return rows
}
const stateOf = async () => (await send(superAdmin, getMailbox, inCompany())).body

test('reads each email once, also after the reader was stopped or the connection broke', async () => {
  await setUp()
  server.add(mailAbout('one'))
  const stop = startReading()
  await expect.poll(async () => (await received()).length).toBe(1)
  server.add(mailAbout('two'))
  await expect.poll(async () => (await received()).length).toBe(2)
  server.drop()
  server.add(mailAbout('three'))
  await expect.poll(async () => (await received()).length).toBe(3)
  await stop()
  server.add(mailAbout('four'))
  startReading()
  await expect.poll(async () => (await received()).length).toBe(4)
  await expect.poll(stateOf).toMatchObject({ mailsRead: 4, postponed: 0, problem: null })
  expect((await received()).every(({ way }) => way === 'imap')).toBe(true)
})

test('reads the folder again when its numbers changed, and receives only what is new', async () => {
  await setUp()
  server.add(mailAbout('one'))
  startReading()
  await expect.poll(async () => (await received()).length).toBe(1)
  server.add(mailAbout('two'))
  server.renumber()
  await expect.poll(async () => (await received()).length).toBe(2)
  await expect.poll(async () => (await stateOf())?.mailsRead).toBeGreaterThanOrEqual(3)
  expect(await received()).toHaveLength(2)
})

test('an email that breaks the connection does not block the next and is read later', async () => {
  await setUp()
  const broken = server.add(mailAbout('one'))
  server.faults.dropped.add(broken)
  server.faults.refused.add(server.add(mailAbout('two')))
  server.add(mailAbout('three'))
  const stop = startReading()
  await expect.poll(stateOf).toMatchObject({ mailsRead: 1, postponed: 2, problem: null })
  await stop()
  server.faults.dropped.clear()
  server.faults.refused.clear()
  await world().database.pool.query(
    `update mailboxes set postponed = (select jsonb_agg(one || '{"triedAt": "2020-01-01T00:00:00Z"}') from jsonb_array_elements(postponed) one)
     where company_id = $1`,
    [company.id],
  )
  startReading()
  await expect.poll(stateOf).toMatchObject({ mailsRead: 3, postponed: 0, unreadable: 0 })
})

test('an email that cannot be read for a day is no longer tried, and the mailbox says so', async () => {
  await setUp()
  server.faults.refused.add(server.add(mailAbout('one')))
  const stop = startReading()
  await expect.poll(stateOf).toMatchObject({ postponed: 1 })
  await stop()
  await world().database.pool.query(
    `update mailboxes set postponed = (select jsonb_agg(one || '{"since": "2020-01-01T00:00:00Z", "triedAt": "2020-01-01T00:00:00Z"}')
       from jsonb_array_elements(postponed) one) where company_id = $1`,
    [company.id],
  )
  startReading()
  await expect.poll(stateOf).toMatchObject({ postponed: 0, unreadable: 1 })
})

test('keeps the beginning of an email that is too large, and the next one whole', async () => {
  await setUp()
  server.add(`${mailAbout('large')}${'x'.repeat(2000)}`)
  server.add(mailAbout('small'))
  startReading({ mailBytesMax: 1000 })
  await expect.poll(() => received()).toMatchObject([{ size: 1000, is_cut: true }, { is_cut: false }])
})

test('an email that answers a notice goes to the company of the notice', async () => {
  await setUp()
  const other = await newCompany()
  const mailId = randomUUID()
  await world().database.pool.query(
    `insert into mails (company_id, id, template, to_name, to_address, subject, text)
     values ($1, $2, 'takedown-notice', '', 'abuse@host.example', 'Abuse report', 'text')`,
    [other.id, mailId],
  )
  server.add(mailAbout('for the other', `c${other.id}.${mailId}@sender.example`))
  server.add(mailAbout('guessed', `c${other.id}.${randomUUID()}@sender.example`))
  startReading()
  await expect.poll(async () => (await received()).length).toBe(1)
  expect(await received(other)).toHaveLength(1)
})

test('two readers of one mailbox receive each email once', async () => {
  await setUp()
  for (let count = 0; count < 10; count += 1) server.add(mailAbout(String(count)))
  startReading()
  startReading()
  await expect.poll(async () => (await received()).length).toBe(10)
  expect((await stateOf())?.mailsRead).toBe(10)
})

test('a mailbox that two companies set is read once, and the second company sees why', async () => {
  await setUp()
  server.add(mailAbout('one'))
  const other = { query: { company: (await newCompany()).key } }
  expect(await send(superAdmin, putMailbox, { ...other, body: body() })).toMatchObject({ status: 200 })
  readers.push(followMailboxes(partsOf(), end.signal, 60_000))
  await expect.poll(async () => (await received()).length).toBe(1)
  await expect.poll(async () => (await send(superAdmin, getMailbox, other)).body?.problem?.reason).toBe('MAILBOX_TAKEN')
  expect(server.connections().total).toBe(1)
  // Another worker of the installation leaves the mailboxes to this one.
  expect(await followMailboxes(partsOf(), AbortSignal.abort(), 60_000)).toBe(false)
})

test('shows why a mailbox cannot be read, until it can', async () => {
  server.faults.loginsLimited = 2
  await setUp()
  startReading()
  await expect.poll(async () => (await stateOf())?.problem?.reason).toBe('REQUESTS_LIMITED')
  await expect.poll(stateOf).toMatchObject({ problem: null, retryAt: null, checkedAt: expect.any(String) })
})

test('stores the password encrypted, never shows it, and sends it to no other server', async () => {
  await setUp()
  const shown = await stateOf()
  expect(shown).toMatchObject({ host: '127.0.0.1', user: 'takedowns', version: 1 })
  expect(JSON.stringify(shown)).not.toContain(fakeImapAccount.password)
  const { rows } = await world().database.pool.query<{ secret: Buffer }>(
    'select secret from mailboxes where company_id = $1',
    [company.id],
  )
  expect(rows[0]?.secret.includes(fakeImapAccount.password)).toBe(false)
  const { password: _left, ...without } = body({ version: 1 })
  expect((await send(superAdmin, putMailbox, { ...inCompany(), body: without })).body).toMatchObject({ version: 2 })
  const elsewhere = { ...without, host: 'localhost', version: 2 }
  const answer = await send(superAdmin, putMailbox, { ...inCompany(), body: elsewhere })
  expect(answer).toMatchObject(refusal('REQUIRED', 'body.password'))
})

const secretsOf = async () => {
  const { rows } = await world().database.pool.query<{ secret: Buffer; refresh_token: Buffer | null }>(
    'select secret, refresh_token from mailboxes where company_id = $1',
    [company.id],
  )
  return rows[0]
}

test('signs in with an access token, and uses it for each connection until it is refused', async () => {
  const put = await send(superAdmin, putMailbox, { ...inCompany(), body: oauthBody() })
  const { clientSecret, ...shown } = fakeTokenClient
  expect(put.body?.oauth).toEqual({ grant: 'clientCredentials', tokenUrl: tokens.url, ...shown })
  expect(JSON.stringify(put.body)).not.toContain(clientSecret)
  server.add(mailAbout('one'))
  startReading()
  await expect.poll(async () => (await received()).length).toBe(1)
  server.drop()
  server.add(mailAbout('two'))
  await expect.poll(async () => (await received()).length).toBe(2)
  expect(tokens.requests).toHaveLength(1)
  server.oauth.tokens.clear()
  server.drop()
  server.add(mailAbout('three'))
  await expect.poll(async () => (await received()).length).toBe(3)
  expect(tokens.requests).toHaveLength(2)
  await expect.poll(stateOf).toMatchObject({ mailsRead: 3, problem: null })
})

test('requests a new token for each connection if they expire at once', async () => {
  tokens.expiresIn = 0
  await send(superAdmin, putMailbox, { ...inCompany(), body: oauthBody() })
  server.add(mailAbout('one'))
  startReading()
  await expect.poll(async () => (await received()).length).toBe(1)
  server.drop()
  server.add(mailAbout('two'))
  await expect.poll(async () => (await received()).length).toBe(2)
  expect(tokens.requests.length).toBeGreaterThanOrEqual(2)
})

test('shows why no token is issued or accepted, without the secret', async () => {
  const wrong = 'a wrong client secret'
  await send(superAdmin, putMailbox, { ...inCompany(), body: oauthBody({ clientSecret: wrong }) })
  const stop = startReading()
  await expect.poll(async () => (await stateOf())?.problem?.reason).toBe('TOKEN_REFUSED')
  const refused = await stateOf()
  expect(refused?.problem?.message).toBe(
    `${tokens.address} issues no access token: invalid_client: Invalid client secret provided: …`,
  )
  expect(JSON.stringify(refused)).not.toContain(wrong)
  await stop()
  // The mail server never accepts this one, so it is tried once.
  tokens.answers.push({ status: 200, body: JSON.stringify({ token_type: 'Bearer', access_token: 'unknown' }) })
  await send(superAdmin, putMailbox, { ...inCompany(), body: oauthBody({}, { version: 1 }) })
  startReading()
  await expect.poll(async () => (await stateOf())?.problem?.reason).toBe('MAILBOX_TOKEN_REFUSED')
  expect(tokens.requests).toHaveLength(2)
})

test('reads the mailbox once a token server that sent garbage or nothing answers again', async () => {
  tokens.answers.push({ status: 200, body: '<html>Sign in</html>' }, { status: 502, body: '' }, null)
  await send(superAdmin, putMailbox, { ...inCompany(), body: oauthBody() })
  server.add(mailAbout('one'))
  startReading()
  await expect.poll(() => tokens.requests.length).toBe(3)
  expect((await stateOf())?.problem?.reason).toBe('SERVER_FAILS')
  tokens.drop()
  await expect.poll(stateOf).toMatchObject({ mailsRead: 1, problem: null })
})

test('stops at once while a token server does not answer', async () => {
  tokens.answers.push(null)
  await send(superAdmin, putMailbox, { ...inCompany(), body: oauthBody() })
  const stop = startReading()
  await expect.poll(() => tokens.requests.length).toBe(1)
  await stop()
  expect(await stateOf()).toMatchObject({ checkedAt: null, problem: null })
})

test('keeps the refresh token that replaces another one, encrypted', async () => {
  tokens.expiresIn = 0
  const oauth = { grant: 'refreshToken', refreshToken: fakeRefreshToken }
  const missing = await send(superAdmin, putMailbox, { ...inCompany(), body: oauthBody({ grant: 'refreshToken' }) })
  expect(missing).toMatchObject(refusal('REQUIRED', 'body.oauth.refreshToken'))
  await send(superAdmin, putMailbox, { ...inCompany(), body: oauthBody(oauth) })
  expect((await secretsOf())?.refresh_token?.includes(fakeRefreshToken)).toBe(false)
  server.add(mailAbout('one'))
  const stop = startReading()
  await expect.poll(async () => (await received()).length).toBe(1)
  await stop()
  server.add(mailAbout('two'))
  startReading()
  await expect.poll(async () => (await received()).length).toBe(2)
  expect(tokens.requests.map((request) => request['refresh_token'])).toEqual([fakeRefreshToken, 'refresh-1'])
  expect((await stateOf())?.version).toBe(1)
})

test('changes how the user signs in without reading the mailbox again, and sends a stored secret to no other server', async () => {
  await setUp()
  server.add(mailAbout('one'))
  const stop = startReading()
  await expect.poll(async () => (await stateOf())?.mailsRead).toBe(1)
  await stop()
  const put = (more: object, version: number) =>
    send(superAdmin, putMailbox, { ...inCompany(), body: oauthBody(more, { version }) })
  const kept = { clientSecret: undefined }
  expect(await put(kept, 1)).toMatchObject(refusal('REQUIRED', 'body.oauth.clientSecret'))
  expect((await put({}, 1)).body).toMatchObject({ version: 2, mailsRead: 1 })
  expect((await put({ ...kept, scope: '' }, 2)).body).toMatchObject({ version: 3, oauth: { scope: '' } })
  const elsewhere = { ...kept, tokenUrl: 'https://tokens.example/token' }
  expect(await put(elsewhere, 3)).toMatchObject(refusal('REQUIRED', 'body.oauth.clientSecret'))
  const open = { tokenUrl: 'http://tokens.example/token' }
  expect(await put(open, 3)).toMatchObject(refusal('NOT_HTTPS', 'body.oauth.tokenUrl'))
  const foreign = await put({ refreshToken: fakeRefreshToken }, 3)
  expect(foreign).toMatchObject(refusal('NOT_FOR_PROTOCOL', 'body.oauth.refreshToken'))
  const both = { ...oauthBody({}, { version: 3 }), password: 'a password' }
  expect(await send(superAdmin, putMailbox, { ...inCompany(), body: both })).toMatchObject(
    refusal('NOT_FOR_PROTOCOL', 'body.password'),
  )
  const { password: _, ...withoutPassword } = body({ version: 3 })
  expect(await send(superAdmin, putMailbox, { ...inCompany(), body: withoutPassword })).toMatchObject(
    refusal('REQUIRED', 'body.password'),
  )
})

test('refuses a missing mail server, another machine without encryption, and a stale version', async () => {
  const missing = await send(superAdmin, putMailbox, { ...inCompany(), body: body({ host: ' ' }) })
  expect(missing).toMatchObject(refusal('TEXT_TOO_SHORT', 'body.host'))
  const open = await send(superAdmin, putMailbox, { ...inCompany(), body: body({ host: 'imap.example' }) })
  expect(open).toMatchObject(refusal('MAILBOX_NOT_ENCRYPTED', 'body.security'))
  await setUp()
  expect(await send(superAdmin, putMailbox, { ...inCompany(), body: body() })).toMatchObject(refusal('STALE_VERSION'))
})

test('stops reading when the mailbox is deleted', async () => {
  await setUp()
  startReading()
  await expect.poll(async () => (await stateOf())?.checkedAt).toEqual(expect.any(String))
  expect((await send(superAdmin, deleteMailbox, inCompany())).status).toBe(200)
  server.add(mailAbout('late'))
  await Promise.all(readers)
  expect(await received()).toEqual([])
  expect(await stateOf()).toBeNull()
  expect((await send(superAdmin, deleteMailbox, inCompany())).status).toBe(404)
})
