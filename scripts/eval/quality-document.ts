import { pointsPerLogOdd } from '@signet/detection/score/score'
import type { Corpus } from './corpus.ts'
import type { Alarm, Figures } from './figures.ts'
import { goalsOf, percent } from './goals.ts'
import type { Measured } from './measure.ts'
import type { ReliabilityBin } from './reliability.ts'

const listedMax = 20

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function goalTable({ heldOut, shipped }: Measured): string {
  const inSample = goalsOf(shipped)
  const rows = goalsOf(heldOut).map(({ name, wanted, reached, isReached }, at) => [
    name,
    wanted,
    reached,
    isReached ? 'yes' : '**no**',
    inSample[at]?.reached ?? '',
  ])
  return table(['what', 'wanted', 'held out', 'reached', 'shipped'], rows)
}

function benignTable({ heldOut, shipped }: Measured): string {
  const rows = [...heldOut.negativeClasses].map(([name, { all, flagged, isCounted }]) => [
    isCounted ? name : `${name} (not counted)`,
    all.toLocaleString('en'),
    `${flagged} (${percent(flagged / all)})`,
    String(shipped.negativeClasses.get(name)?.flagged ?? 0),
  ])
  const strata = [...heldOut.strata].map(([name, { all, flagged }]) => [
    `background: ${name}`,
    all.toLocaleString('en'),
    `${flagged} (${((flagged * 1e6) / all).toFixed(1)} per million)`,
    String(shipped.strata.get(name)?.flagged ?? 0),
  ])
  return table(['names', 'all', 'flagged, held out', 'shipped'], [...rows, ...strata])
}

function alarmTable(alarms: readonly Alarm[]): string {
  const rows = alarms
    .slice(0, listedMax)
    .map(({ domain, brand, kind, score }) => [`\`${domain}\``, kind, brand, score.toFixed(2)])
  return table(['name', 'kind', 'flagged for', 'score'], rows)
}

function missTable(figures: Figures): string {
  const rows = figures.misses
    .slice(0, listedMax)
    .map((miss) => [`\`${miss.domain}\``, miss.class, miss.brand, miss.score.toFixed(2)])
  return table(['name', 'class', 'imitates', 'score'], rows)
}

function reliabilityTable(bins: readonly ReliabilityBin[]): string {
  const rows = bins.map(({ from, to, names, expected, observed }) => [
    `${from.toFixed(1)} to ${to.toFixed(1)}`,
    names.toLocaleString('en'),
    percent(expected),
    percent(observed),
  ])
  return table(['score', 'names', 'confidence', 'were imitations'], rows)
}

function unreached(figures: Figures): string {
  const names = goalsOf(figures)
    .filter(({ isReached }) => !isReached)
    .map(({ name }) => name)
  return names.length === 0 ? 'Every goal is reached held out.' : `Not reached held out: ${names.join(', ')}.`
}

/** The text of docs/quality.md. */
export function qualityDocument(corpus: Corpus, measured: Measured): string {
  const { heldOut, shipped, reliability } = measured
  const counted = corpus.negatives.filter(({ counted: isCounted }) => isCounted !== false).length
  return `# Quality of the detector

Written by \`npm run eval:domains -- --write\`. The corpus (\`--corpus FOLDER\` or \`SIGNET_CORPUS\`) is a development set of real
public names: ${corpus.brands.length} brands, ${corpus.positives.length.toLocaleString('en')} names that imitate them, ${counted.toLocaleString('en')} counted names that only look so, ${heldOut.backgroundAll.toLocaleString('en')} names of ordinary
traffic. It is not part of this repository.

- A positive is found when a score of at least ${heldOut.threshold} names its brand; naming another brand only is a miss.
- Precision is taken over positives and counted negatives; a negative or background name flagged for any brand is a false alarm.
- **Held out**: the brands are cut in five parts; each is judged by weights fitted on the other four, background names included.
- **Shipped**: the weights in \`packages/detection/src/score/weights.ts\`, fitted on all brands, so these figures flatter.

## Against the goals

${goalTable(measured)}

${unreached(heldOut)} Held out, ${heldOut.wrongBrand} positives were flagged for another brand only, and ${heldOut.suspects.flagged} of ${heldOut.suspects.all}
unlabelled suspects were flagged (shipped: ${shipped.suspects.flagged}).

## What these figures do not say

- Word lists, lists of well-known brands, trusted parents and the choice of terms were made by people who had seen this corpus, so
  held out speaks for the weights and not for the lists. No list names a brand of the corpus in order to help it.
- The costs of letter pairs are counts over the background names, which are judged too.
- Some background names are real abuse that nobody has labelled (\`apple-lcloud.info\`), so false alarms are over-counted a little.
- Hosts of third parties that serve a brand (\`commercehub-ebay.fiservapis.com\`) look like abuse; only knowing the parent helps.
- The corpus has 42 brands, many from finance and technology. A brand that is an everyday word will do worse.

## Benign names flagged

${benignTable(measured)}

## Confidence

The score is a sum of points; \`confidenceOf(score)\` reads it as a chance: ${pointsPerLogOdd} points are one unit of log-odds around even odds at 0.5. The
table compares it with what was true, held out, a background name counting double as in the fit. In other streams imitations are
rarer and the true chance is lower; the order of names stays.

${reliabilityTable(reliability)}

![Confidence against observed share](images/reliability.svg)

## The worst ${listedMax} misses, held out

${missTable(heldOut)}

## The worst ${listedMax} false alarms among labelled names, held out

${alarmTable(heldOut.alarms)}

## The worst ${listedMax} false alarms in the background, held out

${alarmTable(heldOut.backgroundAlarms)}

## How to repeat it

\`\`\`
npm run fit:domains  -- --corpus FOLDER   # writes weights.ts and letter-costs.ts; the same corpus gives the same bytes
npm run eval:domains -- --corpus FOLDER   # measures; --show miss|fp|bg lists names, --write renews this page
\`\`\`
`
}
