import type { CompanyOverview } from '@signet/contract/reports/overview'

/** Whether a company needs attention: it has an undecided critical threat, or an overdue takedown, analysis or request. */
export function isInNeed({ criticalOpen, takedowns, analyses, requests }: CompanyOverview): boolean {
  return criticalOpen > 0 || takedowns.overdue > 0 || analyses.overdue > 0 || requests.overdue > 0
}

/** The companies whose name contains a text, in their original order. */
export function namedLike<T extends { name: string }>(companies: readonly T[], text: string | undefined): T[] {
  const wanted = (text ?? '').toLocaleLowerCase()
  return companies.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
}
