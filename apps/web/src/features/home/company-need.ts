import type { CompanyOverview } from '@signet/contract/overview'

/** Whether a company waits for somebody now: a critical threat undecided, or a takedown past its target. */
export function isInNeed({ criticalOpen, takedownsLate }: CompanyOverview): boolean {
  return criticalOpen > 0 || takedownsLate > 0
}

/** The companies whose name holds a text, in the order they came. */
export function namedLike(companies: readonly CompanyOverview[], text: string | undefined): CompanyOverview[] {
  const wanted = (text ?? '').toLocaleLowerCase()
  return companies.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
}
