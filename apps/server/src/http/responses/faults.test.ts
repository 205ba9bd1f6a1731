import { expect, test } from 'vitest'
import { getUserDetails } from '@signet/contract/access/account'
import { listTakedowns } from '@signet/contract/takedowns/takedowns'
import { openDatabase } from '../../db/database.ts'
import { openLog } from '../../log.ts'
import { newCompany, newUser, send, testPassword, useWorld } from '../../../test/harness.ts'
import { newVisitor } from '../../../test/visitor.ts'
import { buildServer } from '../build-server.ts'

const world = useWorld()

/** A server whose database address doesn't answer. */
async function orphanedServer() {
  const { queue, files, keys, secrets } = world()
  const database = openDatabase({ connectionString: 'postgres://signet@127.0.0.1:1/signet' }, 1)
  const server = await buildServer(
    { database, queue, files, keys, secrets, log: openLog('silent'), publicOrigin: null },
    't',
    null,
  )
  return { server, close: async () => [await server.close(), await database.close()] }
}

test('is alive and ready while its database answers', async () => {
  for (const url of ['/healthz', '/readyz']) {
    const answer = await world().server.inject(url)
    expect(answer).toMatchObject({ statusCode: 200, body: '{"ok":true}' })
  }
})

test('is alive but not ready when its database is gone', async () => {
  const { server, close } = await orphanedServer()
  expect(await server.inject('/healthz')).toMatchObject({ statusCode: 200, body: '{"ok":true}' })
  expect(await server.inject('/readyz')).toMatchObject({ statusCode: 503, body: '{"ok":false}' })
  await close()
})

test('a call answers 503 with the time to wait when the database is gone, and names no address', async () => {
  const { server, close } = await orphanedServer()
  const user = await newUser('client', await newCompany())
  const headers = { authorization: `Bearer ${user.accessToken}` }
  const answer = await server.inject({ url: '/api/rest/user/details', headers })
  expect(answer.json()).toMatchObject({ status: 503, reason: 'DATABASE_AWAY' })
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i)
  await close()
})

test('signing out while the database is gone can be repeated with the same cookies', async () => {
  const user = await newUser('client', await newCompany())
  const signedIn = newVisitor(world().server)
  await signedIn.signIn(user.email, testPassword)
  const { server, close } = await orphanedServer()
  const visitor = newVisitor(server)
  for (const [name, cookie] of signedIn.cookies) visitor.cookies.set(name, cookie)
  expect(await visitor.signOut()).toMatchObject({ status: 503 })
  await close()
  const later = newVisitor(world().server)
  for (const [name, cookie] of visitor.cookies) later.cookies.set(name, cookie)
  expect(await later.signOut()).toMatchObject({ status: 200 })
  expect([...later.cookies.keys()]).not.toContain('next-auth.session-token')
  expect([...later.cookies.keys()]).not.toContain('signet.refresh-token')
})

test('continues after the database closed every connection', async () => {
  const user = await newUser('client', await newCompany())
  const { database } = world()
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = 'signet'`,
  )
  for (let attempt = 1; attempt <= 5; attempt += 1)
    expect([200, 503]).toContain((await send(user, getUserDetails)).status)
  expect((await send(user, getUserDetails)).status).toBe(200)
})

test('an unexpected error answers 500 with nothing of its cause but the request id', async () => {
  const user = await newUser('client', await newCompany())
  const { pool } = world().database
  await pool.query('alter table takedowns rename column requested_at to planted_column')
  const answer = await send(user, listTakedowns)
  await pool.query('alter table takedowns rename column planted_column to requested_at')
  const id = answer.body.requestId
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(answer).toMatchObject({
    status: 500,
    body: {
      type: '/problems/internal',
      title: 'Server error',
      status: 500,
      detail: expect.stringMatching(/^Something went wrong on the server/) as string,
      instance: `/requests/${id}`,
      message: expect.stringMatching(/^Something went wrong on the server/) as string,
      code: 'INTERNAL',
      reason: 'INTERNAL',
      parameters: {},
      requestId: id,
    },
  })
  expect(Object.keys(answer.body)).toHaveLength(10)
  // The failed transaction isn't reused for the next request.
  expect((await send(user, listTakedowns)).status).toBe(200)
})

test('every response forbids type sniffing, referrers and caching', async () => {
  const user = await newUser('client', await newCompany())
  const headers = { authorization: `Bearer ${user.accessToken}` }
  for (const url of ['/api/rest/user/details', '/api/rest/openapi.json', '/api/rest/nope', '/api/auth/session']) {
    const answer = await world().server.inject({ url, headers })
    expect(answer.headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(answer.headers['x-powered-by']).toBeUndefined()
  }
})
