// `npm test`: all checks in one run: lint, format, imports, types, unit, server on the embedded PostgreSQL, tests that depend on the
// database on a PostgreSQL server too (`npm run test:all`: all tests on both) and, where Citus is installed, on a cluster, portal build and
// budgets, browser. Ends with the time of each step, the failures, the total time, and the plain line `N passed, N failed`; exit code 0 or
// 1.
import { buildPortal } from './build-portal.ts'
import { findSystemPostgres, installDebianPackage, startSystemPostgres } from './system-postgres.ts'
import { chromium, noChromium } from './test/chromium.ts'
import { clusterStep } from './test/cluster-step.ts'
import { bin, booleanStep, check, headline, leaveOut, suite, sumUp, withoutCollecting } from './test/steps.ts'

const startedAt = performance.now()
const isCi = process.env['CI'] === 'true'
const isAll = process.argv.includes('--all')
/** The nightly run kills each process twice as often, and every role checks all screen sizes and themes. */
if (isAll) Object.assign(process.env, { TEST_KILLS: '20', WALK_ALL: '1' })

/** Checks the sources while the tests wait for processes. */
async function sources(): Promise<void> {
  const isQuiet = true
  const env = withoutCollecting
  await check('lint', bin('oxlint'), ['--type-aware', '--deny-warnings'], { isQuiet, env })
  await check('format', bin('oxfmt'), ['--check'], { isQuiet })
  await check('imports', process.execPath, ['scripts/check-imports.ts'], { isQuiet })
  await check('generated files', process.execPath, ['scripts/generate.ts', '--check'], { isQuiet })
  await check('documentation', process.execPath, ['scripts/check-docs.ts'], { isQuiet })
  await check('commits', process.execPath, ['scripts/check-commits.ts'], { isQuiet })
  await check('texts', process.execPath, ['scripts/check-texts.ts'], { isQuiet })
  await check('words', process.execPath, ['scripts/check-words.ts'], { isQuiet })
  await check('styles', process.execPath, ['scripts/check-styles.ts'], { isQuiet })
  await check('assertions', process.execPath, ['scripts/check-assertions.ts'], { isQuiet })
  await check('shapes', process.execPath, ['scripts/check-shapes.ts'], { isQuiet })
  await check('types', bin('tsc'), ['-p', '.'], { isQuiet, env })
  await check('types of the portal', bin('tsc'), ['-p', 'apps/web'], { isQuiet, env })
}

async function tests(url: string | undefined): Promise<void> {
  const withBrowser = browser ? { CHROMIUM_PATH: browser } : {}
  await suite('unit', 'unit', { env: withBrowser })
  await suite('portal', 'portal')
  const env = { ...withBrowser, DATABASE_URL: '' }
  await suite('server, embedded PostgreSQL', 'server', { env: { ...env, TEST_DATABASE_URL: '' } })
  const name = isAll ? 'server, PostgreSQL by DATABASE_URL' : 'database, PostgreSQL by DATABASE_URL'
  if (url) {
    await suite(name, isAll ? 'server' : 'database', { env: { ...env, TEST_DATABASE_URL: url } })
  } else {
    const why =
      'Left out: no PostgreSQL 15 or newer is installed here (package postgresql) and DATABASE_URL is not set.'
    await leaveOut(name, why, 'skipped')
  }
  await clusterStep()
}

let systemPostgres = findSystemPostgres()
if (!systemPostgres && isCi && installDebianPackage('postgresql')) systemPostgres = findSystemPostgres()
const configuredUrl = process.env['DATABASE_URL']
const own = !configuredUrl && systemPostgres ? await startSystemPostgres(systemPostgres) : null
const url = configuredUrl ?? own?.url
// The server captures pages with it, and so do the connectors among the unit tests.
const browser = chromium()

await Promise.all([sources(), tests(url)])

// Runs after the others because it measures how soon the portal responds.
headline('portal build and budgets')
let isBuilt = false
await booleanStep('portal build', () => (isBuilt = buildPortal()))
if (isBuilt) await check('budgets', process.execPath, ['apps/web/check-budget.ts'])
if (browser) {
  const env = { CHROMIUM_PATH: browser, TEST_DATABASE_URL: url ?? '', DATABASE_URL: '' }
  await suite('browser', 'browser', { env })
} else await leaveOut('browser', noChromium, 'failed')

await own?.stop()
sumUp(startedAt)
