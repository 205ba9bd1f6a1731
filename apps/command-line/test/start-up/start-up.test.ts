import { readdir, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { sentenceOf } from '@signet/server/errors/sentences'
import { databaseOf } from '@signet/server/test/cluster'
import { newFolder } from '@signet/server/test/new-folder'
import { newInstallation, onlyLine, runHere, runSignet } from '../signet-process.ts'

const server = inject('server')
const unreachable =
  /^We couldn't reach the database: .*Check DATABASE_URL, or remove it to use the embedded database\.$/

/** Fails to start in a data directory that doesn't exist yet. */
async function failToStart(env: Record<string, string>, command = 'serve', run = runSignet) {
  const dataDir = path.join(await newFolder(), 'data')
  const ended = await run([command], { env: { DATA_DIR: dataDir, SIGNET_LOG: 'error', PORT: '0', ...env } })
  expect(ended.code).toBe(1)
  return { line: onlyLine(ended), dataDir }
}

test.each([
  ['PORT', 'no-port'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['HOST', 'not a host'],
  ['HOST', 'http://127.0.0.1'],
  ['SIGNET_SERVICES', 'web'],
  ['SIGNET_SERVICES', 'api,web'],
  ['SIGNET_SECRET', 'a-secret-that-is-too-short'],
  ['SIGNET_DEMO', 'yes'],
  ['SIGNET_LOG', 'loud'],
  ['SIGNET_FEED_ALLOW', 'without-port'],
  ['SIGNET_ORIGIN', 'https://portal.example/path'],
  ['SIGNET_S3_BUCKET', 'No Bucket'],
  ['SIGNET_S3_ENDPOINT', 'https://s3.example.com/path'],
  ['SIGNET_S3_REGION', 'over there'],
  ['SIGNET_PROXIES', 'proxy.example'],
  ['SIGNET_PROXIES', '10.0.0.0/33'],
  ['DATABASE_URL', 'mysql://person:secret-word@host/database'],
  ['DATABASE_URL', 'not an address'],
])('says in one line that %s cannot be %j, without repeating it', async (name, value) => {
  const { line, dataDir } = await failToStart({ [name]: value }, 'serve', runHere)
  expect(line).toMatch(new RegExp(`^${name} must be `))
  expect(line).toBe(sentenceOf('SETTING_INVALID', { name }))
  expect(line).not.toContain(value)
  await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
})

test.each([
  ['MAIL_SENDER_MISSING', { SIGNET_SMTP_URL: 'smtp://127.0.0.1:2525' }],
  ['S3_BUCKET_MISSING', { SIGNET_S3_ENDPOINT: 'https://s3.example.com' }],
  ['S3_KEYS_MISSING', { SIGNET_S3_BUCKET: 'signet', SIGNET_S3_ACCESS_KEY: 'key' }],
] as const)('says in one line which setting is missing: %s', async (reason, env) => {
  const { line, dataDir } = await failToStart(env, 'serve', runHere)
  expect(line).toBe(sentenceOf(reason))
  await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
})

test.each(['0.0.0.0', '::', '192.0.2.1', 'portal.example'])(
  'refuses the demo, whose passwords are public, on %s',
  async (HOST) => {
    const { line, dataDir } = await failToStart({ HOST, SIGNET_DEMO: '1' }, 'serve', runHere)
    expect(line).toBe(sentenceOf('DEMO_HOST_OPEN'))
    await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
  },
)

test.each([
  ['nothing listens', 'postgres://person:secret-word@127.0.0.1:1/signet', /: nothing answers at its address\./],
  ['the host is unknown', 'postgres://person:secret-word@no-such-host.invalid/signet', /: its host name /],
  ['there is no socket', 'postgres:///signet?host=/nowhere&password=secret-word', /ENOENT \/nowhere/],
])('says in one line that the database cannot be reached because %s', async (_, DATABASE_URL, words) => {
  for (const [command, run] of [
    ['serve', runSignet],
    ['migrate', runHere],
  ] as const) {
    const { line, dataDir } = await failToStart({ DATABASE_URL }, command, run)
    expect(line).toMatch(unreachable)
    expect(line).toMatch(words)
    expect(line).not.toContain('secret-word')
    expect(await readdir(dataDir)).toEqual([])
  }
})

test.runIf(process.platform === 'linux').each(['/proc/signet', '/proc/signet/data'])(
  'says in one line that nothing can be made in %s, and does not wait for it',
  async (DATA_DIR) => {
    const ended = await runSignet(['serve'], { env: { DATA_DIR, PORT: '0', SIGNET_LOG: 'error' } })
    expect(ended.code).toBe(1)
    expect(onlyLine(ended)).toBe(sentenceOf('DATA_DIR_NOT_WRITABLE', { path: DATA_DIR, code: 'ENOENT' }))
  },
)

test('says in one line that what listens at the address of the database is something else', async () => {
  const other = createServer((socket) => {
    socket.on('error', () => {}).resume()
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { line } = await failToStart({ DATABASE_URL: `postgres://person:secret-word@127.0.0.1:${port}/signet` })
  expect(line).toMatch(unreachable)
  await new Promise((resolve) => other.close(resolve))
})

test.runIf('connectionString' in server)('says in one line what is wrong with user or database', async () => {
  const { connectionString } = databaseOf(server, 'signet_no_such_database') as { connectionString: string }
  expect((await failToStart({ DATABASE_URL: connectionString })).line).toContain(': the database does not exist.')
  const url = new URL((server as { connectionString: string }).connectionString)
  // A server that trusts local connections requires no password.
  if (url.password === '') return
  url.password = 'wrong-secret-word'
  const { line } = await failToStart({ DATABASE_URL: url.href })
  expect(line).toContain(': the password is wrong.')
  expect(line).not.toContain('wrong-secret-word')
})

test('says in one line that production with a database server needs a secret of its own', async () => {
  const signet = await newInstallation()
  if (signet.isEmbedded) return
  const ended = await signet.run(['serve'], { env: { NODE_ENV: 'production' } })
  expect(ended.code).toBe(1)
  expect(onlyLine(ended)).toBe(sentenceOf('SECRET_MISSING'))
})

test('says in one line that the data directory cannot be written to', async () => {
  const folder = await newFolder()
  const file = path.join(folder, 'file')
  await writeFile(file, 'as it was')
  for (const DATA_DIR of [file, path.join(file, 'below')]) {
    const ended = await runSignet(['serve'], { env: { DATA_DIR, SIGNET_LOG: 'error' } })
    expect(ended.code).toBe(1)
    expect(onlyLine(ended)).toMatch(/^DATA_DIR .*file.* isn't writable \(E[A-Z]+\)\. Set DATA_DIR to another folder/)
  }
  expect(await readdir(folder)).toEqual(['file'])
})

test('says in one line that the health port of a process without the API is taken', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const signet = await newInstallation()
  const ended = await signet.run(['worker'], { env: { SIGNET_HEALTH_PORT: String(port) } })
  expect(ended.code).toBe(1)
  expect(onlyLine(ended)).toBe(sentenceOf('HEALTH_PORT_NOT_OPENED', { port, host: '127.0.0.1', code: 'EADDRINUSE' }))
  expect(await signet.postmasterPid()).toBeNull()
  other.close()
})

test('says in one line that the port is taken, and leaves no server behind', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const signet = await newInstallation()
  const ended = await signet.run(['serve'], { env: { PORT: String(port) } })
  expect(ended.code).toBe(1)
  expect(onlyLine(ended)).toBe(sentenceOf('PORT_TAKEN', { port, host: '127.0.0.1' }))
  expect(await signet.postmasterPid()).toBeNull()
  // No draft of the secret, no probe file in the folder, no half-created database.
  const known = signet.isEmbedded
    ? ['attached', 'kek', 'postgres', 'postgres.log', 'run', 'runtime', 'secret']
    : ['kek', 'secret']
  expect((await readdir(signet.dataDir)).filter((name) => !/^lock\.\d+$/.test(name))).toEqual(known)
  await new Promise((resolve) => other.close(resolve))

  // The very next start succeeds.
  const child = signet.start(['serve'], { env: { PORT: String(port) } })
  await child.waitForOutput(/Signet is at/)
  expect(await child.end('SIGTERM')).toMatchObject({ code: 0 })
})

test.each(['203.0.113.1', 'no-such-host.invalid'])(
  'says in one line that %s is no address of this machine',
  async (HOST) => {
    const signet = await newInstallation()
    const ended = await signet.run(['serve'], { env: { HOST } })
    expect(ended.code).toBe(1)
    expect(onlyLine(ended)).toBe(sentenceOf('HOST_NOT_LOCAL', { host: HOST }))
  },
)
