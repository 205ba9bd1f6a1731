import { randomBytes, createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { required } from '@signet/contract/narrow'
import type { SocketAddress } from '../connection.ts'
import { connectionTimeoutMillis } from '../pools.ts'
import { type Account, closedParent, makeDirectories, postgresAccount } from './data-dir.ts'
import { withDirectoryLock } from './directory-lock.ts'
import { type Cluster, ensureCluster, runtimeVersion, socketPort, startCluster, superuser } from './embedded-cluster.ts'
import { fileError } from './embedded-postgres-error.ts'
import { ensureRuntime, findPackagedPostgres, removeOtherRuntimes } from './embedded-runtime.ts'
import { lastLogLine, limitLogSize } from './postgres-log.ts'
import { findPostmaster, type Postmaster, stopPostmaster, waitUntilReady } from './postmaster.ts'
import { processIdentity } from './process-identity.ts'
import { superviseCluster } from './supervise-cluster.ts'

export { defaultDataDir } from './data-dir.ts'

/** This process's use of the embedded server. */
export interface EmbeddedPostgres {
  /** For `pg`; the user is a superuser. */
  connection: SocketAddress
  /** Version of the running server, e.g. `18.4`. */
  version: string
  /** Releases the server; the last process to do so shuts it down. Further calls have no effect. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Directory of the server's programs, data, socket and log; created if missing. */
  dataDir: string
  /** Receives a line for each step that takes time: a first start copies 60 MB. */
  log?: (line: string) => void
  /** `test` is faster and doesn't survive a power failure: only for test clusters. */
  durability?: 'full' | 'test'
}

/** Maximum length of a Unix socket path in bytes, without the closing NUL: `sun_path` of unix(7), and of macOS. */
const socketPathMax = process.platform === 'darwin' ? 103 : 107
const attachMs = 60_000
const openTries = 3
/** How long a killed process takes to disappear, even on a busy machine. */
const endMs = 2000

/**
 * Opens the PostgreSQL server of a data directory and starts it unless another process already did.
 *
 * Any number of processes share one server; each must call `stop`. If a process is killed, the server keeps running, and the next process
 * to open it attaches to it. If the server ends, one of the processes that use it restarts it.
 *
 * @throws ProgramError with one sentence that says what is wrong and what to do about it
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, durability = 'full' } = options
  const packaged = await findPackagedPostgres()
  const account = postgresAccount()
  const dataDir = await ensureDataDir(resolve(options.dataDir), account)

  const clusterDir = join(dataDir, 'postgres')
  const logFile = join(dataDir, 'postgres.log')

  /** Finds or starts the server while holding the lock of the directory. */
  const run = async (): Promise<Postmaster> => {
    const running = await findRunning(clusterDir, logFile)
    if (running) {
      log(`Attached to PostgreSQL (process ${running.pid})`)
      return running
    }
    log(`Preparing PostgreSQL ${packaged.version} in ${dataDir}`)
    const runtime = await ensureRuntime(dataDir, packaged)
    await runtimeVersion(runtime, account)
    await removeOtherRuntimes(dataDir, packaged.version)
    const socketDir = await ensureSocketDir(dataDir, account)
    const { major } = packaged
    const cluster: Cluster = { dataDir, clusterDir, runtime, major, socketDir, logFile, account, durability }
    await ensureCluster(cluster)
    const started = await startCluster(cluster)
    log(`Started PostgreSQL (process ${started.pid})`)
    return started
  }

  /** A server that is just ending still looks alive, so it is started again. */
  const runAndAsk = async () => {
    for (let attempt = 1; ; attempt += 1) {
      const { pid, socketDir, port } = await run()
      const connection = { host: socketDir, user: superuser, database: superuser, port }
      try {
        return { connection, ...(await inspect(connection)) }
      } catch (error) {
        if (attempt === openTries || !(await hasEnded(clusterDir, pid))) throw error
      }
    }
  }

  return withDirectoryLock(dataDir, async () => {
    const { connection, version, fsync } = await runAndAsk()
    if (durability === 'full' && fsync === 'off') {
      throw new ProgramError('DATABASE_WITHOUT_FSYNC', { path: dataDir })
    }
    const detach = await attach(dataDir)
    const endLogChecks = await limitLogSize(logFile)
    const supervision = superviseCluster({ dataDir, clusterDir, run, log })
    let stopping: Promise<void> | undefined
    const stop = async () => {
      endLogChecks()
      await supervision.end()
      await withDirectoryLock(dataDir, async () => {
        await detach()
        if (await isAttached(dataDir)) return
        const last = await findPostmaster(clusterDir)
        if (!last) return
        await stopPostmaster(last)
        log('Stopped PostgreSQL')
      })
    }
    return { connection, version, stop: () => (stopping ??= stop()) }
  })
}

/** The server that already runs and accepts connections; waits for one that is starting. */
async function findRunning(clusterDir: string, logFile: string): Promise<Postmaster | null> {
  const found = await findPostmaster(clusterDir)
  if (!found) return null
  const ready = await waitUntilReady(clusterDir, attachMs)
  if (!ready) {
    if (!(await findPostmaster(clusterDir))) return null
    throw new ProgramError('POSTGRES_NOT_STARTED', { state: 'starting', lastLine: await lastLogLine(logFile) })
  }
  // If its socket was removed from the temporary directory, it can't be reached any more.
  const socket = await lstat(join(ready.socketDir, `.s.PGSQL.${ready.port}`)).catch(() => null)
  if (socket) return ready
  await stopPostmaster(ready)
  return null
}

/** Whether the server has ended or ends within a moment. */
async function hasEnded(clusterDir: string, pid: number): Promise<boolean> {
  const deadline = performance.now() + endMs
  while (performance.now() < deadline) {
    if ((await findPostmaster(clusterDir))?.pid !== pid) return true
    await sleep(50)
  }
  return false
}

async function ensureDataDir(path: string, account: Account | null): Promise<string> {
  try {
    // Checked before anything is created there, and again afterwards for the new directories and for links on the way.
    mustBeOpen(path, account)
    // If run as root, PostgreSQL's user must be able to enter the new directories.
    await makeDirectories(path, account ? 0o711 : 0o700)
    const dataDir = await realpath(path)
    mustBeOpen(dataDir, account)
    await mkdir(join(dataDir, 'attached'), { recursive: true, mode: 0o700 })
    return dataDir
  } catch (cause) {
    throw fileError(cause, 'useDataDir', path)
  }
}

function mustBeOpen(path: string, account: Account | null): void {
  const closed = account && closedParent(path, account)
  if (closed) throw new ProgramError('DATA_DIR_CLOSED', { user: account.name, path: closed })
}

/** Ensures the directory of the socket. Only PostgreSQL's user (and root) may enter it, because nothing else protects the server. */
async function ensureSocketDir(dataDir: string, account: Account | null): Promise<string> {
  const short = `signet-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  const candidates = [join(dataDir, 'run'), join(tmpdir(), short), join('/tmp', short)]
  const path = candidates.find(
    (candidate) => fitsSocket(candidate) && !(account && closedParent(dirname(candidate), account)),
  )
  if (!path) throw new ProgramError('SOCKET_PATH_TOO_LONG', { path: dataDir })
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const own = process.getuid?.()
    const before = await lstat(path)
    // In a shared temporary directory, another user may have created it first, or placed a link.
    if (!before.isDirectory() || (before.uid !== own && before.uid !== account?.uid)) {
      throw new ProgramError('SOCKET_DIR_FOREIGN', { path })
    }
    await chmod(path, 0o700)
    if (account) await chown(path, account.uid, account.gid)
    return path
  } catch (cause) {
    throw fileError(cause, 'createSocketDir', path)
  }
}

function fitsSocket(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${socketPort}`)) <= socketPathMax
}

/** Queries the server itself, which also proves that it accepts connections. */
async function inspect(connection: EmbeddedPostgres['connection']): Promise<{ version: string; fsync: string }> {
  // What a server had accepted when it was killed may hang for the minute that PostgreSQL gives an authentication.
  const client = new Client({ ...connection, connectionTimeoutMillis, query_timeout: connectionTimeoutMillis })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; fsync: string }>(
      "select current_setting('server_version') as version, current_setting('fsync') as fsync",
    )
    return required(rows[0], 'the row of a select')
  } catch (cause) {
    throw new ProgramError('POSTGRES_SILENT', { detail: causeOf(cause).detail }, { cause })
  } finally {
    await client.end()
  }
}

/**
 * Registers this process as a user of the server with the file `attached/<pid>-<random>`; several uses in one process are counted
 * separately.
 */
async function attach(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'attached', `${process.pid}-${randomBytes(4).toString('hex')}`)
  await writeFile(path, processIdentity(process.pid) ?? '', { mode: 0o600 })
  return () => rm(path, { force: true })
}

/** Whether a running process uses the server; entries of dead processes are removed. */
async function isAttached(dataDir: string): Promise<boolean> {
  let found = false
  for (const name of await readdir(join(dataDir, 'attached'))) {
    const path = join(dataDir, 'attached', name)
    const identity = await readFile(path, 'utf8')
    if (processIdentity(Number.parseInt(name, 10)) === identity) found = true
    else await rm(path, { force: true })
  }
  return found
}
