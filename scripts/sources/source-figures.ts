import type { JudgedObservation } from './judge-set.ts'
import { brandGroups, type BrandGroup } from './labelled-set.ts'

const groupLabels: Readonly<Record<BrandGroup, string>> = {
  tuning: 'tuning',
  heldOut: 'held out',
  last: 'written last',
  check: 'check',
  recheck: 'recheck',
  fourth: 'fourth look',
  fifth: 'fifth look',
  sixth: 'sixth look',
}
const heads = ['family', 'brands', 'threats', 'look-alikes', 'precision', 'recall', 'right type']

const share = (part: number, whole: number) =>
  whole === 0 ? '–' : `${(part / whole).toFixed(3)} (${part} of ${whole})`

function rowOf(family: string, brands: string, judged: readonly JudgedObservation[]): string[] {
  const threats = judged.filter(({ labelled }) => labelled.isThreat)
  const found = judged.filter(({ verdict }) => verdict !== null)
  const right = found.filter(({ labelled, isRight }) => labelled.isThreat && isRight)
  const typed = right.filter(({ labelled }) => labelled.type !== undefined)
  return [
    family,
    brands,
    String(threats.length),
    String(judged.length - threats.length),
    share(right.length, found.length),
    share(right.length, threats.length),
    share(typed.filter(({ labelled, verdict }) => labelled.type === verdict?.threatType).length, typed.length),
  ]
}

function rowsOf(judged: readonly JudgedObservation[]): string[][] {
  const families = [...Map.groupBy(judged, ({ family }) => family), ['all', judged] as const]
  return brandGroups.flatMap((group) =>
    families.flatMap(([family, all]) => {
      const ofGroup = all.filter((each) => each.group === group)
      return ofGroup.length > 0 ? [rowOf(family, groupLabels[group], ofGroup)] : []
    }),
  )
}

/** Precision and recall by family as lines of text. */
export const figureLines = (judged: readonly JudgedObservation[]): string[] =>
  [heads, ...rowsOf(judged)].map((cells) =>
    cells.map((cell, at) => cell.padEnd([20, 14, 9, 13, 20, 20, 0][at] ?? 0)).join(''),
  )

/** Each wrong answer with its reasons. */
export const errorLines = (judged: readonly JudgedObservation[]): string[] =>
  judged
    .filter(({ isRight }) => !isRight)
    .map(({ labelled, verdict }) => {
      const { id, names, text, url } = labelled.observation
      const reasons = verdict?.indicators.map(
        ({ name, value, contribution }) => `${name} ${value ?? ''} ${contribution}`,
      )
      const what = labelled.isThreat ? (verdict ? 'other brand' : 'missed') : 'reported'
      return `${id}: ${what}; ${[...names, text, url].filter(Boolean).join(' | ')}${reasons ? `\n    ${verdict?.score} ${reasons.join('; ')}` : ''}`
    })

/** The section of docs/quality.md. */
export function sectionOf(judged: readonly JudgedObservation[]): string {
  const brands = new Set(judged.map(({ labelled }) => labelled.brand)).size
  return `## Observations of all sources

Written by \`npm run eval:sources -- --write\`. ${judged.length.toLocaleString('en')} observations of ${brands} invented brands, with what is true of each, are in
\`scripts/sources/observations\`: what connectors of all sources would bring, both threats and what only looks like one.

- What a company owns is suppressed first (\`ownAssetOf\`), as on the server. A threat is found when the verdict names its brand.
- **Tuning**: the brands that words and points were chosen with.
- **Held out**: other brands with wording of their own, written together with the first. Nothing was chosen with them.
- **Written last**: brands and wording from after the detector was finished. Measured before anything was changed for them, precision was 0.914
  and recall 0.688. Their errors then showed what to weigh differently, so the figures below flatter.
- **Check** and **recheck**: brands and wording of two families, written after the errors of the last group had been used, and before the rules
  for these families were changed again. The check was measured before that change: addresses had a precision of 0.958 and a recall of 0.639,
  advertisements 1.000 and 0.778. Its errors then showed which general rules were missing. The recheck was measured after it, once, with
  addresses at 0.971 and 0.944, advertisements at 0.966 and 0.875. Two more rules followed from its errors (prices are no profits; a link to the
  file of an app is a lure), so the figures below flatter, too.
- **Fourth look**: advertisements for three more brands, each worded once, in thirteen languages, most of them leading to a host without the
  brand. Written after the words for advertisements had been extended to fifteen languages, which had brought the recheck to 1.000 and 1.000, and
  measured once: precision 1.000, recall 0.444 (16 of 36). So lists of words don't carry over to new wording. What followed from its errors is a
  rule without such lists: a text that opens with the brand and then addresses the reader or names a sum speaks for the brand.
- **Fifth look**: advertisements for new brands in eighteen languages, as libraries show them, written by someone who had not seen the rule, after
  it had been extended to other languages and to sites with a name unlike that of the advertiser. Measured once: precision 0.917 (22 of 24), recall
  0.611 (22 of 36). Most misses had the brand in the name of the advertiser only, in another script, inflected, disguised or spaced. Such names,
  and pages that are named after the brand, are found since, so its figures below flatter, too.
- **Sixth look**: advertisements for 27 more brands, by someone who had not seen the rule either, after names in other scripts, in parts or inflected
  had been added. Measured once: precision 0.839 (26 of 31), recall 0.650 (26 of 40). Misses have names in the middle of a sentence, with endings
  that change the name, in scripts without Latin letters and in parts; what was reported wrongly are other things of the same name (two inns, a
  village), a sponsored run and a warning. Rules that followed from these errors are in the figures below.
- **Touts** are judged by a detector of their own, and the other families as for a company without the module. All three groups were written
  before it had any words; measured before anything was changed, tuning had 0.913 and 0.955, held out 1.000 and 0.969, and written last 1.000
  and 0.806.
- **Right type**: of the found threats whose type is certain.

The goals are a precision of 0.95 and a recall of 0.90. They are reached for the wording that was known. For new wording, addresses reached both,
and advertisements neither. The first figures of the recheck (addresses) and of the sixth look (advertisements) are the best estimates.

| ${heads.join(' | ')} |
| ${heads.map(() => '---').join(' | ')} |
${rowsOf(judged)
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n')}

The set is self-made: the same people wrote it and the detector, from the same description of what decides, and most wordings are used for
three brands; those of the last three groups are each used once. Where a lure is worded as in no list, only names, addresses and contacts are left to decide, so recall falls with new words. Real posts
will do worse still. No connector was recorded for it, and images are not part of it.
`
}
