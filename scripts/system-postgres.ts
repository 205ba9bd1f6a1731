import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const oldestMajor = 15
const debianDir = '/usr/lib/postgresql'

/** The folder of the newest PostgreSQL server programs on this machine, 15 or newer; null when there is none. */
export function findSystemPostgres(): string | null {
  if (!fs.existsSync(debianDir)) return null
  const majors = fs
    .readdirSync(debianDir)
    .map(Number)
    .filter((major) => major >= oldestMajor && fs.existsSync(path.join(debianDir, String(major), 'bin/initdb')))
    .toSorted((a, b) => b - a)
  return majors[0] === undefined ? null : path.join(debianDir, String(majors[0]), 'bin')
}

/** Installs a Debian package when this machine and user can; says whether it worked. */
export function installDebianPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.error(`Installing ${name} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', name], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  )
}

/**
 * Starts a PostgreSQL of its own in a temporary folder, on a free port of the loopback address, with a password.
 *
 * @param bin folder with `initdb` and `postgres`
 */
export async function startSystemPostgres(bin: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-pg-'))
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null
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
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: directory,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const log = fs.openSync(path.join(directory, 'log'), 'a')
  const child = spawn(
    path.join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: directory, stdio: ['ignore', log, log] },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await answers(port, child)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      child.kill('SIGINT')
      await ended
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A port of the loopback address that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function answers(port: number, child: ReturnType<typeof spawn>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error('PostgreSQL ended while starting')
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('close', () => socket.destroy())
    })
    if (isOpen) return
    await wait(100)
  }
  throw new Error('PostgreSQL does not answer')
}
