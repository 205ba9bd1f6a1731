import type { NameSink } from './collected.ts'
import { nameIn } from './host-name.ts'

/*
 * Query logs of resolvers. These text formats are supported:
 *
 * - dnsmasq (`log-queries`): `Nov 21 12:00:01 dnsmasq[711]: query[A] evil.example from 192.0.2.7`
 * - unbound (`log-queries`, `log-replies`): `[1763726401] unbound[7:0] info: 192.0.2.7 evil.example. A IN`
 * - BIND (`querylog`): `… queries: info: client @0x7f00 192.0.2.7#5353 (evil.example): query: evil.example IN A +E(0)K (192.0.2.1)`
 * - BIND (category rpz): `… client … (evil.example): rpz QNAME NXDOMAIN rewrite evil.example/A/IN via evil.example.rpz.local`
 * - dnstap, quiet text of the dnstap command: `12:00:01.123456 CQ 192.0.2.7 UDP 40b "evil.example." IN A`
 * - dnstap-read of BIND: `21-Nov-2026 12:00:01.123 CQ 192.0.2.7:5353 -> 192.0.2.1:53 UDP 44b evil.example/IN/A`
 */
const patterns: readonly RegExp[] = [
  /\bquery\[[A-Z0-9=]+\] (\S+) from [\da-f.:]+/i,
  /\bunbound(?:\[[\d:]+\])?:? (?:\[[\d:]+\] )?info: [\da-f.:]+(?:@\d+)? (\S+) [A-Z0-9]+ (?:IN|CH|HS)\b/i,
  /\bclient (?:@\S+ )?\S+#\d+(?: \([^)]*\))?: (?:view \S+: )?query: (\S+) IN [A-Z0-9]+/,
  /\brpz [A-Z-]+ [A-Z-]+ rewrite (\S+?)(?:\/[A-Z0-9]+\/[A-Z]+)? via \S/,
  /^\S+(?: \S+)? [A-Z][QR] \S+ (?:(?:->|<-) \S+ )?(?:UDP|TCP|DOT|DOH|DOQ|DNSCrypt\w+) \d+b "?([^"\s/]+)"?[ /][A-Z]/,
]
/** Other lines of the same programs: answers, starts, caches. */
const otherLine = /\b(?:dnsmasq|unbound|named)\b|\b(?:queries|resolver|general): |\b[A-Z][QR] \S+ /
const samplesMax = 50
/** Only a share of the lines are queries, because each query also logs a few lines about its answer. */
const shareMin = 0.25

function nameOf(line: string): string | null {
  for (const pattern of patterns) {
    const name = pattern.exec(line)?.[1]
    if (name) return name
  }
  return null
}

/** Detects a resolver's query log by its first lines. */
export function isQueryLog(lines: readonly string[]): boolean {
  const samples = lines.filter((line) => line.trim() !== '').slice(0, samplesMax)
  const queries = samples.filter((line) => nameOf(line) !== null).length
  return queries > 0 && queries >= samples.length * shareMin
}

/** Reads a line of a resolver's log; single-label names, address look-ups and lines without a query are ignored without a skip. */
export function readQueryLine(text: string, line: number, into: NameSink): void {
  if (text === '') return
  const written = nameOf(text)
  if (written === null) {
    if (!otherLine.test(text)) into.skip(line, 'no query in it')
    return
  }
  const plain = written.replace(/\.$/, '').toLowerCase()
  if (!plain.includes('.') || plain.endsWith('.arpa')) return
  const name = nameIn(plain)
  if (name === null) into.skip(line, 'no host in it')
  else into.accept(name, line)
}
