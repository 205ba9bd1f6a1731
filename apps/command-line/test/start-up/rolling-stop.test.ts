import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { deriveKeys } from '@signet/server/app/keys'
import { openDatabase } from '@signet/server/db/database'
import { addCompany } from '@signet/server/features/companies/add-company'
import { signAccessToken } from '@signet/server/features/sessions/tokens/tokens'
import { newFolder } from '@signet/server/test/new-folder'
import { testRolePassword } from '@signet/server/test/role-password'
import { signIn } from '../crash/kill-world.ts'
import { newDatabase, startSignet } from '../signet-process.ts'

const secret = randomBytes(32).toString('hex')
const callers = 6

/** Calls the processes in turn and checks every 200 ms which of them are ready, like a proxy; a failed call isn't repeated. */
function newBalancer(origins: string[], token: string) {
  const ready = new Set(origins)
  const ending = new AbortController()
  const failures: unknown[] = []
  let calls = 0
  const check = async () => {
    while (!ending.signal.aborted) {
      for (const origin of origins) {
        const isReady = await fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (isReady) ready.add(origin)
        else ready.delete(origin)
      }
      await sleep(200)
    }
  }
  const call = async () => {
    while (!ending.signal.aborted) {
      const choice = [...ready]
      calls += 1
      try {
        const origin = choice[calls % choice.length] ?? 'no process is ready'
        const response = await fetch(`${origin}/api/rest/notifications`, {
          headers: { authorization: `Bearer ${token}` },
        })
        await response.text()
        if (response.status !== 200) failures.push(response.status)
      } catch (error) {
        failures.push(error)
        await sleep(50)
      }
    }
  }
  const running = [check(), ...Array.from({ length: callers }, call)]
  return {
    calls: () => calls,
    ready: () => ready.size,
    async end() {
      ending.abort()
      await Promise.all(running)
      return failures
    },
  }
}

test('no call fails while two processes are stopped and started again one after the other', async () => {
  const address = await newDatabase(inject('server'), true)
  const env = {
    DATABASE_URL: address,
    SIGNET_DATABASE_PASSWORD: testRolePassword,
    SIGNET_SECRET: secret,
    SIGNET_SERVICES: 'api',
    SIGNET_LOG: 'silent',
    SIGNET_REQUESTS_PER_MINUTE: '1000000',
    SIGNET_STOP_DELAY: '1',
    DATA_DIR: await newFolder(),
  }
  const start = async (port: string) => {
    const api = startSignet(['serve'], { env: { ...env, PORT: port } })
    const [, origin = ''] = await api.waitForOutput(/Signet is at (\S+)/)
    return { api, origin }
  }
  const first = [await start('0'), await start('0')]
  const second: typeof first = []
  const database = openDatabase({ connectionString: address, rolePassword: testRolePassword }, 2)
  const { companyId } = await addCompany(database, { key: 'rolling', name: 'Rolling' })
  const { sessionId, userId } = await signIn(database, companyId)
  await database.close()
  const token = await signAccessToken(deriveKeys(secret), sessionId, userId)

  const balancer = newBalancer(
    first.map(({ origin }) => origin),
    token,
  )
  for (const { api, origin } of first) {
    await expect.poll(balancer.ready).toBe(2)
    const stopping = api.end('SIGTERM')
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503)
    expect((await stopping).code).toBe(0)
    second.push(await start(new URL(origin).port))
  }
  await expect.poll(balancer.ready).toBe(2)
  await expect.poll(balancer.calls, { timeout: 60_000 }).toBeGreaterThan(1000)
  expect(await balancer.end()).toEqual([])
  for (const { api } of second) await api.end('SIGTERM')
})
