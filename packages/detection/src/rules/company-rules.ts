import type { DetectionRuleBody, RuleCondition, RuleTest } from '@signet/contract/collection/detection-rules'
import type { Indicator } from '@signet/contract/threats/findings'
import type { AnySource } from '@signet/contract/threats/sources'
import type { IndicatorName } from '../score/indicators.ts'
import type { RuleFacts } from './rule-facts.ts'
import { type CompiledTest, compileTest } from './rule-test.ts'

/** A rule of a company, with what matching needs of it. */
export type CompanyRule = Pick<DetectionRuleBody, 'name' | 'sources' | 'condition' | 'effect' | 'points'> & {
  id: string
}

/** A rule that is ready to be matched. */
export interface CompiledRule {
  rule: CompanyRule
  sources: ReadonlySet<AnySource>
  all: readonly CompiledTest[]
  any: readonly CompiledTest[]
  none: readonly CompiledTest[]
}

/** A rule whose condition is met, and what met it. */
export interface RuleHit {
  rule: CompanyRule
  value: string
}

/** The values of reasons come from untrusted texts, so their length is limited. */
const valueMax = 200

/** Prepares rules whose tests have no problem (`problemOfTest`). */
export function compileRules(rules: readonly CompanyRule[]): CompiledRule[] {
  return rules.map((rule) => ({
    rule,
    sources: new Set<AnySource>(rule.sources),
    all: compileAll(rule.condition.all),
    any: compileAll(rule.condition.any),
    none: compileAll(rule.condition.none),
  }))
}

const compileAll = (tests: readonly RuleTest[]) => tests.map(compileTest)

/** Whether a condition has a test that something must meet; one that only excludes would be met by nearly everything. */
export const hasPositiveTest = ({ all, any }: RuleCondition): boolean => all.length + any.length > 0

/** The rules whose condition an observation meets, in their order. */
export function hitsOf(rules: readonly CompiledRule[], facts: RuleFacts): RuleHit[] {
  return rules.flatMap((compiled) => {
    const value = valueOf(compiled, facts)
    return value === null ? [] : [{ rule: compiled.rule, value }]
  })
}

/** What met the condition of a rule; null if it isn't met. */
function valueOf({ sources, all, any, none }: CompiledRule, facts: RuleFacts): string | null {
  if (!sources.has(facts.source)) return null
  const found = new Set<string>()
  for (const test of all) {
    const value = test(facts)
    if (value === null) return null
    found.add(value)
  }
  const some = any.length === 0 ? undefined : firstOf(any, facts)
  if (some === null) return null
  if (some !== undefined) found.add(some)
  if (firstOf(none, facts) !== null) return null
  return [...found].join(', ').slice(0, valueMax).toWellFormed()
}

function firstOf(tests: readonly CompiledTest[], facts: RuleFacts): string | null {
  for (const test of tests) {
    const value = test(facts)
    if (value !== null) return value
  }
  return null
}

/** The reason for the score that a finding came with, when it has no reasons of its own. */
const reportedName = 'Severity as reported' satisfies IndicatorName

/** A score in points of 100 with its reasons. */
export interface Weighed {
  score: number
  indicators: readonly Indicator[]
}

/** A score with the reasons that rules add. Rules that suppress add none. */
export function weighHits(before: Weighed, hits: readonly RuleHit[]): Weighed {
  const added = hits.flatMap(({ rule, value }): Indicator[] => {
    if (rule.effect === 'suppress' || rule.points === null) return []
    return [{ name: rule.name, value, contribution: rule.effect === 'raise' ? rule.points : -rule.points }]
  })
  if (added.length === 0) return before
  const isReported = before.indicators.length === 0 && before.score > 0
  const base = isReported ? [{ name: reportedName, contribution: before.score }] : before.indicators
  const indicators = [...base, ...added]
  const sum = indicators.reduce((total, { contribution }) => total + contribution, 0)
  return { score: Math.round(Math.min(100, Math.max(0, sum))), indicators }
}
