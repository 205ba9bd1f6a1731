// The rule of the house: which room may import which, and on the server which group of features may import which.
// Prints every breach and ends with 1 when there is one.
import path from 'node:path'
import { importsOf, sourcesIn } from './source-imports.ts'

const root = path.resolve(import.meta.dirname, '..')

/** What each room may import of the others. */
const rooms: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/detection': ['contract'],
  'packages/connectors': ['contract'],
  'apps/server': ['contract', 'detection', 'connectors'],
  'apps/web': ['contract'],
}

/** Packages a room may use; `null` stands for any that it declares. */
const outside: Record<string, readonly string[] | null> = {
  'packages/contract': ['zod'],
  'packages/detection': ['tldts'],
  'packages/connectors': null,
  'apps/server': null,
  'apps/web': null,
}

// Left to right: a feature imports groups to its right, never to its left and never within its own group.
const featureGroups = [
  ['exports'],
  ['qa', 'activity', 'analytics', 'triage', 'logs', 'diagnostics', 'detector', 'events'],
  [
    'takedowns',
    'enrichment',
    'deeper-analyses',
    'leaks',
    'reports',
    'requests',
    'intake',
    'settings',
    'news',
    'onboarding',
    'user-admin',
  ],
  ['allow-list', 'cases'],
  ['threats', 'views'],
  ['evidence', 'notifications', 'account'],
  ['sso', 'scim'],
  ['sessions', 'api-keys'],
  ['factors'],
  ['companies', 'users', 'audit', 'glossary'],
  ['mail'],
]

/** The rooms of the portal, the lowest first: a file imports from its own room and from those of earlier lines. */
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
const edges = new Map<string, string[]>()

for (const room of Object.keys(rooms)) {
  for (const file of sourcesIn(path.join(root, room))) check(room, file)
}
for (const cycle of cycles()) breaches.push(`a cycle: ${cycle.map((file) => path.relative(root, file)).join(' → ')}`)

for (const breach of breaches) console.error(breach)
console.log(breaches.length === 0 ? 'imports: every room keeps to its own' : `imports: ${breaches.length} breaches`)
process.exitCode = breaches.length === 0 ? 0 : 1

function check(room: string, file: string): void {
  const isTest = /\.test\.tsx?$/.test(file) || file.includes(`${path.sep}test${path.sep}`)
  const name = path.relative(root, file)
  for (const { specifier, isType } of importsOf(file)) {
    if (specifier.startsWith('@signet/')) {
      const other = specifier.split('/')[1] ?? ''
      if (room === 'apps/web' && !isTest && specifier === '@signet/contract') {
        breaches.push(
          `${name} imports ${specifier}: the portal imports single features of it, or all of them are downloaded`,
        )
      }
      if (!rooms[room]?.includes(other)) breaches.push(`${name} imports ${specifier}: ${room} may not import ${other}`)
    } else if (specifier.startsWith('.')) {
      const target = path.resolve(path.dirname(file), specifier)
      if (!target.startsWith(path.join(root, room) + path.sep))
        breaches.push(`${name} imports ${specifier}: it leaves its room`)
      if (!isTest) checkFeature(room, file, target, name)
      // The words of a room lie in it, and are read by those who show them: they are data, not code.
      if (!isTest && room === 'apps/web' && !target.endsWith('.json')) checkPortalRoom(file, target, name)
      if (!isType) edges.set(file, [...(edges.get(file) ?? []), target])
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

function checkFeature(room: string, file: string, target: string, name: string): void {
  const features = path.join(root, room, 'src/features') + path.sep
  if (!file.startsWith(features) || !target.startsWith(features)) return
  const from = file.slice(features.length).split(path.sep)[0] ?? ''
  const to = target.slice(features.length).split(path.sep)[0] ?? ''
  if (from === to) return
  if (room === 'apps/web') {
    breaches.push(`${name}: features of the portal do not import each other (${to})`)
    return
  }
  if (place(from) < 0 || place(to) < 0)
    breaches.push(`${name}: the feature ${place(from) < 0 ? from : to} stands in no group`)
  else if (place(to) <= place(from)) breaches.push(`${name}: ${from} may not import ${to}`)
}

function checkPortalRoom(file: string, target: string, name: string): void {
  const [from, to] = [portalRoom(file), portalRoom(target)]
  const [floor, other] = [from, to].map((each) => portalRooms.findIndex((line) => line.includes(each))) as [
    number,
    number,
  ]
  // What starts the portal lies in no room and imports what it needs.
  if (floor < 0 || from === to) return
  if (other < 0 || other >= floor) breaches.push(`${name}: ${from} may not import ${to}`)
}

function portalRoom(file: string): string {
  return path.relative(path.join(root, 'apps/web/src'), file).split(path.sep)[0] ?? ''
}

function place(feature: string): number {
  return featureGroups.findIndex((group) => group.includes(feature))
}

/** Cycles of run-time imports, each once. */
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
