// Measures the comparison of pages with brands on a corpus of invented brands, or fits its weights on one half of the brands.
//
//   npm run eval:lookalike -- [--show] [--write]
//   npm run eval:lookalike -- --fit
//
// The pages are generated and rendered in a Chromium of this machine, always the same. --fit only reads pages of the tuning brands and
// writes packages/detection/src/lookalike/lookalike-weights.ts; --show lists every error; --write updates docs/quality.md.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { lookalikeWeights } from '@signet/detection/lookalike/lookalike-weights'
import { compareCorpus, type Compared } from './lookalike/compare-corpus.ts'
import { fitWeights, writeLookalikeWeights } from './lookalike/fit-weights.ts'
import { writeSection } from './eval/quality-sections.ts'
import { errorLines, figureLines, sectionOf } from './lookalike/lookalike-figures.ts'
import { Renderer } from './lookalike/render-pages.ts'

const root = path.resolve(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    fit: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

async function compare(renderer: Renderer, isHeldOut: boolean): Promise<Compared[]> {
  console.error(`Comparing the pages of the ${isHeldOut ? 'held-out' : 'tuning'} brands …`)
  const rows: Compared[] = []
  for await (const row of compareCorpus(renderer, isHeldOut)) rows.push(row)
  return rows
}

const renderer = await Renderer.start()
try {
  const tuning = await compare(renderer, false)
  if (values.fit) {
    writeLookalikeWeights(root, fitWeights(tuning, lookalikeWeights))
    console.log('Weights written; measure them with npm run eval:lookalike')
  } else {
    const heldOut = await compare(renderer, true)
    console.log(figureLines(tuning, heldOut).join('\n'))
    if (values.show) console.log(errorLines([...tuning, ...heldOut]).join('\n'))
    if (values.write) writeSection(path.join(root, 'docs/quality.md'), sectionOf(tuning, heldOut))
  }
} finally {
  await renderer.stop()
}
