import { median } from '../bench/measure.ts'
import type { Compared } from './compare-corpus.ts'

/** Answers to one question about pages. */
interface Answers {
  right: number
  missed: number
  wrong: number
  all: number
}

const isOwnBrand = ({ page, brand }: Compared) => page.brand === brand
const isFoundShown = ({ showsBrand }: Compared) => showsBrand >= 0.5
const isFoundAsking = ({ foundSecrets }: Compared) => foundSecrets.length > 0

function answersOf(
  rows: readonly Compared[],
  truth: (row: Compared) => boolean,
  found: (row: Compared) => boolean,
): Answers {
  const count = (isTrue: boolean, isFound: boolean) =>
    rows.filter((row) => truth(row) === isTrue && found(row) === isFound).length
  return { right: count(true, true), missed: count(true, false), wrong: count(false, true), all: rows.length }
}

const shownAnswers = (rows: readonly Compared[]) => answersOf(rows, ({ isShown }) => isShown, isFoundShown)
const askingAnswers = (rows: readonly Compared[]) =>
  answersOf(rows.filter(isOwnBrand), ({ page }) => page.asksForSecrets, isFoundAsking)

const share = (part: number, rest: number) =>
  part + rest === 0 ? '–' : `${(part / (part + rest)).toFixed(3)} (${part} of ${part + rest})`

function rowsOf(tuning: readonly Compared[], heldOut: readonly Compared[]): string[][] {
  const questions = [
    ['shows our brand', shownAnswers],
    ['asks for secrets', askingAnswers],
  ] as const
  return questions.flatMap(([question, answers]) =>
    (
      [
        ['tuning', tuning],
        ['held out', heldOut],
      ] as const
    ).map(([split, rows]) => {
      const { right, missed, wrong, all } = answers(rows)
      return [question, split, String(all), share(right, wrong), share(right, missed)]
    }),
  )
}

const heads = ['question', 'brands', 'comparisons', 'precision', 'recall']

/** Precision and recall as lines of text. */
export function figureLines(tuning: readonly Compared[], heldOut: readonly Compared[]): string[] {
  return [heads, ...rowsOf(tuning, heldOut)]
    .map((cells) => cells.map((cell, at) => cell.padEnd([18, 10, 13, 24, 0][at] ?? 0)).join(''))
    .concat(timeText([...tuning, ...heldOut]))
}

function timeText(rows: readonly Compared[]): string {
  const times = rows.map(({ cpuMs }) => cpuMs)
  return `One comparison takes ${Math.round(median(times))} ms of CPU (median; the slowest ${Math.round(Math.max(...times))} ms).`
}

const errorsOf = (rows: readonly Compared[]) =>
  rows.flatMap((row) => {
    const { page, brand, isShown } = row
    const found: [kind: string, what: string][] = []
    if (isShown !== isFoundShown(row)) {
      found.push([page.kind, isShown ? 'brand missed' : `brand reported${isOwnBrand(row) ? '' : ` (${brand.name})`}`])
    }
    if (isOwnBrand(row) && page.asksForSecrets !== isFoundAsking(row)) {
      found.push([page.kind, page.asksForSecrets ? 'secrets missed' : 'secrets reported'])
    }
    return found.map(([kind, what]) => ({ page, kind, what, row }))
  })

/** Each wrong answer with the observations. */
export const errorLines = (rows: readonly Compared[]): string[] =>
  errorsOf(rows).map(({ page, kind, what, row }) => {
    const seen = row.observed.brand.map(({ key, strength }) => `${key} ${strength.toFixed(2)}`)
    return `${page.id} (${kind}): ${what}; ${row.showsBrand.toFixed(2)}; ${seen.join(', ')}`
  })

const heading = '## Look-alike pages'

/** The section of docs/quality.md. */
export function sectionOf(tuning: readonly Compared[], heldOut: readonly Compared[]): string {
  const all = [...tuning, ...heldOut]
  const pages = new Set(all.map(({ page }) => page.id))
  const kinds = Map.groupBy(errorsOf(heldOut), ({ kind, what }) => `${kind}: ${what}`)
  const errors = [...kinds].map(([text, { length }]) => `- ${text} (${length})`)
  const table = [heads, heads.map(() => '---'), ...rowsOf(tuning, heldOut)]
  return `${heading}

Written by \`npm run eval:lookalike -- --write\`. ${pages.size} pages of ten invented brands are generated, always the same, and rendered in the local
Chromium: impostors from exact copies to crude ones, in eight languages; news, forums, comparisons, shops, partners, job offers, an
encyclopedia, parked pages and other companies. Each page is compared with its own brand and with another one.

- **Shows our brand**: a visitor would take the page for one of the brand. A report or a shop with the brand's logo is not.
- **Asks for secrets**: any form asks for a password, card, PIN, one-time code or recovery phrase, for anyone.
- **Held out**: pages of five brands that neither the weights nor any other choice were fitted on.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

${timeText(all)}

Errors on held-out brands, by kind of page:

${errors.length === 0 ? 'None.' : errors.join('\n')}

The kinds of pages and the detector were written by the same people, and all brands share the kinds. So these figures show that the
detector works for a new brand, not that it finds every kind of impostor: real pages will do worse. Text in pictures is not read.
`
}
