import { mkdtemp, rm, chmod } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { onDatabase, type Connection } from '../src/db/connection.ts'
import { openDatabase, type Database } from '../src/db/database.ts'
import { openEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { openQueue } from '../src/jobs/queue.ts'
import { openLog } from '../src/log.ts'
import { testRolePassword } from './role-password.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the tests' server. */
    server: Connection
    /** The database that each test file is cloned from. */
    template: string
  }
}

/**
 * One cluster for the whole run: the embedded PostgreSQL, or the server of `TEST_DATABASE_URL`. A database with schema and queues is
 * created once; each test file clones it in some 100 ms.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-test-'))
  await chmod(directory, 0o711)
  const embedded = url ? null : await openEmbeddedPostgres({ dataDir: directory, durability: 'test' })
  const server: Connection = embedded
    ? embedded.connection
    : { connectionString: url as string, rolePassword: testRolePassword }
  const template = `signet_template_${process.pid}`

  const admin = openDatabase(server, 1)
  await admin.pool.query(`create database ${template}`)
  const database = openDatabase(databaseOf(server, template), 2)
  await migrate(database)
  const queue = await openQueue(database, openLog('silent'))
  await queue.stop()
  await database.close()
  project.provide('server', server)
  project.provide('template', template)

  return async () => {
    await admin.pool.query('set statement_timeout = 0')
    await admin.pool.query(`drop database if exists ${template} with (force)`)
    await admin.close()
    await embedded?.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

export const databaseOf = onDatabase

/** Only one session at a time can clone a template, and another test file may be cloning it. */
export async function cloneTemplate(admin: Database, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await admin.pool.query(`create database ${name} template ${template}`)
      return
    } catch (error) {
      const isBusy = (error as { code?: string }).code === '55006'
      if (!isBusy || attempt === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100))
    }
  }
}
