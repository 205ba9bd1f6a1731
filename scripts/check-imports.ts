// Checks the imports between rooms (the top-level parts of the code): each room only imports the rooms it may, and there is no import cycle
// between files (including types, scripts and browser tests) or between rooms of the server. SQL statements are only in the queries files
// of the server, and only one file sets the companies that a transaction sees. Prints every violation and exits with 1 when there is one.
import fs from 'node:fs'
import path from 'node:path'
import { serverFloors } from './server-floors.ts'
import { importsOf, isTestFile, sourcesIn } from './source-imports.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The rooms that each room may import. */
const rooms: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/detection': ['contract'],
  'packages/readers': [],
  'packages/connectors': ['contract', 'readers'],
  'apps/server': ['contract', 'detection', 'readers', 'connectors'],
  'apps/demo': ['contract', 'detection', 'server'],
  'apps/command-line': ['contract', 'detection', 'readers', 'connectors', 'server', 'demo'],
  'apps/web': ['contract'],
}

/** Folders that may import everything; only their cycles are checked. */
const openFolders = ['scripts', 'e2e']

/** The packages a room may use; `null` means all that it declares. */
const outside: Record<string, readonly string[] | null> = {
  'packages/contract': ['zod'],
  'packages/detection': ['tldts'],
  'packages/readers': null,
  'packages/connectors': null,
  'apps/server': null,
  'apps/demo': null,
  'apps/command-line': null,
  'apps/web': null,
}

/** A server with more floors than this is too hard to understand. */
const floorsMax = 8

/** The rooms of the portal, the lowest first: a file imports from its own room and from those in earlier lines. */
const portalRooms = [
  ['words'],
  ['format', 'api', 'url'],
  ['session'],
  ['ui'],
  ['charts'],
  ['parts'],
  ['navigation'],
  ['features'],
  ['shell'],
  ['router'],
]

const breaches: string[] = []
/** A page is put together from parts. */
const pageLinesMax = 150
const edges = new Map<string, string[]>()

for (const room of Object.keys(rooms)) {
  for (const file of sourcesIn(path.join(root, room))) check(room, file)
}
for (const folder of openFolders) {
  for (const file of sourcesIn(path.join(root, folder))) addEdges(file)
}
checkStatements(path.join(root, 'apps/server/src'))
checkScopes(path.join(root, 'apps'))
for (const file of edges.keys()) {
  const lines = file.endsWith('-page.tsx') ? fs.readFileSync(file, 'utf8').trimEnd().split('\n').length : 0
  if (lines > pageLinesMax) breaches.push(`${path.relative(root, file)}: ${lines} lines, at most ${pageLinesMax}`)
}
for (const cycle of cycles()) breaches.push(`a cycle: ${cycle.map((file) => path.relative(root, file)).join(' → ')}`)
const { floors, cycles: roomCycles } = serverFloors()
for (const cycle of roomCycles) breaches.push(`apps/server: a cycle of rooms: ${cycle.join(' → ')}`)
if (floors.length > floorsMax)
  breaches.push(`apps/server: ${floors.length} floors, at most ${floorsMax}: ${floors.at(-1)?.join(', ')}`)

for (const breach of breaches) console.error(breach)
console.log(breaches.length === 0 ? 'imports: every room keeps to its own' : `imports: ${breaches.length} breaches`)
process.exitCode = breaches.length === 0 ? 0 : 1

/** Records which files a file imports; a dynamic import makes no cycle. */
function addEdges(file: string): void {
  const targets = importsOf(file).filter(({ specifier, isDynamic }) => specifier.startsWith('.') && !isDynamic)
  edges.set(
    file,
    targets.map(({ specifier }) => path.resolve(path.dirname(file), specifier)),
  )
}

function check(room: string, file: string): void {
  addEdges(file)
  const isTest = isTestFile(file)
  const name = path.relative(root, file)
  for (const { specifier } of importsOf(file)) {
    if (specifier.startsWith('@signet/')) {
      const other = specifier.split('/')[1] ?? ''
      if (room === 'apps/web' && !isTest && specifier === '@signet/contract') {
        breaches.push(
          `${name} imports ${specifier}: the portal imports single features of it, or all of them are downloaded`,
        )
      }
      if (specifier.startsWith(`@signet/${other}/test/`) && !isTest)
        breaches.push(`${name} imports ${specifier}: that is for tests`)
      if (!rooms[room]?.includes(other)) breaches.push(`${name} imports ${specifier}: ${room} may not import ${other}`)
    } else if (specifier.startsWith('.')) {
      const target = path.resolve(path.dirname(file), specifier)
      if (!target.startsWith(path.join(root, room) + path.sep))
        breaches.push(`${name} imports ${specifier}: it leaves its room`)
      if (!isTest) checkFeature(file, target, name)
      // Message catalogues of a room can be read by other rooms, because they are data and not code.
      if (!isTest && room === 'apps/web' && !target.endsWith('.json')) checkPortalRoom(file, target, name)
    } else if (
      !isTest &&
      outside[room] &&
      !specifier.startsWith('node:') &&
      !outside[room].includes(specifier.split('/')[0] ?? '')
    ) {
      breaches.push(`${name} imports ${specifier}: ${room} may use ${outside[room].join(', ')} only`)
    } else if (!isTest && /^packages\/(contract|detection)$/.test(room) && specifier.startsWith('node:')) {
      breaches.push(`${name} imports ${specifier}: ${room} knows no machine`)
    }
  }
}

/** SQL is only written in `*.queries.ts` and in `db`. */
function checkStatements(source: string): void {
  const isStatement =
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`|\bsql\.(?:ref|table)\(|\.query(?:<[^`(]*>)?\(/
  const found = sourcesIn(source)
    .filter(
      (file) =>
        !file.endsWith('.queries.ts') && !isTestFile(file) && !file.startsWith(path.join(source, 'db') + path.sep),
    )
    .filter((file) => isStatement.test(fs.readFileSync(file, 'utf8')))
    .map((file) => path.relative(source, file).replaceAll(path.sep, '/'))
  for (const file of found) breaches.push(`apps/server/src/${file}: SQL belongs into a queries file`)
}

/** The companies of a transaction are set in one file only, which checks that they are ids. */
function checkScopes(source: string): void {
  const setter = 'apps/server/src/db/company-scope.ts'
  const found = sourcesIn(source)
    .filter(
      (file) =>
        !isTestFile(file) &&
        /\bset (?:local )?app\.companies\b|set_config\('app\.companies'/i.test(fs.readFileSync(file, 'utf8')),
    )
    .map((file) => path.relative(root, file).replaceAll(path.sep, '/'))
    .filter((file) => file !== setter)
  for (const file of found) breaches.push(`${file}: only ${setter} sets the companies of a transaction`)
}

function checkFeature(file: string, target: string, name: string): void {
  const features = path.join(root, 'apps/web/src/features') + path.sep
  if (!file.startsWith(features) || !target.startsWith(features)) return
  const from = file.slice(features.length).split(path.sep)[0] ?? ''
  const to = target.slice(features.length).split(path.sep)[0] ?? ''
  if (from === to) return
  breaches.push(`${name}: features of the portal do not import each other (${to})`)
}

function checkPortalRoom(file: string, target: string, name: string): void {
  const [from, to] = [portalRoom(file), portalRoom(target)]
  const [floor, other] = [from, to].map((each) => portalRooms.findIndex((line) => line.includes(each))) as [
    number,
    number,
  ]
  // The files that start the portal belong to no room and import what they need.
  if (floor < 0 || from === to) return
  if (other < 0 || other >= floor) breaches.push(`${name}: ${from} may not import ${to}`)
}

function portalRoom(file: string): string {
  return path.relative(path.join(root, 'apps/web/src'), file).split(path.sep)[0] ?? ''
}

/** The import cycles, each once. */
function cycles(): string[][] {
  const state = new Map<string, 'open' | 'done'>()
  const found: string[][] = []
  const visit = (file: string, trail: string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      found.push([...trail.slice(trail.indexOf(file)), file])
      return
    }
    state.set(file, 'open')
    for (const target of edges.get(file) ?? []) visit(target, [...trail, file])
    state.set(file, 'done')
  }
  for (const file of edges.keys()) visit(file, [])
  return found
}
