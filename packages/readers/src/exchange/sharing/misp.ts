import { fieldsIn, idIn, isObject, type Items, type Json, listIn, readItems, textIn } from '../../narrow.ts'
import { strictestTlp, tlpOf, type Tlp } from './tlp.ts'

/** An attribute of an event. */
export interface MispAttribute {
  uuid: string | null
  /** E.g. `url` or, with two values, `domain|ip`. */
  type: string
  category: string | null
  value: string
  /** The values of a type with several, else the value. */
  parts: string[]
  /** Whether it is meant for detection. */
  toIds: boolean
  comment: string | null
  /** The name of the object that contains it, e.g. `phishing`. */
  fromObject: string | null
  /** What it is to that object, e.g. `url`. */
  relation: string | null
  tags: string[]
}

/** An event of MISP. */
export interface MispEvent {
  uuid: string
  info: string
  date: string | null
  organisation: string | null
  /** The strictest label of its tags; null if it has none. */
  tlp: Tlp | null
  threatLevel: 'high' | 'medium' | 'low' | 'undefined' | null
  tags: string[]
  /** Those of the event, then those of its objects. Deleted ones are left out. */
  attributes: MispAttribute[]
  /** Number of objects. */
  objects: number
  /** Number of attributes that are in objects. */
  objectAttributes: number
  /** Whether the event is in a field `Event`, as servers answer. */
  wrapped: boolean
  /** Number of deleted attributes and of attributes of deleted objects. */
  deleted: number
  /** Number of attributes without a type or value. */
  skipped: number
}

const threatLevels = new Map([
  ['1', 'high'],
  ['2', 'medium'],
  ['3', 'low'],
  ['4', 'undefined'],
] as const)

/** The candidates for events: a bare event, `{Event}`, a list of them, or `{response: […]}`. */
function candidatesIn(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  return isObject(answer) && Array.isArray(answer['response']) ? answer['response'] : [answer]
}

function eventIn(candidate: Json): MispEvent | null {
  const inner = candidate['Event']
  const event = isObject(inner) ? inner : candidate
  return isEvent(event) ? eventOf(event, event === inner) : null
}

function isEvent(value: Json): boolean {
  if (idIn(value, 'uuid') === null || textIn(value, 'info') === null) return false
  return ['Attribute', 'Object', 'threat_level_id', 'Orgc', 'analysis'].some((field) => field in value)
}

/** Whether an answer contains MISP events, by its first ones. */
export function isMisp(answer: unknown): boolean {
  const first = candidatesIn(answer).slice(0, 20).filter(isObject)
  return first.some((each) => isEvent(isObject(each['Event']) ? each['Event'] : each))
}

/**
 * Reads MISP events in any of their wrappings.
 *
 * Source: the MISP core format, https://www.misp-standard.org/rfc/misp-standard-core.html.
 */
export function readMisp(answer: unknown): Items<MispEvent> {
  return readItems(candidatesIn(answer), eventIn)
}

function eventOf(event: Json, wrapped: boolean): MispEvent {
  const objects = listIn(event, 'Object').filter(isObject)
  const kept = objects.filter((object) => !isTrue(object['deleted']))
  const own = readAttributes(event, null)
  const inObjects = kept.map((object) => readAttributes(object, textIn(object, 'name')))
  const lists = [own, ...inObjects]
  const tags = tagsOf(event)
  const ofDeleted = objects
    .filter((object) => !kept.includes(object))
    .map((object) => listIn(object, 'Attribute').length)
  return {
    uuid: idIn(event, 'uuid') ?? '',
    info: textIn(event, 'info') ?? '',
    date: textIn(event, 'date'),
    organisation: textIn(fieldsIn(event, 'Orgc'), 'name'),
    tlp: strictestTlp(tags.filter((tag) => /^tlp:/i.test(tag)).map(tlpOf)),
    threatLevel: threatLevelOf(idIn(event, 'threat_level_id')),
    tags,
    attributes: lists.flatMap(({ items }) => items),
    objects: kept.length,
    objectAttributes: sum(inObjects.map(({ items }) => items.length)),
    wrapped,
    deleted: sum([...lists.map((list) => list.deleted), ...ofDeleted]),
    skipped: sum(lists.map((list) => list.skipped)),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Servers write truth values as such or as numbers, also in quotes. */
const isTrue = (value: unknown) => value === true || value === 1 || value === '1'

function threatLevelOf(id: string | null): MispEvent['threatLevel'] {
  for (const [known, level] of threatLevels) if (known === id) return level
  return null
}

const tagsOf = (value: Json) => listIn(value, 'Tag').flatMap((tag) => textIn(tag, 'name') ?? [])

function readAttributes(parent: Json, fromObject: string | null) {
  const all = listIn(parent, 'Attribute')
  const kept = all.filter((each) => !(isObject(each) && isTrue(each['deleted'])))
  return { ...readItems(kept, (attribute) => attributeOf(attribute, fromObject)), deleted: all.length - kept.length }
}

function attributeOf(attribute: Json, fromObject: string | null): MispAttribute | null {
  const [type, value] = [textIn(attribute, 'type'), idIn(attribute, 'value')]
  if (!type || value === null) return null
  return {
    uuid: textIn(attribute, 'uuid'),
    type,
    category: textIn(attribute, 'category'),
    value,
    parts: partsOf(type, value),
    toIds: isTrue(attribute['to_ids']),
    comment: textIn(attribute, 'comment') || null,
    fromObject,
    relation: textIn(attribute, 'object_relation') || null,
    tags: tagsOf(attribute),
  }
}

/** The name of a file may contain `|`, so its hash is behind the last one. Other types have the free text last. */
function partsOf(type: string, value: string): string[] {
  const at = type === 'malware-sample' || type.startsWith('filename|') ? value.lastIndexOf('|') : value.indexOf('|')
  const isComposite = type.includes('|') || type === 'malware-sample'
  return isComposite && at !== -1 ? [value.slice(0, at), value.slice(at + 1)] : [value]
}
