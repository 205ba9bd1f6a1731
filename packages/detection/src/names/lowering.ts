import type { Indicator, Verdict } from '@signet/contract/threats/findings'
import type { IndicatorName } from '../score/indicators.ts'
import { scoreOf } from '../score/score.ts'
import { points, type DomainReason } from '../score/weigh-domain.ts'
import { weights } from '../score/weights.ts'

/** A fact that would lower the score of a verdict if it were confirmed. */
export interface Lowering {
  /** The indicator that would disappear or appear; the strongest one where several would disappear. */
  indicator: string
  /** The fact, as a sentence. */
  text: string
  /** By how many points of 100 the score, clamped to 0..100, would fall. */
  by: number
}

/**
 * The fact that refutes an indicator, which a person can establish. Spelling can't be refuted, so indicators that only depend on the name
 * are not listed; the fact that the name belongs to the brand is stated once for all of them.
 */
const refutations: Partial<Record<IndicatorName, string>> = {
  'Free hosting': 'The hosted name is an official host of the company.',
  'Hosting provider subdomain': 'The hosted name is an official host of the company.',
  'Throwaway parent domain': 'The parent domain belongs to a known organisation that works for the company.',
  'Official host in the name': 'The parent domain delivers or protects the official host on behalf of the company.',
  'Redirect to another host': 'The address redirects to an official host of the company.',
  'Official address in the query': 'Passing on addresses is normal on this site.',
  'Official host in the path': 'Passing on addresses is normal on this site.',
}

/**
 * Facts that a later check of the domain may establish, each with the reason it would add; left out when a check already established it or
 * a fact that excludes it.
 */
const looks: readonly { reason: DomainReason; by: number; text: string; unless: RegExp }[] = [
  {
    reason: 'Does not resolve',
    by: points.doesNotResolve,
    text: 'The domain has no address.',
    unless: /^(Does not resolve|Not registered)$/,
  },
  {
    reason: 'Redirects to an official host',
    by: points.leadsHome,
    text: 'The page redirects visitors to an official host of the company.',
    unless: /^(Does not resolve|Not registered|Web server not responding|Redirects to an official host)$/,
  },
  {
    reason: 'Registered years ago',
    by: points.oldYears[0][1],
    text: 'The domain has been registered for five years or more.',
    unless: /^(Registered\b|Not registered$|Free hosting$|Hosted name$)/,
  },
  {
    reason: 'Parked page',
    by: points.parked,
    text: 'The page is a placeholder of a domain seller.',
    unless:
      /^(Does not resolve|Not registered|Web server not responding|Page unavailable|Parked page|Redirects to an official host)$/,
  },
]

/** The indicator of names below a foreign domain. */
const belowForeign: IndicatorName = 'Brand in a subdomain'

/** The same for reasons that checks from outside added (`weighDomain`): what a later check may find instead. */
const refutationsOfLooks: Partial<Record<DomainReason, string>> = {
  'Password field': 'The page no longer asks for a password.',
  'Brand in the page title': 'The page title no longer contains the brand.',
  'Mail records found': 'The domain no longer receives email.',
  'Reused certificate key': 'The other threats with the same certificate key are harmless.',
}

const refutationOf: ReadonlyMap<string, string> = new Map(Object.entries({ ...refutations, ...refutationsOfLooks }))

const strongestFirst = (a: Indicator, b: Indicator) => b.contribution - a.contribution

/**
 * The facts that would lower the score of a verdict, largest effect first: facts about the owner of the name that only people can
 * establish, and facts that a later check of the domain may find.
 *
 * Every verdict falls to 0 when the name is official or allowed. Reasons in the spelling itself are left out, because no later information
 * changes them.
 */
export function loweringOf(verdict: Verdict): Lowering[] {
  const { score, indicators } = verdict
  const fallTo = (lower: readonly Indicator[]) => Math.round((score - scoreOf(lower)) * 100)
  const found: Lowering[] = []
  const [best] = indicators.toSorted(strongestFirst)
  if (best && score > 0) {
    found.push({
      indicator: best.name,
      text: 'The name is an official host of the company or on its allow list.',
      by: fallTo([]),
    })
  }
  const refutable = indicators.filter(({ name, contribution }) => contribution > 0 && refutationOf.has(name))
  // One fact may remove several reasons at once.
  for (const [text, refuted] of Map.groupBy(refutable, ({ name }) => refutationOf.get(name) ?? '')) {
    const [strongest] = refuted.toSorted(strongestFirst)
    const by = fallTo(indicators.filter((indicator) => !refuted.includes(indicator)))
    if (strongest && by > 0) found.push({ indicator: strongest.name, text, by })
  }
  if (indicators.some(({ name }) => name === belowForeign)) {
    const parent = { name: 'Trusted parent domain', contribution: weights.get('veto.parent') ?? 0 }
    const by = fallTo([...indicators, parent])
    const text = 'The parent domain is a delivery network or service that includes its customers’ names in its own.'
    if (by > 0) found.push({ indicator: parent.name, text, by })
  }
  for (const { reason, by: contribution, text, unless } of looks) {
    if (indicators.some(({ name }) => unless.test(name))) continue
    const by = fallTo([...indicators, { name: reason, contribution }])
    if (by > 0) found.push({ indicator: reason, text, by })
  }
  return found.toSorted((a, b) => b.by - a.by)
}
