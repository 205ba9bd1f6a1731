import { expect, test } from 'vitest'
import { qrMatrix } from './qr-matrix.ts'

const print = async (text: string) => {
  const rows = qrMatrix(text).map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rows.join('\n')))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { size: rows.length, digest: hex.slice(0, 16) }
}
const uri = 'otpauth://totp/Signet:client%40demo.example?secret=ABCDEFGHIJ234567ABCDEFGHIJ234567&issuer=Signet'

// Another program (jsQR 1.4) read the texts back from these very modules, and from 17 more of every length.
test.each([
  ['x', { size: 21, digest: '7a0655e659c924cf' }],
  [uri, { size: 41, digest: '6a32d6a16446c3a6' }],
  [uri.repeat(4), { size: 77, digest: 'e9138b2340a9575c' }],
])('draws the code that readers read: %s', async (text, drawn) => {
  expect(await print(text)).toEqual(drawn)
})

test('has the three finder patterns and the timing lines between them', () => {
  const rows = qrMatrix(uri)
  const last = rows.length - 7
  for (const [x, y] of [
    [0, 0],
    [last, 0],
    [0, last],
  ] as const) {
    expect(rows.slice(y, y + 7).map((row) => row.slice(x, x + 7).filter(Boolean).length)).toEqual([7, 2, 5, 5, 5, 2, 7])
  }
  expect(rows[6]?.slice(8, last - 1).every((isDark, index) => isDark === (index % 2 === 0))).toBe(true)
})

test('refuses what no code of it can hold', () => {
  expect(() => qrMatrix('x'.repeat(667))).toThrow(RangeError)
})
