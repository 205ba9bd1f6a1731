import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { required } from '@signet/contract/narrow'
import type { Secrets } from '@signet/server/app/secrets'
import type { Queue } from '@signet/server/app/jobs'
import { deriveKeys, type Keys } from '@signet/server/app/keys'
import type { Connection } from '@signet/server/db/connection'
import { assertReachable, openDatabase, type Database } from '@signet/server/db/database'
import { poolConnections } from '@signet/server/db/pools'
import { makeDirectories } from '@signet/server/db/embedded/data-dir'
import {
  defaultDataDir,
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@signet/server/db/embedded/embedded-postgres'
import { migrate } from '@signet/server/db/migrate'
import { projectRoot, type Env } from '@signet/server/env'
import type { FileStore } from '@signet/server/files/file-store'
import { localFileStore } from '@signet/server/files/local-file-store'
import { openQueue } from '@signet/server/jobs/queue'
import type { Logger } from '@signet/server/log'
import type { KeyProvider } from '@signet/server/secrets/key-provider'
import { openKeys } from '@signet/server/secrets/open-keys'
import { openSecrets } from '@signet/server/secrets/secrets'
import { advisoryLocks } from '@signet/server/db/advisory-locks'

/** Where the program keeps everything, before there is a schema. */
export interface Storage {
  dataDir: string
  database: Database
  files: FileStore
  close(): Promise<void>
}

/** What every command of the program works with; its parts are opened and closed together. */
export interface Program extends Storage {
  env: Env
  log: Logger
  queue: Queue
  keys: Keys
  keyProvider: KeyProvider
  secrets: Secrets
  /** The migrations that ran while opening. */
  migrated: string[]
}

/**
 * Opens the data directory, database (embedded unless `DATABASE_URL` is set) and file store.
 *
 * @param say receives one line for each step that takes time or that the user should know about
 * @param more.secret that of a backup, which isn't in the data directory yet
 * @param more.processes among how many the connections are divided
 * @throws ProgramError with a one-line message
 */
export async function openStorage(
  env: Env,
  log: Logger,
  say: (line: string) => void,
  { secret, processes = 1 }: { secret?: string | undefined; processes?: number } = {},
): Promise<Storage> {
  const dataDir = await openDataDir(env, say)
  let embedded: EmbeddedPostgres | null = null
  let database: Database | null = null
  const close = async () => {
    await database?.close()
    await embedded?.stop()
  }
  try {
    if (!env.databaseUrl) embedded = await openEmbeddedPostgres({ dataDir, log: (line) => log.info(line) })
    const connection = embedded?.connection ?? (await externalConnection(env, dataDir, secret))
    database = openDatabase(connection, connectionsOf(processes), env.clockFactor, env.promisedHours ?? undefined)
    database.watch(log)
    return { dataDir, database, files: await openFileStore(env, dataDir), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The connections of one process alone, and those that several have together; few calls run at once in one process. */
const [connectionsAlone, connectionsTogether, connectionsMin] = [10, 14, 3]

/** Of a process in addition to its pools: four of the queue, two that wait for notifications. */
const connectionsOfWaiting = 6
/** How many a process opens at most, with so many for company data. */
const connectionsOfOne = (size: number) => poolConnections(size) + connectionsOfWaiting

/** How many connections for company data a process opens at most. With four and a worker, they fit into the default of a server, 100. */
const connectionsOf = (processes: number) =>
  processes === 1 ? connectionsAlone : Math.max(connectionsMin, Math.floor(connectionsTogether / processes))

/**
 * Refuses to start more processes than the database has connections for: calls would then fail at random once all are busy. Behind a
 * pooler, it isn't known.
 *
 * @param processes that answer calls; jobs run in one more, unless it doesn't run them
 * @throws ProgramError `TOO_FEW_CONNECTIONS`
 */
async function assertConnectionsFor(processes: number, env: Env, { pool }: Database): Promise<void> {
  if (env.databaseDirectUrl) return
  const needed =
    processes * connectionsOfOne(connectionsOf(processes)) +
    (env.services.has('worker') ? connectionsOfOne(connectionsAlone) : 0)
  const { rows } = await pool.query<{ allowed: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
  )
  const { allowed } = required(rows[0], 'a row')
  if (needed > allowed) throw new ProgramError('TOO_FEW_CONNECTIONS', { processes, needed, allowed })
}

/**
 * The server of `DATABASE_URL`, once it answers. The embedded one trusts everybody who reaches its socket, so only this one needs
 * passwords.
 *
 * @throws ProgramError with a one-line message
 */
export async function externalConnection(env: Env, dataDir: string, secret?: string): Promise<Connection> {
  const url = required(env.databaseUrl, 'DATABASE_URL')
  const { databaseDirectUrl: direct, databasePassword } = env
  const server = { connectionString: direct ?? url }
  await assertReachable(server)
  const rolePassword = databasePassword ?? deriveKeys(secret ?? (await secretOf(env, dataDir))).databasePassword
  return { ...server, rolePassword, ...(direct ? { pooledUrl: url } : {}) }
}

/**
 * Opens the storage, schema, keys and queue.
 *
 * @param say receives one line for each step that takes time or that the user should know about
 * @param processes among how many the connections are divided
 * @throws ProgramError with a one-line message
 */
export async function openProgram(env: Env, log: Logger, say: (line: string) => void, processes = 1): Promise<Program> {
  const storage = await openStorage(env, log, say, { processes })
  const { dataDir, database } = storage
  let queue: Queue | null = null
  const close = async () => {
    await queue?.stop()
    await storage.close()
  }
  try {
    if (processes > 1) await assertConnectionsFor(processes, env, database)
    const migrated = await migrate(database, undefined, { fillsIn: env.databaseUrl === null })
    await database.assertRoles()
    const keyProvider = await openKeys(database, dataDir, env.keks)
    queue = await openQueueAlone(database, log)
    const keys = deriveKeys(await secretOf(env, dataDir))
    return { ...storage, env, log, queue, keys, keyProvider, secrets: openSecrets(keyProvider), migrated, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the file store: the bucket, or a folder of the data directory. */
export async function openFileStore(env: Env, dataDir: string): Promise<FileStore> {
  if (!env.s3) return localFileStore(path.join(dataDir, 'files'))
  // Loaded only if a bucket is configured, because loading takes a moment.
  const { s3FileStore } = await import('@signet/server/files/s3-file-store')
  return s3FileStore(env.s3)
}

/** Opens the queue while no other process does: setting up its schema and rights fails if two processes do it at the same time. */
export async function openQueueAlone(database: Database, log: Logger): Promise<Queue> {
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.queue])
    return await openQueue(database, log)
  } finally {
    // Closing the connection releases the lock even if the connection is broken.
    client.release(true)
  }
}

/** @throws ProgramError if the data directory isn't writable */
export async function openDataDir(env: Env, say: (line: string) => void): Promise<string> {
  let dataDir = env.dataDir
  if (!dataDir) {
    const chosen = defaultDataDir(projectRoot)
    if (chosen.note) say(chosen.note)
    dataDir = chosen.dataDir
  }
  try {
    await makeDirectories(dataDir, 0o711)
    const probe = path.join(dataDir, `.probe-${randomBytes(6).toString('hex')}`)
    await fs.writeFile(probe, '')
    await fs.rm(probe)
  } catch (error) {
    throw new ProgramError('DATA_DIR_NOT_WRITABLE', { path: dataDir, code: causeOf(error).code })
  }
  return dataDir
}

/** The file below the data directory with the secret, unless it is set. */
export const secretFile = 'secret'

/**
 * The secret that sessions and links are signed with: `SIGNET_SECRET`, or a secret that is created at the first start and stored in the
 * data directory. Processes that share a database server must use the same one.
 */
export async function secretOf(env: Env, dataDir: string): Promise<string> {
  if (env.secret) return env.secret
  if (env.databaseUrl && env.isProduction) throw new ProgramError('SECRET_MISSING')
  const place = path.join(dataDir, secretFile)
  const draft = `${place}.${randomBytes(6).toString('hex')}`
  await fs.writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // Creating a link is atomic, so two concurrent first starts end up with the same secret.
    await fs.link(draft, place)
  } catch (error) {
    if (causeOf(error).code !== 'EEXIST') throw error
  } finally {
    await fs.rm(draft)
  }
  return (await fs.readFile(place, 'utf8')).trim()
}
