import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { dayMs } from '@signet/contract/time'
import { announceJob } from '@signet/server/features/announcements/announcements.jobs'
import { sentenceOf } from '@signet/server/errors/sentences'
import { newSamlProvider } from '@signet/server/test/outside/fake-saml'
import { newFolder } from '@signet/server/test/new-folder'
import { afterEach, expect, test } from 'vitest'
import { jsonLines, newReadyInstallation, runHere, type Ended } from '../../test/signet-process.ts'

interface Line {
  check: string
  state: string
  message: string
  remedy: string | null
}
const statesIn = (ended: Ended) => Object.fromEntries(jsonLines<Line>(ended).map(({ check, state }) => [check, state]))
const lineIn = (ended: Ended, check: string) => jsonLines<Line>(ended).find((line) => line.check === check)

const held: Server[] = []
afterEach(() => held.splice(0).forEach((server) => server.close()))

/** A port that another program holds and where nothing answers. */
async function takenPort(): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  held.push(server)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

test(
  'a healthy installation passes every check, and the command changes nothing of it',
  { timeout: 60_000 },
  async () => {
    const signet = await newReadyInstallation()
    expect(await signet.run(['company', 'add', '--key', 'acme', '--name', 'Acme'])).toMatchObject({ code: 0 })
    await signet.sql(`insert into pgboss.job (name, state, completed_on) values ($1, 'completed', now())`, [
      announceJob.name,
    ])
    const ended = await signet.run(['doctor'])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const states = statesIn(ended)
    expect(new Set(Object.values(states))).toEqual(new Set(['ok']))
    expect(Object.keys(states)).toEqual([
      'node',
      'settings',
      'dataDir',
      'port',
      'dns',
      'browser',
      'secret',
      'disk',
      'storage',
      'mail',
      'schema',
      'roles',
      'clock',
      'database',
      'keys',
      'workers',
      'queue',
      'mailboxes',
      'feeds',
      'certificates',
    ])
    for (const line of jsonLines<Line>(ended))
      expect(Object.keys(line)).toEqual(['check', 'state', 'message', 'remedy'])
  },
)

test('every fault is named with what to do about it, and the command fails', { timeout: 60_000 }, async () => {
  const signet = await newReadyInstallation()
  expect(await signet.run(['company', 'add', '--key', 'acme', '--name', 'Acme'])).toMatchObject({ code: 0 })
  const [port, smtp] = [await takenPort(), await takenPort()]
  await chmod(path.join(signet.dataDir, 'kek'), 0o644)
  await signet.sql(`insert into pgboss.job (name, state, completed_on) values ('probe', 'failed', now())`)
  await signet.sql(
    `insert into scans (id, feed, state, created_at) values (gen_random_uuid(), 'names.txt', 'failed', now())`,
  )
  const ended = await signet.run(['doctor'], {
    env: {
      PORT: String(port),
      SIGNET_SMTP_URL: `smtp://someone:planted-password@127.0.0.1:${smtp}`,
      SIGNET_MAIL_FROM: 'signet@sender.example',
      SIGNET_SECRET: 'a'.repeat(40),
      SIGNET_ENRICH: '1',
      SIGNET_DNS_SERVERS: '127.0.0.1:9',
      SIGNET_BROWSER_PATH: '/no/such/browser',
    },
  })
  expect(ended.code).toBe(1)
  const faults = Object.entries(statesIn(ended)).filter(([, state]) => state !== 'ok')
  expect(Object.fromEntries(faults)).toEqual({
    dataDir: 'failed',
    port: 'failed',
    dns: 'warning',
    browser: 'failed',
    secret: 'warning',
    mail: 'failed',
    workers: 'warning',
    queue: 'failed',
    feeds: 'failed',
  })
  expect(ended.stderr).toBe(`${sentenceOf('CHECKS_FAILED', { count: 6 })}\n`)
  expect(lineIn(ended, 'port')?.remedy).toContain('PORT')
  expect(lineIn(ended, 'mail')?.remedy).toContain('SIGNET_SMTP_URL')
  expect(lineIn(ended, 'dataDir')?.remedy).toContain('chmod 600')
  expect(lineIn(ended, 'browser')?.remedy).toContain('SIGNET_BROWSER_PATH')
  expect(lineIn(ended, 'feeds')?.message).toContain('names.txt')
  expect(ended.stdout).not.toContain('planted-password')
})

test('a database that is away or of another server is named, and everything else is still checked', async () => {
  const dataDir = await newFolder()
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://signet:planted-password@127.0.0.1:${await takenPort()}/signet`,
    PORT: '0',
  }
  const ended = await runHere(['doctor'], { env })
  expect(ended.code).toBe(1)
  expect(statesIn(ended)).toMatchObject({ dataDir: 'ok', storage: 'ok', database: 'failed' })
  expect(lineIn(ended, 'database')?.remedy).toContain('DATABASE_URL')
  expect(ended.stdout).not.toContain('planted-password')
})

test('a schema of another version is named before anything reads its tables', async () => {
  const signet = await newReadyInstallation()
  await signet.sql('delete from migrations where name = (select max(name) from migrations)')
  const ended = await signet.run(['doctor'])
  expect(ended.code).toBe(1)
  expect(lineIn(ended, 'schema')).toMatchObject({
    state: 'failed',
    remedy: expect.stringContaining('npx signet migrate') as string,
  })
  expect(lineIn(ended, 'queue')).toBeUndefined()
})

test('a folder that cannot be written to and settings that are wrong end the checks that need them', async () => {
  const file = path.join(await newFolder(), 'a-file')
  await writeFile(file, '')
  const noFolder = await runHere(['doctor'], { env: { DATA_DIR: path.join(file, 'data'), PORT: '0' } })
  expect(noFolder.code).toBe(1)
  expect(lineIn(noFolder, 'dataDir')).toMatchObject({
    state: 'failed',
    remedy: expect.stringContaining('DATA_DIR') as string,
  })
  const wrong = await runHere(['doctor'], { env: { PORT: 'planted' } })
  expect(wrong.code).toBe(1)
  expect(statesIn(wrong)).toEqual({ node: 'ok', settings: 'failed' })
  expect(lineIn(wrong, 'settings')?.message).toBe(sentenceOf('SETTING_INVALID', { name: 'PORT' }))
})

test('certificates of identity providers are named before they expire', { timeout: 60_000 }, async () => {
  const signet = await newReadyInstallation()
  expect(await signet.run(['company', 'add', '--key', 'acme', '--name', 'Acme'])).toMatchObject({ code: 0 })
  const expireOn = async (validTo: Date) => {
    await signet.sql(
      `insert into sso_settings (company_id, id, protocol, entry_point, idp_cert, enforced)
       select id, gen_random_uuid(), 'saml', 'https://idp.example/sso', $1, false from companies where key = 'acme'
       on conflict (company_id) do update set idp_cert = excluded.idp_cert`,
      [newSamlProvider(validTo).cert],
    )
    return lineIn(await signet.run(['doctor']), 'certificates')
  }
  const now = Date.now()
  expect(await expireOn(new Date(now + 40 * dayMs))).toMatchObject({ state: 'ok' })
  const soon = new Date(now + 10 * dayMs)
  expect(await expireOn(soon)).toMatchObject({
    state: 'warning',
    message: expect.stringContaining(`acme: ${soon.toISOString().slice(0, 10)}`) as string,
  })
  expect(await expireOn(new Date(now - dayMs))).toMatchObject({ state: 'failed' })
})

test('an unknown option is wrong usage', async () => {
  expect(await runHere(['doctor', '--nothing'])).toMatchObject({ code: 2, stdout: '' })
})
