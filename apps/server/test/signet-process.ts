import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable, Writable } from 'node:stream'
import { Client, type QueryResultRow } from 'pg'
import { expect, inject } from 'vitest'
import type { Connection } from '../src/db/connection.ts'
import { runCommand } from '../src/commands/cli.ts'
import { openDatabase } from '../src/db/database.ts'
import { superuser } from '../src/db/embedded-cluster.ts'
import { openEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { findPostmaster, stopPostmaster } from '../src/db/postmaster.ts'
import { cloneTemplate, databaseOf } from './cluster.ts'

const bin = path.resolve(import.meta.dirname, '../bin/signet.mjs')
/** Where programs keep what they compiled: a start takes half the time when an earlier one was of the same sources. */
const compileCache = path.resolve(import.meta.dirname, '../../../node_modules/.cache/compiled')

/** How a program ended and all it wrote. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** A program that runs. */
export interface Running {
  process: ChildProcess
  pid: number
  /** Resolves once the program wrote the pattern to standard error; fails when it ends before. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>
  ended: Promise<Ended>
}

export interface RunOptions {
  input?: string
  env?: Record<string, string>
  cwd?: string
  /** In a process group of its own, as a shell starts a program. */
  hasOwnGroup?: boolean
}

/** Calls a program until it has time to answer: on a loaded machine it asks for another try, as any client hears. */
export async function fetchWhenFree(address: string, request?: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(address, request)
    if (response.status !== 503) return response
    await response.body?.cancel()
    await sleep(Number(response.headers.get('retry-after')) * 1000)
  }
}

const running = new Set<ChildProcess>()
const cleanUps: (() => Promise<void>)[] = []

/** Ends what a test file left running and removes what it made; called after each file (`each-file.ts`). */
export async function cleanUp(): Promise<void> {
  for (const child of running) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  for (const work of cleanUps.splice(0).toReversed()) await work()
}

/** Starts `signet` with nothing of this process's settings but where programs and temporary files are. */
export function startSignet(args: readonly string[], options: RunOptions = {}): Running {
  const { PATH = '', HOME = '', TMPDIR = os.tmpdir() } = process.env
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: compileCache, ...options.env },
    stdio: 'pipe',
    detached: options.hasOwnGroup ?? false,
    ...(options.cwd ? { cwd: options.cwd } : {}),
  })
  running.add(child)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8')
    child[name].on('data', (text: string) => (output[name] += text))
  }
  // A program that ends without reading its input is for its exit code to judge.
  child.stdin.on('error', () => {})
  if (options.input !== undefined) child.stdin.end(options.input)
  const ended = (async (): Promise<Ended> => {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    running.delete(child)
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
 * Runs `signet` in this process, which takes milliseconds where a program takes a second. What a process is there for (signals, pipes,
 * a real start and stop, memory) needs `runSignet`.
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

/** An empty folder that goes away with the test file; open for the database's own user. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signet-process-'))
  await chmod(folder, 0o711)
  cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}

/** A data directory and a database that no other test uses. */
export interface Installation {
  dataDir: string
  env: Record<string, string>
  /** Whether the processes run the embedded server, and not the one of `TEST_DATABASE_URL`. */
  isEmbedded: boolean
  start(args: readonly string[], options?: RunOptions): Running
  run(args: readonly string[], options?: RunOptions): Promise<Ended>
  /** Where its running database answers. */
  connection(): Promise<Connection>
  /** Asks the database as its owner; an embedded server that does not run is started for the question. */
  sql<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** The process of its embedded server; null when none runs. */
  postmasterPid(): Promise<number | null>
}

const settingsOf = (dataDir: string, databaseUrl: string | null): Record<string, string> => ({
  DATA_DIR: dataDir,
  SIGNET_LOG: 'error',
  PORT: '0',
  SIGNET_REQUESTS_PER_MINUTE: '100000',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
})

/**
 * An installation for commands, on a database of the tests' own server: the schema is there, and `run` runs in this process. `start`
 * still starts a program, on the same database.
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

/** Nothing is in it yet: the first process that opens it makes the schema. */
export async function newInstallation(): Promise<Installation> {
  const dataDir = await newFolder()
  const server = inject('server')
  const own = 'connectionString' in server ? await newDatabase(server) : null
  const env = settingsOf(dataDir, own)
  const cluster = path.join(dataDir, 'postgres')
  if (!own) {
    cleanUps.push(async () => {
      const left = await findPostmaster(cluster)
      if (left) await stopPostmaster(left)
    })
  }
  const withEnv = (options: RunOptions = {}) => ({ ...options, env: { ...env, ...options.env } })

  async function connection(): Promise<Connection | null> {
    if (own) return { connectionString: own }
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
 * From now on a job of a killed worker is noticed after four seconds; the queue's own options take no less than ten. For jobs that are
 * added later: a job keeps what its queue had.
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
async function newDatabase(server: Connection, isReady = false): Promise<string> {
  const name = `signet_process_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(server, 1)
  if (isReady) await cloneTemplate(admin, inject('template'), name)
  else await admin.pool.query(`create database ${name}`)
  cleanUps.push(async () => {
    await admin.pool.query(`drop database ${name} with (force)`)
    await admin.close()
  })
  const own = databaseOf(server, name)
  if ('connectionString' in own) return own.connectionString
  // The embedded server listens on a socket alone.
  return `postgres:///${name}?${new URLSearchParams({ host: own.host, port: String(own.port), user: own.user }).toString()}`
}

/** What a failing command says: exactly one line on standard error and nothing on standard output. */
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
