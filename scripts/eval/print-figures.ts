import type { Alarm, Figures, Tally } from './figures.ts'
import { goalsOf, percent } from './goals.ts'

function tallyLine(name: string, { all, flagged }: Tally, note = ''): string {
  return `  ${name.padEnd(22)} ${String(flagged).padStart(7)} / ${String(all).padEnd(7)} ${percent(flagged / Math.max(1, all)).padStart(9)}${note}`
}

function bySize<T extends Tally>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].toSorted(([, a], [, b]) => b.all - a.all)
}

/** Figures for a terminal. */
export function figureLines(figures: Figures): string[] {
  return [
    `precision ${percent(figures.precision)}   recall ${percent(figures.recall)}   F1 ${figures.f1.toFixed(4)}   ` +
      `PR-AUC ${figures.prAuc.toFixed(4)}   threshold ${figures.threshold}`,
    `false positives per million background names ${figures.falsePerMillion.toFixed(1)}   ` +
      `flagged for another brand ${figures.wrongBrand}   suspects flagged ${figures.suspects.flagged}/${figures.suspects.all}`,
    'recall per class',
    ...bySize(figures.classes).map(([name, tally]) => tallyLine(name, tally)),
    'flagged negatives per class',
    ...bySize(figures.negativeClasses).map(([name, tally]) =>
      tallyLine(name, tally, tally.isCounted ? '' : '  (not counted)'),
    ),
    'flagged background',
    ...[...figures.strata].map(([name, tally]) => tallyLine(name, tally)),
    ...goalLines(figures),
  ]
}

function goalLines(figures: Figures): string[] {
  const missed = goalsOf(figures).filter(({ isReached }) => !isReached)
  if (missed.length === 0) return ['every goal is reached']
  return ['goals not reached', ...missed.map(({ name, wanted, reached }) => `  ${name}: ${reached}, wanted ${wanted}`)]
}

/** The worst misses, one per line. */
export function missLines(figures: Figures, limit: number): string[] {
  return figures.misses
    .slice(0, limit)
    .map((miss) => `miss ${miss.class} ${miss.brand} ${miss.domain} ${miss.score.toFixed(2)}`)
}

/** The worst false alarms, one per line. */
export function alarmLines(alarms: readonly Alarm[], limit: number): string[] {
  return alarms.slice(0, limit).map((alarm) => `${alarm.kind} ${alarm.brand} ${alarm.domain} ${alarm.score.toFixed(2)}`)
}
