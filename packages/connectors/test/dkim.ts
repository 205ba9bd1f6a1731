import { createHash, verify, type KeyObject } from 'node:crypto'

/**
 * Checks the DKIM signature of a message with relaxed canonicalization (RFC 6376, section 3.7): the hash of the body, then the signed
 * headers with the signature left out.
 *
 * @param message as transmitted, with CRLF
 * @returns the tags of the signature; null if it is missing or wrong
 */
export function verifiedDkim(message: string, publicKey: KeyObject): Record<string, string> | null {
  const [head = '', body = ''] = message.split(/\r\n\r\n([^]*)/, 2)
  const signature = /^DKIM-Signature: ((?:.*\r\n[ \t])*.*)/m.exec(`${head}\r\n`)?.[1] ?? ''
  const tags = Object.fromEntries(
    signature.split(';').map((tag) => {
      const [name = '', ...value] = tag.trim().split('=')
      return [name, value.join('=').replaceAll(/\s/g, '')]
    }),
  )
  const relaxed = `${body
    .replaceAll(/[ \t]+(?=\r\n|$)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '')}\r\n`
  if (createHash('sha256').update(relaxed).digest('base64') !== tags['bh']) return null
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const line = (name: string): string => {
    const value = lines.find((one) => one.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? ''
    return `${name}:${value.replaceAll(/\s+/g, ' ').trim()}`
  }
  const signed = (tags['h'] ?? '').split(':').map((name) => line(name.toLowerCase()))
  const own = `dkim-signature:${signature
    .replaceAll(/\r\n/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/\bb=[^;]*$/, 'b=')
    .trim()}`
  const data = Buffer.from([...signed, own].join('\r\n'))
  return verify('sha256', data, publicKey, Buffer.from(tags['b'] ?? '', 'base64')) ? tags : null
}
