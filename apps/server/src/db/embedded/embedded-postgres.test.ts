import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts'
import { findPostmaster } from './postmaster.ts'
import { processIdentity } from './process-identity.ts'

const slow = { timeout: 60_000 }
const opened: EmbeddedPostgres[] = []
const children: ChildProcess[] = []
const directories: string[] = []

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  for (const postgres of opened.splice(0)) await postgres.stop()
  for (const directory of directories.splice(0)) {
    const left = await findPostmaster(join(directory, 'postgres'))
    if (left) process.kill(left.pid, 'SIGQUIT')
    await rm(directory, { recursive: true, force: true, maxRetries: 20 })
  }
}, 60_000)

async function newDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'signet-test-'))
  await chmod(directory, 0o711)
  directories.push(directory)
  return directory
}

async function openHere(dataDir: string, durability: 'full' | 'test' = 'test'): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ dataDir, durability })
  opened.push(postgres)
  return postgres
}

/** Starts another process that opens the server, reports it, and stops it when its input ends. */
function startOther(dataDir: string) {
  const module = pathToFileURL(join(import.meta.dirname, 'embedded-postgres.ts')).href
  const script = `
    const { openEmbeddedPostgres } = await import(${JSON.stringify(module)})
    const postgres = await openEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durability: 'test' })
    console.log('open')
    process.stdin.on('end', async () => { await postgres.stop(); console.log('stopped') }).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

async function openElsewhere(dataDir: string) {
  const child = startOther(dataDir)
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => expect.fail('did not open'))])
  return child
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new Client(postgres.connection)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

async function failure(dataDir: string): Promise<Error> {
  return openEmbeddedPostgres({ dataDir, durability: 'test' }).then(
    () => expect.fail('opened'),
    (error: Error) => error,
  )
}

async function postmasterPid(dataDir: string): Promise<number | undefined> {
  return (await findPostmaster(join(dataDir, 'postgres')))?.pid
}

test('starts on a closed socket only, keeps what is committed, and stops with its last user', slow, async () => {
  const dataDir = await newDataDir()
  const postgres = await openHere(dataDir, 'full')
  expect(postgres.version).toMatch(/^18\./)
  expect(await query(postgres, "select current_setting('listen_addresses'), current_setting('fsync')")).toEqual([
    '',
    'on',
  ])
  expect(await query(postgres, "select current_setting('synchronous_commit'), current_setting('timezone')")).toEqual([
    'on',
    'UTC',
  ])
  expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700)
  await query(postgres, 'create table kept as select 7 as n')
  await postgres.stop()
  await postgres.stop()
  expect(await postmasterPid(dataDir)).toBeUndefined()
  expect(await query(await openHere(dataDir, 'full'), 'select n from kept')).toEqual([7])
})

test('folds the case of all letters and serves a prefix search from a plain index', slow, async () => {
  const postgres = await openHere(await newDataDir())
  expect(await query(postgres, "select lower('ÉÇЖ'), 'PАYPAL' ilike 'pаypal'")).toEqual(['éçж', true])
  await query(postgres, 'create table names as select md5(n::text) as name from generate_series(1, 20000) n')
  await query(postgres, 'create index on names (name)')
  await query(postgres, 'analyze names')
  const plan = await query(postgres, "explain select name from names where name like 'abc%'")
  expect(plan.join()).toContain("Index Cond: ((name >= 'abc'::text) AND (name < 'abd'::text))")
})

test('is shared by processes: the first to stop leaves it running for the other', slow, async () => {
  const dataDir = await newDataDir()
  const here = await openHere(dataDir)
  const other = await openElsewhere(dataDir)
  const pid = await postmasterPid(dataDir)
  await here.stop()
  expect(await postmasterPid(dataDir)).toBe(pid)
  expect(await query(here, 'select 1')).toEqual([1])
  other.stdin.end()
  await once(other, 'exit')
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

test('starts one server when several processes open a new directory at once', slow, async () => {
  const dataDir = await newDataDir()
  const others = await Promise.all([1, 2, 3].map(() => openElsewhere(dataDir)))
  expect(await readdir(join(dataDir, 'attached'))).toHaveLength(3)
  expect(await query(await openHere(dataDir), 'select 1')).toEqual([1])
  for (const other of others) other.stdin.end()
  await Promise.all(others.map((other) => once(other, 'exit')))
  expect(await postmasterPid(dataDir)).toBeDefined()
})

test('attaches to the server that a killed process left behind', slow, async () => {
  const dataDir = await newDataDir()
  const other = await openElsewhere(dataDir)
  const pid = await postmasterPid(dataDir)
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(await postmasterPid(dataDir)).toBe(pid)
  const here = await openHere(dataDir)
  expect(await postmasterPid(dataDir)).toBe(pid)
  await here.stop()
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

test('recovers what was committed when the server itself was killed', slow, async () => {
  const dataDir = await newDataDir()
  const first = await openHere(dataDir, 'full')
  await query(first, 'create table kept as select generate_series(1, 1000) as n')
  process.kill((await postmasterPid(dataDir))!, 'SIGKILL')
  const again = await openHere(dataDir, 'full')
  expect(await query(again, 'select count(*)::int from kept')).toEqual([1000])
  await first.stop()
  expect(await query(again, 'select 1')).toEqual([1])
})

test(
  'starts the server again while a connection of the killed one still runs and writes to the log',
  slow,
  async () => {
    const dataDir = await newDataDir()
    const first = await openHere(dataDir)
    const client = new Client(first.connection)
    client.on('error', () => {})
    await client.connect()
    const [pid] = await query(
      first,
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    // It computes, so it doesn't notice that its server is gone, and keeps the shared memory.
    void client.query('select count(*) from generate_series(1, 1000000000)').catch(() => {})
    await sleep(200)
    process.kill((await postmasterPid(dataDir))!, 'SIGKILL')
    const line = `2026-11-30 23:59:25.373 UTC [${String(pid)}] FATAL:  connection to client lost\n`
    const writing = setInterval(() => void appendFile(join(dataDir, 'postgres.log'), line), 5)
    setTimeout(() => process.kill(Number(pid), 'SIGKILL'), 1000)
    const again = await openHere(dataDir).finally(() => clearInterval(writing))
    expect(await query(again, 'select 1')).toEqual([1])
  },
)

test('starts the server again if it was killed after it accepted the first connection', slow, async () => {
  const dataDir = await newDataDir()
  await (await openHere(dataDir)).stop()
  // The server that was killed, and what it accepted: a connection that nobody answers.
  const clusterDir = join(dataDir, 'postgres')
  const killed = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', clusterDir], { stdio: 'ignore' })
  children.push(killed)
  const socketDir = join(dataDir, 'run')
  const silent = createServer(() => killed.kill('SIGKILL'))
  await once(silent.listen(join(socketDir, '.s.PGSQL.5432')), 'listening')
  const lines = [killed.pid, dataDir, 1, 5432, socketDir, '', '', 'ready', '']
  await writeFile(join(clusterDir, 'postmaster.pid'), lines.join('\n'))
  const postgres = await openHere(dataDir)
  expect(await query(postgres, 'select 1')).toEqual([1])
  expect(killed.signalCode).toBe('SIGKILL')
  silent.close()
})

test('is not misled by a process number that was given to another program', slow, async () => {
  const dataDir = await newDataDir()
  await (await openHere(dataDir)).stop()
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n1\n5432\n`)
  await writeFile(join(dataDir, 'attached', `${process.pid}-00000000`), 'another start')
  await writeFile(join(dataDir, 'lock.999'), `${process.pid} another start`)
  const postgres = await openHere(dataDir)
  expect(await query(postgres, 'select 1')).toEqual([1])
  await postgres.stop()
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

test('repairs a first start that was killed at any moment', { timeout: 120_000 }, async () => {
  const dataDir = await newDataDir()
  for (const afterMs of [150, 250, 350, 500, 700]) {
    const other = startOther(dataDir)
    await sleep(afterMs)
    other.kill('SIGKILL')
    await once(other, 'exit')
  }
  expect(await query(await openHere(dataDir), 'select 1')).toEqual([1])
  expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
  expect(await readdir(join(dataDir, 'runtime'))).toHaveLength(1)
})

test('uses a short directory for the socket when the path is too long for one', slow, async () => {
  const dataDir = join(await newDataDir(), 'a'.repeat(60), 'b'.repeat(60))
  const postgres = await openHere(dataDir)
  directories.push(postgres.connection.host)
  expect(postgres.connection.host).toContain(join(tmpdir(), 'signet-'))
  expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700)
  expect(await query(postgres, 'select 1')).toEqual([1])
  await postgres.stop()
})

test('says in one sentence that the data directory cannot be written', async () => {
  const error = await failure('/dev/null/x')
  expect(error).toBeInstanceOf(ProgramError)
  expect(error).toMatchObject({
    reason: 'DATA_DIR_UNUSABLE',
    parameters: { action: 'useDataDir', path: '/dev/null/x' },
  })
})

test('says in one sentence that the data is of another version', slow, async () => {
  const dataDir = await newDataDir()
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  expect(await failure(dataDir)).toMatchObject({
    reason: 'CLUSTER_OF_OTHER_VERSION',
    parameters: { found: '17', packaged: 18 },
  })
})

test('says in one sentence why the server did not start', slow, async () => {
  const dataDir = await newDataDir()
  await (await openHere(dataDir)).stop()
  await writeFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), "shared_preload_libraries = 'missing'\n")
  expect(await failure(dataDir)).toMatchObject({
    reason: 'POSTGRES_NOT_STARTED',
    parameters: { state: 'ended', lastLine: expect.stringMatching(/FATAL.*missing/) },
  })
})

test('refuses to start without the requested durability', slow, async () => {
  const dataDir = await newDataDir()
  await openHere(dataDir, 'test')
  await expect(openEmbeddedPostgres({ dataDir })).rejects.toMatchObject({ reason: 'DATABASE_WITHOUT_FSYNC' })
})

test.runIf(process.getuid?.() === 0)('names the directory its unprivileged user may not enter', async () => {
  const closed = await newDataDir()
  await chmod(closed, 0o700)
  expect(await failure(join(closed, 'data'))).toMatchObject({ reason: 'DATA_DIR_CLOSED', parameters: { path: closed } })
  expect(await readdir(closed)).toEqual([])
})

test('keeps its log in the data directory', slow, async () => {
  const dataDir = await newDataDir()
  await openHere(dataDir)
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain('ready to accept connections')
  expect(processIdentity(process.pid)).not.toBeNull()
})
