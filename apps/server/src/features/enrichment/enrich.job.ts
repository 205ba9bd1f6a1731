import { openTakedownStatuses } from '@signet/contract/takedowns/takedowns'
import { contactsOfHost, traitsOf } from '@signet/detection'
import { sql } from 'kysely'
import { ConnectorError } from '@signet/connectors'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import type { FollowLook } from '../../app/follow-look.ts'
import { enrichJob } from '../threats/threats.jobs.ts'
import type { LookUpSettings } from '../../app/settings.ts'
import type { Enqueue } from '../../app/jobs.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { keepContacts } from '../abuse-contacts/abuse-contacts.queries.ts'
import { watchDomains } from '../threats/domain-watches.queries.ts'
import { keepTraits } from '../threats/traits.queries.ts'
import { applyObservations } from './apply-observations.ts'
import { keepObservations } from './keep-observations.ts'
import { lookUpDomain, type DomainLookups } from './look-up-domain.ts'
import { activeCompanies } from '../../db/companies.queries.ts'

export interface EnrichParts {
  database: Database
  settings: LookUpSettings
  signal: AbortSignal
  /** The cases that depend on the checks; left out if there are none. */
  follow?: FollowLook
  /** The current time; the system clock by default. */
  now?: () => Date
}

/** Longer than a check can take; after that, another worker takes over from a crashed one. */
const claimMs = 5 * minuteMs
/** Domains checked concurrently; nearly all of the time is spent waiting. */
const atOnce = 6
/** A job ends after this time and leaves the rest to the next one. */
const jobMs = 10 * minuteMs

/** How long until a domain is checked again. */
const againMs = {
  /** A changed state must be seen a second time before it counts. */
  pending: 10 * minuteMs,
  young: 6 * hourMs,
  watched: 12 * hourMs,
  usual: dayMs,
  failedMax: dayMs,
}
/** New names often become active in their first days. */
const youngMs = 7 * dayMs

interface Claim {
  threat_id: string
  host: string
  claimed_until: Date
  failures: number
  /** Whether it is the target of a takedown. */
  is_followed: boolean
  /** For a threat that is one page of its host. */
  link: string | null
}

/**
 * Checks the domains of a company that are due, until none is left or the time of a job is up. Each domain is claimed, checked outside of
 * any transaction, and stored in one; if a process dies, another continues after its claim expires.
 *
 * @returns how many domains were checked
 */
export async function enrichCompany(parts: EnrichParts, companyId: number): Promise<number> {
  const until = performance.now() + jobMs
  let checked = 0
  while (performance.now() < until) {
    parts.signal.throwIfAborted()
    const claims = await parts.database.inCompanies([companyId], (tx) => claimDue(tx, companyId, nowOf(parts)))
    if (claims.length === 0) return checked
    await Promise.all(claims.map((claim) => enrichOne(parts, companyId, claim)))
    checked += claims.length
  }
  return checked
}

const nowOf = ({ now }: EnrichParts) => now?.() ?? new Date()

/** Claims domains that are due and unclaimed. Index: domain_watches_due. */
async function claimDue(tx: Tx, companyId: number, now: Date): Promise<Claim[]> {
  // Materialized: otherwise the planner may run the selection once per row and claim all due domains at once.
  const { rows } = await sql<Claim>`
    with due as materialized (
      select threat_id from domain_watches
      where company_id = ${companyId} and next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by next_at, threat_id limit ${atOnce} for update skip locked
    )
    update domain_watches w set claimed_until = ${new Date(now.getTime() + claimMs)}
    from due where w.company_id = ${companyId} and w.threat_id = due.threat_id
    returning w.threat_id, w.host, w.claimed_until, w.failures, exists (
      select from takedowns where company_id = ${companyId} and takedowns.threat_id = w.threat_id
        and status in (${sql.join([...openTakedownStatuses, 'resolved'])})
    ) as is_followed, (
      select fields ->> 'link' from threats where company_id = ${companyId} and id = w.threat_id and source = 'URL'
    ) as link`.execute(tx)
  return rows
}

async function enrichOne(parts: EnrichParts, companyId: number, claim: Claim): Promise<void> {
  const { database, settings } = parts
  const now = nowOf(parts)
  const followed = claim.is_followed ? { path: pathOf(claim.link) } : null
  const found = await lookUpDomain({ database, settings, now }, claim.host, followed)
  await database.inCompanies([companyId], (tx) => keep({ ...parts, tx, companyId, now }, claim, found))
}

/** The path of a URL on a standard port; null if it is the front page, which is visited anyway. */
function pathOf(link: string | null): string | null {
  if (link === null || !URL.canParse(link)) return null
  // Without its query, which may identify the recipient of the URL.
  const { pathname, port } = new URL(link)
  return port === '' && pathname !== '/' ? pathname : null
}

async function keep(
  { tx, companyId, now, follow }: Pick<EnrichParts, 'follow'> & { tx: Tx; companyId: number; now: Date },
  claim: Claim,
  found: DomainLookups,
): Promise<void> {
  // Locks the threat before its scheduled check, in the same order as every change of threats.
  const threat = await tx
    .selectFrom('threats')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', claim.threat_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const watch = await tx
    .selectFrom('domain_watches')
    .select(['base_score', 'added', 'reopened_for', 'claimed_until'])
    .where('company_id', '=', companyId)
    .where('threat_id', '=', claim.threat_id)
    .forUpdate()
    .executeTakeFirst()
  // Another worker has claimed it by now, and its results are newer than these.
  if (watch?.claimed_until?.getTime() !== claim.claimed_until.getTime()) return
  if (threat.stage === 'deleted' || threat.stage === 'merged') {
    await tx
      .deleteFrom('domain_watches')
      .where('company_id', '=', companyId)
      .where('threat_id', '=', claim.threat_id)
      .execute()
    return
  }
  const kept = await keepObservations(tx, companyId, claim.threat_id, found)
  await keepTraits(tx, companyId, claim.threat_id, traitsOf(kept.latest))
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
  await tx
    .updateTable('domain_watches')
    .set({
      base_score: memory.base_score,
      added: JSON.stringify(memory.added),
      reopened_for: memory.reopened_for,
      claimed_until: null,
      checked_at: now,
      failures: failures.length > 0 ? Math.min(claim.failures + 1, 100) : 0,
      next_at: nextAt(threat, { isPending: kept.isPending, followMs, failures, failedBefore: claim.failures }, now),
    })
    .where('company_id', '=', companyId)
    .where('threat_id', '=', claim.threat_id)
    .execute()
  const { host } = claim
  const facts = { host, isPage: threat.source === 'URL', firstSeen: threat.first_seen, ...kept.latest }
  await keepContacts(tx, contactsOfHost(facts), now)
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
  const age = now.getTime() - threat.first_seen.getTime()
  const usual = threat.stage === 'watchlist' ? againMs.watched : age < youngMs ? againMs.young : againMs.usual
  let inMs: number = Math.min(isPending ? againMs.pending : usual, followMs ?? Infinity)
  if (failures.length > 0) {
    // Ten minutes, twenty, forty and so on, or the time given by the service.
    const backOff = Math.min(againMs.pending * 2 ** Math.min(failedBefore, 8), againMs.failedMax)
    const retryInMs = Math.max(0, ...failures.map(({ retryAt }) => (retryAt?.getTime() ?? 0) - now.getTime()))
    inMs = Math.min(inMs, Math.max(backOff, Math.min(retryInMs, againMs.failedMax)))
  }
  return new Date(now.getTime() + inMs)
}

/** Threats of a company that are scheduled at a time. */
const seededMax = 2_000

/**
 * Finds due checks in every company and queues jobs for them. Threats without a scheduled check get one: those from before lookups were
 * enabled, and those that returned to the review queue.
 */
export async function enqueueDue(
  parts: { database: Database; enqueue: Enqueue; signal: AbortSignal },
  now: Date,
): Promise<void> {
  const { database, enqueue, signal } = parts
  for (const { id: companyId } of await activeCompanies(database)) {
    signal.throwIfAborted()
    await database.inCompanies([companyId], async (tx) => {
      const added = await watchDomains(tx, companyId, await unwatched(tx, companyId, now))
      const { rows } = await sql<{ due: boolean; busy: boolean }>`select
          exists (select from domain_watches where company_id = ${companyId} and next_at <= ${now}) as due,
          exists (select from domain_watches where company_id = ${companyId} and next_at <= ${now}
            and claimed_until > ${now}) as busy`.execute(tx)
      // A running job handles the rest as well.
      if ((added > 0 || rows[0]?.due) && !rows[0]?.busy) await enqueue(tx, enrichJob, { companyId })
    })
  }
}

/**
 * Threats without a scheduled check; fictional ones of the demo aren't looked up. Recent threats are searched every time, all threats once
 * an hour.
 */
function unwatched(tx: Tx, companyId: number, now: Date) {
  const isFull = now.getUTCMinutes() === 0
  return (
    tx
      .selectFrom('threats')
      .select(['id', 'source', 'fields'])
      .where('company_id', '=', companyId)
      .where('kind', '=', 'threat')
      .where('source', 'in', ['Domain', 'URL'])
      .where('stage', 'in', ['queued', 'watchlist', 'published'])
      .where('is_demo', '=', false)
      .$if(!isFull, (query) => query.where('staged_at', '>', new Date(now.getTime() - 2 * dayMs)))
      // Threats without a host name would be found again every time.
      .where(
        sql<boolean>`coalesce(fields ->> 'domain_name', fields ->> 'host', fields ->> 'link') ~* '[a-z0-9]\.[a-z]'`,
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('domain_watches')
              .select('threat_id')
              .where('domain_watches.company_id', '=', companyId)
              .whereRef('domain_watches.threat_id', '=', 'threats.id'),
          ),
        ),
      )
      .orderBy('first_seen', 'desc')
      .orderBy('id')
      .limit(seededMax)
      .execute()
  )
}
