import { createHash } from 'node:crypto'

/** The key that the fake Telegram and the account of tests have in common. */
export const telegramKey: Uint8Array = Buffer.concat(
  Array.from({ length: 8 }, (_, index) => createHash('sha256').update(`a key of tests ${index}`).digest()),
)

/** The account of a company in tests. */
export const telegramCredentials = { apiId: '11111', session: sessionOf(telegramKey) }

/** A session as the library writes it: version, flags, data centre and key. */
export function sessionOf(key: Uint8Array): string {
  const centre = Buffer.concat([Buffer.of(2, 2, 0), bytes(Buffer.from('192.0.2.1')), int(443)])
  return Buffer.concat([Buffer.of(3), int(0), bytes(centre), bytes(key)]).toString('base64url')
}

/** With its length before it, and padded to four bytes. */
function bytes(content: Uint8Array): Buffer {
  const { length } = content
  const head = length < 254 ? Buffer.of(length) : Buffer.of(254, length & 0xff, length >> 8, 0)
  return Buffer.concat([head, content, Buffer.alloc((4 - ((head.length + length) % 4)) % 4)])
}

function int(value: number): Buffer {
  const written = Buffer.alloc(4)
  written.writeInt32LE(value)
  return written
}
