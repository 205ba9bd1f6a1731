import { UnreadableFile } from '../file-kind.ts'
import { isMisp, readMisp } from '../exchange/sharing/misp.ts'
import { isStixObject, readStixObjects, stixObjectsIn } from '../exchange/sharing/stix.ts'
import { isObject, objectsOf, type Json } from '../narrow.ts'
import { parseJson } from '../source-file.ts'
import { valuesOf, type BrokenRow, type FileRow } from './row.ts'
import { linesOf } from './texts.ts'

/** The longest document that is no list and has no lines, such as a bundle of STIX, and the longest entry of a list. */
const documentMax = 64 * 1024 * 1024

/** What the entries of a JSON file are. */
export type JsonKind = 'json' | 'stix' | 'misp'

/** What a JSON file contains. */
export interface JsonRows {
  kind: JsonKind
  rows: AsyncIterable<FileRow | BrokenRow>
}

/**
 * The rows of a JSON file: of a list, of one object per line, or of a document that contains a list. Lists and lines are read one after the
 * other, so they can have any length.
 *
 * @param head the beginning of the text
 * @throws UnreadableFile for a document that can't be parsed or is too long
 */
export async function readJsonRows(head: string, texts: AsyncIterable<string>): Promise<JsonRows> {
  if (head.trimStart().startsWith('[')) return ofFirst(entriesOf(texts))
  const [line = ''] = head.trimStart().split('\n', 1)
  const first = parseJson(line)
  const isOneLine = head.trim().length === line.trim().length
  if (isObject(first) && !(isOneLine && isDocument(first))) return ofFirst(objectLines(texts))
  return readDocument(await wholeText(texts))
}

const isDocument = (value: Json) => stixObjectsIn(value) !== null || isMisp(value) || listIn(value) !== null

/** An entry of a list as text; null if its line is too long. */
export interface Entry {
  line: number
  text: string | null
}

/** The kind of the first entry is that of all. */
async function ofFirst(entries: AsyncGenerator<Entry>): Promise<JsonRows> {
  const first = await entries.next()
  if (first.done) return { kind: 'json', rows: entriesAsRows('json', [], entries) }
  const value = first.value.text === null ? undefined : parseJson(first.value.text)
  const kind = isStixObject(value) ? 'stix' : isMisp([value]) ? 'misp' : 'json'
  return { kind, rows: entriesAsRows(kind, [first.value], entries) }
}

async function* entriesAsRows(
  kind: JsonKind,
  first: readonly Entry[],
  rest: AsyncIterable<Entry>,
): AsyncGenerator<FileRow | BrokenRow> {
  for (const entry of first) yield* rowsOfEntry(kind, entry)
  for await (const entry of rest) yield* rowsOfEntry(kind, entry)
}

function* rowsOfEntry(kind: JsonKind, { line, text }: Entry): Generator<FileRow | BrokenRow> {
  if (text === null) {
    yield { line, broken: 'tooLong' }
    return
  }
  const value = parseJson(text)
  if (isObject(value)) for (const values of recordsOf(kind, value)) yield { line, values }
  else yield { line, broken: 'notJson' }
}

/** The records of one entry: an event of MISP and an indicator of STIX have one per value. */
function recordsOf(kind: JsonKind, value: Json): FileRow['values'][] {
  if (kind === 'misp') return mispRecords(value)
  return kind === 'stix' ? stixRecords([value]) : [valuesOf(value)]
}

function mispRecords(answer: unknown): FileRow['values'][] {
  return readMisp(answer).items.flatMap(({ attributes, ...event }) =>
    attributes.map(({ parts, type, ...attribute }) =>
      valuesOf({
        ...attribute,
        type,
        event: event.info,
        date: event.date,
        threatLevel: event.threatLevel,
        // `domain|ip` names what the parts are.
        ...Object.fromEntries(type.split('|').map((name, at) => [name, parts[at] ?? attribute.value])),
      }),
    ),
  )
}

/** Indicators that were revoked are left out. */
function stixRecords(objects: readonly unknown[]): FileRow['values'][] {
  const indicators = readStixObjects(objects).indicators.filter(({ revoked }) => !revoked)
  return indicators.flatMap(({ observables, ...indicator }) =>
    observables.map(({ type, value }) =>
      valuesOf({
        id: observables.length === 1 ? indicator.id : `${indicator.id} ${value}`,
        name: indicator.name,
        description: indicator.description,
        type,
        value,
        [type]: value,
        validFrom: indicator.validFrom,
        modified: indicator.modified,
        confidence: indicator.confidence,
        labels: indicator.labels,
        indicatorTypes: indicator.indicatorTypes,
      }),
    ),
  )
}

/** The first list of objects in a document. */
const listIn = (document: Json): Json[] | null =>
  Object.values(document)
    .map(objectsOf)
    .find((list) => list.length > 0) ?? null

function readDocument(text: string): JsonRows {
  const value = parseJson(text)
  if (!isObject(value)) throw new UnreadableFile('damaged', 'it is not JSON')
  const objects = stixObjectsIn(value)
  const kind = objects ? 'stix' : isMisp(value) ? 'misp' : 'json'
  const records = objects
    ? stixRecords(objects)
    : kind === 'misp'
      ? mispRecords(value)
      : (listIn(value) ?? [value]).map(valuesOf)
  return { kind, rows: numbered(records) }
}

/** The records of a document have no lines of their own, so they are counted. */
async function* numbered(records: readonly FileRow['values'][]): AsyncGenerator<FileRow> {
  for (const [at, values] of records.entries()) yield { line: at + 1, values }
}

async function wholeText(texts: AsyncIterable<string>): Promise<string> {
  const parts: string[] = []
  let length = 0
  for await (const text of texts) {
    length += text.length
    if (length > documentMax) throw new UnreadableFile('tooLarge', `it is longer than ${documentMax} characters`)
    parts.push(text)
  }
  return parts.join('')
}

async function* objectLines(texts: AsyncIterable<string>): AsyncGenerator<Entry> {
  for await (const { number, text } of linesOf(texts)) if (text?.trim() !== '') yield { line: number, text }
}

const quote = 0x22
const backslash = 0x5c
const opening = new Set([0x7b, 0x5b])
const closing = new Set([0x7d, 0x5d])

/**
 * The objects of a list as texts, found by their brackets, so that a list can have any length.
 *
 * @param entryMax characters of an entry
 * @throws UnreadableFile for an entry that is longer, or a list that isn't closed
 */
export async function* entriesOf(texts: AsyncIterable<string>, entryMax = documentMax): AsyncGenerator<Entry> {
  let [depth, line, entryLine, held] = [0, 1, 1, '']
  let [inText, isEscaped] = [false, false]
  for await (const text of texts) {
    let from = depth > 1 ? 0 : -1
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x0a) line += 1
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (code === backslash) isEscaped = true
        else if (code === quote) inText = false
      } else if (code === quote) inText = true
      else if (opening.has(code)) {
        depth += 1
        if (depth === 2) [from, entryLine] = [at, line]
      } else if (closing.has(code)) {
        depth -= 1
        if (depth === 0) return
        if (depth > 1) continue
        const whole = held + text.slice(from, at + 1)
        yield { line: entryLine, text: whole }
        ;[held, from] = ['', -1]
      }
    }
    if (from >= 0) held += text.slice(from)
    if (held.length > entryMax) throw new UnreadableFile('tooLarge', `an entry is longer than ${entryMax}`)
  }
  throw new UnreadableFile('damaged', 'its list is not closed')
}
