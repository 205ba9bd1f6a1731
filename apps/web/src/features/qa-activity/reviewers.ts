import type { ReviewerFigures } from '@signet/contract/review/qa-work'

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
