import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { definitions } from './index.ts'
import { bool, company, csv, csvOf, day, id, int, page, paging, text, writtenValue } from './wire.ts'

const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeDecode(schema, value).success
const decoded = (schema: z.ZodMiniType, value: unknown) => z.decode(schema, value)

const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`).join(',')

describe('a comma-joined list', () => {
  // Spaces around a value are removed, and an empty value counts as missing.
  const value = fc
    .oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: fc.constantFrom('%', ',', '2', 'C', 'c', '5', 'a'), maxLength: 12 }),
    )
    .filter((item) => item !== '' && item.trim() === item)

  test('survives a round trip, whatever its values', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 100 }), (items) => {
        expect(decoded(csv, z.encode(csv, items))).toEqual(items)
      }),
    )
  })

  test('survives a round trip through an address', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 10 }), (items) => {
        fc.pre(items.every((item) => item.isWellFormed()))
        const query = new URLSearchParams({ list: z.encode(csv, items) as string }).toString()
        expect(decoded(csv, new URLSearchParams(query).get('list'))).toEqual(items)
      }),
    )
  })

  test('may be written as a repeated key, with blanks, and with empty values that do not count', () => {
    expect(decoded(csv, 'a,b')).toEqual(['a', 'b'])
    expect(decoded(csv, ['a', 'b,c'])).toEqual(['a', 'b', 'c'])
    expect(decoded(csv, ' a , ,b,')).toEqual(['a', 'b'])
    expect(decoded(csv, '')).toEqual([])
  })

  test('writes a comma inside a value as %2C and a percent sign as %25', () => {
    expect(z.encode(csv, ['a,b', '50%', '%2C'])).toBe('a%2Cb,50%25,%252C')
    expect(decoded(csv, 'a%2cb')).toEqual(['a,b'])
  })

  test('holds at most 100 values of at most 200 characters', () => {
    expect(accepts(csv, many(100))).toBe(true)
    expect(accepts(csv, many(101))).toBe(false)
    expect(accepts(csv, 'x'.repeat(200))).toBe(true)
    expect(accepts(csv, 'x'.repeat(201))).toBe(false)
  })

  test('of given values refuses any other', () => {
    const colours = csvOf(['red', 'green'])
    expect(decoded(colours, 'green,red')).toEqual(['green', 'red'])
    expect(accepts(colours, 'green,blue')).toBe(false)
    expect(z.encode(colours, ['red', 'green'])).toBe('red,green')
  })
})

test('a list of given values takes each in any case, and its label', () => {
  const sources = csvOf(['FB', 'DarkWeb', 'APK'], (name) => (name === 'FB' ? 'Facebook' : name))
  expect(decoded(sources, 'fb,facebook,Dark web,dark-web,apk')).toEqual(['FB', 'FB', 'DarkWeb', 'DarkWeb', 'APK'])
  expect(accepts(sources, 'Face')).toBe(false)
})

describe('a whole number', () => {
  test('survives a round trip', () => {
    const number = int(0, 999_999_999)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (value) => {
        expect(decoded(number, z.encode(number, value))).toBe(value)
      }),
    )
  })

  test.each(['', ' 1', '1 ', '+1', '-1', '1.0', '1e3', '0x10', '１', 'one', '1234567890', 'NaN', 'Infinity'])(
    'is not %j',
    (written) => expect(accepts(int(0, 999_999_999), written)).toBe(false),
  )

  test('can be as low and as high as its limits', () => {
    expect(['0', '1', '200', '201'].map((written) => accepts(int(1, 200), written))).toEqual([false, true, true, false])
  })
})

test('a flag is true or false and nothing else', () => {
  expect([decoded(bool, 'true'), decoded(bool, 'false')]).toEqual([true, false])
  expect([z.encode(bool, true), z.encode(bool, false)]).toEqual(['true', 'false'])
  for (const written of ['1', '0', 'yes', 'TRUE', '', true]) expect(accepts(bool, written)).toBe(false)
})

describe('a day', () => {
  test.each(['2026-01-31', '2024-02-29', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00.123+02:00'])(
    'may be %s',
    (written) => expect(accepts(day, written)).toBe(true),
  )
  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20260101',
    '01.02.2026',
    '2026-01-01T',
    '2026-01-01T10:00',
    '2026-01-01T24:61:00Z',
    '2026-01-01 or 1=1',
    'today',
    '',
  ])('is not %j', (written) => expect(accepts(day, written)).toBe(false))

  test('is any day of the calendar', () => {
    const someDay = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(fc.property(someDay, (date) => accepts(day, date.toISOString().slice(0, 10))))
  })
})

describe('text', () => {
  test('is trimmed and normalised before it is measured', () => {
    expect(decoded(text(3), '  abc  ')).toBe('abc')
    expect(decoded(text(1), 'e\u0301')).toBe('é')
    expect(accepts(text(3), 'abcd')).toBe(false)
    expect(accepts(text(10, 2), ' a ')).toBe(false)
  })

  test('never holds NUL or a broken character', () => {
    for (const written of ['a\0', '\uD800', '\uDC00\uD800', 'a\uDBFFb']) expect(accepts(text(10), written)).toBe(false)
    expect(accepts(text(10), '👩‍🚒')).toBe(true)
  })
})

test('an id is a UUID and a company one key of at most 100 characters', () => {
  expect(accepts(id, '0b7d5c1e-5a51-4c6b-9f0e-0123456789ab')).toBe(true)
  for (const written of ['1', '', 'x'.repeat(36), `0b7d5c1e-5a51-4c6b-9f0e-0123456789ab'`]) {
    expect(accepts(id, written)).toBe(false)
  }
  expect(accepts(company, 'x'.repeat(100))).toBe(true)
  for (const written of ['', 'x'.repeat(101), ['a', 'b']]) expect(accepts(company, written)).toBe(false)
})

test('a list without parameters uses its first sort field, descending, twenty per page', () => {
  expect(decoded(z.object(paging(['firstSeen', 'title'])), {})).toEqual({
    pageNumber: 1,
    limit: 20,
    sortField: 'firstSeen',
    sortDirection: 'desc',
  })
})

test('a page drops what its items do not declare', () => {
  const names = page(z.object({ name: z.string() }))
  const sent = { items: [{ name: 'a', secret: 'b' }], total: 1, pageNumber: 1, limit: 20 }
  expect(z.encode(names, sent)).toEqual({ ...sent, items: [{ name: 'a' }] })
})

test('a query is written without its schema as it is with it', () => {
  const samples = ['2026-10-05', 'Facebook', 'asc', 7, true, false, ['a', 'b,c', '100%']]
  let compared = 0
  const different: string[] = []
  for (const { path, query } of Object.values(definitions)) {
    const { shape = {} } = (query as z.ZodMiniObject | undefined)?._zod.def ?? {}
    for (const [name, schema] of Object.entries(shape)) {
      for (const value of samples) {
        const encoded = z.safeEncode(schema as z.ZodMiniType, value)
        if (!encoded.success) continue
        compared += 1
        if (String(encoded.data) !== writtenValue(value)) different.push(`${path} ${name}: ${String(value)}`)
      }
    }
  }
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(900)
})
