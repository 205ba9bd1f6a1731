import type { ImportMapping } from '@signet/contract/collection/imports'
import { expect, test } from 'vitest'
import { titleFieldsOf } from '@signet/contract/threats/sources'
import { missingTitles, targetsOf, usesOf, withUse } from './mapping.ts'

const mapping: ImportMapping = {
  fields: { link: 'address', host: 'host' },
  threatType: { otherwise: 'Phishing page' },
  severity: { column: 'risk', otherwise: 'Medium' },
  url: 'address',
}

test('a column can be used for several things', () => {
  expect(usesOf(mapping)).toEqual([
    { column: 'address', target: 'field:link' },
    { column: 'host', target: 'field:host' },
    { column: 'risk', target: 'severity' },
    { column: 'address', target: 'url' },
  ])
})

test('a column that gets the use of another takes it over', () => {
  const changed = withUse(mapping, 'host', 'field:host', 'field:link')
  expect(changed.fields).toEqual({ link: 'host' })
  expect(usesOf(changed)).toContainEqual({ column: 'address', target: 'url' })
})

test('a column that is no longer imported leaves the value of all rows', () => {
  expect(withUse(mapping, 'risk', 'severity', null).severity).toEqual({ otherwise: 'Medium' })
  expect(withUse(mapping, 'address', 'url', null)).not.toHaveProperty('url')
  expect(withUse(mapping, 'risk', 'severity', 'threatType').threatType).toEqual({
    column: 'risk',
    otherwise: 'Phishing page',
  })
})

test('one of the fields that name a threat must be mapped', () => {
  expect(missingTitles('URL', mapping)).toEqual([])
  expect(missingTitles('URL', { ...mapping, fields: { host: 'host' } })).toEqual(['link', 'adURL'])
  expect(missingTitles('Domain', { ...mapping, fields: {} })).toEqual(['domain_name'])
})

test('the fields that name a threat come first among the uses of a column', () => {
  expect(titleFieldsOf('FB')).toEqual(['GroupName', 'PageName', 'postOwnerName', 'Title', 'ProfileName'])
  expect(targetsOf('threat', 'Domain')[0]).toBe('field:domain_name')
  expect(targetsOf('threat', 'Domain')).toContain('lastSeen')
  expect(targetsOf('tout', 'Domain')).toContain('field:faceValue')
})
