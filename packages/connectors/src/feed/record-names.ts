import { isRecord } from '@signet/contract/narrow'
import { nameIn } from './host-name.ts'

/** Fields that contain the name in the records of feeds; the first present one is used. */
const nameFields = ['domain', 'url', 'host', 'hostname', 'name', 'indicator', 'fqdn', 'domain_name', 'ioc', 'value']

/** The index of the column title that denotes the name; -1 when there is none. */
export function nameColumn(titles: readonly string[]): number {
  const known = titles.map((title) => title.trim().toLowerCase().replaceAll(/[\s-]/g, '_'))
  return nameFields.map((field) => known.indexOf(field)).find((index) => index !== -1) ?? -1
}

/** The name in one entry of a JSON feed: the entry itself or a field of it. */
export function nameInRecord(record: unknown): string | null {
  if (typeof record === 'string') return nameInText(record)
  if (!isRecord(record)) return null
  for (const field of nameFields) {
    const value = Object.entries(record).find(([key]) => key.toLowerCase() === field)?.[1]
    const name = typeof value === 'string' ? nameInText(value) : null
    if (name !== null) return name
  }
  return null
}

/** JSON allows an unpaired surrogate, which databases refuse. */
function nameInText(text: string): string | null {
  return text.isWellFormed() ? nameIn(text.trim()) : null
}

/** Titles of lists of harmless names, which some feeds include next to the list of malicious names. */
const harmlessList = /white|allow|safe|fuzzy|exclu|trusted/i
const depthMax = 4
const sampleSize = 50

/** Some feeds, such as the dump of URLhaus, have an object with the id of each entry as key instead of a list. */
const idKey = /^\d+$/

/**
 * The list of names in a JSON document: the document itself, or the longest list inside it whose entries contain names. Lists of harmless
 * names (`whitelist`, `fuzzylist`) are skipped. The values of an object whose keys are ids are one list, whether each is an entry or a list
 * of entries.
 *
 * @returns `null` when there is none
 */
export function findList(document: unknown, depth = 0): unknown[] | null {
  if (Array.isArray(document)) {
    const hasNames = document.slice(0, sampleSize).some((entry) => nameInRecord(entry) !== null)
    return hasNames || (depth === 0 && document.length === 0) ? document : null
  }
  if (!isRecord(document) || depth === depthMax) return null
  const keys = Object.keys(document)
  const isById = keys.length > 0 && keys.every((key) => idKey.test(key))
  if (isById) return findList(Object.values(document).flat(), depth + 1)
  let longest: unknown[] | null = null
  for (const [key, value] of Object.entries(document)) {
    const list = harmlessList.test(key) ? null : findList(value, depth + 1)
    if (list && list.length > (longest?.length ?? 0)) longest = list
  }
  return longest
}
