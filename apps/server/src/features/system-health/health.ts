import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { isOneOf } from '@signet/contract/narrow'
import { jobNames } from '@signet/contract/operation/jobs'
import {
  databaseSize,
  databaseVersion,
  jobState,
  queueDepths,
  troubledParts,
  type QueueDepth,
} from './health.queries.ts'
import { readDiskUse } from './disk-use/disk-use.ts'
import { readFailedJobs, type FailedJobRow } from './jobs.queries.ts'
import { readProcesses, type ProcessRow } from './processes.queries.ts'
import { check, checkDisk, checkWatched, gigabytes, watchedChecks } from './watched-parts.ts'
import { probeJob } from './system-health.jobs.ts'
import type { Queue } from '../../app/jobs.ts'
import type { Health } from '../../app/context.ts'
import type { Database } from '../../db/database.ts'
import type { FileStore } from '../../files/file-store.ts'
import { inEnglish, messageOf } from '../../errors/sentences.ts'
import { isLoopback } from '../../app/loopback.ts'
import type { MailServer } from '../../app/mail-settings.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { mailTextsFor } from '../mail/mail-texts.ts'
import { findMail } from '../mail/mails.queries.ts'
import { queueMail } from '../mail/queue-mail.ts'

/** What health checks need to reach the components of an installation. */
export interface HealthParts {
  database: Database
  queue: Queue
  files: FileStore
  /** Null if emails stay on this machine. */
  mailServer: MailServer | null
  /** Null if this process stores nothing on disk. */
  dataDir: string | null
}

const probeWaitMs = 5000
const askAgainMs = 100
const smtpWaitMs = 5000

/** The checks that work without a database. */
export const machineChecks = ({
  files,
  mailServer,
  dataDir,
}: Pick<HealthParts, 'files' | 'mailServer' | 'dataDir'>) => ({
  storage: () => check('storage', () => storageWorks(files)),
  mail: () => check('mail', () => mailState(mailServer)),
  disk: () => checkDisk(dataDir),
})

/** The checks of what the database says. */
export const databaseChecks = (database: Database) => ({
  database: () => check('database', () => databaseState(database)),
  ...watchedChecks(database),
})

/** The health checks of an installation. They run outside of any request's transaction. */
export function healthOf(parts: HealthParts): Health {
  const { database } = parts
  const { storage, mail } = machineChecks(parts)
  const { database: databaseWorks } = databaseChecks(database)
  return {
    checkAll: async () => {
      const [own, watched, troubles] = await Promise.all([
        Promise.all([databaseWorks(), storage(), mail()]),
        checkWatched(database, parts.dataDir),
        troubledParts(database.pool),
      ])
      const since = new Map(troubles.map((trouble) => [trouble.name, trouble.since.toISOString()]))
      return [...own, ...watched].map((part) => {
        // What is kept here counts as sent.
        if (part.name === 'deliveries' && part.ok && !parts.mailServer)
          return { ...part, isOff: true, detail: messageOf('NOTHING_DELIVERED', {}) }
        const at = part.ok ? undefined : since.get(part.name)
        return at ? { ...part, since: at } : part
      })
    },
    tryStorage: storage,
    tryQueue: () => check('queue', () => queueWorks(parts)),
    tryMail: (person) => check('mail', () => mailWorks(parts, person)),
    jobKinds: async () => (await queueDepths(database.pool)).flatMap(toJobKind),
    failedJobs: async (names, page) => {
      const { rows, total } = await readFailedJobs(database.pool, names, page)
      return { items: rows.map(toFailedJob), total }
    },
    diskUse: () => readDiskUse(database),
    processes: async () => (await readProcesses(database.pool)).map(toProcess),
  }
}

/** Empty for a queue of another version of the program. */
const toJobKind = ({ queue, due, active, failedKept, seconds }: QueueDepth) =>
  isOneOf(jobNames, queue)
    ? [
        {
          name: queue,
          waiting: due,
          running: active,
          failed: failedKept,
          oldestSeconds: seconds === null ? null : Math.max(0, Math.round(seconds)),
        },
      ]
    : []

const toFailedJob = ({ queued_at: queuedAt, failed_at: failedAt, ...job }: FailedJobRow) => ({
  ...job,
  queuedAt: queuedAt.toISOString(),
  failedAt: failedAt.toISOString(),
})

const toProcess = ({ started_at: startedAt, beat_at: beatAt, is_silent: isSilent, ...own }: ProcessRow) => ({
  ...own,
  startedAt: startedAt.toISOString(),
  beatAt: beatAt.toISOString(),
  isSilent,
})

async function databaseState({ pool }: Database) {
  const [version, { bytes, earlier, days }] = await Promise.all([databaseVersion(pool), databaseSize(pool)])
  const grown = earlier === null ? 'no' : 'yes'
  return {
    ok: true,
    detail: messageOf('DATABASE_STATE', {
      ...version,
      size: gigabytes(bytes),
      grown,
      growth: gigabytes(bytes - (earlier ?? bytes)),
      days,
    }),
  }
}

async function storageWorks(files: FileStore) {
  const written = randomBytes(64)
  const { sha256 } = await files.put(written)
  try {
    const stream = await files.open(sha256)
    const isSame = stream !== null && (await buffer(stream)).equals(written)
    return { ok: isSame, detail: messageOf(isSame ? 'STORAGE_WORKS' : 'STORAGE_CHANGED', {}) }
  } finally {
    await files.remove(sha256)
  }
}

async function mailState(server: MailServer | null) {
  if (!server) return { ok: true, isOff: true, detail: messageOf('MAIL_KEPT', {}) }
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    // Passwords are never sent over a network unencrypted.
    requireTLS: !server.isSecure && server.user !== '' && !isLoopback(server.host),
    connectionTimeout: smtpWaitMs,
    greetingTimeout: smtpWaitMs,
    socketTimeout: smtpWaitMs,
    ...(server.user ? { auth: { user: server.user, pass: server.password } } : {}),
  })
  try {
    await transport.verify()
    return { ok: true, detail: messageOf('MAIL_SERVER_WORKS', {}) }
  } finally {
    transport.close()
  }
}

/** Polls until there is an answer or the time is up. */
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
  const done = await until(async () => ((await jobState(database.pool, jobId)) === 'completed' ? true : null))
  if (!done) return { ok: false, detail: messageOf('QUEUE_SILENT', { seconds: probeWaitMs / 1000 }) }
  return { ok: true, detail: messageOf('QUEUE_WORKS', { ms: Math.round(performance.now() - startedAt) }) }
}

async function mailWorks({ database, queue, mailServer }: HealthParts, person: Parameters<Health['tryMail']>[0]) {
  const text = mailTextsFor(null)
  const subject = text('TEST_MAIL_SUBJECT', {})
  const words = layOutMail({ locale: null, heading: subject, paragraphs: [text('TEST_MAIL_BODY', {})] })
  const mailId = await database.inCompanies([person.companyId], (tx) =>
    queueMail(tx, queue.enqueue, {
      companyId: person.companyId,
      to: { name: person.name, address: person.email },
      template: 'test',
      subject,
      ...words,
      isEssential: true,
    }),
  )
  const settled = await until(async () => {
    const row =
      mailId && (await database.inCompanies([person.companyId], (tx) => findMail(tx, person.companyId, mailId)))
    return row && row.state !== 'queued' && row.state !== 'sending' ? row : null
  })
  if (!settled) return { ok: false, detail: messageOf('MAIL_WAITING', { seconds: probeWaitMs / 1000 }) }
  if (settled.state === 'sent' && !mailServer) return { ok: true, isOff: true, detail: messageOf('MAIL_KEPT_TEST', {}) }
  if (settled.state === 'sent') return { ok: true, detail: messageOf('MAIL_SENT', { address: person.email }) }
  if (settled.state === 'unknown') return { ok: false, detail: messageOf('MAIL_UNCONFIRMED', {}) }
  return {
    ok: false,
    detail: messageOf('MAIL_NOT_SENT', { why: settled.error ? inEnglish(settled.error).message : settled.state }),
  }
}
