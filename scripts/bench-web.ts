// `npm run bench:web`: compares the portal with its performance budgets (docs/benchmarks.md), in Chromium with four times CPU throttling
// and a network of 10 Mbit/s and 40 ms, on 12,000 threats of one company. Each figure is the median of five visits (--visits 1 for a quick
// run).
import { parseArgs } from 'node:util'
import { buildPortal } from './build-portal.ts'
import { toBudgetTable, webRows } from './bench/portal/web-rows.ts'

if (!buildPortal()) {
  console.error('The portal could not be built; see above.')
  process.exit(1)
}
const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, visits: { type: 'string', default: '5' } },
})
const rows = await webRows(Number(values.visits), (line) => console.error(line))
console.log(values.json ? JSON.stringify(rows, null, 2) : `\n${toBudgetTable(rows)}`)
