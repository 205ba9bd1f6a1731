import type { FileKind } from '../../file-kind.ts'
import type { SourceFile } from '../../source-file.ts'
import type { Items } from '../../narrow.ts'
import { isCef, readCef } from './cef.ts'
import { isEcs, readEcs } from './ecs.ts'
import { isMisp, readMisp } from './misp.ts'
import { readStixObjects, stixObjectsIn } from './stix.ts'
import * as taxii from './taxii.ts'
import { isXarf, readXarf } from './xarf.ts'

/** Formats in which teams share indicators and reports. */
export const sharingKinds: readonly FileKind[] = [
  {
    name: 'xarf',
    recognizes: ({ json }) => isXarf(json),
    read: ({ json }) => readXarf(json),
  },
  {
    name: 'misp',
    recognizes: ({ json }) => isMisp(json),
    read: ({ json }) => recordsOf(readMisp(json), 'skippedEvents'),
  },
  {
    name: 'stix',
    recognizes: ({ json }) => stixObjectsIn(json) !== null,
    read: ({ json }) => stixRecords(stixObjectsIn(json) ?? []),
  },
  {
    name: 'taxii',
    recognizes: ({ json }) => taxiiAnswer(json) !== undefined,
    read: ({ json }) => taxiiAnswer(json)?.read(json) ?? {},
  },
  {
    name: 'ecs',
    recognizes: (file) => isEcs(documentsIn(file)),
    read: (file) => recordsOf(readEcs(documentsIn(file)), 'skipped'),
  },
  {
    name: 'cef',
    recognizes: ({ text }) => isCef(text),
    read: ({ text }) => recordsOf(readCef(text), 'skipped'),
  },
]

/** The answers of TAXII servers, each with what tells it from the others. */
const taxiiAnswers: { is: (json: unknown) => boolean; read: (json: unknown) => object }[] = [
  { is: taxii.isTaxiiEnvelope, read: taxii.readTaxiiEnvelope },
  { is: taxii.isTaxiiManifest, read: taxii.readTaxiiManifest },
  { is: taxii.isTaxiiCollections, read: taxii.readTaxiiCollections },
  { is: taxii.isTaxiiDiscovery, read: taxii.readTaxiiDiscovery },
  { is: taxii.isTaxiiApiRoot, read: taxii.readTaxiiApiRoot },
  { is: taxii.isTaxiiStatus, read: taxii.readTaxiiStatus },
  { is: taxii.isTaxiiError, read: taxii.readTaxiiError },
]

const taxiiAnswer = (json: unknown) => taxiiAnswers.find(({ is }) => is(json))

/** One record per indicator, each with the figures of the whole file; these alone if it contains no indicator. */
function stixRecords(objects: readonly unknown[]): readonly object[] {
  const { indicators, ...figures } = readStixObjects(objects)
  return indicators.length === 0 ? [figures] : indicators.map((indicator) => ({ ...indicator, ...figures }))
}

/** One record per item, each with how many values in the file are none. */
function recordsOf({ items, skipped }: Items<object>, name: string): readonly object[] {
  return items.map((item) => ({ ...item, [name]: skipped }))
}

/** The documents of a file: one, a list, or one per line. A line that is none is null. */
function documentsIn(file: SourceFile): readonly unknown[] {
  const { json, text } = file
  if (Array.isArray(json)) return json
  if (json !== undefined) return [json]
  if (!text.trimStart().startsWith('{')) return []
  const [lines, documents] = [text.split('\n').filter((line) => line.trim() !== ''), file.jsonLines]
  return [...documents, ...Array.from({ length: lines.length - documents.length }, () => null)]
}
