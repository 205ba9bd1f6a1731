import { keysIn, required } from '@signet/contract/narrow'
import type { DemoBookmark, DemoData, DemoThreat, UserKey } from '../demo-data.ts'
import { decideAll } from '../decisions/client-decisions.ts'
import { makeThreats, type MadeThreat } from '../threats/make-threats.ts'
import type { DemoWorld } from '../demo-world.ts'
import { randomOf, type Random } from '../random.ts'
import { reviewAll } from '../decisions/review-stages.ts'

/**
 * Generates the year of an invented company: the threats that were found, the work of the reviewers and the client, and the resulting
 * cases. Pure: the same seed and instant give the same data, including the ids.
 *
 * @param world the texts and names of the company and of its impersonators
 * @param options.seed any whole number
 * @param options.today the instant the data ends at; nothing is later
 */
export function generateCompanyYear(world: DemoWorld, options: { seed: number; today: Date }): DemoData {
  const { seed, today } = options
  const random = randomOf(seed, world.company.key)
  return liveThrough(world, random, makeThreats(world, random.fork('threats'), today), today)
}

/** The decisions of the reviewers and the client on found threats, and the resulting cases. */
export function liveThrough(world: DemoWorld, random: Random, made: readonly MadeThreat[], today: Date): DemoData {
  const reviewed = reviewAll(random.fork('review'), made, world.reviews, today)
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

const bookmarkCounts = { client: 14, superAdmin: 6 } as const satisfies Partial<Record<UserKey, number>>

/** Notes on bookmarks; every third bookmark has one. */
const bookmarkNotes = [
  'For the monthly meeting',
  'Legal needs a copy before we act',
  'Two customers called about this. Keep an eye on it',
  'Same group as in spring?',
  'Ask the fraud team whether money was lost',
]
const noteOf = (index: number) => (index % 3 === 0 ? (bookmarkNotes[(index / 3) % bookmarkNotes.length] ?? null) : null)

/** Bookmarks of open threats of the last weeks. */
function bookmarksOf(random: Random, threats: readonly DemoThreat[], today: Date): DemoBookmark[] {
  const worthIt = threats.filter(({ publishedAt, severity }) => publishedAt !== null && severity !== 'Low').slice(-240)
  return keysIn(bookmarkCounts).flatMap((by) =>
    random
      .shuffled(worthIt)
      .slice(0, bookmarkCounts[by])
      .map((threat, index) => ({
        by,
        threatId: threat.id,
        at: random.date(required(threat.publishedAt, 'the publication'), today),
        note: noteOf(index),
      })),
  )
}
