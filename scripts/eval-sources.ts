// Measures the detector for observations of all sources on a labelled set with invented brands.
//
//   npm run eval:sources -- [--show GROUP] [--write]
//
// --show lists every error of a group of brands: tuning, heldOut, last, check, recheck, fourth, fifth or sixth;
// --write updates docs/quality.md.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeSection } from './eval/quality-sections.ts'
import { judgeSet } from './sources/judge-set.ts'
import { errorLines, figureLines, sectionOf } from './sources/source-figures.ts'

const root = path.resolve(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    show: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

const judged = judgeSet()
console.log(figureLines(judged).join('\n'))
if (values.show) console.log(errorLines(judged.filter(({ group }) => group === values.show)).join('\n'))
if (values.write) writeSection(path.join(root, 'docs/quality.md'), sectionOf(judged))
