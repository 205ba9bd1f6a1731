// `npm test`: everything that must hold, in one run: lint, format, imports, types, unit, server on both databases, portal build
// and budgets, browser. Ends with the plain line `N passed, N failed` and exit code 0 or 1.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildPortal } from './build-portal.ts'
import { findSystemPostgres, installDebianPackage, startSystemPostgres } from './system-postgres.ts'

const root = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(root, 'node_modules/.bin', name)
const isCi = process.env['CI'] === 'true'
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-report-'))

let passed = 0
let failed = 0
let skipped = 0

function headline(text: string): void {
  console.log(`\n── ${text}`)
}

/** One check that passes or fails as a whole. */
function check(name: string, command: string, args: string[]): void {
  headline(name)
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status === 0) passed += 1
  else failed += 1
}

/** Runs the tests of one project; each test counts. */
function suite(name: string, project: string, env: Record<string, string> = {}): void {
  headline(name)
  const report = path.join(reports, `${name.replaceAll(/\W+/g, '-')}.json`)
  const { status } = spawnSync(
    bin('node'),
    [bin('vitest'), 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile=${report}`],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } },
  )
  if (!fs.existsSync(report)) {
    failed += 1
    return
  }
  const result = JSON.parse(fs.readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numFailedTestSuites: number
  }
  passed += result.numPassedTests
  failed += result.numFailedTests
  skipped += result.numPendingTests
  // A file that could not even be loaded has no failed test; the run says so by its status.
  if (status !== 0 && result.numFailedTests === 0) failed += 1
}

function findChromium(): string | null {
  const places = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  return places.find((place) => place !== undefined && fs.existsSync(place)) ?? null
}

// A machine's own Node may lack what npm put first on the PATH.
process.env['PATH'] = `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`

check('lint', bin('oxlint'), ['--type-aware', '--deny-warnings'])
check('format', bin('oxfmt'), ['--check'])
check('imports', process.execPath, ['scripts/check-imports.ts'])
check('types', bin('tsc'), ['-p', '.'])
check('types of the portal', bin('tsc'), ['-p', 'apps/web'])
suite('unit', 'unit')
suite('portal', 'portal')
suite('server, embedded PostgreSQL', 'server')

let systemPostgres = findSystemPostgres()
if (!systemPostgres && isCi && installDebianPackage('postgresql')) systemPostgres = findSystemPostgres()
const given = process.env['DATABASE_URL']
const own = !given && systemPostgres ? await startSystemPostgres(systemPostgres) : null
const url = given ?? own?.url
if (url) {
  suite('server, PostgreSQL by DATABASE_URL', 'server', { TEST_DATABASE_URL: url, DATABASE_URL: '' })
} else {
  headline('server, PostgreSQL by DATABASE_URL')
  console.log('Left out: no PostgreSQL 15 or newer is installed here (package postgresql) and DATABASE_URL is not set.')
  skipped += 1
}

headline('portal build and budgets')
if (buildPortal()) check('budgets', process.execPath, ['apps/web/check-budget.ts'])
else failed += 1

if (!findChromium()) installDebianPackage('chromium')
const chromium = findChromium()
if (chromium) {
  suite('browser', 'browser', { CHROMIUM_PATH: chromium, TEST_DATABASE_URL: url ?? '', DATABASE_URL: '' })
} else {
  headline('browser')
  console.log('The browser tests need Chromium: install the package chromium, or set CHROMIUM_PATH.')
  failed += 1
}

await own?.stop()
fs.rmSync(reports, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
