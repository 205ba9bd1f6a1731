// `npm run test:quick [-- BASE]`: tests a change in under two minutes: the nearest tests, lint and types. The change is the difference from
// the point where this branch left main (or from BASE), including uncommitted changes. `npm test` remains the full check.
import { spawnSync } from 'node:child_process'
import { relatedTests } from './related-tests.ts'
import { bin, check, headline, root, suite, sumUp, withoutCollecting } from './steps.ts'

const startedAt = performance.now()
/** This number of server files takes about a minute while lint and types run; those of the other suites take a fraction. */
const filesMax = { unit: 60, portal: 40, server: 24 }
/** Tests that start programs, load the demo or try every route: half a minute each. */
const isLong = (file: string) => /^apps\/[\w-]+\/test\/(crash\/|start-up\/|every-call\/|demo-calls)/.test(file)

function git(...args: string[]): string[] | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : null
}

/** The commit that the change is compared with. */
function baseOf(): string {
  const chosen = process.argv[2]
  if (chosen) return chosen
  for (const main of ['main', 'origin/main']) {
    const [mergeBase] = git('merge-base', 'HEAD', main) ?? []
    if (mergeBase) return mergeBase
  }
  return 'HEAD'
}

const base = baseOf()
const differing = git('diff', '--name-only', base, '--')
if (!differing) throw new Error(`${base} is no commit of this repository`)
const changed = [...new Set([...differing, ...(git('ls-files', '--others', '--exclude-standard') ?? [])])]

headline(`${changed.length} files differ from ${base.slice(0, 12)}`)
const { tests, shared } = relatedTests(root, changed)
// A changed test always runs, even if it is long.
const near = tests.filter((file) => changed.includes(file) || !isLong(file))
const isServer = (file: string) => /^apps\/(server|command-line|demo\/test)\//.test(file)
const isPortal = (file: string) => file.startsWith('apps/web/')
const unit = near.filter((file) => !isServer(file) && !isPortal(file)).slice(0, filesMax.unit)
const portal = near.filter(isPortal).slice(0, filesMax.portal)
const server = near.filter(isServer).slice(0, filesMax.server)
const left = tests.length - unit.length - portal.length - server.length

if (changed.length === 0) console.log('Nothing changed: there is nothing to try. `npm test` tries everything.')
for (const file of shared)
  console.log(`${file} is shared: nearly every test depends on it, and only the nearest are tried.`)
if (left > 0) console.log(`${left} of ${tests.length} test files that depend on the change are left to \`npm test\`.`)
if (changed.some((file) => file.startsWith('apps/web/') || file.startsWith('e2e/')))
  console.log('The portal changed: its browser tests are left to `npm test` (npx vitest run --project browser).')

async function sources(): Promise<void> {
  const isQuiet = true
  const env = withoutCollecting
  await check('types', bin('tsc'), ['-p', '.'], { isQuiet, env })
  if (changed.some((file) => /^(apps\/web|packages\/contract)\//.test(file)))
    await check('types of the portal', bin('tsc'), ['-p', 'apps/web'], { isQuiet, env })
  await check('lint', bin('oxlint'), ['--type-aware', '--deny-warnings'], { isQuiet, env })
  await check('format', bin('oxfmt'), ['--check'], { isQuiet })
  await check('imports', process.execPath, ['scripts/check-imports.ts'], { isQuiet })
  await check('documentation', process.execPath, ['scripts/check-docs.ts'], { isQuiet })
  await check('commits', process.execPath, ['scripts/check-commits.ts'], { isQuiet })
  await check('texts', process.execPath, ['scripts/check-texts.ts'], { isQuiet })
  await check('words', process.execPath, ['scripts/check-words.ts'], { isQuiet })
  await check('styles', process.execPath, ['scripts/check-styles.ts'], { isQuiet })
  await check('assertions', process.execPath, ['scripts/check-assertions.ts'], { isQuiet })
  await check('shapes', process.execPath, ['scripts/check-shapes.ts'], { isQuiet })
}

async function nearestTests(): Promise<void> {
  if (unit.length > 0) await suite('unit', 'unit', { files: unit })
  if (portal.length > 0) await suite('portal', 'portal', { files: portal })
  if (server.length > 0) await suite('server, embedded PostgreSQL', 'server', { files: server })
}

if (changed.length > 0) {
  await Promise.all([sources(), nearestTests()])
  sumUp(startedAt)
}
