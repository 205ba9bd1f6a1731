// `npm run bench`: how fast the two hot paths are, as ratios to a reference measured in the same run. It asserts nothing:
// times depend on the machine, and even ratios only speak beside those of another version on the same one.
import { parseArgs } from 'node:util'
import { listRows } from './bench/list-row.ts'
import { matchRows } from './bench/match-row.ts'
import { toJson, toTable, type Row } from './bench/measure.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const say = (line: string) => console.error(line)

say('Matching names …')
const rows: Row[] = await matchRows()
rows.push(...(await listRows(say)))
console.log(values.json ? JSON.stringify(toJson(rows), null, 2) : `\n${toTable(rows)}`)
