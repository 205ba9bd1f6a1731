import { findKnownPicture, indexKnownPictures } from '@signet/detection/pictures/known-pictures'
import { printsOfKnown, printsOfPicture } from '@signet/detection/pictures/picture-prints'
import { changes, originalOf } from './changed-pictures.ts'
import { isPlainPicture } from '@signet/detection/pictures/plain-picture'
import { defaultPictures } from './default-pictures.ts'
import { inventedLogo } from './invented-logos.ts'
import { codeRows, type CodeFigures } from './measure-codes.ts'

/** Brands whose logos are known, and others with logos of the same kind. */
const [ownCount, foreignCount] = [40, 160]
/** Default pictures of platforms, and logos, that are examined for content. */
const [defaultCount, examinedCount] = [100, 100]
/** The limits were chosen on `tuning`. */
export const pictureGroups = ['tuning', 'held out'] as const
type Group = (typeof pictureGroups)[number]

/** How one group did. */
export interface PictureFigures {
  group: Group
  /** Copies that were found with the right logo, of `ownCount`, by what was changed. */
  found: ReadonlyMap<string, number>
  /** Copies that were taken for another of the known logos. */
  confused: number
  /** Other logos that were taken for one of the known. */
  alarms: number
  /** Logos that were taken for pictures without content, of `examinedCount`. */
  plain: number
}

/** Looks for changed copies of invented logos, and for other logos, among the logos of one group. */
export function measurePictures(group: Group): PictureFigures {
  const logos = Array.from({ length: ownCount }, (_, at) => inventedLogo(`${group} ${at}`))
  const originals = logos.map(originalOf)
  const known = indexKnownPictures(originals.map(printsOfKnown))
  let confused = 0
  const found = new Map(
    Object.entries(changes).map(([name, change]) => {
      const copies = logos.map((logo, at) => change(originals[at] ?? originalOf(logo), logo))
      const places = copies.map((copy) => findKnownPicture(known, printsOfPicture(copy))?.at)
      confused += places.filter((place, at) => place !== undefined && place !== at).length
      return [name, places.filter((place, at) => place === at).length]
    }),
  )
  const foreign = Array.from({ length: foreignCount }, (_, at) => inventedLogo(`${group} foreign ${at}`))
  const alarms = foreign.filter((logo) => findKnownPicture(known, printsOfPicture(originalOf(logo)))).length
  const examined = Array.from({ length: examinedCount }, (_, at) => inventedLogo(`${group} ${at}`))
  const plain = examined.filter((logo) => isPlainPicture(originalOf(logo))).length
  return { group, found, confused, alarms, plain }
}

/** Default pictures in which no content was found, of `defaultCount`. */
const plainDefaults = () => defaultPictures(defaultCount).filter(isPlainPicture).length

const percent = (part: number, all: number) => `${((part * 100) / all).toFixed(1)} %`

function rowsOf(figures: readonly PictureFigures[]): string[][] {
  const row = (name: string, of: (each: PictureFigures) => string) => [name, ...figures.map(of)]
  const copies = ownCount * Object.keys(changes).length
  const sum = ({ found }: PictureFigures) => [...found.values()].reduce((all, one) => all + one, 0)
  const wrong = ({ confused, alarms }: PictureFigures) => confused + alarms
  return [
    ...Object.keys(changes).map((name) => row(name, ({ found }) => `${found.get(name) ?? 0} of ${ownCount}`)),
    row('**all changes (recall)**', (each) => `${percent(sum(each), copies)} of ${copies}`),
    row('taken for another known logo', ({ confused }) => `${confused} of ${copies}`),
    row('other logos taken for a known one', ({ alarms }) => `${alarms} of ${foreignCount}`),
    row('**precision**', (each) => percent(sum(each), sum(each) + wrong(each))),
  ]
}

/** The figures as lines of text. */
export const pictureLines = (figures: readonly PictureFigures[]): string[] =>
  rowsOf(figures).map((cells) => cells.map((cell, at) => cell.padEnd(at === 0 ? 36 : 24)).join(''))

/** The section of docs/quality.md. */
export function pictureSection(figures: readonly PictureFigures[], codes: CodeFigures): string {
  return `## Pictures

Written by \`npm run eval:pictures -- --write\`. Logos of invented brands (\`scripts/pictures\`) are changed as impostors and platforms change them, and
looked for among ${ownCount} known logos (\`findKnownPicture\`). Others of the same kind, ${foreignCount} of them, must not be found.

- **Tuning**: the brands that the limits were chosen with.
- **Held out**: other brands. Their first figures (51 of 160 others found) showed that the limits were too wide; the new limits come from the
  tuning logos alone.

| change | ${figures.map(({ group }) => group).join(' | ')} |
| --- | ${figures.map(() => '---').join(' | ')} |
${rowsOf(figures)
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n')}

All logos are generated from strokes, dots, rings and blocks, often in a disc. Real ones have words as well. Photos are not part of the set, and neither
are pictures that show a logo as a small part: those need \`findLogo\`.

### Profile photos

Many accounts have the same default picture of their platform: a person's outline, an egg, initials, or a single colour. Such a picture of an own account is
not kept, and none is a copied profile photo (\`isPlainPicture\`). ${plainDefaults()} of ${defaultCount} generated default pictures are recognised; of ${examinedCount} logos of each group,
${figures.map(({ group, plain }) => `${plain} (${group})`).join(' and ')} are taken for one, so copies of them are only recognised by comparison with the logos of the company. The limits were chosen with
these default pictures and the tuning logos.

### QR codes

Read in generated pictures by the child process that reads the pictures of findings (\`readPictures\`), as JPEG, on a ground of stripes. The text must be
exactly that of the code.

| picture | read |
| --- | --- |
${codeRows(codes)
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n')}

Photos of printed codes, with perspective and shadows, are not part of the set.
`
}
