import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '@signet/contract/access/permissions'
import { publishThreat } from '@signet/contract/review/qa'
import { readEvents, type EventReader } from '../../../test/event-reader.ts'
import {
  anotherServer,
  newCompany,
  newThreat,
  newUser,
  send,
  useWorld,
  testPassword,
  type TestCompany,
} from '../../../test/harness.ts'
import { newVisitor } from '../../../test/visitor.ts'
import { allSettled } from '../../../test/seal-all.ts'
import { openDatabase } from '../../db/database.ts'
import { buildServer } from '../../http/build-server.ts'
import { openLog } from '../../log.ts'
import { endSession } from '../sessions/sessions.queries.ts'
import { hubLimits } from './event-hub.ts'
import { eventChannel, publishEvent, publishEvents } from './live-events.queries.ts'
import { notify } from './notify.ts'

const world = useWorld()
const opened: FastifyInstance[] = []
const readers: EventReader[] = []
let origin: string

const originOf = (server: FastifyInstance) => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`

beforeAll(async () => {
  await world().server.listen({ port: 0, host: '127.0.0.1' })
  origin = originOf(world().server)
})
afterAll(async () => {
  for (const reader of readers) reader.close()
  for (const server of opened) await server.close()
})

async function listen(...[user, lastEventId, at = origin]: [Parameters<typeof readEvents>[1], string?, string?]) {
  const reader = await readEvents(at, user, lastEventId)
  readers.push(reader)
  return reader
}

/** A separate server on the same database, with other limits. */
async function anotherProcess(streamLimits: Partial<typeof hubLimits> = {}): Promise<string> {
  const server = await anotherServer({ streamLimits })
  await server.listen({ port: 0, host: '127.0.0.1' })
  opened.push(server)
  return originOf(server)
}

const say = (company: TestCompany, number: number) =>
  world().database.inCompanies([company.id], (tx) =>
    publishEvent(tx, { companyId: company.id, type: 'threat.changed', data: { number } }),
  )
const numbersOf = (reader: EventReader) => reader.events.map(({ data }) => data['number'])

describe('who may listen', () => {
  test.each(roles)('as %s the stream opens', async (role) => {
    const reader = await listen(await newUser(role, await newCompany()))
    expect(reader.status).toBe(200)
    expect(reader.headers.get('content-type')).toBe('text/event-stream')
    expect(reader.headers.get('cache-control')).toBe('no-store')
    expect(reader.headers.get('x-content-type-options')).toBe('nosniff')
    reader.close()
  })

  test('without a token, with a forged one, or with a cookie alone it does not', async () => {
    const user = await newUser('client', await newCompany())
    expect((await listen(null)).status).toBe(401)
    expect((await listen({ ...user, accessToken: `${user.accessToken.slice(0, -4)}AAAA` })).status).toBe(401)
    const withCookie = await fetch(`${origin}/api/rest/notifications/stream`, {
      headers: { cookie: `next-auth.session-token=${user.accessToken}` },
    })
    expect(withCookie.status).toBe(401)
  })

  test('a user has a bounded number of streams', async () => {
    const user = await newUser('client', await newCompany())
    const many = []
    for (let count = 0; count < hubLimits.streamsPerUser; count += 1) many.push(await listen(user))
    const refused = await fetch(`${origin}/api/rest/notifications/stream`, {
      headers: { authorization: `Bearer ${user.accessToken}` },
    })
    expect(await refused.json()).toMatchObject({ status: 429, reason: 'TOO_MANY_STREAMS' })
    expect(refused.headers.get('retry-after')).toBe('10')
    many[0]?.close()
    await expect.poll(async () => (await listen(user)).status).toBe(200)
    for (const reader of many) reader.close()
  })
})

describe('what is heard', () => {
  test('a publication is heard by those who may see the threat, in its company only', async () => {
    const [company, elsewhere] = [await newCompany(), await newCompany()]
    const qa = await newUser('qa', company)
    const client = await listen(await newUser('client', company))
    const stranger = await listen(await newUser('client', elsewhere))
    const reviewer = await listen(qa)
    const threat = await newThreat(company, { stage: 'queued' })
    await send(qa, publishThreat, { params: { threatId: threat.id }, body: { version: 1 } })
    await client.until(2)
    expect(client.events.map(({ type }) => type).toSorted()).toEqual(['notification', 'threat.published'])
    expect(client.events.find(({ type }) => type === 'threat.published')).toMatchObject({
      company: company.key,
      data: { kind: 'threat', threatIds: [threat.id], sources: ['Domain'], severities: ['High'] },
    })
    await reviewer.until(2)
    // It arrived in the queue and left it.
    expect(reviewer.events).toMatchObject([
      { type: 'review.changed', data: { stage: 'queued' } },
      { type: 'review.changed', data: { threatIds: [threat.id], stage: 'published' } },
    ])
    await say(elsewhere, 1)
    await stranger.until(1)
    expect(numbersOf(stranger)).toEqual([1])
  })

  test('nothing that was rolled back', async () => {
    const company = await newCompany()
    const reader = await listen(await newUser('client', company))
    const failing = world().database.inCompanies([company.id], async (tx) => {
      await publishEvent(tx, { companyId: company.id, type: 'threat.changed', data: { number: 1 } })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await say(company, 2)
    await reader.until(1)
    expect(numbersOf(reader)).toEqual([2])
  })

  test('a line of the bell is heard only by the person it is for', async () => {
    const company = await newCompany()
    const [meant, other] = [await newUser('client', company), await newUser('client', company)]
    const [own, others] = [await listen(meant), await listen(other)]
    await world().database.inCompanies([company.id], (tx) =>
      notify(tx, { companyId: company.id, audience: { users: [meant.id] }, type: 'job', title: 'Done' }),
    )
    await say(company, 1)
    await own.until(2)
    await others.until(1)
    expect(others.events.map(({ type }) => type)).toEqual(['threat.changed'])
  })

  test('the same in every process, through the database', async () => {
    const company = await newCompany()
    const user = await newUser('client', company)
    const [here, there] = [await listen(user), await listen(user, undefined, await anotherProcess())]
    for (const number of [1, 2, 3]) await say(company, number)
    await Promise.all([here.until(3), there.until(3)])
    expect(numbersOf(here)).toEqual([1, 2, 3])
    expect(numbersOf(there)).toEqual([1, 2, 3])
  })

  test('each event is heard once and none is left out, however readers come and go and writers overlap', async () => {
    const company = await newCompany()
    const user = await newUser('client', company)
    const database = openDatabase(world().connection, 12)
    const start = await listen(user)
    await say(company, 0)
    await start.until(1)
    let cursor = start.events[0]?.cursor as string
    start.close()
    // Writers that hold their event back for a while, so that the order of numbers isn't the order of commits.
    const writing = Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await wait((index * 37) % 400)
        await database.inCompanies([company.id], async (tx) => {
          await publishEvent(tx, { companyId: company.id, type: 'threat.changed', data: { number: index + 1 } })
          await wait((index * 53) % 150)
        })
      }),
    )
    const heard: unknown[] = []
    for (let round = 0; heard.length < 40 && round < 200; round += 1) {
      const reader = await listen(user, cursor)
      await Promise.race([reader.until(1).catch(() => {}), wait(1000)])
      await wait(20)
      reader.close()
      heard.push(...numbersOf(reader))
      cursor = reader.events.at(-1)?.cursor ?? cursor
    }
    await writing
    await database.close()
    expect(heard.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })

  test('that missed too much must load everything again', async () => {
    const company = await newCompany()
    const user = await newUser('client', company)
    const at = await anotherProcess({ missedMax: 5 })
    await say(company, 0)
    const before = await listen(user, '1-1')
    await before.until(1)
    const events = Array.from({ length: 6 }, () => ({ type: 'threat.changed' as const, data: {} }))
    await world().database.inCompanies([company.id], (tx) => publishEvents(tx, company.id, events))
    // Events wait for older transactions of the whole server, and other test files run at the same time.
    await before.until(7)
    before.close()
    const reader = await listen(user, before.events[0]?.cursor, at)
    await reader.until(1)
    expect(reader.events.map(({ type }) => type)).toEqual(['reset'])
    await say(company, 7)
    await reader.until(2)
    expect(reader.events[1]?.data).toEqual({ number: 7 })
  })

  test('an unknown last event starts the stream from now', async () => {
    const company = await newCompany()
    const user = await newUser('client', company)
    await say(company, 1)
    // While an earlier transaction is running, recent events are sent again.
    await allSettled()
    for (const odd of ['x', '999999999999999999-1', '1-2-3', "1' or 1=1"]) {
      const reader = await listen(user, odd)
      await say(company, 2)
      await reader.until(1)
      expect(new Set(numbersOf(reader))).toEqual(new Set([2]))
      reader.close()
    }
  })
})

describe('the end', () => {
  test('follows the end of the session by itself, looked after every half second', async () => {
    const company = await newCompany()
    const user = await newUser('client', company)
    const reader = await listen(user)
    await world().database.inIdentity((tx) => endSession(tx, user.sessionId, 'test'))
    await reader.ended()
    expect(hubLimits.sessionCheckMs).toBeLessThanOrEqual(500)
  })

  test('comes with signing out', async () => {
    const user = await newUser('client', await newCompany())
    const visitor = newVisitor(world().server)
    await visitor.signIn(user.email, testPassword)
    const { user: signedIn } = (await visitor.get('/api/auth/session')).body as { user: { accessToken: string } }
    const reader = await listen({ ...user, accessToken: signedIn.accessToken })
    await visitor.signOut()
    await reader.ended()
  })

  test('comes for a user who is disabled, and nothing is heard after it', async () => {
    const company = await newCompany()
    const user = await newUser('client', company)
    const reader = await listen(user, undefined, await anotherProcess({ sessionCheckMs: 60_000 }))
    await world().database.inIdentity((tx) =>
      tx.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute(),
    )
    await say(company, 1)
    await reader.ended()
    expect(reader.events).toEqual([])
  })

  test('comes before an event of after it, even if the events were already being read', async () => {
    const company = await newCompany()
    const user = await newUser('client', company)
    const reader = await listen(user, undefined, await anotherProcess({ sessionCheckMs: 60_000 }))
    const { pool, asOwner, inIdentity } = world().database
    await asOwner((db) =>
      db.transaction().execute(async (tx) => {
        await sql`lock table live_events in access exclusive mode`.execute(tx)
        await pool.query('select pg_notify($1, $2)', [eventChannel, `${company.id}:`])
        const readsWaiting = `select count(*)::int as count from pg_locks where relation = 'live_events'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`
        await expect.poll(async () => (await pool.query<{ count: number }>(readsWaiting)).rows[0]?.count).toBe(1)
        await inIdentity((own) =>
          own.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute(),
        )
        await publishEvent(tx, { companyId: company.id, type: 'threat.changed', data: { number: 1 } })
      }),
    )
    await reader.ended()
    expect(reader.events).toEqual([])
  })

  test('comes when the server stops, and does not keep it from stopping', async () => {
    const { database, queue, files, keys, secrets } = world()
    const parts = { database, queue, files, keys, secrets, log: openLog('silent'), publicOrigin: null }
    const server = await buildServer(parts, 'test', null)
    await server.listen({ port: 0, host: '127.0.0.1' })
    const reader = await listen(await newUser('client', await newCompany()), undefined, originOf(server))
    await server.close()
    await reader.ended()
  })
})

test('a quiet stream is kept open by pings', async () => {
  const reader = await listen(
    await newUser('client', await newCompany()),
    undefined,
    await anotherProcess({ pingMs: 20 }),
  )
  await expect.poll(() => reader.pings).toBeGreaterThan(2)
  expect(reader.isEnded).toBe(false)
})

test('a listening connection that breaks is replaced, and what happened meanwhile is heard', async () => {
  const company = await newCompany()
  const reader = await listen(await newUser('client', company))
  await say(company, 1)
  await reader.until(1)
  const { rows } = await world().database.pool.query<{ gone: boolean }>(
    `select pg_terminate_backend(pid) as gone from pg_stat_activity
     where application_name = 'signet-events' and datname = current_database()`,
  )
  expect(rows.length).toBeGreaterThan(0)
  await say(company, 2)
  await reader.until(2)
  await say(company, 3)
  await reader.until(3)
  expect(numbersOf(reader)).toEqual([1, 2, 3])
})

test('a reader that does not read is disconnected and delays no one', async () => {
  const company = await newCompany()
  const [slow, quick] = [await newUser('client', company), await newUser('client', company)]
  const at = await anotherProcess({ slowMs: 400, sessionCheckMs: 50 })
  const socket = net.connect(Number(new URL(at).port), '127.0.0.1')
  const left = once(socket, 'close')
  socket.on('error', () => {})
  socket.write(
    `GET /api/rest/notifications/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${slow.accessToken}\r\n\r\n`,
  )
  socket.pause()
  const reader = await listen(quick, undefined, at)
  // More than the operating system buffers between two programs.
  const padding = 'x'.repeat(100_000)
  const count = 200
  for (let number = 0; number < count; number += 20) {
    const events = Array.from({ length: 20 }, () => ({ type: 'threat.changed' as const, data: { padding } }))
    await world().database.inCompanies([company.id], (tx) => publishEvents(tx, company.id, events))
  }
  await reader.until(count)
  await wait(1000)
  let taken = 0
  socket.on('data', (chunk: Buffer) => (taken += chunk.length))
  socket.resume()
  await left
  expect(taken).toBeLessThan(count * padding.length)
  expect(reader.isEnded).toBe(false)
})
