import { X509Certificate } from 'node:crypto'
import fs from 'node:fs/promises'
import { watchedParts, type PartHealth } from '@signet/contract/operation/system-health'
import type { Sentence } from '@signet/contract/wire'
import { dayMs } from '@signet/contract/time'
import type { Database } from '../../db/database.ts'
import { isDistributed } from '../../db/sharding/cluster.ts'
import { messageOf } from '../../errors/sentences.ts'
import { unfinishedBackFills } from '../../db/back-fill.queries.ts'
import { hasStrayEvents } from '../../db/daily-partitions.ts'
import { readEveryCompany } from '../../db/every-company.ts'
import { daysUntilFull, forecastAlertDays } from './disk-use/forecast.ts'
import { diskSize } from './disk-use/sizes.queries.ts'
import { ctLogRows } from './ct-logs.queries.ts'
import { isFollowed, toReading } from './ct-log-reading.ts'
import {
  emailsByState,
  endingKeys,
  hoursSinceBackup,
  queueCounts,
  readMailboxes,
  recentFeeds,
  signInCertificates,
} from './health.queries.ts'
import { readProcesses } from './processes.queries.ts'
import {
  bouncedNotices,
  connectorCounts,
  overdueAnalyses,
  overdueRequests,
  overdueReviews,
  overdueTakedowns,
} from './company-rows.queries.ts'

const oldestJobMinutes = 15
/** A nightly backup that was missed, and half a day to finish the next. */
const backupHoursMax = 36
const freeBytesMin = 1024 ** 3
/** A certificate or key is named this many days before it ends. */
const endingDays = 30
/** As many names as a sentence can carry. */
const namesMax = 5

type Name = PartHealth['name']
interface Result {
  ok: boolean
  isOff?: boolean
  detail: Sentence
  overdueInDemo?: number
}

/** Runs one check; anything it throws becomes a result as well, in words without addresses and passwords. */
export async function check(name: Name, look: () => Promise<Result>): Promise<PartHealth> {
  const { ok, isOff, detail, overdueInDemo } = await look().catch((error: Error & { code?: unknown }): Result => {
    // A fault of our own has no code.
    const { code, name: kind } = error
    return { ok: false, detail: messageOf('CHECK_FAILED', { code: typeof code === 'string' ? code : kind }) }
  })
  return { name, ok, ...(isOff ? { isOff } : {}), detail, ...(overdueInDemo ? { overdueInDemo } : {}) }
}

/** Whether the disk of the data directory has room. */
export const checkDisk = (dataDir: string | null) => check('disk', () => diskState(dataDir))

/** The watched parts that the database tells about. */
export const watchedChecks = (database: Database) => ({
  queue: () => check('queue', () => queueState(database)),
  workers: () => check('workers', () => workerState(database)),
  deliveries: () => check('deliveries', () => deliveryState(database)),
  mailboxes: () => check('mailboxes', () => mailboxState(database)),
  diskGrowth: () => check('diskGrowth', () => growthState(database)),
  partitions: () => check('partitions', () => partitionState(database)),
  backFills: () => check('backFills', () => backFillState(database)),
  feeds: () => check('feeds', () => feedState(database)),
  certificateLogs: () => check('certificateLogs', () => logState(database)),
  certificates: () => check('certificates', () => certificateState(database)),
  connectors: () => check('connectors', () => connectorState(database)),
  reviews: () => check('reviews', () => reviewState(database)),
  takedowns: () => check('takedowns', () => takedownState(database)),
  analyses: () => check('analyses', () => analysisState(database)),
  requests: () => check('requests', () => requestState(database)),
  backups: () => check('backups', () => backupState(database)),
})

/** The parts that are checked every minute, in the order of `watchedParts`: their checks write nothing and reach no other server. */
export function checkWatched(database: Database, dataDir: string | null): Promise<PartHealth[]> {
  const checks = { ...watchedChecks(database), disk: () => checkDisk(dataDir) }
  return Promise.all(watchedParts.map((name) => checks[name]()))
}

async function queueState({ pool }: Database) {
  const { waiting, failed, minutes } = await queueCounts(pool)
  return {
    ok: minutes < oldestJobMinutes && failed === 0,
    detail: messageOf('QUEUE_STATE', { waiting, failed, minutes }),
  }
}

async function workerState({ pool }: Database) {
  const rows = await readProcesses(pool)
  const living = rows.filter((row) => !row.is_silent)
  const having = (service: 'api' | 'worker') => living.filter(({ services }) => services.includes(service)).length
  const workers = having('worker')
  const silent = rows.length - living.length
  return {
    ok: workers > 0 && silent === 0,
    detail: messageOf('WORKERS_STATE', { api: having('api'), workers, silent }),
  }
}

async function deliveryState(database: Database) {
  const emails = await readEveryCompany(database.pool, emailsByState)
  const inState = (wanted: string) => emails.find(({ state }) => state === wanted)?.count ?? 0
  const [sent, failed, bounced] = [inState('sent'), inState('failed'), await bouncedNotices(database)]
  return { ok: failed === 0 && bounced === 0, detail: messageOf('DELIVERIES_STATE', { sent, failed, bounced }) }
}

async function mailboxState({ pool }: Database) {
  const rows = await readEveryCompany(pool, readMailboxes)
  if (rows.length === 0) return { ok: true, isOff: true, detail: messageOf('NO_MAILBOX', {}) }
  const failed = rows.filter((row) => !row.isRead).map(({ name }) => name)
  if (failed.length > 0) return { ok: false, detail: messageOf('MAILBOXES_FAILED', { mailboxes: failed.join(', ') }) }
  return { ok: true, detail: messageOf('MAILBOXES_READ', { count: rows.length }) }
}

async function diskState(dataDir: string | null) {
  if (!dataDir) return { ok: true, detail: messageOf('NOTHING_ON_DISK', {}) }
  const { bavail, bsize, blocks } = await fs.statfs(dataDir)
  const [free, all] = [bavail * bsize, blocks * bsize]
  return { ok: free >= freeBytesMin, detail: messageOf('DISK_STATE', { free: gigabytes(free), total: gigabytes(all) }) }
}

async function growthState({ pool }: Database) {
  const disk = await diskSize(pool)
  if (!disk) return { ok: true, isOff: true, detail: messageOf('DISK_NOT_MEASURED', {}) }
  const { perDay, days } = disk
  const left = daysUntilFull(disk)
  if (left === null) return { ok: true, detail: messageOf('DISK_NOT_FILLING', {}) }
  return {
    ok: left >= forecastAlertDays,
    detail: messageOf('DISK_FILLING', { growth: megabytes(perDay ?? 0), days, left }),
  }
}

async function partitionState(database: Database) {
  const isStray = await hasStrayEvents(database)
  return { ok: !isStray, detail: messageOf(isStray ? 'PARTITIONS_MISSING' : 'PARTITIONS_READY', {}) }
}

async function backFillState({ pool }: Database) {
  const unfinished = await unfinishedBackFills(pool)
  const failed = unfinished.find(({ error }) => error !== null)
  if (failed)
    return { ok: false, detail: messageOf('BACK_FILL_FAILED', { name: failed.name, error: failed.error ?? '' }) }
  const [first] = unfinished
  if (!first) return { ok: true, detail: messageOf('NO_BACK_FILL', {}) }
  const { name, table, filled } = first
  return { ok: true, detail: messageOf('BACK_FILL_RUNNING', { name, table, filled, others: unfinished.length - 1 }) }
}

async function feedState({ pool }: Database) {
  const rows = await recentFeeds(pool)
  const failed = rows.filter(({ state }) => state === 'failed').map(({ feed }) => feed)
  if (rows.length === 0) return { ok: true, detail: messageOf('NO_FEED_READ', {}) }
  if (failed.length > 0) return { ok: false, detail: messageOf('FEEDS_FAILED', { feeds: failed.join(', ') }) }
  return { ok: true, detail: messageOf('FEEDS_READ', { count: rows.length }) }
}

async function logState(database: Database) {
  const rows = (await database.inCompanies([], ctLogRows)).filter(isFollowed)
  const followed = rows.filter((row) => !row.is_demo)
  const none = rows.length > 0 ? 'ONLY_DEMO_LOGS' : 'NO_LOGS_FOLLOWED'
  if (followed.length === 0) return { ok: true, isOff: true, detail: messageOf(none, {}) }
  const behind = followed.map(toReading).filter(({ isBehind }) => isBehind).length
  return { ok: behind === 0, detail: messageOf('LOGS_STATE', { behind, logs: followed.length }) }
}

async function certificateState({ pool }: Database) {
  const now = Date.now()
  const until = new Date(now + endingDays * dayMs)
  const certificates = (await signInCertificates(pool)).map(({ company, certificate }) => {
    const ends = new X509Certificate(certificate).validToDate
    return { name: `${company} (SSO)`, ends }
  })
  const keys = await readEveryCompany(pool, (client) => endingKeys(client, until))
  const all = [...certificates, ...keys].filter(({ ends }) => ends <= until)
  if (all.length === 0) return { ok: true, detail: messageOf('NOTHING_ENDS', { days: endingDays }) }
  const names = all
    .toSorted((one, other) => one.ends.getTime() - other.ends.getTime())
    .slice(0, namesMax)
    .map(({ name, ends }) => `${name}: ${ends.toISOString().slice(0, 10)}`)
  return { ok: false, detail: messageOf('ENDING_SOON', { count: all.length, names: names.join(', ') }) }
}

async function connectorState(database: Database) {
  const { on, troubled } = await connectorCounts(database)
  if (on === 0) return { ok: true, isOff: true, detail: messageOf('NO_CONNECTOR_ON', {}) }
  return { ok: troubled === 0, detail: messageOf('CONNECTORS_STATE', { on, troubled }) }
}

async function reviewState(database: Database) {
  const { overdue, inDemo } = await overdueReviews(database)
  return { ok: overdue === 0, detail: messageOf('REVIEWS_STATE', { overdue }), overdueInDemo: inDemo }
}

async function takedownState(database: Database) {
  const { overdue, inDemo } = await overdueTakedowns(database)
  return { ok: overdue === 0, detail: messageOf('TAKEDOWNS_STATE', { overdue }), overdueInDemo: inDemo }
}

async function analysisState(database: Database) {
  const { overdue, inDemo } = await overdueAnalyses(database)
  return { ok: overdue === 0, detail: messageOf('ANALYSES_STATE', { overdue }), overdueInDemo: inDemo }
}

async function requestState(database: Database) {
  const { overdue, inDemo } = await overdueRequests(database)
  return { ok: overdue === 0, detail: messageOf('REQUESTS_STATE', { overdue }), overdueInDemo: inDemo }
}

async function backupState({ pool }: Database) {
  // `signet backup` refuses it, so that one from the time before gets older and older.
  if (await isDistributed(pool)) return { ok: true, isOff: true, detail: messageOf('BACKUP_OF_NODES', {}) }
  const hours = await hoursSinceBackup(pool)
  // Other tools may make the backups, so that none here is no fault.
  if (hours === null) return { ok: true, isOff: true, detail: messageOf('NO_BACKUP_NOTED', {}) }
  return { ok: hours < backupHoursMax, detail: messageOf('BACKUP_STATE', { hours }) }
}

const toTenth = (value: number) => Math.round(value * 10) / 10
// In units of 1000, as the portal shows sizes.
const megabytes = (bytes: number) => toTenth(bytes / 1000 ** 2)

/** To a tenth. */
export const gigabytes = (bytes: number) => toTenth(bytes / 1000 ** 3)
