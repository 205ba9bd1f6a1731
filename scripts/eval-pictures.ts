// Measures how changed copies of logos are recognised and QR codes are read, on generated pictures.
//
//   npm run eval:pictures -- [--write]
//
// --write updates docs/quality.md.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeSection } from './eval/quality-sections.ts'
import { codeRows, measureCodes } from './pictures/measure-codes.ts'
import { measurePictures, pictureGroups, pictureLines, pictureSection } from './pictures/measure-pictures.ts'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

const figures = pictureGroups.map((group) => measurePictures(group))
console.log(pictureLines(figures).join('\n'))
const codes = await measureCodes()
for (const [name = '', value = ''] of codeRows(codes)) console.log(name.padEnd(36) + value)
if (values.write) writeSection(path.resolve(import.meta.dirname, '../docs/quality.md'), pictureSection(figures, codes))
