import { expect, test } from 'vitest'
import { idParam, openThreatOf } from './use-open-threat.ts'

test('the id parameter contains the source only in a list of several sources', () => {
  const threat = { source: 'Domain', threatId: 'x-1' } as const
  expect(idParam('Domain', threat)).toBe('x-1')
  expect(idParam('All', threat)).toBe('Domain:x-1')
  expect(openThreatOf('Domain', 'x-1')).toEqual(threat)
  expect(openThreatOf('Bookmarks', 'Domain:x-1')).toEqual(threat)
})

test('an id without a source opens nothing in a list of several sources', () => {
  expect(openThreatOf('All', 'x-1')).toBeNull()
  expect(openThreatOf('All', undefined)).toBeNull()
})
