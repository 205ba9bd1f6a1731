import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeServer, type FakeServer } from '../../test/fake-server.ts'
import { serveTelegram } from '../../test/telegram/serve-telegram.ts'
import { telegramCredentials } from '../../test/telegram/test-session.ts'
import { openTelegram, telegramBase, type TelegramAccess } from './telegram-session.ts'

let server: FakeServer
let connections = 0
beforeAll(async () => {
  server = await startFakeServer()
  server.onUpgrade((request, socket) => {
    connections += 1
    // It acknowledges every call, and answers none.
    void serveTelegram(request, socket, () => null)
    return true
  })
})
afterAll(() => server.close())

async function ask(more: Partial<TelegramAccess> = {}, whileAsking: () => void = () => {}) {
  const base = server.url('')
  const access = { credentials: telegramCredentials, base, allowAddress: [server.address], ...more }
  const session = await openTelegram(access, telegramCredentials.session)
  try {
    const answer = session.call({ _: 'users.getUsers', id: [{ _: 'inputUserSelf' }] })
    whileAsking()
    return await answer
  } finally {
    await session.close()
  }
}

const breakSoon = () => void setTimeout(() => server.drop(), 200)
const onThisMachine = () => Promise.resolve(['127.0.0.1'])

test('does not wait for ever for an answer', async () => {
  await expect(ask({ answerMs: 200 })).rejects.toMatchObject({
    reason: 'SERVER_UNREACHABLE',
    parameters: { code: 'timeout' },
  })
})

test('reports a connection that breaks, and opens no other', async () => {
  const before = connections
  await expect(ask({}, breakSoon)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(connections - before).toBe(1)
})

test('ends when it is stopped', async () => {
  await expect(ask({ signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('connects to public addresses only, whatever a session says', async () => {
  await expect(ask({ allowAddress: [] })).rejects.toMatchObject({ kind: 'refused', reason: 'PORT_NOT_FETCHED' })
  await expect(ask({ base: telegramBase, lookup: onThisMachine })).rejects.toMatchObject({
    reason: 'ADDRESS_NOT_PUBLIC',
    parameters: { host: 'venus.web.telegram.org', address: '127.0.0.1' },
  })
})

test('the library is not loaded before a session is opened', async () => {
  const source = path.resolve(import.meta.dirname, '..')
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    const count = () => loaded.filter((url) => url.includes('@mtcute')).length
    await import('${source}/index.ts')
    const before = count()
    await import('${source}/telegram/telegram-session.ts')
    console.log(JSON.stringify([before, count() > 0]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(JSON.parse(stdout)).toEqual([0, true])
})
