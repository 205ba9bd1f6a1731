import { expect, test } from 'vitest'
import { sentenceOf } from '@signet/server/errors/sentences'
import { freePort } from '../crash/own-postgres.ts'
import { fetchWhenFree, newInstallation, newReadyInstallation } from '../signet-process.ts'

const metricsToken = 'a-token-of-the-tests'

async function scrape(origin: string): Promise<string> {
  const response = await fetchWhenFree(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return response.text()
}

const processesIn = (metrics: string) =>
  [...metrics.matchAll(/^signet_process_start_time_seconds\{process="([\w-]+)"\}/gm)]
    .map(([, name]) => String(name))
    .toSorted()

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

test('answers with several processes on one port, starts one that was killed again, and stops them all', async () => {
  const signet = await newInstallation()
  const healthPort = await freePort()
  const env = { SIGNET_METRICS_TOKEN: metricsToken, SIGNET_LOG: 'error', SIGNET_HEALTH_PORT: String(healthPort) }
  const group = signet.start(['serve', '--processes', '2'], { env })
  const [, origin = ''] = await group.waitForOutput(/Signet is at (http:\/\/\S+)/)

  // A request is counted after its response, so the first scrape is in the second one.
  await scrape(origin)
  const metrics = await scrape(origin)
  expect(processesIn(metrics)).toEqual(['api-1', 'api-2', 'worker'])
  expect(metrics.match(/^signet_database_up 1$/gm)).toHaveLength(1)
  expect(metrics).toMatch(/^signet_http_request_duration_seconds_bucket\{.*process="api-\d".*\} \d+$/m)

  // The one for jobs answers on a port of its own.
  expect(await isReady(`http://127.0.0.1:${healthPort}`)).toBe(true)

  const listed = () => signet.sql<{ pid: number; services: string[] }>('select pid, services from processes')
  const apis = async () => (await listed()).filter(({ services }) => services.includes('api')).map(({ pid }) => pid)
  const before = await apis()
  expect(before).toHaveLength(2)
  const [killed = 0] = before
  process.kill(killed, 'SIGKILL')
  await group.waitForOutput(/a process ended and is started again/)
  // The other one keeps answering.
  expect(await isReady(origin)).toBe(true)
  await expect.poll(async () => (await apis()).some((pid) => !before.includes(pid)), { timeout: 60_000 }).toBe(true)
  await expect.poll(async () => processesIn(await scrape(origin)).length, { timeout: 60_000 }).toBe(3)

  expect(await group.end('SIGTERM')).toMatchObject({ code: 0, signal: null, stdout: '' })
  expect(await isReady(origin)).toBe(false)
  expect(await signet.postmasterPid()).toBeNull()
}, 300_000)

test('stops for Ctrl-C, which a terminal sends to every process, and all its processes end when it is killed', async () => {
  const signet = await newReadyInstallation()
  const env = { SIGNET_SERVICES: 'api' }
  const start = async (processes: number) => {
    const group = signet.start(['serve', '--processes', String(processes)], { env, hasOwnGroup: true })
    const [, origin = ''] = await group.waitForOutput(/Signet is at (http:\/\/\S+)/)
    return { group, origin }
  }
  const first = await start(5)
  expect(await signet.sql('select from processes')).toHaveLength(5)
  process.kill(-first.group.pid, 'SIGINT')
  expect(await first.group.ended).toMatchObject({ code: 0, signal: null })

  const second = await start(2)
  await second.group.end('SIGKILL')
  await expect.poll(() => isReady(second.origin), { timeout: 20_000 }).toBe(false)
}, 240_000)

test('says in one line each why it does not start', async () => {
  const signet = await newReadyInstallation()
  const withoutApi = await signet.start(['serve', '--processes', '2'], { env: { SIGNET_SERVICES: 'worker' } }).ended
  expect(withoutApi).toMatchObject({ code: 1, stderr: `${sentenceOf('PROCESSES_WITHOUT_API')}\n` })

  const [row] = await signet.sql<{ allowed: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
  )
  const tooMany = await signet.start(['serve', '--processes', '40'], {}).ended
  expect(tooMany).toMatchObject({ code: 1, stdout: '' })
  expect(tooMany.stderr.trim().split('\n')).toEqual([
    // Of each process, 10 of its pools, four of the queue and two that wait for notifications; 33 of the one for jobs.
    sentenceOf('TOO_FEW_CONNECTIONS', { processes: 40, needed: 40 * 16 + 33, allowed: row?.allowed ?? 0 }),
    sentenceOf('PROCESS_NOT_STARTED', { name: 'api-1' }),
  ])

  const holder = signet.start(['serve'], { env: { SIGNET_SERVICES: 'api' } })
  const [, port = ''] = await holder.waitForOutput(/Signet is at http:\S+:(\d+)/)
  const taken = await signet.start(['serve', '--processes', '2'], { env: { PORT: port } }).ended
  expect(taken.code).toBe(1)
  expect(taken.stderr.trim().split('\n')).toEqual([
    sentenceOf('PORT_TAKEN', { port: Number(port), host: '127.0.0.1' }),
    sentenceOf('PROCESS_NOT_STARTED', { name: 'api-1' }),
  ])
  await holder.end('SIGTERM')
}, 240_000)
