import type { ReviewerFigures } from '@signet/contract/review/qa-work'
import { dayMs } from '@signet/contract/time'

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The first and last UTC day of a range that ends today, as the calls about reviewers expect it. */
export function dateRangeOf(rangeDays: number, now: Date): [from: string, to: string] {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  return [dayOf(today - (rangeDays - 1) * dayMs), dayOf(today)]
}

export interface Reviewer {
  email: string
  name: string
  lastActive: string | null
}
export type ReviewerRow = Reviewer & Omit<ReviewerFigures, 'email'>

/** Reviewers with their figures, sorted by number of reviews. */
export function rowsOf(reviewers: readonly Reviewer[], figures: readonly ReviewerFigures[]): ReviewerRow[] {
  const byEmail = new Map(figures.map((own) => [own.email, own]))
  return reviewers
    .map((reviewer) => {
      const { reviewed = 0, medianMs = null, returned = 0 } = byEmail.get(reviewer.email) ?? {}
      return { ...reviewer, reviewed, medianMs, returned }
    })
    .toSorted((a, b) => b.reviewed - a.reviewed || a.name.localeCompare(b.name))
}
