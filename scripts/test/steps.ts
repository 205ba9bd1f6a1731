import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { temporaryDirectory } from './memory.ts'

export const root = path.resolve(import.meta.dirname, '../..')
const binDir = path.join(root, 'node_modules/.bin')
export const bin = (name: string) => path.join(binDir, name)

// The machine's own Node installation may lack the programs that npm put first on the PATH.
process.env['PATH'] = `${binDir}${path.delimiter}${process.env['PATH'] ?? ''}`

/** The result of one step. */
export interface Step {
  name: string
  ms: number
  passed: number
  failed: number
  skipped: number
  /** The failed tests; empty for a check. */
  failures: string[]
}

type Result = Omit<Step, 'name' | 'ms'>
const ok: Result = { passed: 1, failed: 0, skipped: 0, failures: [] }
const notOk: Result = { passed: 0, failed: 1, skipped: 0, failures: [] }

interface RunOptions {
  env?: Record<string, string>
  /** The output is printed under the headline when the step has ended, so that the output of parallel steps does not mix. */
  isQuiet?: boolean
}

const steps: Step[] = []

/** Runs and times one step, and stores its result for the summary. */
export async function step(name: string, work: () => Promise<Result> | Result): Promise<void> {
  const startedAt = performance.now()
  const result = await work()
  steps.push({ name, ms: performance.now() - startedAt, ...result })
}

/**
 * For the linter and the compiler, which are written in Go: a quarter of their processor time is spent on collecting garbage, and they end
 * before they have filled this much memory.
 */
export const withoutCollecting = { GOGC: 'off', GOMEMLIMIT: '3GiB' }

/** One check that passes or fails as a whole. */
export function check(name: string, command: string, args: readonly string[], options: RunOptions = {}): Promise<void> {
  return step(name, async () => ((await run(name, command, args, options)) === 0 ? ok : notOk))
}

export const booleanStep = (name: string, work: () => boolean): Promise<void> => step(name, () => (work() ? ok : notOk))

/** Records a step that can't run here, with the reason. */
export function leaveOut(name: string, why: string, counts: 'skipped' | 'failed'): Promise<void> {
  headline(name)
  console.log(why)
  return step(name, () => (counts === 'failed' ? notOk : { ...ok, passed: 0, skipped: 1 }))
}

/** Runs tests of one project; each test counts. */
export function suite(
  name: string,
  project: string,
  { files = [], env }: Pick<RunOptions, 'env'> & { files?: readonly string[] } = {},
): Promise<void> {
  return step(name, async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-report-'))
    const report = path.join(directory, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
    const args = [bin('vitest'), 'run', '--project', project, ...reporters, ...files]
    const status = await run(name, bin('node'), args, { env: { TMPDIR: temporaryDirectory(), ...env } })
    const result = fs.existsSync(report) ? read(report) : notOk
    fs.rmSync(directory, { recursive: true, force: true })
    // A file that could not be loaded has no failed test, but the exit code of the run is not 0.
    return status !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
  })
}

function read(report: string): Result {
  const result = JSON.parse(fs.readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
  }
  const failures = result.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(root, name)
      const names = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
      return names.length > 0 ? names.map((test) => `${file}: ${test}`) : [`${file} (the file itself)`]
    })
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests,
    failures,
  }
}

/** @returns the exit code */
function run(name: string, command: string, args: readonly string[], { env, isQuiet }: RunOptions): Promise<number> {
  if (!isQuiet) headline(name)
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
      env: { ...process.env, ...env },
    })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => (output += `${error.message}\n`))
    child.once('close', (code) => {
      if (isQuiet) {
        headline(name)
        process.stdout.write(output)
      }
      resolve(code ?? 1)
    })
  })
}

export function headline(text: string): void {
  console.log(`\n── ${text}`)
}

const shownFailures = 30

/**
 * Prints the duration and the failures of each step, then the total time, and in the last line how many passed and failed; sets the exit
 * code.
 *
 * @param startedAt by `performance.now()`
 */
export function sumUp(startedAt: number): void {
  headline('what it took')
  for (const { name, ms, passed, failed, skipped } of steps) {
    const counts = `${passed} passed${failed > 0 ? `, ${failed} FAILED` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`
    console.log(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(42)} ${duration(ms).padStart(12)}   ${counts}`)
  }
  for (const { name, failures } of steps.filter(({ failed }) => failed > 0)) {
    headline(`failed: ${name}${failures.length === 0 ? ' (what it said stands above)' : ''}`)
    for (const failure of failures.slice(0, shownFailures)) console.log(failure)
    if (failures.length > shownFailures) console.log(`… and ${failures.length - shownFailures} more`)
  }
  const skipped = total('skipped')
  console.log(`\ntotal ${duration(performance.now() - startedAt)}`)
  console.log(`${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = total('failed') === 0 ? 0 : 1
}

const total = (count: 'passed' | 'failed' | 'skipped') => steps.reduce((sum, each) => sum + each[count], 0)

/** E.g. `9 min 5 s`, or `0.8 s` below ten seconds. */
function duration(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** The steps that have failed so far. */
export const failedSteps = (): Step[] => steps.filter(({ failed }) => failed > 0)
