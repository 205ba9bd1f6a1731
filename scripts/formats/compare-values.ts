import { isRecord } from '@signet/contract/narrow'

/** One expected value with what a reader found in its place. */
export interface ComparedValue {
  /** Where it is, such as `hosts.0.ports.1.title`. */
  path: string
  expected: unknown
  found: unknown
  isRight: boolean
}

/**
 * Fields that are no values of the file: remarks, its name, what the programs said that made the expected values, and what is checked in
 * another way.
 */
const remarks = new Set(['note', 'file', '404', 'optional', 'password', 'withoutPassword', 'aaptRc', 'aaptError'])
const wordLists = new Set(['firstWords', 'lastWords'])
/** Words of apksigner, which another program doesn't have to use. */
const isRemark = (path: string) => remarks.has(nameOf(path)) || path === 'signature.error'

const nameOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/**
 * Compares what a reader found with the expected values, name by name. Found values that are not expected don't count. Expected null is
 * right for an absent field; texts are equal after NFC; times are equal as instants; lists have the same length and order, except `list`,
 * which may have the first members only; an expected number is also right for a list of that length. `textContains` has parts of `text`,
 * and `words` may differ by a tenth.
 */
export function compareValues(expected: unknown, found: unknown, path = ''): ComparedValue[] {
  if (Array.isArray(expected)) return compareLists(expected, found, path)
  if (!isRecord(expected)) return [{ path, expected, found, isRight: isSame(expected, found, path) }]
  const fields = Object.entries(expected).filter(([name]) => !isRemark(below(path, name)))
  if (fields.length === 0) return [{ path, expected, found, isRight: isRecord(found) }]
  return fields.flatMap(([name, value]) => {
    const at = below(path, name)
    if (name === 'textContains') return compareParts(value, fieldOf(found, 'text'), at)
    if (wordLists.has(name)) return compareParts(value, fieldOf(found, 'text'), at, withoutBlanks)
    return compareValues(value, fieldOf(found, name), at)
  })
}

const below = (path: string, name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
const fieldOf = (value: unknown, name: string) =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined

function compareLists(expected: readonly unknown[], found: unknown, path: string): ComparedValue[] {
  const members: readonly unknown[] = Array.isArray(found) ? found : []
  const isLong = members.length > expected.length && nameOf(path) !== 'list'
  if (expected.length === 0 || isLong) {
    const isRight = Array.isArray(found) && !isLong
    return [{ path, expected: `${expected.length} members`, found, isRight }]
  }
  return expected.flatMap((value, index) => compareValues(value, members[index], below(path, index)))
}

/** Without marks of the direction of writing. */
const withoutBlanks = (text: string) => text.replaceAll(/[\s\u200E\u200F\u202A-\u202E]/g, '')

function compareParts(parts: unknown, text: unknown, path: string, adapt = (each: string) => each): ComparedValue[] {
  const list: readonly unknown[] = Array.isArray(parts) ? parts : [parts]
  const whole = typeof text === 'string' ? adapt(text.normalize()) : ''
  return list.map((part, index) => ({
    path: below(path, index),
    expected: part,
    found: text,
    isRight: typeof part === 'string' && whole.includes(adapt(part.normalize())),
  }))
}

function isSame(expected: unknown, found: unknown, path: string): boolean {
  if (expected === null) return found === null || found === undefined
  if (typeof expected === 'string') return typeof found === 'string' && isSameText(expected, found)
  if (typeof expected !== 'number') return expected === found
  if (Array.isArray(found)) return found.length === expected
  if (nameOf(path) !== 'words') return expected === found
  return typeof found === 'number' && Math.abs(found - expected) <= expected / 10
}

function isSameText(expected: string, found: string): boolean {
  const [at, other] = [instantOf(expected), instantOf(found)]
  return at === null || other === null ? expected.normalize() === found.normalize() : at === other
}

const time = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d)?:?(\d\d)?$/i

/**
 * The instant of a text with a date and a time, whose zone is UTC unless it says another; null for another text. An offset after Z doesn't
 * count.
 */
function instantOf(text: string): number | null {
  const [, day, clock, fraction = '', zone = 'Z', minutes = '00'] = time.exec(text.replace(/Z\d\d:\d\d$/, 'Z')) ?? []
  if (!day) return null
  const instant = Date.parse(`${day}T${clock}${fraction.slice(0, 4)}${/z/i.test(zone) ? 'Z' : `${zone}:${minutes}`}`)
  return Number.isNaN(instant) ? null : instant
}
