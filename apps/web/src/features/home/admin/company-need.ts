import type { CompanyWork } from './work-figures.ts'

/**
 * Whether a company needs attention: it has an undecided critical threat, a source with a problem, or an overdue review, takedown, analysis
 * or request.
 */
export function isInNeed({ criticalOpen, troubledSources, ...work }: CompanyWork): boolean {
  return (
    criticalOpen > 0 ||
    (troubledSources ?? 0) > 0 ||
    [work.reviews, work.takedowns, work.analyses, work.requests].some(({ overdue }) => overdue > 0)
  )
}

/** The companies whose name contains a text, in their original order. */
export function namedLike<T extends { name: string }>(companies: readonly T[], text: string | undefined): T[] {
  const wanted = (text ?? '').toLocaleLowerCase()
  return companies.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
}
