// Reads samples of real files and compares what the readers find with the expected values.
//
//   npm run eval:formats -- [FOLDER] [--show] [--write]
//
// FOLDER has the samples (default ../shared/data/formats). --show lists every wrong value; --write updates docs/quality.md. Exits with 1
// if a value is wrong.
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkSample } from './formats/check-sample.ts'
import { writeSection } from './eval/quality-sections.ts'
import { type CheckedSample, figureLines, hasWrong, sectionOf, wrongLines } from './formats/format-figures.ts'
import { formatFolders, samplesIn } from './formats/samples.ts'

const root = path.resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
})
const folder = path.resolve(positionals[0] ?? path.join(root, '../shared/data/formats'))
if (!existsSync(folder)) {
  console.error(`There are no samples in ${folder}.`)
  process.exit(1)
}
const samples = formatFolders.flatMap((each) => samplesIn(folder, each))

console.error(`Reading ${samples.length} samples …`)
const checked: CheckedSample[] = []
const waiting = samples.entries()
/** Each sample is read by a process of its own. */
const readSamples = async () => {
  for (const [at, sample] of waiting) checked[at] = { sample, values: await checkSample(folder, sample) }
}
await Promise.all(Array.from({ length: os.availableParallelism() }, readSamples))

console.log(figureLines(checked).join('\n'))
if (values.show) console.log(wrongLines(checked).join('\n'))
if (values.write) writeSection(path.join(root, 'docs/quality.md'), sectionOf(checked))
process.exitCode = hasWrong(checked) ? 1 : 0
