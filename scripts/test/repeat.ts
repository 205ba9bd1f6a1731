// `npm run test:repeat -- N [process|browser]`: runs the suites that depend on time (programs that start, stop and are killed; the browser)
// N times while other programs use every core, and appends the results to docs/repeated-runs.md. This finds tests that rarely fail.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildPortal } from '../build-portal.ts'
import { chromium, noChromium } from './chromium.ts'
import { booleanStep, failedSteps, root, suite, sumUp } from './steps.ts'

/** All tests that start a program or wait for a job. */
const processFiles = [
  'apps/command-line/',
  'apps/server/src/db/embedded',
  'apps/server/src/features/enrichment/enrich-kills',
  'apps/server/src/features/intake/certificates/follow-ct-logs',
  'apps/server/src/features/leaks/files/import-leaks',
  'apps/server/src/features/notifications/event-stream',
]
const startedAt = performance.now()
const runs = Number(process.argv[2])
const only = process.argv[3]
if (!Number.isInteger(runs) || runs < 1 || (only !== undefined && only !== 'process' && only !== 'browser')) {
  console.error(
    'How often? npm run test:repeat -- 10, or only one of the suites: npm run test:repeat -- 10 process (or browser)',
  )
  process.exit(2)
}

const cores = os.availableParallelism()
const busyLoops = (): ChildProcess[] =>
  Array.from({ length: cores }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
const hasStress = spawnSync('stress', ['--version']).status === 0
const load = hasStress ? [spawn('stress', ['-c', String(cores)], { stdio: 'ignore' })] : busyLoops()
const loadName = hasStress ? `stress -c ${cores}` : `${cores} busy loops`
const endLoad = () => load.forEach((child) => child.kill())
process.once('exit', endLoad)

const browser = chromium()
const env = browser ? { CHROMIUM_PATH: browser } : {}
if (only !== 'process') {
  if (!browser) console.error(noChromium)
  else await booleanStep('portal build', () => buildPortal())
}
for (let run = 1; run <= runs; run += 1) {
  if (only !== 'browser') await suite(`processes, run ${run} of ${runs}`, 'server', { files: processFiles, env })
  if (browser && only !== 'process') await suite(`browser, run ${run} of ${runs}`, 'browser', { env })
}

const [commit = ''] = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.split(
  '\n',
)
const suites = [only === 'browser' ? null : 'processes', browser && only !== 'process' ? 'browser' : null]
  .filter(Boolean)
  .join(', ')
const failures = failedSteps().flatMap((each) => (each.failures.length > 0 ? each.failures : [each.name]))
const cells = [
  new Date().toISOString().slice(0, 10),
  commit,
  suites,
  loadName,
  String(runs),
  String(failedSteps().length),
  [...new Set(failures)].join('; ') || 'none',
]
fs.appendFileSync(
  path.join(root, 'docs/repeated-runs.md'),
  `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |\n`,
)
// The program doesn't end while they run.
endLoad()
sumUp(startedAt)
