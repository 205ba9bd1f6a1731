import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { expect } from 'vitest'
import type { Connection } from '@signet/server/db/connection'
import { deriveKeys } from '@signet/server/app/keys'
import { openDatabase } from '@signet/server/db/database'
import { lossOf } from '@signet/server/db/loss'
import { addCompany } from '@signet/server/features/companies/add-company'
import { signAccessToken } from '@signet/server/features/sessions/tokens/tokens'
import { insertPublished, signIn } from './kill-world.ts'
import { shortenHeartbeat, startSignet, type Running } from '../signet-process.ts'

/** Concurrent writers, each of which decides on one threat after the other. */
const writers = 4
/** The maximum time until a request is answered or refused while the database is away. */
const answerMaxMs = 10_000
/** Measured from the moment the server accepts connections again. */
const healthyMaxMs = 5_000
const secret = randomBytes(32).toString('hex')

/** Delay between two decisions of a writer: there are always enough of them, but few enough to verify each one afterwards. */
const pauseMs = 20
/** Delay after a refusal; the refused decision is sent again at the end. */
const refusedPauseMs = 250
/** One in this many requests a takedown, which creates a case and a job. */
const takedownEvery = 8

interface Decision {
  key: string
  threatId: string
  action: 'takedown' | 'falsePositive'
  /** Status of the last attempt; null if the connection broke before an answer arrived. */
  status: number | null
}

/** `api` and `worker` processes on one database, and a client who decides continuously. */
export interface LossWorld {
  /** Makes decisions until `work` is done; refused ones are sent again afterwards with their key. */
  whileDeciding(work: () => Promise<void>): Promise<void>
  /** The longest time without an acknowledged decision since a moment of `performance.now()`, in milliseconds. */
  longestGapSince(moment: number): number
  /** Decisions that were acknowledged. */
  acknowledged(): number
  /** Requests the list. */
  read(): Promise<Response>
  /** Decides on one more threat, once. */
  write(): Promise<Response>
  /** Reads and writes until both work again; fails if this takes longer than 5 s, unless another limit is set. */
  waitForHealth(limitMs?: number): Promise<void>
  /** The answers while the database was away: status and headers of the refusals, and the longest wait. */
  refusals(): { bodies: unknown[]; retryAfter: (string | null)[]; longestMs: number }
  /** Nothing was lost or duplicated, every job was done, and both processes are still those of the start. */
  waitUntilWhole(): Promise<void>
  readyz(): Promise<Response>
  /** Ids of the events on the client's stream, which is reopened whenever it ends, like in the portal. */
  eventIds: Set<string>
  sql<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  stop(): Promise<void>
}

/**
 * @param env of the processes: the locations of data and database
 * @param connection how the test itself currently reaches the database
 * @param each how many processes of both kinds run
 */
export async function newLossWorld(
  env: Record<string, string>,
  connection: () => Promise<Connection>,
  threatCount: number,
  each = 1,
): Promise<LossWorld> {
  const settings = {
    SIGNET_LOG: 'silent',
    SIGNET_REQUESTS_PER_MINUTE: '1000000',
    SIGNET_SECRET: secret,
    PORT: '0',
    ...env,
  }
  const processes: Running[] = []
  const origins: string[] = []
  for (let place = 0; place < each; place += 1) {
    const api = startSignet(['serve'], { env: { ...settings, SIGNET_SERVICES: 'api' } })
    const [, address = ''] = await api.waitForOutput(/Signet is at (\S+)/)
    const worker = startSignet(['worker'], { env: settings })
    await worker.waitForOutput(/Running jobs/)
    origins.push(address)
    processes.push(api, worker)
  }
  const [origin = ''] = origins

  const rolePassword = env['SIGNET_DATABASE_PASSWORD'] ?? deriveKeys(secret).databasePassword
  const database = openDatabase({ ...(await connection()), rolePassword }, 2)
  const { companyId } = await addCompany(database, { key: 'loss-world', name: 'Loss world' })
  const threatIds = await insertPublished(database, companyId, threatCount)
  const { sessionId, userId } = await signIn(database, companyId)
  await database.close()
  const token = await signAccessToken(deriveKeys(secret), sessionId, userId)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  const decisions: Decision[] = []
  const refused: { body: unknown; retryAfter: string | null }[] = []
  let longestMs = 0
  let calls = 0
  const acknowledgedAt: number[] = []
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const startedAt = performance.now()
    calls += 1
    const response = await fetch(`${origins[calls % origins.length]}${path}`, { headers, ...init })
    const text = await response.text()
    longestMs = Math.max(longestMs, performance.now() - startedAt)
    const read = new Response(text, response)
    if (response.status === 503)
      refused.push({ body: JSON.parse(text) as unknown, retryAfter: response.headers.get('retry-after') })
    return read
  }
  const send = async (decision: Decision): Promise<Response> => {
    const answer = await call(`/api/rest/threats/Domain/${decision.threatId}/triage`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': decision.key },
      body: JSON.stringify({ action: decision.action, version: 1 }),
    })
    decision.status = answer.status
    if (answer.status === 200) acknowledgedAt.push(performance.now())
    return answer
  }
  const nextDecision = () => {
    const threatId = threatIds[decisions.length]
    if (!threatId) throw new Error('no threat is left')
    const action = decisions.length % takedownEvery === 0 ? 'takedown' : 'falsePositive'
    const decision: Decision = { key: randomUUID(), threatId, action, status: null }
    decisions.push(decision)
    return decision
  }
  const read = () => call('/api/rest/threats/Domain')

  const sql = async <R extends QueryResultRow>(text: string, values?: unknown[]) =>
    ask<R>(await connection(), text, values)

  await shortenHeartbeat({ sql })

  const closing = new AbortController()
  const eventIds = new Set<string>()
  const listening = listen(`${origin}/api/rest/notifications/stream`, headers, eventIds, closing.signal)

  const world: LossWorld = {
    eventIds,
    sql,
    longestGapSince(moment) {
      const times = [moment, ...acknowledgedAt.filter((at) => at > moment), performance.now()]
      return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
    },
    acknowledged: () => acknowledgedAt.length,
    read,
    write: () => send(nextDecision()),
    readyz: () => fetch(`${origin}/readyz`),
    refusals: () => ({
      bodies: refused.map(({ body }) => body),
      retryAfter: refused.map(({ retryAfter }) => retryAfter),
      longestMs,
    }),
    async whileDeciding(work) {
      const stop = new AbortController()
      const deciding = Array.from({ length: writers }, async () => {
        while (!stop.signal.aborted) {
          const { status } = await send(nextDecision())
          await sleep(status === 200 ? pauseMs : refusedPauseMs)
        }
      })
      await Promise.race([work(), Promise.all(deciding)]).finally(() => stop.abort())
      await Promise.all(deciding)
    },
    async waitForHealth(limitMs = healthyMaxMs) {
      const until = performance.now() + limitMs
      for (;;) {
        const states = [(await read()).status, (await send(nextDecision())).status]
        if (states.every((status) => status === 200)) break
        if (performance.now() > until)
          expect.fail(`answers ${states.join(', ')} ${limitMs / 1000} s after the server is back`)
        await sleep(50)
      }
      expect((await world.readyz()).status).toBe(200)
    },
    async waitUntilWhole() {
      expect(processes.filter((running) => !lives(running))).toEqual([])
      expect(longestMs).toBeLessThan(answerMaxMs)
      for (const decision of decisions) while (decision.status !== 200) await retry(decision)
      await expect
        .poll(
          () =>
            sql(`select name, state from pgboss.job where name = 'preserve-evidence' and state <> 'completed' limit 3`),
          { timeout: 60_000, interval: 250 },
        )
        .toEqual([])
      const rows = await sql<{ id: string; status: string; facts: string }>(
        `select t.id, t.status, concat_ws(' ', t.version,
          (select count(*) from audit a where a.target_id = t.id and a.action = 'threat.' || t.status),
          (select count(*) from takedowns c where c.threat_id = t.id),
          (select count(*) from pgboss.job j where j.name = 'preserve-evidence' and j.data->>'threatId' = t.id::text)) as facts
          from threats t where t.id = any($1)`,
        [decisions.map(({ threatId }) => threatId)],
      )
      // Changed once, recorded once, and with a case and its job if one was requested.
      const kept = new Map(rows.map(({ id, status, facts }) => [id, `${status} ${facts}`]))
      const wanted = { takedown: 'takedown 2 1 1 1', falsePositive: 'falsePositive 2 1 0 0' }
      const wrong = decisions.filter(({ threatId, action }) => kept.get(threatId) !== wanted[action])
      expect(wrong.map(({ threatId, action }) => [action, kept.get(threatId)])).toEqual([])
      await heardSince(eventIds.size)
    },
    async stop() {
      closing.abort()
      await listening
      await Promise.all(processes.map(async (running) => expect((await running.end('SIGTERM')).code).toBe(0)))
    },
  }
  /** Sent again with its key, like a client that got no answer, or none that confirms the change. */
  async function retry(decision: Decision): Promise<void> {
    const answer = await send(decision)
    if (answer.status === 200) return
    expect([503], await answer.text()).toContain(answer.status)
    await sleep(100)
  }
  /** The stream delivers current events. */
  async function heardSince(count: number): Promise<void> {
    await world.write()
    await expect.poll(() => eventIds.size, { timeout: 10_000 }).toBeGreaterThan(count)
  }
  return world
}

const lives = ({ process: child }: Running) => child.exitCode === null && child.signalCode === null

async function listen(
  url: string,
  headers: Record<string, string>,
  ids: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  let last: string | undefined
  while (!signal.aborted) {
    try {
      const response = await fetch(url, { signal, headers: { ...headers, ...(last ? { 'last-event-id': last } : {}) } })
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        for (const [, id = ''] of text.matchAll(/^id: (.*)$/gm)) {
          ids.add(id)
          last = id
        }
      }
    } catch {
      // Interrupted: opened again.
    }
    if (!signal.aborted) await sleep(200)
  }
}

/** Queries as the owner; waits for a server that is starting or recovering, and repeats a query that was interrupted. */
async function ask<R extends QueryResultRow>(connection: Connection, text: string, values?: unknown[]): Promise<R[]> {
  for (let tries = 1; ; tries += 1) {
    const client = new Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<R>(text, values)).rows
    } catch (error) {
      if (lossOf(error) !== 'away' || tries === 600) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
