import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../../apps/server/src/db/database.ts'
import { openEmbeddedPostgres } from '../../../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../../apps/server/src/db/migrate.ts'
import { hashPassword } from '../../../apps/server/src/features/sessions/passwords/passwords.ts'
import { addUser } from '../../../apps/server/src/features/identity/add-user.queries.ts'
import { insertLargeData } from '../data/large-data.ts'

const bin = path.resolve(import.meta.dirname, '../../../apps/command-line/bin/signet.mjs')
export const webUser = { email: 'web@bench.example', password: 'a long measuring password' }

/** Starts the program as users do, with 12,000 threats and a user who can sign in. */
export async function startWebStack(
  say: (line: string) => void,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-web-'))
  await chmod(directory, 0o711)
  const embedded = await openEmbeddedPostgres({ dataDir: directory })
  const database = openDatabase(embedded.connection, 2)
  await migrate(database)
  const { companyId } = await insertLargeData(
    database,
    { threats: 12_000, companies: 1, largest: 12_000, leaks: 2000 },
    say,
  )
  const passwordHash = await hashPassword(webUser.password)
  const user = { email: webUser.email, name: 'Web Bench', role: 'client', companyId } as const
  await database.inIdentity((tx) => addUser(tx, { ...user, adminCompanyIds: [], passwordHash }))
  const child = spawn(process.execPath, [bin, 'serve'], {
    env: { ...process.env, DATA_DIR: directory, PORT: '0', SIGNET_LOG: 'error', SIGNET_REQUESTS_PER_MINUTE: '100000' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const origin = await originOf(child.stderr)
  child.stderr.resume()
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await database.close()
      await embedded.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function originOf(stderr: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    stderr.on('data', (chunk) => {
      output += String(chunk)
      const found = /Signet is at (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    stderr.once('end', () => reject(new Error(`the program ended: ${output}`)))
  })
}
