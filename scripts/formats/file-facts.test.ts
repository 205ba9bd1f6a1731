import { expect, test } from 'vitest'
import { factsOfFile } from './file-facts.ts'

test('a file with one record has its fields, and one with several those that all have with the same value', () => {
  expect(factsOfFile([{ a: 1, b: [2] }], {})).toEqual({ a: 1, b: [2] })
  const records = [
    { objects: 2, byType: { x: 1 }, id: 'a' },
    { objects: 2, byType: { x: 1 }, id: 'b' },
  ]
  expect(factsOfFile(records, {})).toEqual({ objects: 2, byType: { x: 1 } })
  expect(factsOfFile([], {})).toEqual({})
})

test('a query is answered from the services of a bootstrap file', () => {
  const services = [
    { keys: ['cz', '64500-64510'], urls: ['https://rdap.example/'] },
    { keys: ['64505'], urls: ['https://other.example/'] },
  ]
  const answer = (query: string) => factsOfFile([{ services }], { query })
  expect(answer('a.CZ')).toMatchObject({ query: 'a.CZ', baseUrls: ['https://rdap.example/'] })
  expect(answer('AS64505')).toMatchObject({ baseUrls: ['https://other.example/'] })
  expect(answer('a.example')).toMatchObject({ baseUrls: [] })
})

test('an expected number of attributes counts those outside objects', () => {
  const attributes = [
    { value: 'a', fromObject: null },
    { value: 'b', fromObject: 'file' },
  ]
  expect(factsOfFile([{ attributes }], { attributes: 1 })).toEqual({ attributes: [attributes[0]] })
  expect(factsOfFile([{ attributes }], { attributes: [] })).toEqual({ attributes })
})
