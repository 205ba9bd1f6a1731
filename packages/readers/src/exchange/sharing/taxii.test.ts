import { expect, test } from 'vitest'
import * as taxii from './taxii.ts'

test('a page of objects says whether there is another one', () => {
  const answer = { more: true, next: 'n', objects: [{ type: 'identity', id: 'identity--1' }, 7] }
  expect(taxii.isTaxiiEnvelope(answer)).toBe(true)
  expect(taxii.readTaxiiEnvelope(answer)).toEqual({
    more: true,
    next: 'n',
    indicators: [],
    objects: 1,
    byType: { identity: 1 },
    skipped: 1,
  })
  expect(taxii.isTaxiiEnvelope({ more: false })).toBe(true)
  expect(taxii.isTaxiiEnvelope({ type: 'bundle', id: 'bundle--1', objects: [] })).toBe(false)
  expect(taxii.readTaxiiEnvelope({})).toMatchObject({ more: false, next: null, objects: 0 })
})

test('collections without an id or a right are counted as skipped', () => {
  const answer = {
    collections: [{ id: 'a', can_read: true }, { id: 'b', can_read: false, can_write: true }, { id: 'c' }],
  }
  expect(taxii.isTaxiiCollections(answer)).toBe(true)
  expect(taxii.readTaxiiCollections(answer)).toMatchObject({
    collections: [
      { id: 'a', canWrite: false },
      { id: 'b', canWrite: true },
    ],
    readableCollections: ['a'],
    skipped: 1,
  })
})

test('a page of versions is no page of objects', () => {
  const answer = { objects: [{ id: 'identity--1', date_added: '2025-01-02T03:04:05Z', version: 'v' }, {}] }
  expect([taxii.isTaxiiEnvelope(answer), taxii.isTaxiiManifest(answer)]).toEqual([false, true])
  expect(taxii.readTaxiiManifest(answer)).toMatchObject({ objects: 1, skipped: 1, more: false })
})

test('a server says what it offers, what became of objects and what went wrong', () => {
  const discovery = { title: 'T', api_roots: ['https://a.example/1/'], default: 'https://a.example/1/' }
  expect(taxii.isTaxiiDiscovery(discovery)).toBe(true)
  expect(taxii.readTaxiiDiscovery(discovery)).toMatchObject({ apiRoots: ['https://a.example/1/'], contact: null })
  const root = { title: 'T', versions: ['application/taxii+json;version=2.1'], max_content_length: 5 }
  expect(taxii.isTaxiiApiRoot(root)).toBe(true)
  expect(taxii.readTaxiiApiRoot(root).maxContentLength).toBe(5)
  const status = { id: 's', status: 'pending', total_count: 4, success_count: 1, failure_count: 1, pending_count: 2 }
  expect(taxii.isTaxiiStatus(status)).toBe(true)
  expect(taxii.readTaxiiStatus(status)).toMatchObject({ total: 4, succeeded: 1, failed: 1, pending: 2 })
  const error = { title: 'Unauthorized', http_status: '401' }
  expect(taxii.isTaxiiError(error)).toBe(true)
  expect(taxii.readTaxiiError(error)).toEqual({ error: 'Unauthorized', message: null, code: null, status: 401 })
})
