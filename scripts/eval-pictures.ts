// Measures how changed copies of logos are recognised, on generated logos.
//
//   npm run eval:pictures -- [--write]
//
// --write updates docs/quality.md.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeSection } from './eval/quality-sections.ts'
import { measurePictures, pictureGroups, pictureLines, pictureSection } from './pictures/measure-pictures.ts'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

const figures = pictureGroups.map((group) => measurePictures(group))
console.log(pictureLines(figures).join('\n'))
if (values.write) writeSection(path.resolve(import.meta.dirname, '../docs/quality.md'), pictureSection(figures))
