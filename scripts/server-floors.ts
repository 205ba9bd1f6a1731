import path from 'node:path'
import { importsOf, isTestFile, sourcesIn } from './source-imports.ts'

const source = path.resolve(import.meta.dirname, '../apps/server/src')

/** The room of a file: its feature, its folder in `src`, or the file itself when it is in none. */
function roomOf(file: string): string {
  const [first = '', second = ''] = path.relative(source, file).split(path.sep)
  return first === 'features' ? second : path.basename(first, '.ts')
}

/** Which rooms of the server each room imports, including types. Tests may import everything. */
function arrows(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of sourcesIn(source).filter((name) => !isTestFile(name))) {
    const room = roomOf(file)
    const below = found.get(room) ?? new Set()
    found.set(room, below)
    for (const { specifier } of importsOf(file)) {
      const target = specifier.startsWith('.') ? roomOf(path.resolve(path.dirname(file), specifier)) : room
      if (target !== room) below.add(target)
    }
  }
  return found
}

/**
 * The rooms of the server by floor: each room only imports rooms of lower floors. The order is not defined anywhere else.
 *
 * @returns the floors from the lowest to the highest, and each cycle of rooms, which has no floor
 */
export function serverFloors(): { floors: string[][]; cycles: string[][] } {
  const rooms = arrows()
  const floorOf = new Map<string, number>()
  const cycles: string[][] = []
  const visit = (room: string, trail: readonly string[]): number => {
    if (trail.includes(room)) {
      cycles.push([...trail.slice(trail.indexOf(room)), room])
      return 0
    }
    const known = floorOf.get(room)
    if (known !== undefined) return known
    const floor = Math.max(-1, ...[...(rooms.get(room) ?? [])].map((below) => visit(below, [...trail, room]))) + 1
    floorOf.set(room, floor)
    return floor
  }
  for (const room of rooms.keys()) visit(room, [])
  const floors: string[][] = []
  for (const [room, floor] of floorOf) (floors[floor] ??= []).push(room)
  return { floors: floors.map((names) => names.toSorted()), cycles }
}
