import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database, type Tx } from '@signet/server/db/database'
import { sentenceOf } from '@signet/server/errors/sentences'
import { addCompany } from '@signet/server/features/companies/add-company'
import { newFolder } from '@signet/server/test/new-folder'
import { onlyLine, runHere } from '../signet-process.ts'
import { newLossWorld, type LossWorld } from './loss-world.ts'
import { findPgBouncer, startPgBouncer, type OwnPgBouncer } from './own-pgbouncer.ts'
import { findSystemPostgres, newPostgres, type OwnPostgres } from './own-postgres.ts'

/*
 * One api and one worker process whose working roles go through PgBouncer in transaction mode, with so few connections to the server that
 * every transaction may get another one than the one before.
 */

const systemPostgres = findSystemPostgres()
const password = 'a-password-that-pgbouncer-knows'
const poolSize = 2
const isInstalled = systemPostgres !== null && findPgBouncer() !== null
if (!isInstalled)
  console.error('Left out: PostgreSQL 15 or PgBouncer is not installed here (packages postgresql, pgbouncer).')

describe.skipIf(!isInstalled)('behind PgBouncer in transaction mode', () => {
  let server: OwnPostgres
  let pooler: OwnPgBouncer
  let world: LossWorld
  let database: Database
  let env: Record<string, string>

  beforeAll(async () => {
    server = await newPostgres(String(systemPostgres), { fsync: 'off' })
    await server.start()
    pooler = await startPgBouncer(server.port, password, poolSize)
    const pooled = new URL(server.url)
    pooled.port = String(pooler.port)
    env = { DATA_DIR: await newFolder(), DATABASE_URL: pooled.href, SIGNET_DATABASE_PASSWORD: password }
    world = await newLossWorld(
      { ...env, DATABASE_DIRECT_URL: server.url },
      async () => ({ connectionString: server.url, rolePassword: password }),
      2000,
    )
    database = openDatabase({ connectionString: server.url, pooledUrl: pooled.href, rolePassword: password })
  }, 120_000)
  afterAll(async () => {
    await database?.close()
    await world?.stop()
    await pooler?.stop()
    await server?.remove()
  }, 60_000)

  test('decisions, jobs, live events and the audit chain work as on the server itself', async () => {
    await world.whileDeciding(() => sleep(5000))
    await world.waitUntilWhole()
    await expect
      .poll(() => world.sql(`select from audit a where not exists (select from audit_chain c where c.audit_id = a.id)`))
      .toEqual([])
    const connections = await world.sql<{ role: string; count: number }>(
      `select usename as role, count(*)::int as count from pg_stat_activity where usename like 'signet\\_%' group by 1`,
    )
    expect(connections.length).toBeGreaterThan(0)
    for (const { role, count } of connections) expect(count, role).toBeLessThanOrEqual(poolSize)
  })

  test('each transaction sees its own companies, with the settings of its role, whichever connection it gets', async () => {
    const ids: number[] = []
    for (const key of ['first', 'second', 'third'])
      ids.push((await addCompany(database, { key: `pooled-${key}`, name: key })).companyId)
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        const companyId = ids[at % ids.length] ?? 0
        const open = at % 2 ? database.inCompanies : database.withIdentity
        return open([companyId], async (tx: Tx) => {
          const rows = await tx
            .selectFrom('companies')
            .select(({ fn, val }) => [
              'id',
              fn<string>('current_setting', [val('jit')]).as('jit'),
              // Long enough for the others to get another connection in between.
              fn('pg_sleep', [val(0.01)]).as('slept'),
            ])
            .execute()
          return rows.map(({ id, jit }) => [id === companyId, jit])
        })
      }),
    )
    for (const rows of seen) expect(rows).toEqual([[true, 'off']])
  })

  test('doctor signs in through it, and a start without the direct address says what is missing', async () => {
    const checked = await runHere(['doctor'], { env: { ...env, DATABASE_DIRECT_URL: server.url, PORT: '0' } })
    expect(checked.stdout).toContain('The database roles are prepared and can sign in.')
    const ended = await runHere(['migrate'], { env: { ...env, SIGNET_LOG: 'error' } })
    expect(ended.code).toBe(1)
    expect(onlyLine(ended)).toBe(sentenceOf('DATABASE_BEHIND_POOLER'))
  })

  test('a pooler that does not know the roles is named', async () => {
    const other = await startPgBouncer(server.port, 'a-password-that-is-another', poolSize)
    const url = new URL(server.url)
    url.port = String(other.port)
    const ended = await runHere(['migrate'], {
      env: { ...env, DATABASE_URL: url.href, DATABASE_DIRECT_URL: server.url, SIGNET_LOG: 'error' },
    })
    expect(onlyLine(ended)).toMatch(/^The database role signet_app can't sign in: .*connection pooler/)
    await other.stop()
  })
})
