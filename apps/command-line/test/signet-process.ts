import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable, Writable } from 'node:stream'
import { Client, type QueryResultRow } from 'pg'
import { expect, inject } from 'vitest'
import type { Connection } from '@signet/server/db/connection'
import { runCommand } from '../src/cli.ts'
import { openDatabase } from '@signet/server/db/database'
import { superuser } from '@signet/server/db/embedded/embedded-cluster'
import { openEmbeddedPostgres } from '@signet/server/db/embedded/embedded-postgres'
import { findPostmaster, stopPostmaster } from '@signet/server/db/embedded/postmaster'
import { cloneTemplate, createDatabase, databaseOf, dropDatabase } from '@signet/server/test/cluster'
import { cleanUpLater, newFolder } from '@signet/server/test/new-folder'
import { testRolePassword } from '@signet/server/test/role-password'

const bin = path.resolve(import.meta.dirname, '../bin/signet.mjs')

/** How a program ended and all its output. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** A running program. */
export interface Running {
  process: ChildProcess
  pid: number
  /** Resolves once the program wrote the pattern to standard error; fails if it ends before. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends the signal and waits for the program to end. */
  end(signal: NodeJS.Signals): Promise<Ended>
  ended: Promise<Ended>
}

export interface RunOptions {
  input?: string
  env?: Record<string, string>
  cwd?: string
  /** In a separate process group, like a program started by a shell. */
  hasOwnGroup?: boolean
}

/** Calls a program until it answers: on a loaded machine it asks clients to retry. */
export async function fetchWhenFree(address: string, request?: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(address, request)
    if (response.status !== 503) return response
    await response.body?.cancel()
    await sleep(Number(response.headers.get('retry-after')) * 1000)
  }
}

/** Starts `signet` with no settings of this process except the paths of programs and temporary files. */
export function startSignet(args: readonly string[], options: RunOptions = {}): Running {
  const { PATH = '', HOME = '', TMPDIR = os.tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...options.env },
    stdio: 'pipe',
    detached: options.hasOwnGroup ?? false,
    ...(options.cwd ? { cwd: options.cwd } : {}),
  })
  cleanUpLater(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8')
    child[name].on('data', (text: string) => (output[name] += text))
  }
  // If a program ends without reading its input, its exit code decides whether it failed.
  child.stdin.on('error', () => {})
  if (options.input !== undefined) child.stdin.end(options.input)
  const ended = (async (): Promise<Ended> => {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    return { code, signal, ...output }
  })()
  return {
    process: child,
    pid: child.pid as number,
    ended,
    async waitForOutput(pattern) {
      for (;;) {
        const found = pattern.exec(output.stderr)
        if (found) return found
        if (child.exitCode !== null || child.signalCode !== null) expect.fail(`ended with: ${output.stderr}`)
        await sleep(20)
      }
    },
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs `signet` to its end; without `input` its standard input is empty. */
export function runSignet(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return startSignet(args, { input: '', ...options }).ended
}

/**
 * Runs `signet` in this process, which takes milliseconds instead of a second for a program. Tests that need a process (signals, pipes, a
 * real start and stop, memory) use `runSignet`.
 */
export async function runHere(args: readonly string[], { input = '', env = {} }: RunOptions = {}): Promise<Ended> {
  const stdout = new Collected()
  const stderr = new Collected()
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)])
  const code = await runCommand(args, { stdin, stdout, stderr, env })
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() }
}

class Collected extends Writable {
  readonly #chunks: Buffer[] = []
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }
  text = () => Buffer.concat(this.#chunks).toString('utf8')
}

/** A data directory and a database that no other test uses. */
export interface Installation {
  dataDir: string
  env: Record<string, string>
  /** Whether the processes run the embedded server instead of that of `TEST_DATABASE_URL`. */
  isEmbedded: boolean
  start(args: readonly string[], options?: RunOptions): Running
  run(args: readonly string[], options?: RunOptions): Promise<Ended>
  /** The address of its running database. */
  connection(): Promise<Connection>
  /** Queries the database as its owner; an embedded server that isn't running is started for the query. */
  sql<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** The process of its embedded server; null if none is running. */
  postmasterPid(): Promise<number | null>
}

const settingsOf = (dataDir: string, databaseUrl: string | null): Record<string, string> => ({
  DATA_DIR: dataDir,
  SIGNET_LOG: 'error',
  PORT: '0',
  SIGNET_REQUESTS_PER_MINUTE: '100000',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl, SIGNET_DATABASE_PASSWORD: testRolePassword } : {}),
})

/**
 * An installation for commands, on a database of the tests' own server: the schema exists, and `run` runs in this process. `start` still
 * starts a program, on the same database.
 */
export async function newReadyInstallation(): Promise<Pick<Installation, 'dataDir' | 'env' | 'run' | 'start' | 'sql'>> {
  const dataDir = await newFolder()
  const connectionString = await newDatabase(inject('server'), true)
  const env = settingsOf(dataDir, connectionString)
  const withEnv = (options: RunOptions = {}) => ({ ...options, env: { ...env, ...options.env } })
  return {
    dataDir,
    env,
    run: (args, options) => runHere(args, withEnv(options)),
    start: (args, options) => startSignet(args, withEnv(options)),
    sql: (text, values) => query({ connectionString }, text, values),
  }
}

/**
 * It is empty: the first process that opens it creates the schema.
 *
 * @param server the tests' own, or another one
 */
export async function newInstallation(server: Connection = inject('server')): Promise<Installation> {
  const dataDir = await newFolder()
  const own = 'connectionString' in server ? await newDatabase(server) : null
  const env = settingsOf(dataDir, own)
  const cluster = path.join(dataDir, 'postgres')
  if (!own) {
    cleanUpLater(async () => {
      const left = await findPostmaster(cluster)
      if (left) await stopPostmaster(left)
    })
  }
  const withEnv = (options: RunOptions = {}) => ({ ...options, env: { ...env, ...options.env } })

  async function connection(): Promise<Connection | null> {
    if (own) return { connectionString: own, rolePassword: testRolePassword }
    const postmaster = await findPostmaster(cluster)
    if (!postmaster?.isReady) return null
    return { host: postmaster.socketDir, port: postmaster.port, user: superuser, database: superuser }
  }
  return {
    dataDir,
    env,
    isEmbedded: own === null,
    start: (args, options) => startSignet(args, withEnv(options)),
    run: (args, options) => runSignet(args, withEnv(options)),
    async connection() {
      return (await connection()) ?? expect.fail('the database does not run')
    },
    async sql(text, values) {
      const answering = await connection()
      if (answering) return query(answering, text, values)
      const embedded = await openEmbeddedPostgres({ dataDir })
      try {
        return await query(embedded.connection, text, values)
      } finally {
        await embedded.stop()
      }
    },
    postmasterPid: async () => (await findPostmaster(cluster))?.pid ?? null,
  }
}

/**
 * From now on a killed worker's job is detected after four seconds; the queue's own options don't accept less than ten. It applies to jobs
 * that are added later, because a job keeps the options its queue had.
 */
export const shortenHeartbeat = ({ sql }: Pick<Installation, 'sql'>) =>
  sql('update pgboss.queue set heartbeat_seconds = 4')

async function query<R extends QueryResultRow>(connection: Connection, text: string, values?: unknown[]): Promise<R[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** @returns the address of an empty database, or of one with schema and queues */
export async function newDatabase(server: Connection, isReady = false): Promise<string> {
  const name = `signet_process_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(server, 1)
  if (isReady) await cloneTemplate(admin, inject('template'), name)
  else await createDatabase(admin, name)
  cleanUpLater(async () => {
    await dropDatabase(admin, name)
    await admin.close()
  })
  return addressOf(databaseOf(server, name))
}

/** The address of a database, for `DATABASE_URL`. */
export function addressOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  // The embedded server listens only on a socket.
  const { host, port, user, database } = connection
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user }).toString()}`
}

/** The message of a failing command: exactly one line on standard error and nothing on standard output. */
export function onlyLine({ stdout, stderr }: Ended): string {
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^[^\n]+\n$/)
  return stderr.trimEnd()
}

/** The JSON lines of standard output. */
export function jsonLines<T = Record<string, unknown>>({ stdout }: Pick<Ended, 'stdout'>): T[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)
}
