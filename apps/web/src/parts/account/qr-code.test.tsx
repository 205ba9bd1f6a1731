// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

/** The modules drawn for a text, row by row, without the quiet zone; `#` is dark. */
function draw(text: string): string[] {
  const { container } = render(<QrCode text={text} label="The key" />)
  const size = Number(container.querySelector('svg')?.getAttribute('viewBox')?.split(' ')[2]) - 8
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'))
  const path = container.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g)) rows[Number(y)]![Number(x)] = '#'
  return rows.map((row) => row.join(''))
}

const print = async (text: string) => {
  const rows = draw(text)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rows.join('\n')))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { size: rows.length, digest: hex.slice(0, 16) }
}
const uri = 'otpauth://totp/Signet:client%40demo.example?secret=ABCDEFGHIJ234567ABCDEFGHIJ234567&issuer=Signet'

// An independent decoder (jsQR 1.4) read these exact modules back to their texts, and 63 further texts of all lengths.
test.each([
  ['x', { size: 21, digest: '7a0655e659c924cf' }],
  [uri, { size: 41, digest: '6a32d6a16446c3a6' }],
  [uri.repeat(4), { size: 77, digest: 'f77d0789fe5d0a57' }],
])('draws a code that scanners can read: %s', async (text, drawn) => {
  expect(await print(text)).toEqual(drawn)
})

test('has a name and the three finder patterns with the timing lines between them', () => {
  const rows = draw(uri)
  const last = rows.length - 7
  for (const [x, y] of [
    [0, 0],
    [last, 0],
    [0, last],
  ] as const) {
    const finder = rows.slice(y, y + 7).map((row) => row.slice(x, x + 7).replaceAll('.', '').length)
    expect(finder).toEqual([7, 2, 5, 5, 5, 2, 7])
  }
  expect(rows[6]?.slice(8, last - 1)).toBe('#.'.repeat(rows.length).slice(0, last - 9))
  expect(screen.getByRole('img', { name: 'The key' })).toBeTruthy()
})

test('refuses a text whose code would be too dense', () => {
  expect(() => draw('x'.repeat(667))).toThrow(RangeError)
})
