// Writes the lists that put features together: the modules of the contract, on the server the features, their handlers, jobs and
// exports, the commands of the command line, in the portal the features and their pages; the floors of the server in CONTRIBUTING.md,
// docs/sources.md, and the icons of the sources in one file.
// With --check it writes nothing and ends with 1 when one of them is out of date.
import fs from 'node:fs'
import path from 'node:path'
import { portalFeatures } from './portal-features.ts'
import { serverFloors } from './server-floors.ts'
import { sourceIcons } from './source-icons.ts'
import { sourcesIn } from './source-imports.ts'
import { sourcesPage } from './sources-page.ts'

const root = path.resolve(import.meta.dirname, '..')
const server = path.join(root, 'apps/server/src')
const commandLine = path.join(root, 'apps/command-line/src')
const note = '// Written by `npm run generate`.\n'

/** `deeper-analyses` as a variable: `deeperAnalyses`. */
const nameOf = (file: string) => file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const fileText = (file: string) => fs.readFileSync(file, 'utf8')

function contractModules(): string {
  const folder = path.join(root, 'packages/contract/src')
  const modules = sourcesIn(folder)
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('/route.ts') && /\broute\(/.test(fileText(file)))
    .map((file) => path.relative(folder, file).replaceAll(path.sep, '/'))
    .toSorted((a, b) => (path.posix.basename(a) < path.posix.basename(b) ? -1 : 1))
  const lines = modules.map((file) => `export * as ${nameOf(path.posix.basename(file, '.ts'))} from './${file}'\n`)
  return `${note}${lines.join('')}`
}

function serverFeatures(): string {
  const folder = path.join(server, 'features')
  const features = fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, 'feature.ts')))
    .toSorted()
  const imports = features.map(
    (name) => `import { feature as ${nameOf(name)} } from '../features/${name}/feature.ts'\n`,
  )
  return `${note}import type { Feature } from '../app/feature.ts'
import type { Handlers } from '../app/handler.ts'
${imports.join('')}
export const features: readonly Feature[] = [
${features.map((name) => `  ${nameOf(name)},\n`).join('')}]

/** What answers each route of the contract; one without a handler does not compile. */
export const handlers: Handlers = {
${features.map((name) => `  ...${nameOf(name)}.handlers,\n`).join('')}}
`
}

function serverJobs(): string {
  const found = sourcesIn(server)
    .filter((file) => file.endsWith('.jobs.ts'))
    .toSorted()
    .map((file) => ({
      from: path.relative(path.join(server, 'jobs'), file).replace(/^(?!\.)/, './'),
      names: [...fileText(file).matchAll(/^export const (\w+) = defineJob\b/gm)].flatMap(([, name]) => name ?? []),
    }))
  return `${note}import type { Job } from '../app/jobs.ts'
${found.map(({ from, names }) => importOf(names, from)).join('')}
export const jobs: readonly Job[] = [
${found.flatMap(({ names }) => names.map((name) => `  ${name},\n`)).join('')}]
`
}

/** An import as oxfmt writes it: one that is too long for a line has a line for each name. */
function importOf(names: readonly string[], from: string): string {
  const line = `import { ${names.join(', ')} } from '${from}'\n`
  return line.length <= 121 ? line : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}'\n`
}

function serverExporters(): string {
  const files = sourcesIn(path.join(server, 'features'))
    .filter((file) => file.endsWith('.export.ts'))
    .toSorted()
    .map((file) => ({
      name: nameOf(path.basename(file, '.export.ts')),
      from: path.relative(path.join(server, 'features'), file),
    }))
  return `${note}import type { ExportKind } from '@signet/contract/reports/exports'
import type { AnyExporter } from '../exported-lists/exporter.ts'
${files.map(({ name, from }) => `import { exporters as ${name} } from '../${from}'\n`).join('')}
/** What makes the rows of each kind of export; a kind without one does not compile. */
export const exporters: Record<ExportKind, AnyExporter> = {
${files.map(({ name }) => `  ...${name},\n`).join('')}}
`
}

function commands(): string {
  const files = sourcesIn(commandLine)
    .filter((file) => file.endsWith('.command.ts'))
    .map((file) => ({ name: nameOf(path.basename(file, '.command.ts')), from: path.relative(commandLine, file) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return `${note}import type { Declare } from './command/declare.ts'
${files.map(({ name, from }) => `import { declare as ${name} } from './${from}'\n`).join('')}
export const declarations: readonly Declare[] = [
${files.map(({ name }) => `  ${name},\n`).join('')}]
`
}

/** The lines of a file from the comment above a declaration to the next empty line, as a diff adds them. */
function declared(file: string, start: string): string {
  const blocks = fileText(path.join(root, file)).split('\n\n')
  const block = blocks.find((text) => text.startsWith(start) || text.includes(`*/\n${start}`))
  if (!block) throw new Error(`CONTRIBUTING.md: ${file} has no ${start}`)
  return block.trim().replaceAll(/^/gm, '+')
}

/** The guide with the table of the floors, and the lines it quotes, as they are. */
function contributing(): string {
  const rows = serverFloors().floors.map((rooms, floor) => `| ${floor + 1} | ${rooms.join(', ')} |`)
  const table = ['| floor | rooms |', '|---|---|', ...rows.toReversed()].join('\n')
  const marked = /(<!-- floors: written by `npm run generate` -->\n)[^]*?(<!-- end of floors -->)/
  const quoted = /(?<=```diff\n)\+\+\+ (\S+)\n@@ (.+) @@\n[^]*?(?=```)/g
  return fileText(path.join(root, 'CONTRIBUTING.md'))
    .replace(marked, (_, begin, end) => `${begin}\n${table}\n\n${end}`)
    .replaceAll(quoted, (_, file, start) => `+++ ${file}\n@@ ${start} @@\n${declared(file, start)}\n`)
}

const generated: Record<string, () => string> = {
  'packages/contract/src/modules.generated.ts': contractModules,
  'apps/server/src/http/features.generated.ts': serverFeatures,
  'apps/server/src/jobs/jobs.generated.ts': serverJobs,
  'apps/command-line/src/commands.generated.ts': commands,
  'apps/server/src/features/exports/exporters.generated.ts': serverExporters,
  ...portalFeatures(note, nameOf),
  'apps/web/public/icons/sources.svg': sourceIcons,
  'CONTRIBUTING.md': contributing,
  'docs/sources.md': sourcesPage,
}

const isCheck = process.argv.includes('--check')
for (const [name, make] of Object.entries(generated)) {
  const file = path.join(root, name)
  const text = make()
  if (fs.existsSync(file) && fileText(file) === text) continue
  if (isCheck) {
    console.error(`${name} is out of date: run npm run generate`)
    process.exitCode = 1
  } else fs.writeFileSync(file, text)
}
