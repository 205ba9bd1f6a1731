import type { FileKind, SourceFile } from '@signet/readers'
import { isText } from '@signet/readers/records'
import { parseWhois, type WhoisDomain } from './parse-whois.ts'

/** Answers have a few thousand bytes. */
const whoisMax = 256 * 1024

/** The answer of a WHOIS server, as text. */
export const whoisKind: FileKind = {
  name: 'whois',
  recognizes: (file) => whoisOf(file) !== null,
  read: (file) => {
    const read = whoisOf(file)
    if (!read) return []
    const { isRegistered, ...facts } = read
    return { registered: isRegistered, ...facts }
  },
}

/** The parsed answer; null for other text, even if a line of it looks like one of an answer. */
function whoisOf(file: SourceFile): WhoisDomain | null {
  if (file.bytes.length > whoisMax || !isText(file) || /^\s*[<{]/.test(file.text)) return null
  const read = parseWhois(file.text)
  if (!read?.isRegistered) return read && (read.domain !== null || /whois/i.test(file.text)) ? read : null
  const { registrar, created, updated, expires, nameservers, status } = read
  const found = [registrar, created, updated, expires, nameservers[0], status[0]].filter((each) => each)
  return found.length >= 2 ? read : null
}
