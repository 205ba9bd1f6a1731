import { keysIn, recordFrom, required } from '@signet/contract/narrow'
import type { QaStage } from '@signet/contract/review/qa'
import { isNamedByHost } from '@signet/contract/threats/sources'
import { dayMs, hourMs } from '@signet/contract/time'
import type { Actor, DemoAudit, DemoSighting, DemoThreat } from '../demo-data.ts'
import { colleagueOf, ipAddress, secondReviewer } from '../companies/invented-names.ts'
import type { ReviewCounts } from '../demo-world.ts'
import type { MadeThreat } from '../threats/make-threats.ts'
import type { Random } from '../random.ts'
import { reviewReasonsFor, sharedNameOf, type ReviewReasons } from './review-reasons.ts'

/* The reviewers' work on each threat: most are published within hours, some wait, some are watched or deleted. */

const autoFilteredShare = 0.06
/** Touts are fewer than threats, and so is the work on them. */
const toutShare = 0.6

/** A threat with its stage, and the records of the steps to it. */
export interface Reviewed {
  threat: DemoThreat
  audit: DemoAudit[]
}

type Fate = QaStage | 'filtered'

function fatesOf(random: Random, made: readonly MadeThreat[], counts: ReviewCounts, today: Date): Map<string, Fate> {
  const fates = new Map<string, Fate>()
  const isShared = sharedNames(made)
  const isFitFor = (step: keyof ReviewReasons, threat: MadeThreat) =>
    reviewReasonsFor(threat)[step].length > 0 && !isShared(threat)
  const ageOf = (threat: MadeThreat) => today.getTime() - threat.firstSeen.getTime()
  const draw = (fate: Fate, count: number, isFit: (threat: MadeThreat) => boolean) => {
    const fit = random.shuffled(made.filter((threat) => !fates.has(threat.id) && isFit(threat)))
    for (const threat of fit.slice(0, Math.min(count, Math.ceil(fit.length / 2)))) fates.set(threat.id, fate)
  }
  // The newest threats wait, but at most every second one, because reviewers were at work today.
  draw('queued', 6, (threat) => ageOf(threat) < 6 * hourMs)
  draw('queued', 12, (threat) => ageOf(threat) >= 6 * hourMs && ageOf(threat) < 30 * hourMs)
  draw('queued', counts.queued - fates.size, (threat) => ageOf(threat) >= 30 * hourMs && ageOf(threat) < 6 * dayMs)
  draw(
    'watchlist',
    counts.watched,
    (threat) => isFitFor('watch', threat) && ageOf(threat) > dayMs && ageOf(threat) < 60 * dayMs && threat.score < 78,
  )
  draw(
    'deletionPending',
    counts.deletionPending,
    (threat) => isFitFor('delete', threat) && ageOf(threat) > 5 * hourMs && ageOf(threat) < 7 * dayMs,
  )
  draw(
    'deleted',
    counts.deleted,
    (threat) => isFitFor('delete', threat) && ageOf(threat) > 3 * dayMs && threat.score < 78,
  )
  draw(
    'filtered',
    Math.round(made.length * autoFilteredShare),
    (threat) => ageOf(threat) > 3 * hourMs && threat.severity === 'Low',
  )
  return fates
}

/** Whether other threats are on the same domain: what one of them is decides on all. */
function sharedNames(made: readonly MadeThreat[]): (threat: MadeThreat) => boolean {
  const byName = Map.groupBy(made, sharedNameOf)
  return (threat) => {
    const name = sharedNameOf(threat)
    return name !== null && (byName.get(name)?.length ?? 0) > 1
  }
}

/** Assigns every threat its stage of review, its sightings and the records of both. */
export function reviewAll(random: Random, made: readonly MadeThreat[], reviews: ReviewCounts, today: Date): Reviewed[] {
  const share = made.some(({ kind }) => kind === 'tout') ? toutShare : 1
  const counts = recordFrom(keysIn(reviews), (stage) => Math.round(reviews[stage] * share))
  const fates = fatesOf(random.fork('fates'), made, counts, today)
  return made.map((threat) => {
    const fate = fates.get(threat.id) ?? 'published'
    // Only threats are filtered automatically.
    const possible = fate === 'filtered' && threat.kind === 'tout' ? 'published' : fate
    return review(random.fork(threat.id), threat, possible, today)
  })
}

function review(random: Random, made: MadeThreat, fate: Fate, today: Date): Reviewed {
  const { feeds, ...found } = made
  const room = today.getTime() - made.firstSeen.getTime()
  /** The instant this many hours after the threat was seen, or earlier if that would be in the future. */
  const after = (hours: number, share = 0.85) =>
    new Date(made.firstSeen.getTime() + Math.floor(Math.min(hours * hourMs, room * share) / 1000) * 1000)
  const reviewer: Actor = random.chance(0.6) ? 'qa' : colleagueOf(made.id)
  const usualHours = 0.3 + random.next() ** 2 * 9
  const audit: DemoAudit[] = []
  const record = (at: Date, by: Actor, action: string, from: QaStage, to: QaStage, remark?: string) =>
    audit.push({
      id: random.uuid(),
      at,
      by,
      ip: by ? ipAddress(random) : null,
      action,
      targetType: 'threat',
      targetId: made.id,
      before: { stage: from },
      after: { stage: to, ...(remark ? { remark } : {}) },
    })
  const threat: DemoThreat = {
    ...found,
    status: 'open',
    stage: 'queued',
    stagedAt: made.firstSeen,
    stagedBy: null,
    stageReason: null,
    autoFiltered: fate === 'filtered',
    lastSeen: made.firstSeen,
    publishedAt: null,
    capturedAt: after(random.int(1, 8) / 60, 0.5),
    sightings: [],
    version: 1,
  }
  const stage = (to: QaStage, at: Date, by: Actor, reason: string | null) =>
    Object.assign(threat, { stage: to, stagedAt: at, stagedBy: by, stageReason: reason })

  if (fate === 'published' || fate === 'filtered') {
    const isFiltered = fate === 'filtered'
    const at = isFiltered ? after(0.02) : after(usualHours)
    stage('published', at, isFiltered ? null : reviewer, null)
    threat.publishedAt = at
    record(at, threat.stagedBy, isFiltered ? 'qa.filterAutomatically' : 'qa.publish', 'queued', 'published')
  } else if (fate === 'watchlist') {
    const reason = random.pick(reviewReasonsFor(made).watch)
    stage('watchlist', after(usualHours), reviewer, reason)
    record(threat.stagedAt, reviewer, 'qa.watch', 'queued', 'watchlist', reason)
  } else if (fate === 'deletionPending') {
    // Requested by the other reviewer, so that the one who signs in can approve it.
    const reason = random.pick(reviewReasonsFor(made).delete)
    stage('deletionPending', after(usualHours), secondReviewer, reason)
    record(threat.stagedAt, secondReviewer, 'qa.requestDeletion', 'queued', 'deletionPending', reason)
  } else if (fate === 'deleted') {
    const reason = random.pick(reviewReasonsFor(made).delete)
    const other: Actor = reviewer === 'qa' ? secondReviewer : 'qa'
    record(after(usualHours, 0.4), reviewer, 'qa.requestDeletion', 'queued', 'deletionPending', reason)
    stage('deleted', after(usualHours + 2 + random.next() * 30), other, reason)
    record(threat.stagedAt, other, 'qa.approveDeletion', 'deletionPending', 'deleted')
  }
  threat.version = 1 + audit.length
  seeAgain(random, threat, feeds, today)
  return { threat, audit }
}

const linesMax = 90_000

/** One to six sightings, the first when it was found; the last one is `lastSeen`. */
function seeAgain(random: Random, threat: DemoThreat, feeds: readonly string[], today: Date): void {
  const weeks = 2 + random.int(0, 4)
  const until = new Date(Math.min(today.getTime(), threat.firstSeen.getTime() + weeks * 7 * dayMs))
  const count = Number(random.weighted({ 1: 4, 2: 5, 3: 4, 4: 2, 5: 1, 6: 1 }))
  const times = Array.from({ length: count - 1 }, () => random.date(threat.firstSeen, until))
  const text = textSeen(threat)
  threat.sightings = [threat.firstSeen, ...times.toSorted((a, b) => a.getTime() - b.getTime())].map(
    (seenAt, index): DemoSighting => {
      const feed = index === 0 ? required(feeds[0], 'a feed') : random.pick(feeds)
      const isList = /feed|transparency|domains|scan/.test(feed)
      return { scanId: random.uuid(), feed, line: isList ? random.int(1, linesMax) : null, text, seenAt }
    },
  )
  threat.lastSeen = threat.sightings.at(-1)?.seenAt ?? threat.firstSeen
}

function textSeen(threat: DemoThreat): string {
  return isNamedByHost(threat.source) || !threat.url ? threat.title : `${threat.title} (${threat.url})`
}

/** Removes sightings after an instant, when the target is gone. The first one is kept. */
export function seenUntil(threat: DemoThreat, until: Date): void {
  threat.sightings = threat.sightings.filter(({ seenAt }, index) => index === 0 || seenAt <= until)
  threat.lastSeen = threat.sightings.at(-1)?.seenAt ?? threat.firstSeen
}
