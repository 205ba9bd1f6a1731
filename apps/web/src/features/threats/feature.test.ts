import { expect, test } from 'vitest'
import { feature } from './feature.ts'
import { sourceOfSlug } from './threat-source.ts'

const target = (search: Record<string, string>) => {
  const [page] = feature.pages
  return 'leadsTo' in page ? page.leadsTo({}, search) : null
}

test('threats without a source in the path open the list that the address asks for', () => {
  expect(target({})).toBe('/threats/All?view=review')
  expect(target({ severity: 'low' })).toBe('/threats/All?severity=low')
  expect(target({ threatSource: 'apk', severity: 'low' })).toBe('/threats/apk?severity=low')
  expect(target({ threatSource: 'Google Maps' })).toBe('/threats/Google%20Maps')
})

test('a path names a source by its name or its label', () => {
  for (const slug of [
    'Financial Fraud Intelligence',
    'financial-fraud-intelligence',
    'Document Leaks',
    'google maps',
    'Facebook',
  ])
    expect(sourceOfSlug(slug), slug).not.toBeNull()
  expect(sourceOfSlug('Friendster')).toBeNull()
})
