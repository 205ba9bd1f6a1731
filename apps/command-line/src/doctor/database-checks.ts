import { X509Certificate } from 'node:crypto'
import { dayMs, minuteMs, secondMs } from '@signet/contract/time'
import type { Database } from '@signet/server/db/database'
import { pendingMigrations } from '@signet/server/db/migrate'
import { missingStatements, withoutPassword } from '@signet/server/db/roles'
import { announceJob } from '@signet/server/features/announcements/announcements.jobs'
import { databaseTime, lastDoneAt } from '@signet/server/features/system-health/health.queries'
import { samlCertificates } from '@signet/server/features/sso/sso.queries'
import type { Finding } from './check.ts'

const clockWarningMs = 2 * secondMs
const clockFailedMs = 30 * secondMs
/** A job that runs every minute; the longest break at an update is shorter. */
const beatMs = 5 * minuteMs
const certificateMs = 30 * dayMs

/** Whether the schema is that of this version. */
export async function schema(database: Database): Promise<Finding> {
  const pending = await pendingMigrations(database)
  if (pending.length === 0) return { message: 'The schema is up to date.' }
  const message = `${pending.length} migrations haven't run, the first of them ${pending[0]}.`
  return { message, remedy: 'Back up the database, then run npx signet migrate.' }
}

/** Whether the roles that Signet signs in as are as this version needs them, and can sign in. */
export async function roles(database: Database): Promise<Finding> {
  const client = await database.pool.connect()
  try {
    const [first, ...others] = await missingStatements(client, database.connection)
    if (first !== undefined) {
      const message = `The database roles aren't prepared; ${others.length + 1} statements are missing, the first of them: ${withoutPassword(first)}`
      return { message, remedy: 'Run npx signet migrate, with an owner that may create roles.' }
    }
  } finally {
    client.release()
  }
  await database.assertRoles()
  return { message: 'The database roles are prepared and can sign in.' }
}

/** The difference between the clocks of this machine and of the database. */
export async function clock({ pool }: Database): Promise<Finding> {
  const before = Date.now()
  const theirs = await databaseTime(pool)
  const differenceMs = Math.abs(theirs - (before + Date.now()) / 2)
  const message = `The clocks of this machine and of the database differ by ${(differenceMs / secondMs).toFixed(1)} s.`
  if (differenceMs < clockWarningMs) return { message }
  const remedy = 'Synchronize both machines with NTP (timedatectl set-ntp true).'
  return { message, remedy, isWarning: differenceMs < clockFailedMs }
}

/** When a worker last did a job that is due every minute. */
export async function workers({ pool }: Database): Promise<Finding> {
  const at = await lastDoneAt(pool, announceJob.name)
  const remedy =
    'Wait a minute if Signet has just started; otherwise start a worker (npx signet worker) or read its log.'
  if (!at) return { message: 'No worker has done a job yet.', remedy, isWarning: true }
  const message = `A worker last did a scheduled job at ${at.toISOString()}.`
  return Date.now() - at.getTime() < beatMs ? { message } : { message, remedy }
}

/** The certificates of identity providers that have expired or soon will. */
export async function certificates(database: Database): Promise<Finding> {
  const rows = await database.inIdentity(samlCertificates)
  const ending = rows.flatMap(({ company, certificate }) => {
    const until = new X509Certificate(certificate).validToDate
    return until.getTime() < Date.now() + certificateMs ? { company, until } : []
  })
  if (ending.length === 0)
    return { message: `${rows.length} certificates of identity providers, none expires within 30 days.` }
  const list = ending.map(({ company, until }) => `${company}: ${until.toISOString().slice(0, 10)}`)
  return {
    message: `Certificates of identity providers that expire within 30 days or have expired: ${list.join(', ')}.`,
    remedy: 'Enter the new certificate on the page Single sign-on of the company.',
    isWarning: ending.every(({ until }) => until.getTime() > Date.now()),
  }
}
