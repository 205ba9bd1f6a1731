import { fieldsIn, isObject, type Json, numberIn, textIn, textsIn } from '../../narrow.ts'
import { observablesOf, type Observable } from './stix-observable.ts'
import { readStixPattern } from './stix-pattern.ts'
import { strictestTlp, tlpOf, type Tlp } from './tlp.ts'

/** An indicator of STIX 2.1. */
export interface StixIndicator {
  id: string
  name: string | null
  description: string | null
  /** The type of its first observable; null if its pattern contains none, or is not in the language of STIX. */
  observableType: string | null
  /** The values of that type. */
  values: string[]
  observables: Observable[]
  pattern: string
  /** `stix`, or another language, e.g. `yara`. */
  patternType: string
  revoked: boolean
  validFrom: string | null
  validUntil: string | null
  modified: string | null
  /** The strictest label; null if it has none. */
  tlp: Tlp | null
  /** From 0 to 100. */
  confidence: number | null
  labels: string[]
  indicatorTypes: string[]
}

/** Objects of STIX 2.1. */
export interface StixObjects {
  indicators: StixIndicator[]
  /** Number of objects; versions of an object count once. */
  objects: number
  byType: Record<string, number>
  /** Number of values that are no STIX objects, and of indicators without a valid pattern. */
  skipped: number
}

/**
 * The labels that STIX predefines; a bundle refers to them and may leave them out (STIX 2.1, section 7.2.1.4, and its TLP 2.0 extension).
 */
const knownLabels = new Map<string, Tlp>([
  ['marking-definition--613f2e26-407d-48c7-9eca-b8e91df99dc9', 'clear'],
  ['marking-definition--34098fce-860f-48ae-8e50-ebd3cc5e41da', 'green'],
  ['marking-definition--f88d31f6-486f-44da-b317-01333bde0b82', 'amber'],
  ['marking-definition--5e57c739-391a-4eb3-b6be-7d15ca92d5ed', 'red'],
  ['marking-definition--94868c89-83c2-464b-929b-a1a8aa3c8487', 'clear'],
  ['marking-definition--bab4a63c-aed9-4cf5-a766-dfca5abac2bb', 'green'],
  ['marking-definition--55d920b0-5e8b-4f79-9ee9-91f868d9b421', 'amber'],
  ['marking-definition--939a9414-2ddd-4d32-a0cd-375ea402b003', 'amber+strict'],
  ['marking-definition--e828b379-4e03-4974-9ac4-e53a884c97c1', 'red'],
])

/** Whether a value is a STIX object: its id starts with its type. */
export function isStixObject(value: unknown): value is Json {
  const [type, id] = [textIn(value, 'type'), textIn(value, 'id')]
  return type !== null && id !== null && id.startsWith(`${type}--`)
}

/** The objects of a bundle, a list of objects or a single object; null for anything else. */
export function stixObjectsIn(answer: unknown): readonly unknown[] | null {
  if (Array.isArray(answer)) return answer.slice(0, 20).some(isStixObject) ? answer : null
  if (!isStixObject(answer)) return null
  if (answer['type'] !== 'bundle') return [answer]
  return Array.isArray(answer['objects']) ? answer['objects'] : []
}

/** Reads objects. The newest version of an object counts: the one that was modified last. */
export function readStixObjects(objects: readonly unknown[]): StixObjects {
  const newest = new Map<string, Json>()
  let skipped = 0
  for (const object of objects) {
    const id = isStixObject(object) ? textIn(object, 'id') : null
    if (id === null || !isObject(object)) {
      skipped += 1
      continue
    }
    const known = newest.get(id)
    if (!known || versionOf(object) >= versionOf(known)) newest.set(id, object)
  }
  const all = [...newest.values()]
  const definitions = all.filter((object) => object['type'] === 'indicator')
  const labels = labelsOf(all)
  const indicators = definitions.flatMap((object) => indicatorOf(object, labels) ?? [])
  return {
    indicators,
    objects: all.length,
    byType: countTypes(all),
    skipped: skipped + definitions.length - indicators.length,
  }
}

/** Sorts as the time does: fractions of a second have any number of digits. */
function versionOf(object: Json): string {
  const [time = '', fraction = ''] = (textIn(object, 'modified') ?? '').replace(/Z$/, '').split('.')
  return `${time}.${fraction.padEnd(9, '0')}`
}

function countTypes(objects: readonly Json[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const object of objects) {
    const type = textIn(object, 'type') ?? ''
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

function labelsOf(objects: readonly Json[]): Map<string, Tlp> {
  const labels = new Map(knownLabels)
  for (const object of objects) {
    const [id, label] = [textIn(object, 'id'), object['type'] === 'marking-definition' ? labelOf(object) : null]
    if (id !== null && label !== null) labels.set(id, label)
  }
  return labels
}

/** TLP 1.0 has its own type of marking; TLP 2.0 is an extension. */
function labelOf(marking: Json): Tlp | null {
  const texts = Object.values(fieldsIn(marking, 'extensions')).map((extension) => textIn(extension, 'tlp_2_0'))
  const own = [...texts, textIn(fieldsIn(marking, 'definition'), 'tlp')]
  return strictestTlp(own.map((text) => (text === null ? null : tlpOf(text))))
}

function indicatorOf(object: Json, labels: ReadonlyMap<string, Tlp>): StixIndicator | null {
  const [id, pattern] = [textIn(object, 'id'), textIn(object, 'pattern')]
  // STIX 2.0 knows no other language.
  const patternType = textIn(object, 'pattern_type') ?? 'stix'
  const comparisons = pattern === null ? null : patternType === 'stix' ? readStixPattern(pattern) : []
  if (id === null || pattern === null || comparisons === null) return null
  const observables = observablesOf(comparisons)
  const observableType = observables[0]?.type ?? null
  return {
    id,
    name: textIn(object, 'name'),
    description: textIn(object, 'description'),
    observableType,
    values: observables.filter(({ type }) => type === observableType).map(({ value }) => value),
    observables,
    pattern,
    patternType,
    revoked: object['revoked'] === true,
    validFrom: textIn(object, 'valid_from'),
    validUntil: textIn(object, 'valid_until'),
    modified: textIn(object, 'modified'),
    tlp: strictestTlp(textsIn(object, 'object_marking_refs').map((ref) => labels.get(ref) ?? null)),
    confidence: numberIn(object, 'confidence'),
    labels: textsIn(object, 'labels'),
    indicatorTypes: textsIn(object, 'indicator_types'),
  }
}
