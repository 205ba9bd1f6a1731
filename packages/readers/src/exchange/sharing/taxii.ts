import { idIn, isObject, type Items, type Json, listIn, numberIn, readItems, textIn, textsIn } from '../../narrow.ts'
import { isStixObject, readStixObjects, type StixObjects } from './stix.ts'

/** A page of the objects of a collection. */
export interface TaxiiEnvelope extends StixObjects {
  /** Whether there is a page after this one. */
  more: boolean
  /** What to ask for that page with. */
  next: string | null
}

/** A collection of a server. */
export interface TaxiiCollection {
  id: string
  title: string | null
  alias: string | null
  canRead: boolean
  canWrite: boolean
}

/** The collections of a server. */
export interface TaxiiCollections {
  collections: TaxiiCollection[]
  /** The ids of those that may be read. */
  readableCollections: string[]
  skipped: number
}

/** What a server offers. */
export interface TaxiiDiscovery {
  title: string
  apiRoots: string[]
  defaultApiRoot: string | null
  contact: string | null
}

/** A version of an object in a collection. */
export interface TaxiiManifestEntry {
  id: string
  version: string | null
  addedAt: string | null
}

/** A page of the versions in a collection. */
export interface TaxiiManifest extends Items<TaxiiManifestEntry> {
  objects: number
  more: boolean
  next: string | null
}

/** Whether an answer is a page of objects. An empty page may be `{}`, which other APIs answer too. */
export function isTaxiiEnvelope(answer: unknown): boolean {
  if (!isObject(answer) || 'type' in answer) return false
  const first = listIn(answer, 'objects').slice(0, 20)
  return first.some(isStixObject) || (first.length === 0 && typeof answer['more'] === 'boolean')
}

/** Reads a page of objects (TAXII 2.1, section 3.7). */
export function readTaxiiEnvelope(answer: unknown): TaxiiEnvelope {
  return { ...pageOf(answer), ...readStixObjects(listIn(answer, 'objects')) }
}

const pageOf = (answer: unknown) => ({
  more: isObject(answer) && answer['more'] === true,
  next: textIn(answer, 'next'),
})

/** Whether an answer is a page of versions. */
export function isTaxiiManifest(answer: unknown): boolean {
  const first = listIn(answer, 'objects').slice(0, 20)
  return first.some((each) => textIn(each, 'date_added') !== null && textIn(each, 'version') !== null)
}

/** Reads a page of versions (TAXII 2.1, section 5.3). */
export function readTaxiiManifest(answer: unknown): TaxiiManifest {
  const read = readItems(listIn(answer, 'objects'), (entry) => {
    const id = idIn(entry, 'id')
    return id === null ? null : { id, version: textIn(entry, 'version'), addedAt: textIn(entry, 'date_added') }
  })
  return { ...pageOf(answer), ...read, objects: read.items.length }
}

/** Whether an answer lists collections. */
export function isTaxiiCollections(answer: unknown): boolean {
  return listIn(answer, 'collections')
    .slice(0, 20)
    .some((each) => isObject(each) && 'can_read' in each)
}

/** Reads a list of collections (TAXII 2.1, section 5.1). */
export function readTaxiiCollections(answer: unknown): TaxiiCollections {
  const { items, skipped } = readItems(listIn(answer, 'collections'), collectionOf)
  const readable = items.filter(({ canRead }) => canRead)
  return { collections: items, readableCollections: readable.map(({ id }) => id), skipped }
}

function collectionOf(collection: Json): TaxiiCollection | null {
  const id = idIn(collection, 'id')
  if (id === null || typeof collection['can_read'] !== 'boolean') return null
  return {
    id,
    title: textIn(collection, 'title'),
    alias: textIn(collection, 'alias'),
    canRead: collection['can_read'],
    canWrite: collection['can_write'] === true,
  }
}

/** Whether an answer says what a server offers. */
export function isTaxiiDiscovery(answer: unknown): boolean {
  return textIn(answer, 'title') !== null && isObject(answer) && Array.isArray(answer['api_roots'])
}

/** Reads what a server offers (TAXII 2.1, section 4.1). */
export function readTaxiiDiscovery(answer: unknown): TaxiiDiscovery {
  return {
    title: textIn(answer, 'title') ?? '',
    apiRoots: textsIn(answer, 'api_roots'),
    defaultApiRoot: textIn(answer, 'default'),
    contact: textIn(answer, 'contact'),
  }
}

const taxiiType = 'application/taxii+json'

/** Whether an answer describes an API root. */
export function isTaxiiApiRoot(answer: unknown): boolean {
  return (
    textIn(answer, 'title') !== null && textsIn(answer, 'versions').some((version) => version.startsWith(taxiiType))
  )
}

/** Reads the description of an API root (TAXII 2.1, section 4.2). */
export function readTaxiiApiRoot(answer: unknown) {
  return {
    title: textIn(answer, 'title') ?? '',
    versions: textsIn(answer, 'versions'),
    maxContentLength: numberIn(answer, 'max_content_length'),
  }
}

const counts = ['total_count', 'success_count', 'failure_count', 'pending_count'] as const

/** Whether an answer says what became of added objects. */
export function isTaxiiStatus(answer: unknown): boolean {
  return textIn(answer, 'status') !== null && counts.every((count) => numberIn(answer, count) !== null)
}

/** Reads what became of added objects (TAXII 2.1, section 4.3). */
export function readTaxiiStatus(answer: unknown) {
  const [total, succeeded, failed, pending] = counts.map((count) => numberIn(answer, count))
  return { id: idIn(answer, 'id'), status: textIn(answer, 'status'), total, succeeded, failed, pending }
}

/** Whether an answer is an error of a server. */
export function isTaxiiError(answer: unknown): boolean {
  const isCoded = ['error_id', 'error_code', 'http_status'].some((field) => idIn(answer, field) !== null)
  return textIn(answer, 'title') !== null && isCoded
}

/** Reads an error (TAXII 2.1, section 3.6.1). */
export function readTaxiiError(answer: unknown) {
  return {
    error: textIn(answer, 'title') ?? '',
    message: textIn(answer, 'description'),
    code: idIn(answer, 'error_code'),
    status: numberIn(answer, 'http_status'),
  }
}
