import { expect, test } from 'vitest'
import { readPlist } from './plist.ts'

test('a text in a CDATA section is read like any other', () => {
  const plist = Buffer.from(
    '<plist><dict><key>CFBundleDisplayName</key><string>Umber <![CDATA[& Pay]]></string></dict></plist>',
  )
  expect(readPlist(plist)).toEqual(new Map([['CFBundleDisplayName', 'Umber & Pay']]))
})

test('values at the same place of a binary list are read once, whatever refers to them', () => {
  const text = Buffer.concat([Buffer.from([0x5f, 0x11, 0x03, 0xe8]), Buffer.alloc(1000, 'a')])
  const count = 200
  // An array of 200 references to as many objects, all of which lie at the same offset.
  const array = Buffer.concat([
    Buffer.from([0xaf, 0x10, count]),
    Buffer.from(Array.from({ length: count }, (_, at) => at + 1)),
  ])
  const head = Buffer.from('bplist00')
  const offsets = Buffer.alloc(2 * (count + 1))
  offsets.writeUInt16BE(head.length, 0)
  for (let at = 1; at <= count; at += 1) offsets.writeUInt16BE(head.length + array.length, 2 * at)
  const trailer = Buffer.alloc(32)
  trailer[6] = 2
  trailer[7] = 1
  trailer.writeBigUInt64BE(BigInt(count + 1), 8)
  trailer.writeBigUInt64BE(BigInt(head.length + array.length + text.length), 24)
  const read = readPlist(Buffer.concat([head, array, text, offsets, trailer]))
  expect(read).toEqual(Array.from({ length: count }, () => 'a'.repeat(1000)))
})
