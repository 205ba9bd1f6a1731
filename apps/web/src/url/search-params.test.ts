import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ignoredIn, validateThreatSearch } from '../features/threats/threat-search.ts'
import { dayOf, listOf, pageOf, parseSearch, stringifySearch, textOf, webAddressOf } from './search-params.ts'

const word = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((text) => text.trim() === text && text.isWellFormed())

test('any list can be written to the URL and read back unchanged', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 6 }), (items) => {
      expect(listOf(parseSearch(stringifySearch({ type: items }))['type'])).toEqual(items)
    }),
  )
})

test('any text can be written to the URL and read back unchanged', () => {
  fc.assert(
    fc.property(word, (text) => {
      expect(textOf(parseSearch(stringifySearch({ q: text }))['q'])).toBe(text)
    }),
  )
})

test('a threats page reads back from the URL what it wrote', () => {
  const search = fc.record(
    {
      q: word,
      severity: fc.uniqueArray(fc.constantFrom('Critical', 'High', 'Medium', 'Low'), { minLength: 1 }),
      status: fc.uniqueArray(fc.constantFrom('open', 'takedown', 'whitelist'), { minLength: 1 }),
      type: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
      from: fc.constantFrom('2026-11-01', '2026-02-28'),
      sort: fc.constantFrom('severity', 'title'),
      dir: fc.constantFrom('asc', 'desc'),
      auto: fc.constant('1'),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(search, (value) => {
      const read = validateThreatSearch(parseSearch(stringifySearch(value)))
      expect(Object.fromEntries(Object.entries(read).filter(([, each]) => each !== undefined))).toEqual(value)
    }),
  )
})

test('lists stay readable, and a comma inside a value does not split it', () => {
  expect(stringifySearch({ severity: ['Critical', 'High'] })).toBe('?severity=Critical,High')
  expect(stringifySearch({ type: ['a,b', '100%'] })).toBe('?type=a%252Cb,100%2525')
})

test('unset values are left out', () => {
  expect(stringifySearch({ q: undefined, severity: [], status: undefined, id: '' })).toBe('')
})

test('values that are not allowed are dropped', () => {
  expect(validateThreatSearch({ severity: 'Critical,Loud', status: 'x', sort: 'nothing', from: '2026-02-30' })).toEqual(
    expect.objectContaining({ severity: ['Critical'], status: undefined, sort: undefined, from: undefined }),
  )
})

test('values are understood in any case, as their label and by the names of the API', () => {
  expect(validateThreatSearch({ severity: 'low,CRITICAL', status: 'New,false positive' })).toMatchObject({
    severity: ['Low', 'Critical'],
    status: ['open', 'falsePositive'],
  })
  expect(validateThreatSearch({ threatSeverity: 'High', fromDate: '2026-11-01' })).toMatchObject({
    severity: ['High'],
    from: '2026-11-01',
  })
})

test('what a list does not understand is named as it stands in the address', () => {
  const address = {
    severity: 'low,Loud',
    colour: 'red',
    status: 'new',
    sort: 'nothing',
    threatType: 'Phishing site',
    tab: 'x',
    q: '',
  }
  expect(ignoredIn(address)).toEqual(['severity=low,Loud', 'colour=red', 'sort=nothing'])
})

test('a day that does not exist is refused', () => {
  expect(dayOf('2026-02-28')).toBe('2026-02-28')
  expect(dayOf('2026-02-30')).toBeUndefined()
  expect(dayOf('yesterday')).toBeUndefined()
})

test('the page of a list is read back from the URL, and anything but a page number is the first page', () => {
  expect(pageOf(parseSearch(stringifySearch({ page: '12' }))['page'])).toBe('12')
  for (const raw of [undefined, '0', '-1', '1.5', '12345', 'two', ['1', '2']]) expect(pageOf(raw)).toBeUndefined()
})

test('only web addresses are filled in from the address of the page', () => {
  expect(webAddressOf('https://evil.example/a?b=1')).toBe('https://evil.example/a?b=1')
  for (const value of ['javascript:alert(1)', 'evil.example', 'https://', 5, undefined]) {
    expect(webAddressOf(value)).toBeUndefined()
  }
})
