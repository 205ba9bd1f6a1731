import type { NameObservation, Verdict } from '@signet/contract/threats/findings'
import { isNamedByHost } from '@signet/contract/threats/sources'
import {
  compileRules,
  factsOfName,
  findingOf,
  hitsOf,
  matchName,
  mayMeet,
  neededLetters,
  normaliseName,
  type AssetIndex,
  type CompiledRule,
} from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import { nameRulesOn } from '../../detection-rules/rules-in-force.queries.ts'
import { threatOfFinding } from '../../threats/found/finding-threat.ts'
import type { SightedThreat } from '../intake.queries.ts'
import { findingPointsMin } from '../../detection-rules/weigh-by-rules.ts'

/** The rules by which names become findings that the detector alone doesn't make of them. */
export interface NameRules {
  companyId: number
  rules: readonly { needed: readonly string[]; compiled: CompiledRule }[]
  /** The company's own hosts, which are never found. */
  own: ReadonlySet<string>
}

/** What the detector compares names with. */
interface Watched {
  index: AssetIndex
  brandOf: ReadonlyMap<string, { id: string; name: string; company_id: number }>
}

/** Reads the rules for names, by company. */
export async function loadNameRules(tx: Tx, companyIds: readonly number[]): Promise<NameRules[]> {
  const rows = await nameRulesOn(tx, companyIds)
  return [...Map.groupBy(rows, ({ company_id: companyId }) => companyId)].map(([companyId, own]) => ({
    companyId,
    rules: own.flatMap((row) => {
      const needed = neededLetters(row)
      return needed ? compileRules([row]).map((compiled) => ({ needed, compiled })) : []
    }),
    own: new Set(own.flatMap((row) => row.own)),
  }))
}

/**
 * Adds the names that rules concern to what the detector found, each with what the detector gives it, however little. The rules themselves
 * count when the findings are stored; what they don't make a finding of isn't stored.
 */
export function withNamesOfRules(
  found: ReadonlyMap<number, SightedThreat[]>,
  observations: readonly NameObservation[],
  nameRules: readonly NameRules[],
  watched: Watched,
): Map<number, SightedThreat[]> {
  const all = new Map(found)
  if (nameRules.length === 0 || observations.length === 0) return all
  const names = observations.map(({ name }) => name).join('\n')
  for (const { companyId, rules, own } of nameRules) {
    // Most batches have nothing for most rules, and one search of a long text is fast.
    const possible = rules.filter(({ needed }) => mayMeet(needed, names))
    if (possible.length === 0) continue
    const known = all.get(companyId) ?? []
    const seen = new Set(known.map(({ threat }) => threat.fingerprint.toString('hex')))
    const added: SightedThreat[] = []
    for (const observation of observations) {
      if (!possible.some(({ needed, compiled }) => meets(compiled, needed, observation.name))) continue
      const sighted = sightedOf(observation, companyId, own, watched)
      const key = sighted?.threat.fingerprint.toString('hex') ?? ''
      if (!sighted || seen.has(key)) continue
      seen.add(key)
      added.push(sighted)
    }
    if (added.length > 0) all.set(companyId, [...known, ...added])
  }
  return all
}

function meets(compiled: CompiledRule, needed: readonly string[], name: string): boolean {
  if (!mayMeet(needed, name)) return false
  const source = normaliseName(name)?.isAddress ? 'URL' : 'Domain'
  return hitsOf([compiled], factsOfName(source, name)).length > 0
}

function sightedOf(
  observation: NameObservation,
  companyId: number,
  own: ReadonlySet<string>,
  { index, brandOf }: Watched,
): SightedThreat | null {
  const name = normaliseName(observation.name)
  if (!name || isOwn(own, name.host)) return null
  const verdicts = matchName(index, observation.name, { scoreMin: 0 })
  const verdict = verdicts.find(({ brandId }) => brandOf.get(brandId)?.company_id === companyId)
  const brand = verdict && brandOf.get(verdict.brandId)
  const finding = findingOf(observation, name, verdict ?? nothing)
  const threat = threatOfFinding({ ...finding, class: verdict ? finding.class : null }, brand ?? null)
  if (!isNamedByHost(threat.source)) return null
  const isLeftOut = threat.score < findingPointsMin ? ({ isLeftOut: true } as const) : {}
  return { threat: { ...threat, ...isLeftOut }, feed: observation.feed, line: observation.line, text: observation.name }
}

/** What the detector says about a name that is like no brand. */
const nothing: Verdict = { brandId: '', class: 'exact', score: 0, indicators: [] }

function isOwn(own: ReadonlySet<string>, host: string): boolean {
  const labels = host.split('.')
  return labels.some((_, at) => own.has(labels.slice(at).join('.')))
}
