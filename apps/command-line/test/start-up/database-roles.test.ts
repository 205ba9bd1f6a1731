import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOfRole } from '@signet/server/db/connection'
import { workingRoles } from '@signet/server/db/roles'
import { sentenceOf } from '@signet/server/errors/sentences'
import { newFolder } from '@signet/server/test/new-folder'
import { findSystemPostgres, newPostgres, type OwnPostgres } from '../crash/own-postgres.ts'
import { newInstallation, onlyLine, runHere } from '../signet-process.ts'

const systemPostgres = findSystemPostgres()
const secret = 'the secret of the first installation on this server'
const otherSecret = 'the secret of another installation on this server'
const password = 'a-password-that-the-operator-chose'

describe.skipIf(!systemPostgres)('the roles of a server with passwords', () => {
  let server: OwnPostgres
  let dataDir: string

  beforeAll(async () => {
    server = await newPostgres(String(systemPostgres), {})
    await server.start()
    dataDir = await newFolder()
  })
  afterAll(() => server.remove())

  const addressIn = (database: string, user = 'postgres', word = server.password) =>
    `postgres://${user}:${word}@127.0.0.1:${server.port}/${database}`

  async function asAdmin(statements: string): Promise<void> {
    const client = new Client({ connectionString: addressIn('postgres') })
    await client.connect()
    try {
      for (const statement of statements.split(';').filter((text) => text.trim())) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  /** An empty database, and nothing of the product on the server but what other databases have. */
  async function newDatabase(owner = 'postgres'): Promise<string> {
    const name = `own_${randomBytes(6).toString('hex')}`
    await asAdmin(`create database ${name} owner ${owner}`)
    return name
  }

  const signet = (args: string[], env: Record<string, string>) =>
    runHere(args, { env: { DATA_DIR: dataDir, SIGNET_LOG: 'error', ...env } })
  const migrates = async (env: Record<string, string>) =>
    expect(await signet(['migrate'], env)).toMatchObject({ code: 0, stderr: '' })
  const lineOf = async (env: Record<string, string>) => {
    const ended = await signet(['migrate'], env)
    expect(ended.code).toBe(1)
    return onlyLine(ended)
  }
  async function removeRoles(...databases: string[]): Promise<void> {
    for (const name of databases) await asAdmin(`drop database ${name} with (force)`)
    for (const role of workingRoles) await asAdmin(`drop role if exists ${role}`)
  }

  test('are created at the first start, by several processes at once, and sign in with the derived password only', async () => {
    const databases = [await newDatabase(), await newDatabase()]
    const starts = [...databases, ...databases].map((name) =>
      migrates({ DATABASE_URL: addressIn(name), SIGNET_SECRET: secret }),
    )
    await Promise.all(starts)
    for (const role of workingRoles) {
      const wrong = addressOfRole({ connectionString: addressIn('postgres'), rolePassword: secret }, role)
      await expect(new Client(wrong).connect(), role).rejects.toMatchObject({ code: '28P01' })
    }
    const [first = ''] = databases
    const checked = await signet(['doctor'], { DATABASE_URL: addressIn(first), SIGNET_SECRET: secret, PORT: '0' })
    expect(checked.stdout).toContain('The database roles are prepared and can sign in.')
    await removeRoles(...databases)
  })

  test('that an administrator has to prepare are named with their statements, and then need no rights of the owner', async () => {
    const owner = `owner_${randomBytes(6).toString('hex')}`
    await asAdmin(`create role ${owner} login password 'owner-password'`)
    const name = await newDatabase(owner)
    const env = { DATABASE_URL: addressIn(name, owner, 'owner-password'), SIGNET_DATABASE_PASSWORD: password }
    const line = await lineOf(env)
    const statements = /with that password: (.*)$/.exec(line)?.[1] ?? ''
    expect(line).toBe(sentenceOf('ROLES_NOT_ALLOWED', { user: owner, statements }))
    await asAdmin(statements.replaceAll('…', password))
    await migrates(env)
    await removeRoles(name)
    await asAdmin(`drop role ${owner}`)
  })

  test('get another password with another secret, unless a process or another database uses them', async () => {
    const [own, other] = [await newDatabase(), await newDatabase()]
    await migrates({ DATABASE_URL: addressIn(own), SIGNET_SECRET: secret })
    await migrates({ DATABASE_URL: addressIn(own), SIGNET_SECRET: otherSecret })

    await migrates({ DATABASE_URL: addressIn(own), SIGNET_DATABASE_PASSWORD: password })
    const held = new Client({ connectionString: addressIn(own, 'signet_app', password) })
    await held.connect()
    expect(await lineOf({ DATABASE_URL: addressIn(own), SIGNET_SECRET: secret })).toBe(sentenceOf('ROLES_IN_USE'))
    await held.end()

    const line = await lineOf({ DATABASE_URL: addressIn(other), SIGNET_SECRET: secret })
    expect(line).toBe(sentenceOf('ROLES_OF_OTHER_DATABASE', { database: own }))
    await migrates({ DATABASE_URL: addressIn(other), SIGNET_DATABASE_PASSWORD: password })
    await removeRoles(own, other)
  })

  test('that pg_hba.conf refuses are named, at the start and by doctor', async () => {
    const name = await newDatabase()
    const env = { DATABASE_URL: addressIn(name), SIGNET_DATABASE_PASSWORD: password }
    await migrates(env)
    const file = path.join(server.directory, 'data/pg_hba.conf')
    const before = await readFile(file, 'utf8')
    await writeFile(file, `host all signet_identity 127.0.0.1/32 reject\n${before}`)
    await asAdmin('select pg_reload_conf()')
    await expect.poll(async () => (await signet(['migrate'], env)).stderr).toMatch(/pg_hba\.conf rejects connection/)
    const [, detail = ''] = /sign in: (.*)\. Allow /.exec(await lineOf(env)) ?? []
    const refused = { role: 'signet_identity', code: '28000', detail }
    expect(await lineOf(env)).toBe(sentenceOf('ROLE_LOGIN_REFUSED', refused))
    const checked = await signet(['doctor'], { ...env, PORT: '0' })
    expect(checked.stdout).toMatch(/"check":"roles","state":"failed"|roles: failed/)
    await writeFile(file, before)
    await asAdmin('select pg_reload_conf()')
    await expect.poll(async () => (await signet(['migrate'], env)).code).toBe(0)
    await removeRoles(name)
  })

  test('that have more rights than they need lose them', async () => {
    const name = await newDatabase()
    await asAdmin('create role signet_app login bypassrls createrole inherit')
    await migrates({ DATABASE_URL: addressIn(name), SIGNET_DATABASE_PASSWORD: password })
    const client = new Client({ connectionString: addressIn(name, 'signet_app', password) })
    await client.connect()
    const { rows } = await client.query(
      `select rolbypassrls, rolcreaterole, rolinherit, current_setting('jit') as jit from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([{ rolbypassrls: false, rolcreaterole: false, rolinherit: false, jit: 'off' }])
    await client.end()
    await removeRoles(name)
  })
})

test('an embedded database opens with another secret', async () => {
  const signet = await newInstallation()
  if (!signet.isEmbedded) return
  expect(await signet.run(['migrate'], { env: { SIGNET_SECRET: secret } })).toMatchObject({ code: 0, stderr: '' })
  expect(await signet.run(['migrate'], { env: { SIGNET_SECRET: otherSecret } })).toMatchObject({ code: 0, stderr: '' })
  // Only who reaches the socket is let in: nothing of it is on the network.
  expect(await signet.sql('show listen_addresses')).toEqual([{ listen_addresses: '' }])
})

test('says in one line that a direct address alone is no database', async () => {
  const DATA_DIR = await newFolder()
  const ended = await runHere(['migrate'], {
    env: { DATA_DIR, SIGNET_LOG: 'error', DATABASE_DIRECT_URL: 'postgres://signet@127.0.0.1:1/signet' },
  })
  expect(ended.code).toBe(1)
  expect(onlyLine(ended)).toBe(sentenceOf('DIRECT_URL_ALONE'))
})
