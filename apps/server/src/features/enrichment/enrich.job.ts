import { contactsOfHost, traitsOf } from '@signet/detection'
import { ConnectorError } from '@signet/connectors'
import { causeOf } from '@signet/contract/errors/program-errors'
import { domainTraitKinds } from '@signet/contract/threats/traits'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import type { FollowCheck } from '../../app/follow-check.ts'
import { enrichJob } from '../threats/threats.jobs.ts'
import type { LookUpSettings } from '../../app/settings.ts'
import { eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import type { QueueingRun } from '../../app/jobs.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { putContacts } from '../abuse-contacts/abuse-contacts.queries.ts'
import { lockCheck, watchDomains } from '../threats/found/domain-watches.queries.ts'
import { lockThreat } from '../threats/threats.queries.ts'
import { insertTraits } from '../threats/found/traits.queries.ts'
import { applyObservations } from './apply-observations.ts'
import { keepObservations } from './keep-observations.ts'
import { lookUpDomain, type DomainAnswers } from './look-up-domain.ts'
import { activeCompanies } from '../../db/company-keys.queries.ts'
import {
  checksDue,
  claimDue,
  deleteCheck,
  failuresMax,
  postponeCheck,
  setCheck,
  releaseClaim,
  unwatched,
  type DomainClaim,
} from './domain-checks.queries.ts'

export interface EnrichParts extends Pick<AloneParts, 'log'> {
  database: Database
  settings: LookUpSettings
  /** Once aborted, no more domains are checked, and checks that still wait for an answer are left to another worker. */
  signal: AbortSignal
  /** The cases that depend on the checks; left out if there are none. */
  follow?: FollowCheck
  /** The current time; the system clock by default. */
  now?: () => Date
}

/** A job ends after this time and leaves the rest to the next one. */
const jobMs = 10 * minuteMs

/** How long until a domain is checked again. */
const againMs = {
  /** A changed state must be seen a second time before it counts. */
  pending: 10 * minuteMs,
  young: 6 * hourMs,
  watched: 12 * hourMs,
  usual: dayMs,
  deleted: 7 * dayMs,
  failedMax: dayMs,
}
/** How long a deleted threat is still checked, so that it returns to the queue when its domain becomes dangerous. */
const deletedForMs = 180 * dayMs
/** New names often become active in their first days. */
const youngMs = 7 * dayMs

/**
 * Checks the domains of a company that are due, until none is left or the time of a job is up. Each domain is claimed, checked outside of
 * any transaction, and stored in one; if a process dies, another continues after its claim expires. A domain whose check fails is tried
 * again later and stops no other.
 *
 * @returns how many domains were claimed
 * @throws AggregateError after the last domain, if checks failed
 */
export async function enrichCompany(parts: EnrichParts, companyId: number): Promise<number> {
  const { signal } = parts
  const errors: unknown[] = []
  const until = performance.now() + jobMs
  const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  let checked = 0
  while (performance.now() < until && !signal.aborted) {
    const claims = await parts.database.inCompanies([companyId], (tx) => claimDue(tx, companyId, nowOf(parts)))
    if (claims.length === 0) break
    const failed = await Promise.all(claims.map((claim) => enrichAlone(parts, companyId, claim, stopped)))
    errors.push(...failed.filter((error) => error !== null))
    checked += claims.length
  }
  if (errors.length > 0) {
    const first = errors.slice(0, namedMax).map((error) => causeOf(error).detail)
    throw new AggregateError(errors, `checks failed for ${errors.length} of ${checked} domains: ${first.join('; ')}`)
  }
  return checked
}

/** Failures that the message of a failed job names; the log has all. */
const namedMax = 10

/** Returns the error of a failed check, which is logged. */
async function enrichAlone(
  parts: EnrichParts,
  companyId: number,
  claim: DomainClaim,
  stopped: Promise<null>,
): Promise<unknown> {
  const { database, log, signal } = parts
  try {
    await enrichOne(parts, companyId, claim, stopped)
    return null
  } catch (error) {
    if (signal.aborted || database.isAway()) throw error
    log.error({ companyId, host: claim.host, err: error }, 'check of a domain failed')
    const again = new Date(nowOf(parts).getTime() + backOffMs(claim.failures))
    await database.inCompanies([companyId], (tx) => postponeCheck(tx, companyId, claim, again))
    return error
  }
}

const nowOf = ({ now }: EnrichParts) => now?.() ?? new Date()

async function enrichOne(
  parts: EnrichParts,
  companyId: number,
  claim: DomainClaim,
  stopped: Promise<null>,
): Promise<void> {
  const { database, settings } = parts
  const now = nowOf(parts)
  const followed = claim.is_followed ? { path: pathOf(claim.link) } : null
  const found = await Promise.race([stopped, lookUpDomain({ database, settings, now }, claim.host, followed)])
  if (found === null) return database.inCompanies([companyId], (tx) => releaseClaim(tx, companyId, claim))
  const keepFound = () =>
    database.inCompanies([companyId], (tx) => keep({ ...parts, tx, companyId, now }, claim, found))
  for (let again = keepTries - 1; again > 0; again -= 1) {
    try {
      return await keepFound()
    } catch (error) {
      if (!isOvertaken(error)) throw error
    }
  }
  await keepFound()
}

/** What was found is stored anew if a change of its case, such as a sent notice, came in between. */
const keepTries = 3
const isOvertaken = (error: unknown) =>
  error instanceof AppError ? error.reason === 'STALE_VERSION' : ['40001', '40P01'].includes(causeOf(error).code)

/** The path of a URL on a standard port; null if it is the front page, which is visited anyway. */
function pathOf(link: string | null): string | null {
  if (link === null || !URL.canParse(link)) return null
  // Without its query, which may identify the recipient of the URL.
  const { pathname, port } = new URL(link)
  return port === '' && pathname !== '/' ? pathname : null
}

async function keep(
  { tx, companyId, now, follow }: Pick<EnrichParts, 'follow'> & { tx: Tx; companyId: number; now: Date },
  claim: DomainClaim,
  found: DomainAnswers,
): Promise<void> {
  // Locks the threat before its scheduled check, in the same order as every change of threats.
  const threat = await lockThreat(tx, companyId, claim.threat_id)
  const watch = await lockCheck(tx, companyId, claim.threat_id)
  // Another worker has claimed it by now, and its results are newer than these.
  if (watch?.claimed_until?.getTime() !== claim.claimed_until.getTime()) return
  const isOver = threat.stage === 'deleted' && now.getTime() - threat.staged_at.getTime() > deletedForMs
  if (isOver || threat.stage === 'merged') {
    await deleteCheck(tx, companyId, claim.threat_id)
    return
  }
  const kept = await keepObservations(tx, companyId, claim.threat_id, found)
  await insertTraits(tx, companyId, claim.threat_id, traitsOf(kept.latest), domainTraitKinds)
  const memory = await applyObservations(tx, threat, watch, kept, now)
  const seen = {
    dns: answerOf(found.dns),
    http: answerOf(found.page ?? found.http),
    views: (found.views ?? []).map((view) => ({
      profile: view.profile,
      exit: view.exit?.label ?? null,
      http: answerOf(view.found),
    })),
  }
  const followMs = (await follow?.(tx, threat, seen, now)) ?? null
  const failures = Object.values(found).filter((one) => one instanceof ConnectorError)
  await setCheck(tx, companyId, claim.threat_id, {
    base_score: memory.base_score,
    added: JSON.stringify(memory.added),
    reopened_for: memory.reopened_for,
    claimed_until: null,
    checked_at: now,
    failures: failures.length > 0 ? Math.min(claim.failures + 1, failuresMax) : 0,
    next_at: nextAt(threat, { isPending: kept.isPending, followMs, failures, failedBefore: claim.failures }, now),
  })
  const { host } = claim
  const facts = { host, isPage: threat.source === 'URL', firstSeen: threat.first_seen, ...kept.latest }
  await putContacts(tx, contactsOfHost(facts), now)
}

const answerOf = <T>(checked: { answer: T } | ConnectorError | undefined) =>
  checked === undefined || checked instanceof ConnectorError ? null : checked.answer

interface Outcome {
  isPending: boolean
  /** When a case of this threat needs the next check. */
  followMs: number | null
  failures: readonly ConnectorError[]
  failedBefore: number
}

function nextAt(threat: ThreatRow, { isPending, followMs, failures, failedBefore }: Outcome, now: Date): Date {
  let inMs: number = Math.min(isPending ? againMs.pending : usualMs(threat, now), followMs ?? Infinity)
  if (failures.length > 0) {
    // Or the time given by the service.
    const retryInMs = Math.max(0, ...failures.map(({ retryAt }) => (retryAt?.getTime() ?? 0) - now.getTime()))
    inMs = Math.min(inMs, Math.max(backOffMs(failedBefore), Math.min(retryInMs, againMs.failedMax)))
  }
  return new Date(now.getTime() + inMs)
}

/** Ten minutes, twenty, forty and so on. */
const backOffMs = (failedBefore: number) =>
  Math.min(againMs.pending * 2 ** Math.min(failedBefore, 8), againMs.failedMax)

function usualMs({ stage, first_seen: firstSeen }: ThreatRow, now: Date): number {
  if (stage === 'deleted') return againMs.deleted
  if (stage === 'watchlist') return againMs.watched
  return now.getTime() - firstSeen.getTime() < youngMs ? againMs.young : againMs.usual
}

/**
 * Finds due checks in every company and queues jobs for them. Threats without a scheduled check get one: those from before look-ups were
 * enabled, and those that returned to the review queue.
 */
export async function enqueueDue(parts: QueueingRun & AloneParts, now: Date): Promise<void> {
  const { database, enqueue } = parts
  const companyIds = (await activeCompanies(database)).map(({ id }) => id)
  await eachCompanyAlone(parts, companyIds, (companyId) =>
    database.inCompanies([companyId], async (tx) => {
      const added = await watchDomains(tx, companyId, await unwatched(tx, companyId, now))
      const { due, busy } = await checksDue(tx, companyId, now)
      // A running job handles the rest as well.
      if ((added > 0 || due) && !busy) await enqueue(tx, enrichJob, { companyId })
    }),
  )
}
