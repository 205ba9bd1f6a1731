import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodePng } from './encode-png.ts'

test('a picture holds its pixels row by row, each as the difference to the one before', () => {
  const rgba = Uint8Array.from([10, 20, 30, 255, 11, 19, 30, 255, 0, 0, 0, 255, 255, 255, 255, 255])
  const png = encodePng({ width: 2, height: 2, rgba })
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([2, 2, 8, 2])
  const length = png.readUInt32BE(33)
  expect(png.subarray(37, 41).toString()).toBe('IDAT')
  expect([...inflateSync(png.subarray(41, 41 + length))]).toEqual([1, 10, 20, 30, 1, 255, 0, 1, 0, 0, 0, 255, 255, 255])
  expect(png.subarray(-8, -4).toString()).toBe('IEND')
})
