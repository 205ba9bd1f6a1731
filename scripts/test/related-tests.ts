import path from 'node:path'
import { importsOf, sourcesIn } from '../source-imports.ts'

const rooms = [
  'apps/command-line',
  'apps/demo',
  'apps/server',
  'apps/web',
  'packages/connectors',
  'packages/contract',
  'packages/detection',
  'packages/readers',
  'scripts',
]

/** Files that combine everything: nearly every test of a room depends on them, so they don't help to find the related tests. */
const meetingPoints = new Set([
  'apps/command-line/src/cli.ts',
  'apps/command-line/src/command/program.ts',
  'apps/command-line/test/signet-process.ts',
  'apps/server/src/http/build-server.ts',
  'apps/server/src/http/features.generated.ts',
  'apps/server/src/jobs/jobs.generated.ts',
  'apps/server/src/jobs/start-workers.ts',
  'apps/demo/src/load-demo.ts',
  'apps/server/test/harness.ts',
  'apps/web/src/main.tsx',
  'apps/web/src/router/router.tsx',
  'packages/contract/src/index.ts',
  'packages/contract/src/modules.generated.ts',
])

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/**
 * The tests that a change affects, the nearest first: those in the folder of a changed file, then those that import it directly, through
 * one file, through two and so on, up to the files that combine everything.
 *
 * @param root folder of the project
 * @param changed file names relative to it, with `/`
 * @returns file names relative to it; `shared` are the changed files that nearly every test depends on
 */
export function relatedTests(root: string, changed: readonly string[]): { tests: string[]; shared: string[] } {
  const importers = importersOf(root)
  const distance = new Map<string, number>()
  let front: string[] = []
  for (const file of changed) {
    if (importers.has(file)) front.push(file)
    if (isTest(file)) continue
    for (const test of importers.keys()) {
      if (isTest(test) && path.posix.dirname(test) === path.posix.dirname(file)) distance.set(test, 0)
    }
  }
  const seen = new Set(front)
  for (let steps = 0; front.length > 0; steps += 1) {
    for (const file of front.filter(isTest)) distance.set(file, Math.min(steps, distance.get(file) ?? steps))
    front = front
      .filter((file) => !meetingPoints.has(file))
      .flatMap((file) => importers.get(file) ?? [])
      .filter((file) => !seen.has(file) && seen.add(file))
  }
  return {
    tests: [...distance].toSorted((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).map(([file]) => file),
    shared: changed.filter((file) => meetingPoints.has(file) || isSetting(file)),
  }
}

/** Files that every test of a room reads without importing them. */
const isSetting = (file: string) =>
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig.*\.json|apps\/server\/migrations\/.*|apps\/server\/test\/(cluster|each-file)\.ts)$/.test(
    file,
  )

/** For each file of the project, the files that import it. */
function importersOf(root: string): Map<string, string[]> {
  const files = rooms.flatMap((room) => sourcesIn(path.join(root, room)))
  const nameOf = (file: string) => path.relative(root, file).replaceAll(path.sep, '/')
  const importers = new Map(files.map((file): [string, string[]] => [nameOf(file), []]))
  for (const file of files) {
    for (const { specifier } of importsOf(file)) importers.get(targetOf(nameOf(file), specifier))?.push(nameOf(file))
  }
  return importers
}

/** The imported file; for a package outside of the project, a name that no file has. */
function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  const [, room, inner = 'index'] = /^@signet\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (!room) return specifier
  const folder = `${rooms.includes(`apps/${room}`) ? 'apps' : 'packages'}/${room}`
  return inner.startsWith('test/') ? `${folder}/${inner}.ts` : `${folder}/src/${inner}.ts`
}
