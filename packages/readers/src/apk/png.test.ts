import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readApk } from './apk.ts'
import { decodePng } from './png.ts'

const chunk = (type: string, data: Buffer) => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)])
  bytes.writeUInt32BE(data.length, 0)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}

/** A picture of given rows, each with its filter first. */
function png(width: number, depth: number, colours: number, rows: number[][], ...more: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, rows.length, depth, colours, 0, 0, 0])
  const data = deflateSync(Buffer.from(rows.flat()))
  const signature = Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), ...more, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}
const pixels = (bytes: Buffer) => [...(decodePng(bytes)?.pixels ?? [])]

test.each<[kind: string, bytes: Buffer, expected: number[]]>([
  ['grey', png(2, 8, 0, [[0, 7, 200]]), [7, 7, 7, 255, 200, 200, 200, 255]],
  ['grey of one bit', png(2, 1, 0, [[0, 0b01000000]]), [0, 0, 0, 255, 255, 255, 255, 255]],
  ['grey with opacity', png(1, 8, 4, [[0, 7, 9]]), [7, 7, 7, 9]],
  ['colours', png(1, 8, 2, [[0, 1, 2, 3]]), [1, 2, 3, 255]],
  ['colours with opacity', png(1, 8, 6, [[0, 1, 2, 3, 4]]), [1, 2, 3, 4]],
  [
    'a palette',
    png(2, 4, 3, [[0, 0x10]], chunk('PLTE', Buffer.from([1, 2, 3, 4, 5, 6])), chunk('tRNS', Buffer.from([0]))),
    [4, 5, 6, 255, 1, 2, 3, 0],
  ],
])('a picture of %s is decoded', (_, bytes, expected) => {
  expect(pixels(bytes)).toEqual(expected)
})

test('each filter of a row is undone', () => {
  const rows = [0, 1, 2, 3, 4].map((filter) => [filter, 10, 20])
  // Of each row: as it is, from the left, from above, from the mean of both, from the nearest of three.
  const greys = [10, 20, 10, 30, 20, 50, 20, 55, 30, 75]
  expect(pixels(png(2, 8, 0, rows)).filter((_, at) => at % 4 === 0)).toEqual(greys)
})

test('what isn’t such a picture is left alone', () => {
  expect(decodePng(Buffer.from('no picture'))).toBeUndefined()
  expect(decodePng(png(1, 16, 0, [[0, 1, 2]]))).toBeUndefined()
  expect(decodePng(png(3, 8, 0, [[0, 1, 2]]))).toBeUndefined()
  const icon = readApk(
    readFileSync(path.resolve(import.meta.dirname, '../../test/apk/northwind-official.apk')),
  ).iconBytes
  const bytes = icon?.bytes ?? Buffer.alloc(0)
  expect(decodePng(bytes)).toMatchObject({ width: 144, height: 144 })
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      const damaged = Buffer.from(bytes)
      damaged.writeUInt8(value, at)
      decodePng(damaged)
    }),
    { numRuns: 100 },
  )
})
