import { isWebAddress } from '../web-address.ts'

/** A list of addresses, such as the community feed of OpenPhish: https://openphish.com/feed.txt, one address per line. */
export interface UrlList {
  /** Number of addresses. */
  urls: number
  /** The addresses as they are written, in their order. */
  list: string[]
  skipped: number
}

const samplesMax = 50
const urlShareMin = 0.8
const plainShareMin = 0.5
/** Whether a text is a list of addresses. The first lines decide. */
export function isUrlList(text: string): boolean {
  const samples = linesOf(text.slice(0, 256 * 1024)).slice(0, samplesMax)
  const urls = samples.filter((line) => isWebAddress(line) && !hasCredential(line))
  // A sentence can start with an address as well.
  const plain = urls.filter((line) => !/\s/.test(line))
  return urls.length > 0 && urls.length >= samples.length * urlShareMin && plain.length >= urls.length * plainShareMin
}

/** Reads a list of addresses. Lines that start with `#` are comments. */
export function readUrlList(text: string): UrlList {
  const lines = linesOf(text)
  const list = lines.filter(isWebAddress)
  return { urls: list.length, list, skipped: lines.length - list.length }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** A password list has the user and the password behind the address: `https://a.example/login:user:password`. */
function hasCredential(line: string): boolean {
  const parts = line.slice(line.indexOf('//') + 2).split(':')
  return parts.length > 2 && parts.slice(-2).every((part) => !part.includes('/'))
}
