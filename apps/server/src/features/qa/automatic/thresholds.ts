import type { AutomaticThreshold } from '@signet/contract/review/detection-quality'
import type { ReviewPolicy } from '@signet/contract/review/review-policy'
import { withPrecision, type Decided } from '../../detection-quality/precision.ts'

/** The decisions of people on the threats of one source, by score. */
export type DecidedByScore = Decided & { score: number }

/** The decisions this close to a threshold have to agree as well, so that many clear ones elsewhere don't hide doubtful ones next to it. */
const nearby = 10

/**
 * From which score threats are published, and up to which they are filtered out, without a reviewer: as far as the lower bound of the
 * measured share of people who decided the same reaches the bar of the policy.
 */
export function thresholdsOf(
  labels: readonly DecidedByScore[],
  { releaseBar, filterBar }: Pick<ReviewPolicy, 'releaseBar' | 'filterBar'>,
): { release: AutomaticThreshold | null; filter: AutomaticThreshold | null } {
  const rising = labels.toSorted((a, b) => a.score - b.score)
  const release = releaseBar === null ? null : thresholdOf(rising.toReversed(), releaseBar, decidedAs('confirmed'))
  const filter = filterBar === null ? null : thresholdOf(rising, filterBar, decidedAs('rejected'))
  return { release, filter: filter && release && filter.score >= release.score ? null : filter }
}

type Agreement = (labels: readonly Decided[]) => { agreed: number; disagreed: number }

/** Counts the decisions of one kind as agreeing, and the others as disagreeing. */
const decidedAs =
  (agreeing: keyof Decided): Agreement =>
  (labels) => {
    const agreed = labels.reduce((sum, one) => sum + one[agreeing], 0)
    const all = labels.reduce((sum, { confirmed, rejected }) => sum + confirmed + rejected, 0)
    return { agreed, disagreed: all - agreed }
  }

/** @param labels by score, from the clearest to the least clear one */
function thresholdOf(
  labels: readonly DecidedByScore[],
  bar: number,
  agreementIn: Agreement,
): AutomaticThreshold | null {
  let best: AutomaticThreshold | null = null
  for (const [index, { score }] of labels.entries()) {
    const upToHere = labels.slice(0, index + 1)
    const near = agreementIn(upToHere.filter((one) => Math.abs(one.score - score) < nearby))
    const { agreed, disagreed } = agreementIn(upToHere)
    const { low } = withPrecision({ confirmed: agreed, rejected: disagreed })
    if (low !== null && low >= bar && near.agreed / (near.agreed + near.disagreed) >= bar)
      best = { score, agreed, disagreed, low }
  }
  return best
}
