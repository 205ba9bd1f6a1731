// Measures the detector on a labelled corpus of look-alike names, or fits its weights on one.
//
//   npm run eval:domains -- [--corpus FOLDER] [--show miss|fp|bg] [--limit 20] [--threshold 0.5] [--write]
//   npm run fit:domains -- [--corpus FOLDER]
//
// Held out: the brands are divided into five parts, each evaluated with weights that were fitted on the other four. Shipped: the current
// weights in packages/detection. The corpus is not part of this repository: --corpus or SIGNET_CORPUS names its folder. --write updates
// docs/quality.md; fit:domains writes the two generated files of packages/detection.
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { corpusDir, readCorpus } from './eval/corpus.ts'
import type { Figures } from './eval/figures.ts'
import { letterCostsOf } from './eval/letter-costs.ts'
import { alarmLines, figureLines, missLines } from './eval/print-figures.ts'
import { keptSections } from './eval/quality-sections.ts'
import { writeLetterCosts, writeWeights } from './eval/write-weights.ts'

const root = path.resolve(import.meta.dirname, '..')

function shownLines(figures: Figures, what: string | undefined, limit: number): string[] {
  if (what === 'miss') return missLines(figures, limit)
  if (what === 'fp') return alarmLines(figures.alarms, limit)
  return what === 'bg' ? alarmLines(figures.backgroundAlarms, limit) : []
}

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    show: { type: 'string' },
    limit: { type: 'string', default: '20' },
    threshold: { type: 'string', default: '0.5' },
    write: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
  },
})

const directory = corpusDir(values.corpus)
const corpus = readCorpus(directory)
if (typeof corpus === 'string') {
  console.error(`eval:domains: ${corpus}`)
  process.exitCode = 2
} else if (values.fit) {
  writeLetterCosts(root, letterCostsOf(corpus))
  // Loaded late because the detector reads the letter costs when it is loaded.
  const { fitAll } = await import('./eval/measure.ts')
  const weights = fitAll(corpus)
  writeWeights(root, weights)
  console.log(`${weights.size} weights written; measure them with npm run eval:domains`)
} else {
  const { measure } = await import('./eval/measure.ts')
  const { qualityDocument } = await import('./eval/quality-document.ts')
  const { reliabilityPlot } = await import('./eval/reliability.ts')
  const measured = measure(corpus, Number(values.threshold))
  console.log('HELD OUT, five folds by brand')
  console.log(
    [...figureLines(measured.heldOut), ...shownLines(measured.heldOut, values.show, Number(values.limit))].join('\n'),
  )
  console.log('\nSHIPPED, fitted on all of it')
  console.log(figureLines(measured.shipped).join('\n'))
  if (values.write) {
    const file = path.join(root, 'docs/quality.md')
    fs.writeFileSync(file, qualityDocument(corpus, measured) + keptSections(file))
    fs.writeFileSync(path.join(root, 'docs/images/reliability.svg'), reliabilityPlot(measured.reliability))
  }
}
