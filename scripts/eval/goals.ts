import type { Figures } from './figures.ts'

/** A target value of the detector, and the measured value. */
export interface Goal {
  name: string
  wanted: string
  reached: string
  isReached: boolean
}

/** Minimum share of the positives of a class that must be found. */
const classFloors: Record<string, number> = {
  combosquat: 0.97,
  subdomain: 0.97,
  'tld-swap': 0.97,
  hyphenation: 0.97,
  leet: 0.97,
  'homoglyph-idn': 0.97,
  'homoglyph-ascii': 0.93,
  typo: 0.93,
  'subdomain-typo': 0.9,
}

const ratioGoals = { precision: 0.97, recall: 0.97, f1: 0.97, prAuc: 0.985 } as const
const ratioNames = { precision: 'precision', recall: 'recall', f1: 'F1', prAuc: 'PR-AUC' } as const
const falsePerMillionMax = 200

/** A share as a percentage with two decimals, e.g. `98.55 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`
}

/** The target values of a set of figures, in the order of the report. */
export function goalsOf(figures: Figures): Goal[] {
  const goals: Goal[] = (['precision', 'recall', 'f1', 'prAuc'] as const).map((key) => ({
    name: ratioNames[key],
    wanted: `≥ ${ratioGoals[key]}`,
    reached: figures[key].toFixed(4),
    isReached: figures[key] >= ratioGoals[key],
  }))
  goals.push({
    name: 'false positives per million background names',
    wanted: `≤ ${falsePerMillionMax}`,
    reached: figures.falsePerMillion.toFixed(1),
    isReached: figures.falsePerMillion <= falsePerMillionMax,
  })
  const official = figures.negativeClasses.get('official')
  goals.push({
    name: 'official names flagged',
    wanted: '0',
    reached: `${official?.flagged ?? 0} of ${official?.all ?? 0}`,
    isReached: (official?.flagged ?? 0) === 0,
  })
  for (const [name, floor] of Object.entries(classFloors)) {
    const tally = figures.classes.get(name)
    if (!tally) continue
    const share = tally.flagged / tally.all
    goals.push({
      name: `recall of ${name}`,
      wanted: `≥ ${floor}`,
      reached: `${share.toFixed(4)} (${tally.flagged} of ${tally.all})`,
      isReached: share >= floor,
    })
  }
  return goals
}
