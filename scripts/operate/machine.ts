import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { newPostgres, type OwnPostgres } from '../../apps/command-line/test/crash/own-postgres.ts'
import { freePort } from '../system-postgres.ts'

/** How a command ended. */
export interface Done {
  stdout: string
  /** Its JSON lines. */
  lines: Record<string, unknown>[]
}

const startWithinMs = 180_000

/** Waits until something is true. */
export async function until(what: string, isTrue: () => Promise<boolean>, ms = startWithinMs): Promise<void> {
  const end = performance.now() + ms
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`Not within ${ms / 1000} s: ${what}`)
    await wait(250)
  }
}

/** A machine of its own: a folder with its PostgreSQL, its settings, its data and its processes. */
export class Machine {
  readonly folder: string
  readonly postgres: OwnPostgres
  /** The content of `/etc/signet/settings.env`. */
  settings: Record<string, string>
  readonly #processes = new Map<string, ChildProcess>()

  private constructor(folder: string, postgres: OwnPostgres, settings: Record<string, string>) {
    this.folder = folder
    this.postgres = postgres
    this.settings = settings
  }

  /** Installs PostgreSQL and creates the owner and its database, as "Database roles" of docs/operate.md says. */
  static async make(bin: string, folder: string, settings: Record<string, string>): Promise<Machine> {
    fs.mkdirSync(path.join(folder, 'postgres'), { recursive: true })
    // The account of PostgreSQL has to pass through.
    fs.chmodSync(folder, 0o755)
    const postgres = await newPostgres(bin, {}, path.join(folder, 'postgres'))
    await postgres.start()
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`create role signet login createrole createdb password 'drill'`)
    await client.query('create database signet owner signet')
    await client.end()
    return new Machine(folder, postgres, {
      ...settings,
      DATABASE_URL: `postgres://signet:drill@127.0.0.1:${postgres.port}/signet`,
      DATA_DIR: path.join(folder, 'data'),
    })
  }

  env(more: Record<string, string> = {}): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env
    return { PATH, HOME, NODE_ENV: 'production', ...this.settings, ...more }
  }

  /** Runs a command of Signet and fails if it does. */
  run(program: string, args: string[], { input = '', codes = [0] }: { input?: string; codes?: number[] } = {}): Done {
    const { status, stdout, stderr } = spawnSync(process.execPath, [binOf(program), ...args], {
      env: this.env(),
      input,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    if (!codes.includes(status ?? -1))
      throw new Error(`signet ${args.join(' ')} ended with ${status}: ${stderr}${stdout}`)
    const lines = stdout.split('\n').flatMap((line): Done['lines'] => (line.startsWith('{') ? [JSON.parse(line)] : []))
    return { stdout, lines }
  }

  /** Starts a service, as deploy/systemd does, and waits for its health. */
  async start(program: string, name: string, port: number): Promise<void> {
    const isWorker = name.startsWith('worker')
    const own = isWorker
      ? { SIGNET_HEALTH_PORT: String(port) }
      : { SIGNET_SERVICES: 'api', PORT: String(port), SIGNET_STOP_DELAY: '3' }
    const log = fs.openSync(path.join(this.folder, `${name}.log`), 'a')
    const child = spawn(process.execPath, [binOf(program), isWorker ? 'worker' : 'serve'], {
      env: this.env(own),
      stdio: ['ignore', log, log],
    })
    fs.closeSync(log)
    this.#processes.set(name, child)
    await until(`${name} is ready`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended; see ${this.folder}/${name}.log`)
      return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true
    })
  }

  /** Stops a service as systemd does; fails if it doesn't end with 0. */
  async stop(name: string): Promise<void> {
    const child = this.#processes.get(name)
    if (!child) return
    this.#processes.delete(name)
    if (child.exitCode !== null) throw new Error(`${name} had ended with ${child.exitCode}`)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode}`)
  }

  async stopAll(): Promise<void> {
    for (const name of this.#processes.keys()) await this.stop(name)
  }

  /** Ends what is left and removes the database. */
  async remove(): Promise<void> {
    for (const child of this.#processes.values()) child.kill('SIGKILL')
    await this.postgres.remove()
  }
}

const binOf = (program: string) => path.join(program, 'apps/command-line/bin/signet.mjs')

/** Caddy with deploy/Caddyfile, on free ports and with a certificate of its own authority, as it is for a name that only exists inside. */
export async function startCaddy(
  root: string,
  folder: string,
  ports: readonly number[],
): Promise<{ origin: string; authority: string; stop: () => Promise<void> }> {
  const [https, http] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    XDG_DATA_HOME: path.join(folder, 'caddy'),
    XDG_CONFIG_HOME: path.join(folder, 'caddy'),
    SIGNET_NAME: `localhost:${https}`,
    SIGNET_API: ports.map((port) => `127.0.0.1:${port}`).join(' '),
  }
  const adapted = spawnSync(
    'caddy',
    ['adapt', '--config', path.join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile'],
    {
      env,
      encoding: 'utf8',
    },
  )
  if (adapted.status !== 0) throw new Error(`The Caddyfile is refused: ${adapted.stderr}`)
  const config = JSON.parse(adapted.stdout) as { apps: { http: object; pki?: object }; admin?: object }
  config.admin = { disabled: true }
  config.apps.http = { ...config.apps.http, http_port: http }
  // The trust of this machine stays as it is; the drill reads the root certificate itself.
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } }
  const file = path.join(folder, 'caddy.json')
  fs.writeFileSync(file, JSON.stringify(config))
  const log = fs.openSync(path.join(folder, 'caddy.log'), 'a')
  const child = spawn('caddy', ['run', '--config', file], { env, stdio: ['ignore', log, log] })
  fs.closeSync(log)
  const authority = path.join(folder, 'caddy/caddy/pki/authorities/local/root.crt')
  await until('Caddy has a certificate', async () => {
    if (child.exitCode !== null)
      throw new Error(`Caddy ended: ${fs.readFileSync(path.join(folder, 'caddy.log'), 'utf8')}`)
    return fs.existsSync(authority)
  })
  return {
    origin: `https://localhost:${https}`,
    authority: fs.readFileSync(authority, 'utf8'),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
