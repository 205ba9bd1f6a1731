/** A secret that stands in a text: its type and how it starts, never all of it. */
export interface CheckedSecret {
  type: 'githubToken' | 'npmToken' | 'privateKey'
  start: string
}

const startLength = 8
const randomLength = 30
const checksumLength = 6
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const token = /(?<![A-Za-z0-9])(gh[pousr]|npm)_([0-9A-Za-z]{36})(?![0-9A-Za-z])/g
const privateKey = /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----\s*([A-Za-z0-9+/=\s]{100,20000})-----END/g

/**
 * Secrets whose form can be checked: tokens of GitHub and npm, which end with the CRC-32 of their random part in base 62, and private keys,
 * whose DER sequence (X.690, 8.1) has the length that it states. Examples in documentation rarely have either.
 */
export function checkedSecrets(text: string): CheckedSecret[] {
  const found = new Map<string, CheckedSecret>()
  for (const [whole, prefix, value = ''] of text.matchAll(token)) {
    const type = prefix === 'npm' ? 'npmToken' : 'githubToken'
    if (hasChecksum(value)) found.set(whole, { type, start: whole.slice(0, startLength) })
  }
  for (const [whole, body = ''] of text.matchAll(privateKey))
    if (isDer(body.replaceAll(/\s/g, '')))
      found.set(whole, { type: 'privateKey', start: body.trim().slice(0, startLength) })
  return [...found.values()]
}

function hasChecksum(value: string): boolean {
  let rest = crc32(value.slice(0, randomLength))
  let checksum = ''
  while (checksum.length < checksumLength) {
    checksum = `${digits.charAt(rest % digits.length)}${checksum}`
    rest = Math.floor(rest / digits.length)
  }
  return checksum === value.slice(randomLength)
}

/** CRC-32 of ASCII text (ISO 3309), with its reflected polynomial. */
function crc32(text: string): number {
  let crc = -1
  for (const character of text) {
    crc ^= character.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** Whether Base64 text is one DER sequence whose length, in two bytes, is that of the text. */
function isDer(base64: string): boolean {
  let bytes
  try {
    bytes = atob(base64)
  } catch {
    // Not Base64.
    return false
  }
  const [tag, form, high = 0, low = 0] = Array.from(bytes.slice(0, 4), (byte) => byte.charCodeAt(0))
  if (tag !== 0x30) return false
  if (form === 0x82) return high * 256 + low + 4 === bytes.length
  return form === 0x81 ? high + 3 === bytes.length : (form ?? 0) + 2 === bytes.length
}
