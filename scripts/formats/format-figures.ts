import type { ComparedValue } from './compare-values.ts'
import type { Sample } from './samples.ts'

/** A sample with its compared values. */
export interface CheckedSample {
  sample: Sample
  values: ComparedValue[]
}

const heading = '## Formats of files'

/** A row for each folder: its samples, and how many of their values are right. */
function rowsOf(checked: readonly CheckedSample[]): [folder: string, samples: number, right: number, total: number][] {
  const folders = [...new Set(checked.map(({ sample }) => sample.folder))]
  return folders.map((folder) => {
    const own = checked.filter(({ sample }) => sample.folder === folder)
    const values = own.flatMap((each) => each.values)
    const files = new Set(own.map(({ sample }) => sample.file))
    return [folder, files.size, values.filter(({ isRight }) => isRight).length, values.length]
  })
}

/** A line for each folder. */
export const figureLines = (checked: readonly CheckedSample[]): string[] =>
  rowsOf(checked).map(
    ([folder, samples, right, total]) => `${folder.padEnd(26)}${right} of ${total} values in ${samples} samples`,
  )

/** A line for each wrong value. */
export const wrongLines = (checked: readonly CheckedSample[]): string[] =>
  checked.flatMap(({ sample, values }) =>
    values
      .filter(({ isRight }) => !isRight)
      .map(({ path, expected, found }) => `${sample.file} ${path}: expected ${shown(expected)}, found ${shown(found)}`),
  )

export const hasWrong = (checked: readonly CheckedSample[]): boolean => wrongLines(checked).length > 0

const shown = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 160)

/** The section of docs/quality.md. */
export function sectionOf(checked: readonly CheckedSample[]): string {
  return `${heading}

Written by \`npm run eval:formats -- --write\`. Each sample is read as \`signet read\` reads it, in the limited child process. A value is a
text, number, truth value or null of the expected results, or an empty list; more fields than expected are fine.
\`scripts/formats/compare-values.ts\` says what counts as equal. Remarks, and words and exit codes of the programs that the expected
results come from, aren't compared. The samples aren't part of this repository.

| folder | samples | values | right |
| --- | --- | --- | --- |
${rowsOf(checked)
  .map(([folder, samples, right, total]) => `| ${folder} | ${samples} | ${total} | ${right} |`)
  .join('\n')}
`
}
