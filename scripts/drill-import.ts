// `npm run drill:import`: imports a file of a million mixed rows (`-- --rows N` for another number) while the server is killed five times,
// and compares what is stored with the file (`apps/command-line/test/crash/import-drill.test.ts`). Linux. Prints the time and the most
// memory.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'server', '--reporter', 'verbose', 'apps/command-line/test/crash/import-drill.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SIGNET_IMPORT_ROWS: values.rows } },
)
process.exit(status ?? 1)
