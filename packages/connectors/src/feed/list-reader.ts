import { type NameSink, skipReason } from './collected.ts'
import { isHost, nameIn } from './host-name.ts'

/**
 * Reads a line of a plain list: a domain or URL, a line of a hosts file (`0.0.0.0 name`), or a rule of an ad blocker (`||name^`). Comments
 * and empty lines are ignored without a skip.
 */
export function readListLine(text: string, line: number, into: NameSink): void {
  if (isHost(text) || isPlainUrl(text)) {
    into.accept(text, line)
    return
  }
  if (text === '' || isComment(text)) return
  const names = namesIn(text)
  if (names.length === 0) into.skip(line, text.startsWith('@@') ? 'an exception rule' : skipReason(text))
  for (const name of names) into.accept(name, line)
}

/** A fast check for the common case of a URL that needs no processing; `nameIn` handles all others. */
function isPlainUrl(text: string): boolean {
  const host = text.startsWith('http') ? plainUrl.exec(text)?.[1] : undefined
  return host !== undefined && isHost(host)
}

const plainUrl = /^https?:\/\/([\w.-]+)(?:[/?#][\w/?#.&=%+~:;,@!*$-]*)?$/

/** Whether a line is a comment in one of the list formats. */
export function isComment(text: string): boolean {
  if (text.startsWith('#') || text.startsWith('!') || text.startsWith('//')) return true
  return /^\[Adblock[^\]]*\]$/i.test(text)
}

function namesIn(text: string): string[] {
  if (text.includes('\0')) return []
  const rule = /(?<=^\|\|)[^\s/^$|]+/.exec(text)
  if (rule) return named([rule[0]])
  const words = text.split(/\s+/)
  const remark = words.findIndex((word, index) => index > 0 && /^(?:#|\/\/)/.test(word))
  const entries = remark === -1 ? words : words.slice(0, remark)
  const [first = '', ...rest] = entries
  if (rest.length > 0 && hostsFileAddress.test(first)) return named(rest)
  return named([unquoted(first)])
}

/** The addresses that block lists redirect names to. */
const hostsFileAddress = /^(?:0\.0\.0\.0|127\.\d+\.\d+\.\d+|255\.255\.255\.255|::|::0|::1|fe80::1(?:%\w+)?)$/

function named(words: string[]): string[] {
  return words.flatMap((word) => (hostsFileAddress.test(word) ? [] : (nameIn(word) ?? [])))
}

function unquoted(word: string): string {
  return word.replace(/^["'<]+|["'>,;]+$/g, '')
}
