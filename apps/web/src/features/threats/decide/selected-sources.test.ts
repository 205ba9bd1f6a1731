import { expect, test } from 'vitest'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { createGridStore } from '../../../ui/grid/columns/grid-store.ts'
import type { AnyThreat } from '../records.ts'
import { selectedSources, sourceIn } from './selected-sources.ts'

const row = (id: string, source: string) => ({ id, source })
// Only what the function reads.
// oxlint-disable-next-line typescript/consistent-type-assertions
const rowsOf = (loaded: readonly object[], matching: number) =>
  ({ loaded, matching }) as unknown as PagedRows<AnyThreat>

test('the sources of a selection are those of its rows, and unknown if some of them are not loaded', () => {
  const store = createGridStore()
  const rows = rowsOf([row('a', 'EASM'), row('b', 'Domain')], 2)
  expect(selectedSources(store, rows, undefined)).toEqual([])
  store.select(['a'])
  expect(selectedSources(store, rows, undefined)).toEqual(['EASM'])
  store.selectAll()
  expect(selectedSources(store, rows, undefined)).toEqual(['EASM', 'Domain'])
  expect(selectedSources(store, rowsOf(rows.loaded, 300), undefined)).toEqual([])
})

test('everything that a list of one source finds has that source, loaded or not', () => {
  const store = createGridStore()
  store.selectAll()
  const only = sourceIn({ source: 'EASM', threatSeverity: 'High' })
  expect(selectedSources(store, rowsOf([row('a', 'EASM')], 300), only)).toEqual(['EASM'])
  expect(sourceIn({ threatSeverity: 'High' })).toBeUndefined()
})
