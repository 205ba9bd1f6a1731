import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'
import { testRolePassword } from '../apps/server/test/role-password.ts'
import { freePort } from '../scripts/system-postgres.ts'

const root = path.resolve(import.meta.dirname, '..')
const readyMs = 400_000

/** The product as it runs in production: real processes, a real database, the demo data, and the first scan completed. */
export interface Stack {
  origin: string
  stop(): Promise<void>
}

/**
 * One process on the embedded database, as started by `npm start`, on a copy of the prepared data directory.
 *
 * @param settings additional environment variables for the server; the demo is already loaded
 */
export async function startEmbedded(settings: Record<string, string> = {}): Promise<Stack> {
  const prepared = inject('prepared')
  const dataDir = newDirectory()
  const remove = () => fs.rmSync(dataDir, { recursive: true, force: true })
  try {
    copyDataDir(prepared.dataDir, dataDir)
    const { origin, stop } = await startServing({ DATA_DIR: dataDir, ...settings })
    return {
      origin,
      async stop() {
        await stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Copies owners and modes, because the database server requires them. Stored files never change, so they are hard-linked. */
function copyDataDir(from: string, to: string): void {
  for (const name of fs.readdirSync(from)) {
    execFileSync('cp', [name === 'files' ? '-al' : '-a', path.join(from, name), path.join(to, name)])
  }
}

/** Starts the program on its embedded database with the demo, on its own port, and waits until it responds. */
export async function startServing(settings: Record<string, string>): Promise<Stack> {
  const port = await freePort()
  const child = run(['serve'], {
    PORT: String(port),
    SIGNET_DEMO: '1',
    DATABASE_URL: '',
    SIGNET_REQUESTS_PER_MINUTE: '100000',
    ...settings,
  })
  const origin = `http://127.0.0.1:${port}`
  try {
    await answers(origin, [child])
  } catch (error) {
    // Left running, it would keep its files, and removing them would hide this error.
    await end([child])
    throw error
  }
  return { origin, stop: () => end([child]) }
}

/**
 * Two `api` and two `worker` processes on a PostgreSQL server, behind a proxy that sends requests to both `api` processes in turn: nothing
 * may depend on which process responds.
 *
 * @param url a server on which this test may create a database
 */
export async function startDistributed(url: string): Promise<Stack> {
  const name = `signet_e2e_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const dataDir = newDirectory()
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: own.href,
    SIGNET_DATABASE_PASSWORD: testRolePassword,
    SIGNET_SECRET: randomBytes(32).toString('hex'),
    SIGNET_REQUESTS_PER_MINUTE: '100000',
    // One process loads the demo. Its staff must be able to sign in with a password at the other one as well.
    SIGNET_STAFF_FACTOR: 'off',
  }
  const ports = [await freePort(), await freePort()]
  const api = (port: number, demo: string) =>
    run(['serve'], { ...env, PORT: String(port), SIGNET_SERVICES: 'api', SIGNET_DEMO: demo })
  const children = [
    run(['worker'], env),
    run(['worker'], env),
    api(ports[0] as number, '1'),
    api(ports[1] as number, '0'),
  ]
  await Promise.all(ports.map((port) => answers(`http://127.0.0.1:${port}`, children)))
  await scanned(own.href)
  const proxy = await startProxy(ports)
  return {
    origin: proxy.origin,
    async stop() {
      await proxy.stop()
      await end(children)
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function newDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-e2e-'))
  // The embedded PostgreSQL runs as another user when the tests run as root.
  fs.chmodSync(directory, 0o711)
  return directory
}

function run(args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [path.join(root, 'apps/command-line/bin/signet.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, SIGNET_LOG: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  // The output of a process is shown only if it failed.
  child.once('close', (code, signal) => {
    if (code !== 0) console.error(`signet ${args.join(' ')} ended with ${code ?? signal}:\n${output}`)
  })
  return child
}

async function answers(origin: string, children: readonly ChildProcess[]): Promise<void> {
  const until = performance.now() + readyMs
  while (performance.now() < until) {
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error('a process ended while starting; see above')
    try {
      if ((await fetch(`${origin}/readyz`)).ok) return
    } catch {
      // The server isn't listening yet.
    }
    await wait(100)
  }
  throw new Error(`${origin} does not answer`)
}

async function scanned(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const until = performance.now() + readyMs
    while (performance.now() < until) {
      const { rows } = await client.query<{ state: string }>('select state from scans')
      if (rows.length > 0 && rows.every(({ state }) => state === 'done')) return
      await wait(100)
    }
    throw new Error('the first scan did not end')
  } finally {
    await client.end()
  }
}

async function startProxy(ports: readonly number[]): Promise<{ origin: string; stop: () => Promise<void> }> {
  let turn = 0
  const proxy = http.createServer((request, response) => {
    turn += 1
    const target = http.request(
      {
        host: '127.0.0.1',
        port: ports[turn % ports.length],
        method: request.method,
        path: request.url,
        headers: request.headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    target.once('error', () => response.writeHead(502).end())
    request.pipe(target)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}

async function end(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }),
  )
}
