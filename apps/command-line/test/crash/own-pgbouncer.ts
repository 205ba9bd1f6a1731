import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { workingRoles } from '@signet/server/db/roles'
import { freePort } from './own-postgres.ts'

const program = '/usr/sbin/pgbouncer'

/** PgBouncer's program, from Debian's package of that name; null if it isn't installed. */
export const findPgBouncer = (): string | null => (fs.existsSync(program) ? program : null)

/** A PgBouncer in transaction mode on a port of the loopback address. */
export interface OwnPgBouncer {
  port: number
  stop(): Promise<void>
}

/**
 * Starts it with the settings of docs/operate.md.
 *
 * @param server the port of the server behind it
 * @param password of the working roles, the only ones that it lets in
 * @param poolSize connections to the server for each role, few enough for transactions to take turns
 */
export async function startPgBouncer(server: number, password: string, poolSize: number): Promise<OwnPgBouncer> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-pgbouncer-'))
  const port = await freePort()
  const users = path.join(directory, 'userlist.txt')
  fs.writeFileSync(users, workingRoles.map((role) => `"${role}" "${password}"\n`).join(''))
  const settings = path.join(directory, 'pgbouncer.ini')
  fs.writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${server}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
auth_type = scram-sha-256
auth_file = ${users}
default_pool_size = ${poolSize}
`,
  )
  // It refuses to run as root, like PostgreSQL.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null
  for (const file of account ? [directory, users, settings] : []) fs.chownSync(file, 65_534, 65_534)
  const log = fs.openSync(path.join(directory, 'log'), 'a')
  const child = spawn(program, [settings], { ...account, cwd: directory, stdio: ['ignore', log, log] })
  fs.closeSync(log)
  const ended = once(child, 'exit')
  for (let attempt = 1; !(await listens(port)); attempt += 1) {
    if (child.exitCode !== null || attempt === 200)
      throw new Error(`PgBouncer did not start: ${fs.readFileSync(path.join(directory, 'log'), 'utf8')}`)
    await wait(50)
  }
  return {
    port,
    async stop() {
      child.kill('SIGKILL')
      await ended
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    const answer = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
  })
}
