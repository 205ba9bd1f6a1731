import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { required } from '@signet/contract/narrow'
import type { Account } from './data-dir.ts'
import { fileError } from './embedded-postgres-error.ts'
import { lastLogLine } from './postgres-log.ts'
import { type Postmaster, findPostmaster, removeStaleFiles, waitUntilReady } from './postmaster.ts'

/** Everything needed to create and start the cluster of one data directory. */
export interface Cluster {
  dataDir: string
  /** Where PostgreSQL keeps its files, `<dataDir>/postgres`. */
  clusterDir: string
  /** A runnable copy of the package: the folder that contains `bin`. */
  runtime: string
  major: number
  /** The 0700 directory for the socket. */
  socketDir: string
  logFile: string
  /** The user to run as; `null` for the current one. */
  account: Account | null
  /** `test` is faster but doesn't survive a power failure. */
  durability: 'full' | 'test'
}

/** The superuser that initdb creates, which is also the name of the only database. */
export const superuser = 'postgres'
/** Only a part of the socket's name: nothing listens on the network. */
export const socketPort = 5432

const readyMs = 60_000
/** Backends of a killed postmaster hold its shared memory until they notice that it is gone. */
const sharedMemoryRetryMs = 200

/**
 * Initializes the cluster unless it exists.
 *
 * The collation is the builtin provider's C.UTF-8. Like C it orders by code point (a plain b-tree serves `LIKE 'x%'`, and no update of the
 * system's locales can corrupt an index), but `lower`, `ILIKE` and trigrams handle all Unicode letters, which C does only for ASCII.
 *
 * @throws ProgramError if initdb fails or the cluster has another major version
 */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const { clusterDir, major } = cluster
  // No cluster yet; if the file exists and can't be read, initdb fails and says so.
  const found = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => null)
  if (found !== null) {
    if (Number(found) === major) return
    throw new ProgramError('CLUSTER_OF_OTHER_VERSION', { path: clusterDir, found: found.trim(), packaged: major })
  }
  await initialise(cluster)
}

async function initialise({ dataDir, clusterDir, runtime, account, durability }: Cluster): Promise<void> {
  const unfinished = `${clusterDir}.new-`
  try {
    for (const name of await readdir(dataDir)) {
      const path = join(dataDir, name)
      // An initdb whose parent was killed may still be writing, hence the retries and a new name for each attempt.
      if (path.startsWith(unfinished)) await rm(path, { recursive: true, force: true, maxRetries: 5 })
    }
    const growing = `${unfinished}${process.pid}-${Date.now()}`
    await mkdir(growing, { mode: 0o700 })
    if (account) await chown(growing, account.uid, account.gid)
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
    const sync = durability === 'test' ? ['--no-sync'] : []
    await run(join(runtime, 'bin', 'initdb'), account, dataDir, [
      `--pgdata=${growing}`,
      `--username=${superuser}`,
      // Everyone who reaches the socket is accepted: its directory is closed to all users but this one.
      '--auth=trust',
      '--no-instructions',
      ...locale,
      ...sync,
    ])
    await rename(growing, clusterDir)
    await syncDirectory(dataDir)
  } catch (cause) {
    throw fileError(cause, 'createDatabase', clusterDir)
  }
}

/**
 * Starts the server on its socket and waits until it is ready; a crashed cluster recovers on its own.
 *
 * The server runs in a separate session, so that Ctrl-C at a terminal reaches only this process, and it outlives this process.
 *
 * @throws ProgramError with the last log line if it ends, or isn't ready within 60 s (a long recovery continues, and a later call attaches
 *   to it)
 */
export async function startCluster(cluster: Cluster): Promise<Postmaster> {
  const { clusterDir, socketDir } = cluster
  const deadline = performance.now() + readyMs
  for (;;) {
    await removeStaleFiles(clusterDir, socketDir, socketPort)
    const child = await launch(cluster)
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    child.unref()
    const ready = await waitUntilReady(clusterDir, Math.max(0, deadline - performance.now()), hasEnded)
    if (ready) return ready
    const lastLine = await lastLogLine(cluster.logFile, child.pid)
    if (/shared memory block .* still in use/.test(lastLine) && performance.now() < deadline) {
      await sleep(sharedMemoryRetryMs)
      continue
    }
    const isStarting = (await findPostmaster(clusterDir)) !== null
    throw new ProgramError('POSTGRES_NOT_STARTED', {
      state: isStarting ? 'starting' : 'ended',
      lastLine: lastLine || '(none)',
    })
  }
}

async function launch({ clusterDir, runtime, dataDir, socketDir, logFile, account, durability }: Cluster) {
  const log = await open(logFile, 'a', 0o600)
  try {
    const settings = Object.entries({ ...serverSettings, ...(durability === 'test' ? testSettings : {}) })
    return await spawned(
      join(runtime, 'bin', 'postgres'),
      [
        '-D',
        clusterDir,
        '-k',
        socketDir,
        '-p',
        String(socketPort),
        ...settings.flatMap(([k, v]) => ['-c', `${k}=${v}`]),
      ],
      { ...asAccount(account, dataDir), detached: true, stdio: ['ignore', log.fd, log.fd] },
    )
  } finally {
    await log.close()
  }
}

const serverSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Enough for ten processes of `serve --processes`.
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
  // The DETAIL of a violated constraint repeats the values of the row, which must not appear in a log.
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

const testSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * The version of a runtime copy, which proves that it runs on this machine as the account.
 *
 * @returns e.g. `18.4`
 * @throws ProgramError if it doesn't run
 */
export async function runtimeVersion(runtime: string, account: Account | null): Promise<string> {
  const output = await run(join(runtime, 'bin', 'postgres'), account, runtime, ['--version'])
  return /\d+(\.\d+)*/.exec(output)?.[0] ?? 'unknown'
}

/** Runs a program to its end and returns its output. */
async function run(program: string, account: Account | null, cwd: string, args: string[]): Promise<string> {
  const child = await spawned(program, args, { ...asAccount(account, cwd), stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code === 0 ? null : (signal ?? `exit code ${code}`)))
  })
  const [stdout, stderr, failure] = await Promise.all([
    text(required(child.stdout, 'the output of a program')),
    text(required(child.stderr, 'the errors of a program')),
    exited,
  ])
  if (failure === null) return stdout
  if (/No space left on device/.test(stderr)) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' })
  const lines = stderr.trim().split('\n')
  const reason = lines.find((line) => /error|fatal|panic|cannot/i.test(line)) ?? lines.at(-1)
  throw new ProgramError('POSTGRES_PROGRAM_FAILED', { program, detail: reason || failure })
}

/** Starts a program; the promise resolves at its start, not at its end. */
async function spawned(program: string, args: string[], options: SpawnOptions): Promise<ChildProcess> {
  try {
    // `spawn` throws if it may not change the user, and emits an error if it can't run the program.
    const child = spawn(program, args, options)
    await once(child, 'spawn')
    return child
  } catch (cause) {
    throw startError(program, options, cause)
  }
}

function startError(program: string, options: SpawnOptions, cause: unknown): ProgramError {
  const { code, detail } = causeOf(cause)
  return code === 'EPERM' && options.uid !== undefined
    ? new ProgramError('POSTGRES_NEEDS_USER', { why: 'process' }, { cause })
    : new ProgramError('POSTGRES_NOT_RUNNABLE', { program, code, detail }, { cause })
}

/** Working directory, user and environment of a PostgreSQL program. It inherits no environment variables of ours, which may be secrets. */
function asAccount(account: Account | null, cwd: string): SpawnOptions {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return account ? { cwd, env, uid: account.uid, gid: account.gid } : { cwd, env }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  await directory.sync()
  await directory.close()
}
