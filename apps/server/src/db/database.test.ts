import { sql } from 'kysely'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { newCompany, useWorld } from '../../test/harness.ts'
import { AppError } from '../errors.ts'
import { assertReachable, openDatabase, type Tx } from './database.ts'
import { companyScope } from './company-scope.ts'
import { forCompany } from './for-company.ts'

const world = useWorld()

const insertBrand = (companyId: number, key: string) => ({
  company_id: companyId,
  id: crypto.randomUUID(),
  key,
  name: key,
  aliases: [],
  official: [],
})

test('work that fails leaves nothing behind, and the next work finds a clean connection', async () => {
  const { id } = await newCompany()
  const one = openDatabase(world().connection, 1)
  const failing = one.inCompanies([id], async (tx) => {
    await tx.insertInto('brands').values(insertBrand(id, 'half-done')).execute()
    throw new Error('in the middle')
  })
  await expect(failing).rejects.toThrow('in the middle')
  const brands = await one.inCompanies([id], (tx) => tx.selectFrom('brands').select('key').execute())
  expect(brands).toEqual([{ key: 'brand' }])
  await one.close()
})

test('an error of the database in the middle leaves nothing behind either', async () => {
  const { id } = await newCompany()
  const one = openDatabase(world().connection, 1)
  const failing = one.inCompanies([id], async (tx) => {
    await tx.insertInto('brands').values(insertBrand(id, 'half-done')).execute()
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(failing).rejects.toThrow('division by zero')
  const brands = await one.inCompanies([id], (tx) => tx.selectFrom('brands').select('key').execute())
  expect(brands).toHaveLength(1)
  await one.close()
})

test.each([
  ['a number with a fraction', 1.5],
  ['no number', Number.NaN],
  ['zero', 0],
  ['text', `1'; drop table x; --`],
])('a company id that is %s never reaches the database', (_words, companyId) => {
  expect(() => world().database.inCompanies([companyId as number], async () => {})).toThrow(TypeError)
})

test('work runs as the role that its kind of transaction is for', async () => {
  const who = sql<{ role: string }>`select current_user as role`
  const app = await world().database.inCompanies([], (tx) => who.execute(tx))
  const identity = await world().database.inIdentity((tx) => who.execute(tx))
  expect([app.rows[0]?.role, identity.rows[0]?.role]).toEqual(['signet_app', 'signet_identity'])
})

test('two transactions at once see each its own companies', async () => {
  const [a, b] = [await newCompany(), await newCompany()]
  const seen = await Promise.all(
    [a, b, a, b, a, b, a, b].map(({ id }) =>
      world().database.inCompanies([id], async (tx) => {
        const rows = await tx.selectFrom('brands').select('company_id').execute()
        return rows.every((row) => row.company_id === id) && rows.length === 1
      }),
    ),
  )
  expect(seen).toEqual(Array.from({ length: 8 }, () => true))
})

test.each([
  ['queries are not compiled, whatever the server would choose', 'jit', 'off'],
  ['a statement that runs for too long is ended', 'statement_timeout', '30s'],
])('%s', async (_promise, setting, value) => {
  const { inCompanies, inIdentity, inAudit, asOwner } = world().database
  const read = sql<{ value: string }>`select current_setting(${setting}) as value`
  const run = async (tx: Tx) => (await read.execute(tx)).rows
  for (const rows of [await inCompanies([], run), await inIdentity(run), await inAudit([], run), await asOwner(run)])
    expect(rows).toEqual([{ value }])
})

test('a database that does not answer is named in one line without its password', async () => {
  const nowhere = { connectionString: 'postgres://signet:planted-secret@127.0.0.1:1/signet' }
  const error = await assertReachable(nowhere).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProgramError)
  expect(error).toMatchObject({ reason: 'DATABASE_UNREACHABLE', parameters: { code: 'ECONNREFUSED' } })
  expect((error as Error).message).not.toMatch(/planted-secret|\n/)
})

/** A message of the protocol of PostgreSQL 3.0. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

test('a server older than PostgreSQL 15 is refused', async () => {
  const ready = message('Z', Buffer.from('I'))
  const version = Buffer.from('140011')
  // One column of text (type 25), and one row with it.
  const field = Buffer.from('00000000000000000019ffffffffffff0000', 'hex')
  const column = Buffer.concat([Buffer.from([0, 1]), Buffer.from('server_version_num\0'), field])
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, version.length]), version])
  const rows = [message('T', column), message('D', row), message('C', Buffer.from('SHOW\0')), ready]
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      socket.on('data', (sent) => sent.toString('latin1').startsWith('Q') && socket.write(Buffer.concat(rows)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const refused = assertReachable({ connectionString: `postgres://signet@127.0.0.1:${port}/signet` })
  await expect(refused).rejects.toMatchObject({ reason: 'POSTGRES_TOO_OLD' })
  server.close()
})

const refuse = () => Promise.reject(new AppError('NOT_A_MAIL_ADDRESS'))

test('what a transaction became for a part of its work is undone, also if a caller catches the error of that part', async () => {
  const [own, other] = [await newCompany(), await newCompany()]
  const scope = sql<{ role: string; companies: string }>`
    select current_user as role, current_setting('app.companies') as companies`
  const found = await world().database.withIdentity([own.id], async (tx, identity) => {
    await expect(identity(refuse)).rejects.toThrow(AppError)
    await expect(forCompany(tx, other.id, refuse)).rejects.toThrow(AppError)
    return (await scope.execute(tx)).rows
  })
  expect(found).toEqual([{ role: 'signet_app', companies: String(own.id) }])
})

test('an error of the database in such a part is the one that the caller gets', async () => {
  const { id } = await newCompany()
  const failing = world().database.withIdentity([id], (_tx, identity) =>
    identity((tx) => sql`select 1 / 0`.execute(tx)),
  )
  await expect(failing).rejects.toThrow('division by zero')
})

test('only ids become the companies of a transaction', () => {
  expect(companyScope([1, 20])).toBe("set local app.companies = '1,20'")
  for (const companies of [[0], [-1], [1.5], [Number.NaN], "1'; drop table companies; --"])
    expect(() => companyScope(companies), String(companies)).toThrow(TypeError)
})
