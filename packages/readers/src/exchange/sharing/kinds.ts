import type { FileKind } from '../../file-kind.ts'
import type { Items } from '../fields.ts'
import { isMisp, readMisp, type MispEvent } from './misp.ts'
import { readStixObjects, stixObjectsIn } from './stix.ts'

/** Formats in which teams share indicators and reports. */
export const sharingKinds: readonly FileKind[] = [
  {
    name: 'misp',
    recognizes: ({ json }) => isMisp(json),
    read: ({ json }) => mispRecords(readMisp(json)),
  },
  {
    name: 'stix',
    recognizes: ({ json }) => stixObjectsIn(json) !== null,
    read: ({ json }) => stixRecords(stixObjectsIn(json) ?? []),
  },
]

/** One record per indicator, each with the figures of the whole file; these alone if it contains no indicator. */
function stixRecords(objects: readonly unknown[]): readonly object[] {
  const { indicators, ...figures } = readStixObjects(objects)
  return indicators.length === 0 ? [figures] : indicators.map((indicator) => ({ ...indicator, ...figures }))
}

/** One record per event, each with the number of values in the file that are no events. */
function mispRecords({ items, skipped }: Items<MispEvent>): readonly object[] {
  return items.map((event) => ({ ...event, skippedEvents: skipped }))
}
