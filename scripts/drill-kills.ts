// `npm run drill:kills`: kills the API, the worker and the database server with SIGKILL at random moments under writers of every kind, and
// compares what was acknowledged with what is stored (`apps/command-line/test/crash/kill-drill.test.ts`). `-- --kills N` for another number
// than 30; `--server` on a PostgreSQL server that the drill starts, `--cluster` on three nodes of Citus, otherwise on the embedded one.
// Prints the kills and, for each kind of write, how many were acknowledged, lost and doubled.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    server: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
  },
})
if (!/^[1-9]\d*$/.test(values.kills)) {
  console.error(`--kills is a whole number above 0, not ${values.kills}.`)
  process.exit(2)
}
const on = values.cluster ? 'cluster' : values.server ? 'server' : 'embedded'
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'server', '--reporter', 'verbose', 'apps/command-line/test/crash/kill-drill.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SIGNET_KILLS: values.kills, SIGNET_KILLS_ON: on } },
)
process.exit(status ?? 1)
