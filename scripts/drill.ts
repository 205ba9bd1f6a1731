// `npm run drill`: the failover drill (`apps/command-line/test/crash/failover.test.ts`) on this machine, with the Debian packages that it
// needs. Prints one line for each event: how long no decision was acknowledged, how many were, and how many of these were lost.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { missingPrograms } from '../apps/command-line/test/crash/patroni.ts'
import { installDebianPackage } from './system-postgres.ts'

const root = path.resolve(import.meta.dirname, '..')
const packages = ['postgresql', 'etcd-server', 'haproxy', 'patroni']

if (missingPrograms().length > 0) for (const name of packages) installDebianPackage(name)
const missing = missingPrograms()
if (missing.length > 0) {
  console.error(
    `Missing: ${missing.join(', ')}. Install the Debian packages ${packages.join(', ')}, then run it again.`,
  )
  process.exit(1)
}
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'server', '--reporter', 'verbose', 'apps/command-line/test/crash/failover.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SIGNET_DRILL: '1' } },
)
process.exit(status ?? 1)
