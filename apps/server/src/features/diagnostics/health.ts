import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import type { Diagnosis } from '@signet/contract/diagnostics'
import { probeJob } from './diagnostics.jobs.ts'
import type { Queue } from '../../app/jobs.ts'
import type { Health } from '../../app/context.ts'
import type { Database } from '../../db/database.ts'
import type { FileStore } from '../../files/file-store.ts'
import { isThisMachine, type MailServer } from '../mail/deliver.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { queueMail } from '../mail/queue-mail.ts'

/** What the parts of an installation are asked through. */
export interface HealthParts {
  database: Database
  queue: Queue
  files: FileStore
  /** Null when mails stay on this machine. */
  mailServer: MailServer | null
  /** Null when this process keeps nothing on disk. */
  dataDir: string | null
}

const probeWaitMs = 5000
const askAgainMs = 100
const smtpWaitMs = 5000
const oldestJobMinutes = 15
const freeBytesMin = 1024 ** 3
const recentScans = 20

type Name = Diagnosis['name']
const gib = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`

/** Runs one check; whatever it throws is an answer as well, in words that hold no address and no password. */
async function check(name: Name, look: () => Promise<Omit<Diagnosis, 'name'>>): Promise<Diagnosis> {
  try {
    return { name, ...(await look()) }
  } catch (error) {
    const { code } = error as { code?: unknown }
    return { name, ok: false, detail: `It does not work${typeof code === 'string' ? ` (${code})` : ''}.` }
  }
}

/** The parts of an installation, to be looked at and tried. Works outside of any request's transaction. */
export function healthOf(parts: HealthParts): Health {
  const { database, files } = parts
  const storage = () => check('storage', () => storageWorks(files))
  return {
    checkAll: () =>
      Promise.all([
        check('database', () => databaseState(database)),
        check('queue', () => queueState(database)),
        storage(),
        check('mail', () => mailState(parts.mailServer)),
        check('disk', () => diskState(parts.dataDir)),
        check('feeds', () => feedState(database)),
      ]),
    tryStorage: storage,
    tryQueue: () => check('queue', () => queueWorks(parts)),
    tryMail: (person) => check('mail', () => mailWorks(parts, person)),
  }
}

async function databaseState({ pool }: Database) {
  const { rows } = await pool.query<{ version: string; count: number; last: string | null }>(
    `select current_setting('server_version') as version, count(*)::int as count, max(name) as last from migrations`,
  )
  const [row] = rows
  return { ok: true, detail: `PostgreSQL ${row?.version}; ${row?.count} migrations, the last ${row?.last}.` }
}

async function queueState({ pool }: Database) {
  const { rows } = await pool.query<{ waiting: number; failed: number; minutes: number | null }>(
    `select count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
       count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day')::int as failed,
       (extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now()))
         / 60)::int as minutes
     from pgboss.job`,
  )
  const { waiting = 0, failed = 0, minutes } = rows[0] ?? {}
  const oldest = minutes ?? 0
  return {
    ok: oldest < oldestJobMinutes && failed === 0,
    detail: `${waiting} waiting, ${failed} failed in a day${waiting > 0 ? `; the oldest waits for ${oldest} minutes` : ''}.`,
  }
}

async function storageWorks(files: FileStore) {
  const written = randomBytes(64)
  const { sha256 } = await files.put(written)
  try {
    const stream = await files.open(sha256)
    const isSame = stream !== null && (await buffer(stream)).equals(written)
    return { ok: isSame, detail: isSame ? 'A file was written, read and removed.' : 'A file was not read as written.' }
  } finally {
    await files.remove(sha256)
  }
}

async function mailState(server: MailServer | null) {
  if (!server) return { ok: true, detail: 'No mail server is set: mails are kept on this machine.' }
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    // Nobody's password crosses a network in the clear.
    requireTLS: !server.isSecure && server.user !== '' && !isThisMachine(server.host),
    connectionTimeout: smtpWaitMs,
    greetingTimeout: smtpWaitMs,
    socketTimeout: smtpWaitMs,
    ...(server.user ? { auth: { user: server.user, pass: server.password } } : {}),
  })
  try {
    await transport.verify()
    return { ok: true, detail: 'The mail server answers and takes us.' }
  } finally {
    transport.close()
  }
}

async function diskState(dataDir: string | null) {
  if (!dataDir) return { ok: true, detail: 'This process keeps nothing on disk.' }
  const { bavail, bsize, blocks } = await fs.statfs(dataDir)
  const [free, all] = [bavail * bsize, blocks * bsize]
  return { ok: free >= freeBytesMin, detail: `${gib(free)} of ${gib(all)} free.` }
}

async function feedState({ pool }: Database) {
  const { rows } = await pool.query<{ feed: string; state: string }>(
    `select distinct on (feed) feed, state from (select feed, state, created_at from scans order by created_at desc limit $1) recent
     order by feed, created_at desc`,
    [recentScans],
  )
  const failed = rows.filter(({ state }) => state === 'failed').map(({ feed }) => feed)
  if (rows.length === 0) return { ok: true, detail: 'No feed was read yet.' }
  if (failed.length > 0) return { ok: false, detail: `The last reading failed: ${failed.join(', ')}.` }
  return { ok: true, detail: `${rows.length} read; none failed at its last reading.` }
}

/** Asks until there is an answer or the time is over. */
async function until<T>(ask: () => Promise<T | null>): Promise<T | null> {
  const end = performance.now() + probeWaitMs
  for (;;) {
    const answer = await ask()
    if (answer !== null || performance.now() >= end) return answer
    await wait(askAgainMs)
  }
}

async function queueWorks({ database, queue }: HealthParts) {
  const startedAt = performance.now()
  const jobId = await database.inCompanies([], (tx) => queue.enqueue(tx, probeJob, {}))
  const done = await until(async () => {
    const { rows } = await database.pool.query<{ state: string }>('select state from pgboss.job where id = $1', [jobId])
    return rows[0]?.state === 'completed' ? true : null
  })
  if (!done) return { ok: false, detail: `No worker has done a job within ${probeWaitMs / 1000} s.` }
  return { ok: true, detail: `A job was done after ${Math.round(performance.now() - startedAt)} ms.` }
}

async function mailWorks({ database, queue }: HealthParts, person: Parameters<Health['tryMail']>[0]) {
  const words = layOutMail({
    heading: 'A test mail',
    paragraphs: ['Somebody asked Signet to try whether mail leaves it. It does.'],
  })
  const mailId = await database.inCompanies([person.companyId], (tx) =>
    queueMail(tx, queue.enqueue, {
      companyId: person.companyId,
      to: { name: person.name, address: person.email },
      template: 'test',
      subject: 'A test mail from Signet',
      ...words,
      isEssential: true,
    }),
  )
  const settled = await until(async () => {
    const row = await database.inCompanies([person.companyId], (tx) =>
      tx
        .selectFrom('mails')
        .select(['state', 'error'])
        .where('company_id', '=', person.companyId)
        .where('id', '=', mailId)
        .executeTakeFirst(),
    )
    return row && row.state !== 'queued' && row.state !== 'sending' ? row : null
  })
  if (!settled) return { ok: false, detail: `The mail still waits after ${probeWaitMs / 1000} s.` }
  if (settled.state === 'sent') return { ok: true, detail: `A mail went to ${person.email}.` }
  return { ok: false, detail: `The mail was not sent: ${settled.error ?? settled.state}.` }
}
