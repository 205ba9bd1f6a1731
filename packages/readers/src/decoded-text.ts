import type { Buffer } from 'node:buffer'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')

/** Text in UTF-8, otherwise in Windows-1252, which has a character for each byte. */
export function decodedText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    // Not UTF-8.
    return windows1252.decode(bytes)
  }
}
