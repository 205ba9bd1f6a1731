import type { DemoBookmark, DemoData, DemoThreat, UserKey } from './demo-data.ts'
import { decideAll } from './client-decisions.ts'
import { makeThreats, type MadeThreat } from './make-threats.ts'
import type { DemoWorld } from './demo-world.ts'
import { randomOf, type Random } from './random.ts'
import { reviewAll } from './review-stages.ts'

/**
 * The year of an invented company: what was found against it, what the reviewers and the client did, and the
 * cases that followed. Pure: the same seed and instant give the same data, down to the ids.
 *
 * @param world what is said of the company and by those who pretend to be it
 * @param options.seed any whole number
 * @param options.today the instant the data ends at; nothing is later
 */
export function generateCompanyYear(world: DemoWorld, options: { seed: number; today: Date }): DemoData {
  const { seed, today } = options
  const random = randomOf(seed, world.company.key)
  return liveThrough(world, random, makeThreats(world, random.fork('threats'), today), today)
}

/** What the reviewers and the client did with what was found, and the cases that followed. */
export function liveThrough(world: DemoWorld, random: Random, made: readonly MadeThreat[], today: Date): DemoData {
  const reviewed = reviewAll(random.fork('review'), made, today)
  const threats = reviewed.map(({ threat }) => threat)
  const cases = decideAll(world, random.fork('decisions'), threats, today)
  return {
    ...cases,
    threats,
    audit: [...reviewed.flatMap(({ audit }) => audit), ...cases.audit].toSorted(
      (a, b) => a.at.getTime() - b.at.getTime(),
    ),
    bookmarks: bookmarksOf(random.fork('bookmarks'), threats, today),
  }
}

const bookmarkCounts: Partial<Record<UserKey, number>> = { client: 14, superAdmin: 6 }

/** What people write to what they come back to; every third says why. */
const bookmarkNotes = [
  'For the monthly meeting',
  'Legal needs a copy before we act',
  'Two customers called about this. Keep an eye on it',
  'Same group as in spring?',
  'Ask the fraud team whether money was lost',
]
const noteOf = (index: number) => (index % 3 === 0 ? (bookmarkNotes[(index / 3) % bookmarkNotes.length] ?? null) : null)

/** Open threats of the last weeks that somebody wants to come back to. */
function bookmarksOf(random: Random, threats: readonly DemoThreat[], today: Date): DemoBookmark[] {
  const worthIt = threats.filter(({ publishedAt, severity }) => publishedAt !== null && severity !== 'Low').slice(-240)
  return Object.entries(bookmarkCounts).flatMap(([by, count]) =>
    random
      .shuffled(worthIt)
      .slice(0, count)
      .map((threat, index) => ({
        by: by as UserKey,
        threatId: threat.id,
        at: random.date(threat.publishedAt as Date, today),
        note: noteOf(index),
      })),
  )
}
