// Checks that the exports of the packages are documented, that every page and source file named in a comment or a document exists, that the
// page of tools gives the reason for each dependency, that a comment says why an error is dropped, and that no line of a comment is longer
// than 140 columns. Prints each violation and exits with 1 when there is one; `--list` also prints undocumented exports when the share of
// documented ones is high enough.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { sourcesIn } from './source-imports.ts'

const root = path.resolve(import.meta.dirname, '..')
const leastShare = 0.8
const isListed = process.argv.includes('--list')

/** A module's exported names (a schema and its type share one), and whether one of its declarations follows a docstring. */
function exportsOf(file: string): Map<string, boolean> {
  const found = new Map<string, boolean>()
  const declarations =
    /(\*\/\n(?:\/\/ .*\n)?)?^export (?:async |abstract )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
  for (const [, docstring, name = ''] of fs.readFileSync(file, 'utf8').matchAll(declarations))
    found.set(name, Boolean(docstring) || (found.get(name) ?? false))
  return found
}

/** Prints the share of a package's exports that are documented; returns true when it is high enough. */
function isDocumented(name: string): boolean {
  const files = sourcesIn(path.join(root, 'packages', name, 'src')).filter((file) => !file.endsWith('.test.ts'))
  const all = files.flatMap((file) => [...exportsOf(file)].map(([key, isNamed]) => ({ file, key, isNamed })))
  const missing = all.filter(({ isNamed }) => !isNamed)
  const share = 1 - missing.length / all.length
  console.log(`documentation: ${Math.floor(share * 100)} % of the ${all.length} exports of ${name}`)
  if (isListed || share < leastShare)
    for (const { file, key } of missing) console.log(`  ${path.relative(root, file)}: ${key}`)
  return share >= leastShare
}

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
const pages = new Set(tracked.filter((file) => file.endsWith('.md')))

/** The ends of the paths of all files, with and without `src`: `redirect.ts`, `url/redirect.ts`, `web/url/redirect.ts`. */
const ends = new Set(
  tracked.flatMap((file) => {
    const parts = file.split('/')
    return [parts, parts.filter((part) => part !== 'src')].flatMap((all) => all.map((_, at) => all.slice(at).join('/')))
  }),
)

/** What the stars of a name such as `replies/*.test.ts` stand for. */
const starred: Readonly<Record<string, string>> = { '**/': '(?:.+/)?', '*': '[^/]*', '.': String.raw`\.` }

/** Whether a file has the name, or for a name with stars whether any file has one like it. */
function isIn(names: ReadonlySet<string>, name: string): boolean {
  if (!name.includes('*')) return names.has(name)
  const pattern = new RegExp(`^${name.replaceAll(/\*\*\/|[*.]/g, (part) => starred[part] ?? part)}$`)
  return names.values().some((one) => pattern.test(one))
}

/** The missing pages and source files that a document or the comments of a file name. Pages are relative to the root or to the file. */
function lostNamesOf(file: string): string[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const words = file.endsWith('.md') ? [text] : (text.match(/^\s*(?:\/\/|\/?\*|--|#).*|\s\/\/ .*/gm) ?? [])
  const named = words.flatMap(
    (line) => line.match(/(?<![\w:/.*<-])(?:\.{0,2}\/)?[\w*][\w./*-]*\.(?:md|tsx?|css|sql)\b/g) ?? [],
  )
  const places = ['', path.dirname(file)]
  // A migration that ran can't change, so its comments may name files that have moved since.
  return [...new Set(named)].filter((name) =>
    name.endsWith('.md')
      ? !places.some((place) => isIn(pages, path.normalize(path.join(place, name))))
      : !name.endsWith('.d.ts') && !file.endsWith('.sql') && !isIn(ends, name.replace(/^[./]+/, '')),
  )
}

const isComment = (line = '') => /^\s*(\/\/|\*|\/\*)|\s\/\/ /.test(line)

/**
 * The lines that drop an error without a comment: `.catch(() => null)` needs one on the same line or the one before, a block `catch {`
 * inside it, on the line before its `try`, or in the docstring of a function that does nothing else.
 */
function silentCatchesOf(file: string): number[] {
  const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n')
  const drops = /\.catch\(\(\w*\) => (\{\}|null|undefined|false|''|\[\]|\(\{\}\))\)/
  return lines.flatMap((line, at) => {
    if (isComment(line)) return []
    if (drops.test(line)) return isComment(lines[at - 1]) ? [] : [at + 1]
    return /\bcatch \{/.test(line) && !isBlockExplained(lines, at) ? [at + 1] : []
  })
}

/** True when a comment explains the block `catch {` that begins on the line: inside it, before its `try`, or above its function. */
function isBlockExplained(lines: readonly string[], at: number): boolean {
  const depth = /^ */.exec(lines[at] ?? '')?.[0] ?? ''
  const end = lines.findIndex((line, index) => index > at && line.startsWith(`${depth}}`))
  if (lines.slice(at, end).some(isComment)) return true
  const start = lines.findLastIndex((line, index) => index < at && line.startsWith(`${depth}try {`))
  if (isComment(lines[start - 1])) return true
  return /(\{|=>)$/.test(lines[start - 1] ?? '') && isComment(lines[start - 2])
}

/** oxfmt wraps code, and no comments. */
const commentColumns = 140

/** The lines of comments that are too long to read without scrolling. */
const longCommentsOf = (file: string): number[] =>
  fs
    .readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, at) => (line.length > commentColumns && /^\s*(\/\/|\/?\*)/.test(line) ? [at + 1] : []))

/** The names in the table of dependencies that have a reason. One that ends in `*` stands for all that start with it. */
function explainedIn(page: string): string[] {
  const table = page.split('| dependency | for |\n|---|---|\n')[1]?.split('\n\n')[0] ?? ''
  return [...table.matchAll(/^\| (.+?) \| \S.* \|$/gm)].flatMap(([, names = '']) => names.split(', '))
}

const isNamed = (name: string, by: string) => (by.endsWith('*') ? name.startsWith(by.slice(0, -1)) : name === by)

/** What is wrong with the page of tools: dependencies without a reason, and names that no package depends on any more. */
function toolFaults(): string[] {
  const explained = explainedIn(fs.readFileSync(path.join(root, 'docs/decisions/tools.md'), 'utf8'))
  const names = new Set(
    tracked
      .filter((file) => path.basename(file) === 'package.json')
      .flatMap((file) => {
        const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
          fs.readFileSync(path.join(root, file), 'utf8'),
        )
        return Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
      })
      .filter((name) => !/^@(signet|types)\//.test(name)),
  )
  return [
    ...[...names]
      .filter((name) => !explained.some((by) => isNamed(name, by)))
      .map((name) => `docs/decisions/tools.md gives no reason for the dependency ${name}`),
    ...explained
      .filter((by) => ![...names].some((name) => isNamed(name, by)))
      .map((by) => `docs/decisions/tools.md names ${by}, which is no dependency`),
  ]
}

const isRead = (file: string) => /\.(ts|tsx|mjs|css|sql|md|yml)$/.test(file) && fs.existsSync(path.join(root, file))
const lost = tracked.filter(isRead).flatMap((file) => lostNamesOf(file).map((name) => `${file} names ${name}`))
for (const breach of lost) console.error(`${breach}, which does not exist`)
const isSource = (file: string) =>
  /^(apps|packages)\/[^.]*\/src\/.*\.tsx?$/.test(file) &&
  !/\.test\.tsx?$/.test(file) &&
  fs.existsSync(path.join(root, file))
const silent = tracked.filter(isSource).flatMap((file) => silentCatchesOf(file).map((line) => `${file}:${line}`))
for (const place of silent) console.error(`${place} drops an error without saying why`)
const isWrapped = (file: string) =>
  /(?<!\.generated)\.(tsx?|mjs|css)$/.test(file) && fs.existsSync(path.join(root, file))
const long = tracked.filter(isWrapped).flatMap((file) => longCommentsOf(file).map((line) => `${file}:${line}`))
for (const place of long) console.error(`${place} has a comment of more than ${commentColumns} columns`)
const unexplained = toolFaults()
for (const fault of unexplained) console.error(fault)
const areDocumented = fs.readdirSync(path.join(root, 'packages')).map(isDocumented)
process.exitCode =
  lost.length + silent.length + long.length + unexplained.length === 0 && areDocumented.every(Boolean) ? 0 : 1
