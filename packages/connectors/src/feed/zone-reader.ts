import { type NameSink, skipReason } from './collected.ts'
import { nameIn } from './host-name.ts'

/** Records whose owner is a name in use; records that only sign or describe others are skipped. */
const recordTypes = new Set(['NS', 'A', 'AAAA', 'CNAME', 'DNAME', 'MX'])
const types = `SOA|NS|A|AAAA|CNAME|DNAME|MX|DS|CDS|DNSKEY|CDNSKEY|RRSIG|NSEC|NSEC3|NSEC3PARAM|TXT|PTR|SRV|CAA|HTTPS|SVCB|TLSA|NAPTR|SSHFP|ZONEMD`
const record = new RegExp(String.raw`^[^\s;$]\S*[\t ]+(?:(?:\d+[smhdw]?|IN|CH|HS)[\t ]+){1,2}(?:${types})[\t ]+\S`, 'i')
/** A rule of a response policy zone without TTL and class. */
const policy = /^\S+[\t ]+CNAME[\t ]+(?:\*?\.|rpz-[a-z-]+\.)\s*(?:;.*)?$/i
const directive = /^\$(?:ORIGIN|TTL)[\t ]+\S/i
const samplesMax = 50
const shareMin = 0.6

/**
 * Detects a zone file (RFC 1035, section 5; the daily files of ICANN's CZDS have this format) by its first lines.
 *
 * @param lines the last one may be cut off
 */
export function isZone(lines: readonly string[]): boolean {
  const samples = lines.filter((line) => /^[^\s;]/.test(line)).slice(0, samplesMax)
  const [first] = samples
  if (first === undefined) return false
  const records = samples.filter((line) => record.test(line) || policy.test(line) || directive.test(line)).length
  return records >= samples.length * shareMin
}

/**
 * Reads the names of a zone file line by line: the owners of its records, each owner once for consecutive records. For a response policy
 * zone (RPZ), the names it acts on, without the zone's own name; passthru rules and rules about addresses are left out.
 */
export class ZoneReader {
  readonly #into: NameSink
  #origin = ''
  #owner = ''
  #isPolicy = false
  #open = 0
  #last = ''

  constructor(into: NameSink) {
    this.#into = into
  }

  readLine(text: string, line: number): void {
    const code = withoutRemark(text)
    if (this.#open > 0) {
      this.#open = Math.max(0, this.#open + depthOf(code))
      return
    }
    const words = code.split(/[\t ]+/)
    this.#open = Math.max(0, depthOf(code))
    if (words[0]?.startsWith('$')) {
      if (/^\$ORIGIN$/i.test(words[0]) && words[1]) this.#setOrigin(words[1])
      return
    }
    if (code.trim() === '') return
    // A line that begins with a space has the same owner as the previous record.
    const owner = words[0] === '' ? this.#owner : (words[0] ?? '')
    this.#owner = owner
    let at = 1
    while (/^(?:\d+[smhdw]?|IN|CH|HS)$/i.test(words[at] ?? '')) at += 1
    const type = words[at]?.toUpperCase() ?? ''
    if (type === 'SOA') this.#setOrigin(owner === '@' ? this.#origin : owner)
    if (recordTypes.has(type)) this.#readOwner(owner, type, words[at + 1] ?? '', line)
    else if (!/^[A-Z]{1,10}\d*[A-Z]*$/.test(type)) this.#into.skip(line, 'no record of a zone')
  }

  #setOrigin(name: string): void {
    if (name.endsWith('.')) this.#origin = name.slice(0, -1).toLowerCase()
    if (/(?:^|\.)rpz(?:\.|$|-)/.test(this.#origin)) this.#isPolicy = true
  }

  #readOwner(owner: string, type: string, target: string, line: number): void {
    if (type === 'CNAME' && /^(?:\*?\.|rpz-[a-z-]+\.)$/i.test(target)) {
      this.#isPolicy = true
      if (/^rpz-passthru\.$/i.test(target)) return
    }
    const name = this.#nameOf(owner.toLowerCase())
    // The zone itself, and single-label names.
    if (name === this.#last || name === this.#origin || !name.includes('.')) return
    this.#last = name
    const host = nameIn(name)
    if (host === null) this.#into.skip(line, skipReason(owner))
    else this.#into.accept(host, line)
  }

  #nameOf(owner: string): string {
    const isWhole = owner.endsWith('.')
    const written = isWhole ? owner.slice(0, -1) : owner === '@' ? this.#origin : owner
    if (!this.#isPolicy) return isWhole || owner === '@' || this.#origin === '' ? written : `${written}.${this.#origin}`
    if (/(?:^|\.)rpz-(?:ip|nsip|nsdname|client-ip)(?:\.|$)/.test(written)) return ''
    const suffix = `.${this.#origin}`
    return this.#origin !== '' && written.endsWith(suffix) ? written.slice(0, -suffix.length) : written
  }
}

function withoutRemark(text: string): string {
  if (!text.includes(';')) return text.trimEnd()
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '"') isQuoted = !isQuoted
    else if (sign === ';' && !isQuoted) return text.slice(0, at).trimEnd()
  }
  return text.trimEnd()
}

/** How many more parentheses are opened than closed, outside quotes. */
function depthOf(code: string): number {
  if (!/[()]/.test(code)) return 0
  const plain = code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  return plain.split('(').length - plain.split(')').length
}
