import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs } from '@signet/contract/time'
import { fakeImapAccount, startFakeImap, type FakeImap } from '../../test/fake-imap.ts'
import { followMailbox, type MailboxEvent, type MailboxPosition } from './follow-mailbox.ts'

let server: FakeImap
let end: AbortController
beforeEach(async () => {
  server = await startFakeImap()
  end = new AbortController()
})
afterEach(async () => {
  end.abort()
  await server.close()
})

const start: MailboxPosition = { uidValidity: null, lastUid: 0, postponed: [] }
const account = () => ({ host: '127.0.0.1', port: server.port, security: 'none' as const, ...fakeImapAccount })
const follow = (position = start, more: { mailBytesMax?: number; allowAddress?: string[]; folder?: string } = {}) =>
  followMailbox({ ...account(), ...(more.folder ? { folder: more.folder } : {}) }, position, {
    since: new Date(Date.now() - dayMs),
    signal: end.signal,
    allowAddress: [server.address],
    pollMs: 50,
    timeoutMs: 5_000,
    ...more,
  })

/** The events until everything was read. */
async function readAll(events: AsyncGenerator<MailboxEvent>): Promise<MailboxEvent[]> {
  const all: MailboxEvent[] = []
  for (;;) {
    const { value, done } = await events.next()
    if (done || value.kind === 'caughtUp') return all
    all.push(value)
  }
}
const textsOf = (events: readonly MailboxEvent[]) =>
  events.flatMap((event) => (event.kind === 'mail' ? String(event.bytes) : []))

test('reads emails in order and continues after the position', async () => {
  server.add('one')
  server.add('two')
  expect(await readAll(follow())).toMatchObject([
    { kind: 'opened', uidValidity: 1 },
    { kind: 'mail', uid: 1, isCut: false },
    { kind: 'mail', uid: 2 },
  ])
  server.add('three')
  expect(textsOf(await readAll(follow({ uidValidity: 1, lastUid: 2, postponed: [] })))).toEqual(['three'])
})

test('starts again when the numbers of the folder have changed', async () => {
  server.add('one')
  server.renumber()
  expect(await readAll(follow({ uidValidity: 1, lastUid: 1, postponed: [] }))).toMatchObject([
    { kind: 'opened', uidValidity: 2 },
    { kind: 'mail', uid: 1 },
  ])
})

test('never changes the folder: it opens it for reading and only peeks', async () => {
  server.add('one')
  await readAll(follow())
  expect(server.commands).toContain('EXAMINE INBOX')
  expect(server.commands.filter((command) => /^(UID )?(SELECT|STORE|EXPUNGE|COPY|MOVE)/.test(command))).toEqual([])
})

test.each([false, true])('reads an email that arrives later; without IDLE: %s', async (isWithoutIdle) => {
  server.faults.isWithoutIdle = isWithoutIdle
  const events = follow()
  expect(textsOf(await readAll(events))).toEqual([])
  server.add('later')
  const texts: string[] = []
  while (texts.length === 0) texts.push(...textsOf(await readAll(events)))
  expect(texts).toEqual(['later'])
})

test('leaves out emails that arrived before', async () => {
  server.add('old', new Date(Date.now() - 3 * dayMs))
  server.add('new')
  expect(textsOf(await readAll(follow()))).toEqual(['new'])
})

test('reads emails that are sent in small pieces, whatever they contain', async () => {
  server.faults.pieceBytes = 3
  const bytes = Buffer.from(`Subject: {5}\r\n\r\n) OK * 1 FETCH (UID 9)\r\nA1 OK\r\n\0\xFF`, 'latin1')
  server.add(bytes)
  const [, mail] = await readAll(follow())
  expect(mail).toMatchObject({ kind: 'mail', bytes })
})

test.each([false, true])('reads only the beginning of an email above the limit; server sends all: %s', async (all) => {
  server.faults.sendsAll = all
  server.add('0123456789')
  const [, mail] = await readAll(follow(start, { mailBytesMax: 4 }))
  expect(mail).toMatchObject({ kind: 'mail', bytes: Buffer.from('0123'), isCut: true })
})

test('an email that the server refuses does not block the next, and is tried again', async () => {
  server.faults.refused.add(1)
  server.add('one')
  server.add('two')
  expect(await readAll(follow())).toMatchObject([
    { kind: 'opened' },
    { kind: 'refused', uid: 1 },
    { kind: 'mail', uid: 2 },
  ])
  server.faults.refused.clear()
  expect(textsOf(await readAll(follow({ uidValidity: 1, lastUid: 2, postponed: [1] })))).toEqual(['one'])
  server.remove(1)
  expect(await readAll(follow({ uidValidity: 1, lastUid: 2, postponed: [1] }))).toMatchObject([
    { kind: 'opened' },
    { kind: 'gone', uid: 1 },
  ])
})

test('a connection that breaks in the middle of an email names it', async () => {
  server.faults.dropped.add(1)
  server.add('one, in the middle of which the connection breaks')
  await expect(readAll(follow())).rejects.toMatchObject({ reason: 'SERVER_UNREACHABLE', uid: 1 })
})

test('a connection that breaks between emails is an error, not the end', async () => {
  const events = follow()
  await readAll(events)
  const next = readAll(events)
  server.drop()
  await expect(next).rejects.toMatchObject({ reason: 'SERVER_UNREACHABLE' })
})

test('waits when the server asks for patience', async () => {
  server.faults.throttled = 1
  server.add('one')
  expect(textsOf(await readAll(follow()))).toEqual(['one'])
  server.faults.loginsLimited = 1
  await expect(readAll(follow())).rejects.toMatchObject({ reason: 'REQUESTS_LIMITED' })
})

test('refuses an address that is not public, and says what the server refuses', async () => {
  await expect(readAll(follow(start, { allowAddress: [] }))).rejects.toMatchObject({ reason: 'ADDRESS_NOT_PUBLIC' })
  expect(server.connections().total).toBe(0)
  await expect(readAll(follow(start, { folder: 'Abuse' }))).rejects.toMatchObject({ reason: 'MAILBOX_FOLDER_MISSING' })
  server.faults.refusesLogin = true
  await expect(readAll(follow())).rejects.toMatchObject({ reason: 'MAILBOX_LOGIN_REFUSED' })
})

const followWithToken = (accessToken: string) => {
  const { password: _, ...place } = account()
  const options = { since: new Date(0), signal: end.signal, allowAddress: [server.address], timeoutMs: 5_000 }
  return followMailbox({ ...place, accessToken }, start, options)
}

test.each([
  ['XOAUTH2', true],
  ['XOAUTH2', false],
  ['OAUTHBEARER', true],
  ['OAUTHBEARER', false],
] as const)('signs in with an access token by %s; in one step: %s', async (mechanism, hasInitialResponse) => {
  Object.assign(server.oauth, { mechanism, hasInitialResponse, tokens: new Set(['a-token']) })
  server.add('one')
  expect(textsOf(await readAll(followWithToken('a-token')))).toEqual(['one'])
  await expect(readAll(followWithToken('another'))).rejects.toMatchObject({
    reason: 'MAILBOX_TOKEN_REFUSED',
    kind: 'unauthorised',
  })
  await expect(readAll(follow())).rejects.toMatchObject({ reason: 'MAILBOX_LOGIN_REFUSED' })
  expect(server.commands).not.toContain('LOGIN')
})

test('names a server that takes no access tokens, and one without the folder', async () => {
  await expect(readAll(followWithToken('a-token'))).rejects.toMatchObject({ reason: 'MAILBOX_OAUTH_MISSING' })
  Object.assign(server.oauth, { mechanism: 'XOAUTH2', tokens: new Set(['a-token']) })
  const { password: _, ...place } = account()
  const options = { since: new Date(0), signal: end.signal, allowAddress: [server.address] }
  const events = followMailbox({ ...place, folder: 'Abuse', accessToken: 'a-token' }, start, options)
  await expect(readAll(events)).rejects.toMatchObject({ reason: 'MAILBOX_FOLDER_MISSING' })
})

test.each(['tls', 'starttls'] as const)('never sends the password without encryption: %s', async (security) => {
  const events = followMailbox({ ...account(), security }, start, {
    since: new Date(),
    signal: end.signal,
    allowAddress: [server.address],
    timeoutMs: 2_000,
  })
  await expect(readAll(events)).rejects.toMatchObject({ reason: 'MAILBOX_TLS_FAILED' })
  expect(server.commands).not.toContain('LOGIN')
})

test('ends at once when it is stopped', async () => {
  const events = follow()
  await readAll(events)
  const next = readAll(events)
  end.abort()
  expect(await next).toEqual([])
  await expect.poll(() => server.connections().open).toBe(0)
})
