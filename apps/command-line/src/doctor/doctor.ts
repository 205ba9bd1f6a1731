import { ProgramError } from '@signet/contract/errors/program-errors'
import type { Connection } from '@signet/server/db/connection'
import { openDatabase } from '@signet/server/db/database'
import { openEmbeddedPostgres } from '@signet/server/db/embedded/embedded-postgres'
import { readEnv, type Env } from '@signet/server/env'
import { databaseChecks, machineChecks } from '@signet/server/features/system-health/health'
import { openKeys } from '@signet/server/secrets/open-keys'
import { print, say, type CommonOptions } from '../command/command.ts'
import { externalConnection, openDataDir, openFileStore } from '../command/program.ts'
import { run, runHealth, type Check } from './check.ts'
import { certificates, clock, roles, schema, workers } from './database-checks.ts'
import { browser, dns, nodeVersion, permissions, port, secret } from './machine-checks.ts'

const remedies = {
  settings: 'Correct the variable in the environment of Signet.',
  dataDir: 'Create the folder and give it to the user that runs Signet, or set DATA_DIR to another one.',
  secret: 'Set SIGNET_SECRET to 32 random characters or more, the same for all processes.',
  port: 'Stop the program that uses the port (find it with ss -ltnp), or set PORT and HOST.',
  dns: 'Set SIGNET_DNS_SERVERS to DNS servers that this machine reaches.',
  browser: 'Install the libraries that Chromium needs, or set SIGNET_BROWSER_PATH or SIGNET_BROWSER_URL.',
  storage:
    'Check that the folder files in DATA_DIR is writable, or the SIGNET_S3_ settings and the rights of their key.',
  mail: 'Check the host, port, user and password in SIGNET_SMTP_URL, and that a firewall lets the connection through.',
  disk: 'Free some space, or move DATA_DIR to a larger disk.',
  database: 'Check DATABASE_URL and that the server runs; without DATABASE_URL, read postgres.log in DATA_DIR.',
  schema: 'Restore the version of Signet that last changed the schema, or a backup of the database.',
  roles:
    'Allow signet_app, signet_identity and signet_audit in pg_hba.conf, and check SIGNET_SECRET or SIGNET_DATABASE_PASSWORD.',
  clock: 'Synchronize both machines with NTP.',
  keys: 'Restore SIGNET_KEK, or the file kek in DATA_DIR, from your backup: without it stored secrets are unreadable.',
  queue: 'Open System health, see why jobs fail or wait, and check that a worker runs.',
  workers: 'Start Signet once, so that it creates its queue.',
  mailboxes: 'Open the mailbox in the portal and test it: its server, user and password.',
  feeds: 'Check that this machine reaches the address of the feed, and read its last error on the page System health.',
  certificates: 'Enter the certificate on the page Single sign-on of the company again.',
}

/** Checks the installation and prints a line for each check. */
export async function doctor(options: CommonOptions): Promise<void> {
  let failed = 0
  for await (const check of checksOf(options)) {
    if (check.state === 'failed') failed += 1
    print(options, check, [`${check.check}: ${check.state}. ${check.message}`, check.remedy ?? []].flat().join(' '))
  }
  if (failed > 0) throw new ProgramError('CHECKS_FAILED', { count: failed })
}

async function* checksOf({ terminal }: CommonOptions): AsyncGenerator<Check> {
  yield run('node', 'Install Node again.', nodeVersion)
  const read: Env[] = []
  yield run('settings', remedies.settings, async () => {
    read.push(readEnv(terminal.env))
    return { message: 'The settings are valid.' }
  })
  for (const env of read) yield* checksWith(env, (line) => say(line, terminal))
}

async function* checksWith(env: Env, report: (line: string) => void): AsyncGenerator<Check> {
  const opened: string[] = []
  yield run('dataDir', remedies.dataDir, async () => {
    const dataDir = await openDataDir(env, report)
    opened.push(dataDir)
    return permissions(dataDir)
  })
  yield run('port', remedies.port, () => port(env))
  yield run('dns', remedies.dns, () => dns(env))
  yield run('browser', remedies.browser, () => browser(env))
  // Everything else is in that folder, or in the database that it may contain.
  const [place] = opened
  if (place === undefined) return
  yield run('secret', remedies.secret, () => secret(env, place))
  const files = await openFileStore(env, place)
  const { storage, mail, disk } = machineChecks({ files, mailServer: env.mail?.smtp ?? null, dataDir: place })
  yield runHealth(remedies.disk, disk)
  yield runHealth(remedies.storage, storage)
  yield runHealth(remedies.mail, mail)
  yield* checksOfDatabase(env, place)
}

async function* checksOfDatabase(env: Env, dataDir: string): AsyncGenerator<Check> {
  const opened: { connection: Connection; stop?: () => Promise<void> }[] = []
  const open = await run('database', remedies.database, async () => {
    opened.push(
      env.databaseUrl
        ? { connection: await externalConnection(env, dataDir) }
        : await openEmbeddedPostgres({ dataDir }),
    )
    return { message: '' }
  })
  const [server] = opened
  if (!server) return yield open
  const database = openDatabase(server.connection, 2)
  try {
    const version = await run('schema', remedies.schema, () => schema(database))
    yield version
    const signsIn = await run('roles', remedies.roles, () => roles(database))
    yield signsIn
    yield run('clock', remedies.clock, () => clock(database))
    // The other checks sign in as these roles and read tables of this version.
    if (version.state === 'failed' || signsIn.state === 'failed') return
    const checks = databaseChecks(database)
    yield runHealth(remedies.database, checks.database)
    yield run('keys', remedies.keys, async () => {
      const { place } = await openKeys(database, dataDir, env.keks)
      return { message: `Stored secrets can be opened with the key in ${place}.` }
    })
    yield run('workers', remedies.workers, () => workers(database))
    yield runHealth(remedies.queue, checks.queue)
    yield runHealth(remedies.mailboxes, checks.mailboxes)
    yield runHealth(remedies.feeds, checks.feeds)
    yield run('certificates', remedies.certificates, () => certificates(database))
  } finally {
    await database.close()
    await server.stop?.()
  }
}
