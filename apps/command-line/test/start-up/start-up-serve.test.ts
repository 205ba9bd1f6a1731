import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scanJob } from '@signet/server/features/intake/intake.jobs'
import { openDatabase } from '@signet/server/db/database'
import { openQueue } from '@signet/server/jobs/queue'
import { openLog } from '@signet/server/log'
import { fetchWhenFree, jsonLines, newInstallation, type Installation } from '../signet-process.ts'

/** Queues a scan of the bundled feed, like another process of the installation. */
async function queueScan(signet: Installation): Promise<string> {
  const database = openDatabase(await signet.connection(), 2)
  const queue = await openQueue(database, openLog('silent'))
  const scanId = randomUUID()
  await database.inCompanies([], async (tx) => {
    await tx.insertInto('scans').values({ id: scanId, feed: 'bundled', error: null, finished_at: null }).execute()
    await queue.enqueue(tx, scanJob, { scanId, feed: 'bundled' })
  })
  await queue.stop()
  await database.close()
  return scanId
}

const stateOf = async (signet: Installation, scanId: string) =>
  (await signet.sql<{ state: string }>('select state from scans where id = $1', [scanId]))[0]?.state

async function startServe(signet: Installation, env: Record<string, string> = {}) {
  const child = signet.start(['serve'], { env })
  const [, origin = ''] = await child.waitForOutput(/Signet is at (http:\/\/\S+)/)
  return { child, origin }
}

const healthOf = async (origin: string) => (await fetch(`${origin}/readyz`)).json()

test('serves until it is stopped, exits with code 0, and stops the embedded server', async () => {
  const signet = await newInstallation()
  const { child, origin } = await startServe(signet)
  expect(await healthOf(origin)).toEqual({ ok: true })
  if (signet.isEmbedded) expect(await signet.postmasterPid()).not.toBeNull()
  const stopping = performance.now()
  expect(await child.end('SIGTERM')).toMatchObject({ code: 0, signal: null, stdout: '' })
  expect(performance.now() - stopping).toBeLessThan(15_000)
  expect(await signet.postmasterPid()).toBeNull()
  await expect(fetch(origin)).rejects.toThrow()
})

test('stops for Ctrl-C, which a terminal sends to every process of the group', async () => {
  const signet = await newInstallation()
  const child = signet.start(['serve'], { hasOwnGroup: true })
  await child.waitForOutput(/Signet is at/)
  process.kill(-child.pid, 'SIGINT')
  expect(await child.ended).toMatchObject({ code: 0, signal: null })
  expect(await signet.postmasterPid()).toBeNull()
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'follows %s during its start, and leaves no server behind',
  async (signal) => {
    const signet = await newInstallation()
    const child = signet.start(['serve'], { env: { SIGNET_LOG: 'info' } })
    if (signet.isEmbedded) await child.waitForOutput(/Preparing PostgreSQL/)
    else await child.waitForOutput(/Server listening/)
    expect(await child.end(signal)).toMatchObject({ code: 0, signal: null })
    expect(await signet.postmasterPid()).toBeNull()
  },
)

test('keeps its data and its secret from one start to the next', async () => {
  const signet = await newInstallation()
  const first = await startServe(signet)
  const answer = await fetchWhenFree(`${first.origin}/api/auth/csrf`)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { csrfToken } = (await answer.json()) as { csrfToken: string }
  await signet.run(['company', 'add', '--key', 'acme', '--name', 'Acme'])
  await first.child.end('SIGTERM')

  const second = await startServe(signet)
  expect(await signet.sql('select key from companies')).toEqual([{ key: 'acme' }])
  const again = await fetchWhenFree(`${second.origin}/api/auth/csrf`, { headers: { cookie } })
  expect(await again.json()).toEqual({ csrfToken })
  expect((await second.child.end('SIGTERM')).code).toBe(0)
})

test('shares the embedded server with a concurrent scan, whichever stops first', async () => {
  const signet = await newInstallation()
  const { child, origin } = await startServe(signet)
  const pid = await signet.postmasterPid()
  const watched = await signet.run(['watch', 'coinbase.com'])
  expect(watched.code).toBe(0)
  expect(jsonLines(watched)[1]).toMatchObject({ feed: 'bundled', threatsSeenAgain: 0 })
  expect(await signet.postmasterPid()).toBe(pid)
  expect(await healthOf(origin)).toEqual({ ok: true })

  // The reverse: the server stops while the scan still waits for its input.
  const scan = signet.start(['scan', '--feed', '-'])
  scan.process.stdin?.write('login-coinbase.example\n')
  await expect.poll(() => signet.sql("select from scans where feed = '-' and state = 'running'")).toHaveLength(1)
  expect((await child.end('SIGTERM')).code).toBe(0)
  expect(await signet.postmasterPid()).toBe(pid)
  scan.process.stdin?.end('coinbase-login.example\n')
  expect(jsonLines(await scan.ended)).toMatchObject([{ namesRead: 2, threatsAdded: 2 }])
  expect(await signet.postmasterPid()).toBeNull()
})

test('starts twice at once on a new data directory', async () => {
  const signet = await newInstallation()
  const both = await Promise.all([startServe(signet), startServe(signet)])
  for (const { origin } of both) expect(await healthOf(origin)).toEqual({ ok: true })
  // There is one secret; otherwise one process would refuse the sessions of the other.
  expect((await readdir(signet.dataDir)).filter((name) => name.startsWith('secret'))).toEqual(['secret'])
  for (const { child } of both) expect((await child.end('SIGTERM')).code).toBe(0)
  expect(await signet.postmasterPid()).toBeNull()
})

test('leaves a job to the worker when it only serves, and the worker works on it', async () => {
  const signet = await newInstallation()
  await signet.run(['watch', 'coinbase.com', '--feed', '-'])
  const { child } = await startServe(signet, { SIGNET_SERVICES: 'api' })
  const scanId = await queueScan(signet)
  // Longer than the polling interval of a worker.
  await new Promise((resolve) => setTimeout(resolve, 4000))
  expect(await stateOf(signet, scanId)).toBe('queued')

  const worker = signet.start(['worker'])
  await worker.waitForOutput(/Running jobs/)
  await expect.poll(() => stateOf(signet, scanId), { timeout: 30_000 }).toBe('done')
  const [{ count } = { count: 0 }] = await signet.sql<{ count: number }>('select count(*)::int from threats')
  expect(count).toBeGreaterThan(100)
  // A job queued while it waits is picked up as well.
  const next = await queueScan(signet)
  await expect.poll(() => stateOf(signet, next), { timeout: 30_000 }).toBe('done')
  expect(await worker.end('SIGTERM')).toMatchObject({ code: 0 })
  expect((await child.end('SIGTERM')).code).toBe(0)
})

test('opens no port as a worker, also when SIGNET_SERVICES says so', async () => {
  const signet = await newInstallation()
  const worker = signet.start(['serve'], { env: { SIGNET_SERVICES: 'worker' } })
  await worker.waitForOutput(/Running jobs/)
  expect((await worker.end('SIGTERM')).stderr).not.toContain('http://')
})

test('listens on the configured address and port', async () => {
  const signet = await newInstallation()
  const { child, origin } = await startServe(signet, { HOST: 'localhost', SIGNET_LOG: 'info' })
  expect(origin).toMatch(/^http:\/\/localhost:\d+$/)
  expect(await healthOf(origin)).toEqual({ ok: true })
  const { code, stderr } = await child.end('SIGTERM')
  expect(code).toBe(0)
  expect(stderr).toContain('"signal":"SIGTERM"')
})

test('a process that only runs jobs answers on its health port until it is stopped', async () => {
  const signet = await newInstallation()
  const child = signet.start(['worker'], { env: { SIGNET_HEALTH_PORT: '0', SIGNET_LOG: 'info' } })
  const [, origin = ''] = await child.waitForOutput(/Server listening at (http:\/\/[\d.:]+)/)
  expect(await healthOf(origin)).toEqual({ ok: true })
  expect((await fetch(`${origin}/metrics`)).status).toBe(404)
  expect(await child.end('SIGTERM')).toMatchObject({ code: 0 })
  await expect(fetch(origin)).rejects.toThrow()
})
