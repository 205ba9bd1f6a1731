import type { CompanyOverview } from '@signet/contract/reports/overview'

/** Whether a company needs attention: it has an undecided critical threat or an overdue takedown. */
export function isInNeed({ criticalOpen, takedownsLate }: CompanyOverview): boolean {
  return criticalOpen > 0 || takedownsLate > 0
}

/** The companies whose name contains a text, in their original order. */
export function namedLike(companies: readonly CompanyOverview[], text: string | undefined): CompanyOverview[] {
  const wanted = (text ?? '').toLocaleLowerCase()
  return companies.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
}
