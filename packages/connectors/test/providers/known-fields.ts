import { expect } from 'vitest'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { everySource } from '@signet/contract/threats/sources'

/** Every field that a connector yields has a label, and a column of the lists: the field table of its source contains it. */
export function expectKnownFields(observations: readonly SourceObservation[]): void {
  for (const { source, fields } of observations) {
    const names = Object.entries(fields).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
    )
    const known = new Set<string>(everySource[source].fields.map(({ field }) => field))
    expect(
      names.filter((name) => !known.has(name)),
      `fields of ${source} that the table lacks`,
    ).toEqual([])
  }
}
