import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const oldestMajor = 15
const debianDir = '/usr/lib/postgresql'

/** The folder of the newest PostgreSQL server programs on this machine, 15 or newer; null if there is none. */
export function findSystemPostgres(): string | null {
  if (!fs.existsSync(debianDir)) return null
  const majors = fs
    .readdirSync(debianDir)
    .map(Number)
    .filter((major) => major >= oldestMajor && fs.existsSync(path.join(debianDir, String(major), 'bin/initdb')))
    .toSorted((a, b) => b - a)
  return majors[0] === undefined ? null : path.join(debianDir, String(majors[0]), 'bin')
}

/** A PostgreSQL server on a port of the loopback address, which can be stopped and restarted. */
export interface OwnPostgres {
  port: number
  password: string
  url: string
  /** Contains its data (`data`) and its log. */
  directory: string
  /** Starts it; resolves once it accepts connections. */
  start(): Promise<void>
  /** Stops it: `SIGKILL` like a crash, `SIGINT` like a restart. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>
  /** The parent process of all other processes of the server. */
  pid(): number
  /** A copy of a stopped server as a separate server that isn't started yet. */
  copy(): Promise<OwnPostgres>
  /** Stops it and removes its files. */
  remove(): Promise<void>
}

/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null

/**
 * Creates a PostgreSQL server with a password in an empty folder; it isn't started yet.
 *
 * @param bin folder with `initdb` and `postgres`
 * @param settings of the server, in addition to its address
 * @param directory a temporary one if left out
 */
export async function newPostgres(
  bin: string,
  settings: Record<string, string>,
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-pg-')),
): Promise<OwnPostgres> {
  if (account) fs.chownSync(directory, account.uid, account.gid)
  const password = randomBytes(12).toString('hex')
  const passwordFile = path.join(directory, 'password')
  fs.writeFileSync(passwordFile, password, { mode: 0o644 })
  const data = path.join(directory, 'data')
  const made = spawnSync(
    path.join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
    ],
    { ...account, cwd: directory, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  return postgresIn(directory, { bin, settings, password })
}

async function postgresIn(
  directory: string,
  own: { bin: string; settings: Record<string, string>; password: string },
): Promise<OwnPostgres> {
  const { bin, password } = own
  const port = await freePort()
  let child: ChildProcess | null = null
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: directory,
    max_connections: '200',
    ...own.settings,
  }
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
    ending.kill(signal)
    await ended
  }
  return {
    port,
    password,
    directory,
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async start() {
      const log = fs.openSync(path.join(directory, 'log'), 'a')
      child = spawn(
        path.join(bin, 'postgres'),
        [
          '-D',
          path.join(directory, 'data'),
          ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
        ],
        { ...account, cwd: directory, stdio: ['ignore', log, log] },
      )
      fs.closeSync(log)
      await answers(port, child)
    },
    end,
    pid: () => child?.pid as number,
    async copy() {
      const copied = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-pg-'))
      if (account) fs.chownSync(copied, account.uid, account.gid)
      spawnSync('cp', ['-a', path.join(directory, 'data'), copied])
      return postgresIn(copied, own)
    },
    async remove() {
      await end('SIGINT')
      fs.rmSync(directory, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

/** Starts a server that was killed: it starts once the last of its processes has noticed that. */
export async function startAgain(server: OwnPostgres): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await server.start()
    } catch (error) {
      if (tries === 100) throw error
      await wait(100)
    }
  }
}

/**
 * A port of the loopback address that is currently unused. It is below those that the system gives to connections (from 32,768 on Linux):
 * one of them could take it before the server that it is meant for does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Waits until the server accepts connections; while it recovers, its port is open and every connection is refused. */
async function answers(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error('PostgreSQL ended while starting')
    if (await isAccepting(port)) return
    await wait(50)
  }
  throw new Error('PostgreSQL does not answer')
}

/** Tries to sign in: a server that is ready requests the password (`R`), one that isn't answers with an error (`E`). */
function isAccepting(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      const words = Buffer.from('user\0postgres\0database\0postgres\0\0')
      const head = Buffer.alloc(8)
      head.writeInt32BE(words.length + 8, 0)
      // Protocol 3.0 (PostgreSQL documentation, section "Message Formats", StartupMessage).
      head.writeInt32BE(196_608, 4)
      socket.write(Buffer.concat([head, words]))
    })
    const answer = (isReady: boolean) => {
      socket.destroy()
      resolve(isReady)
    }
    socket.once('data', (bytes) => answer(bytes[0] === 'R'.charCodeAt(0)))
    socket.once('error', () => answer(false))
    socket.once('close', () => answer(false))
  })
}
