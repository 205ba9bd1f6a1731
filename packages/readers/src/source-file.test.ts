import { expect, test } from 'vitest'
import { SourceFile } from './source-file.ts'

const file = (text: string, encoding: BufferEncoding = 'utf8') => new SourceFile('file', Buffer.from(text, encoding))

test('text is decoded by its byte order mark, else as UTF-8, else as Windows-1252', () => {
  expect(file('\uFEFFnörthwind').text).toBe('nörthwind')
  expect(file('\uFEFFnörthwind', 'utf16le').text).toBe('nörthwind')
  expect(new SourceFile('file', Buffer.from([0xfe, 0xff, 0x00, 0xf6])).text).toBe('ö')
  expect(new SourceFile('file', Buffer.from([0x6e, 0xf6, 0x96])).text).toBe('nö–')
})

test('JSON keeps integers that a number can’t hold as they are written', () => {
  expect(file('{"id": 9007199254740993, "small": -12, "part": 0.1, "power": 1e30}').json).toEqual({
    id: '9007199254740993',
    small: -12,
    part: 0.1,
    power: 1e30,
  })
  expect(file('[-9007199254740993]').json).toEqual(['-9007199254740993'])
  expect(file('{"a":\n9007199254740993,"b":[1,9007199254740991]}').json).toEqual({
    a: '9007199254740993',
    b: [1, 9_007_199_254_740_991],
  })
})

test('a file that is no JSON has none, and lines that are no objects are left out', () => {
  expect(file('[1, 2').json).toBeUndefined()
  expect(file('"text"').json).toBeUndefined()
  expect(file('[INF] started\n{"a": 1}\r\n\n{"b": \n{"c": 3}').jsonLines).toEqual([{ a: 1 }, { c: 3 }])
})
