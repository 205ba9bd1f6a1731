import type { Indicator, Verdict } from '@signet/contract/findings'
import type { IndicatorName } from './indicators.ts'
import { scoreOf } from './score.ts'
import { weights } from './weights.ts'

/** Something that, if it turned out to be so, would lower the score of a verdict. */
export interface Lowering {
  /** The indicator that would fall away or appear; the strongest of them where all would fall away. */
  indicator: string
  /** What would have to be so, as a sentence. */
  text: string
  /** By how many points of 100 the score would fall, as it is clamped to 0..100. */
  by: number
}

/**
 * What refutes an indicator: a fact that a person can establish. Nobody can argue with a spelling, so indicators that
 * only read the name are not here; if the name belongs to the brand, that is said once for all of them.
 */
const refutations: Partial<Record<IndicatorName, string>> = {
  'Free hosting': 'The hosted name is registered as an official one of the company.',
  'Hosted name': 'The hosted name is registered as an official one of the company.',
  'Throw-away domain': 'The domain behind the name belongs to a known organisation that serves the company.',
  'Official host spelled out':
    'The domain behind the name delivers or protects the official host by order of the company.',
  'Redirect to another host': 'The host that the address leads to is registered as an official one of the company.',
  'Official address in the query': 'The site is one on which passing on addresses is normal.',
  'Official host in the path': 'The site is one on which passing on addresses is normal.',
}

/** Indicators under which a name stands below somebody else's domain. */
const belowForeign: IndicatorName = 'Left of a foreign domain'

const refutationOf: ReadonlyMap<string, string> = new Map(Object.entries(refutations))

/**
 * What would lower the score of a verdict, most first: facts about who runs the name that only people can establish.
 *
 * Every verdict falls to 0 when the name is official or allowed. Reasons in the spelling itself are left out: nothing
 * that is learnt later changes them.
 */
export function loweringOf(verdict: Verdict): Lowering[] {
  const { score, indicators } = verdict
  const fallTo = (lower: readonly Indicator[]) => Math.round((score - scoreOf(lower)) * 100)
  const found: Lowering[] = []
  for (const { name, contribution } of indicators) {
    const text = refutationOf.get(name)
    if (text === undefined || contribution <= 0) continue
    const by = fallTo(indicators.filter((indicator) => indicator.name !== name))
    if (by > 0) found.push({ indicator: name, text, by })
  }
  if (indicators.some(({ name }) => name === belowForeign)) {
    const parent = { name: 'Trusted parent', contribution: weights.get('veto.parent') ?? 0 }
    found.push({
      indicator: parent.name,
      text: 'The domain behind the name is a delivery network or service that repeats its customers’ names.',
      by: fallTo([...indicators, parent]),
    })
  }
  const [strongest] = indicators.toSorted((a, b) => b.contribution - a.contribution)
  if (strongest && score > 0) {
    found.push({
      indicator: strongest.name,
      text: 'The name is registered as an official one of the company, or allowed.',
      by: fallTo([]),
    })
  }
  return found.toSorted((a, b) => b.by - a.by)
}
