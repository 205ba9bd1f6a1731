import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** The records of one name. A list of lists returns one list per query, in turn, so that responses alternate. */
export interface FakeZone {
  a?: string[] | string[][]
  aaaa?: string[]
  ns?: string[]
  mx?: [preference: number, host: string][]
  txt?: string[]
  cname?: string[]
  /** The simulated fault: no response, an error, or a response truncated over UDP. */
  trouble?: 'silent' | 'servfail' | 'truncated'
}

/** A name server on 127.0.0.1, over UDP and TCP on one port. */
export interface FakeDns {
  /** `127.0.0.1:<port>`. */
  address: string
  /** Sets the records of a name; `*.zone` applies to every name below that has no records of its own. */
  set(name: string, zone: FakeZone): void
  remove(name: string): void
  /** From now on, queries for names with other suffixes are refused, as a server does that isn't responsible for them. */
  serveOnly(...suffixes: string[]): void
  /** All queries so far, as `TYPE name over udp`. */
  questions: string[]
  close(): Promise<void>
}

const types = { A: 1, NS: 2, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const
type RecordType = keyof typeof types

export async function startFakeDns(): Promise<FakeDns> {
  const zones = new Map<string, FakeZone>()
  const questions: string[] = []
  const turns = new Map<string, number>()
  let served: readonly string[] | null = null

  function answer(query: Buffer, over: 'udp' | 'tcp'): Buffer | null {
    const { name, type, end } = readQuestion(query)
    const known = Object.entries(types).find(([, code]) => code === type)?.[0] as RecordType | undefined
    questions.push(`${known ?? type} ${name} over ${over}`)
    if (served && !served.some((suffix) => name.endsWith(`.${suffix}`))) return message(query, end, 5, [])
    const zone = zones.get(name) ?? zones.get(`*.${name.slice(name.indexOf('.') + 1)}`)
    if (zone?.trouble === 'silent') return null
    if (zone?.trouble === 'servfail') return message(query, end, 2, [])
    if (zone?.trouble === 'truncated' && over === 'udp') return message(query, end, 0, [], true)
    if (!zone) return message(query, end, 3, [])
    return message(query, end, 0, known ? dataOf(zone, known, name) : [])
  }

  function dataOf(zone: FakeZone, kind: RecordType, name: string): [code: number, data: Buffer][] {
    const of = (values: Buffer[]) => values.map((data): [number, Buffer] => [types[kind], data])
    if (kind === 'A') {
      const lists: string[] | string[][] = zone.a ?? []
      if (!Array.isArray(lists[0])) return of(lists.flat().map(ipv4))
      const turn = turns.get(name) ?? 0
      turns.set(name, turn + 1)
      return of((lists[turn % lists.length] as string[]).map(ipv4))
    }
    if (kind === 'AAAA') return of((zone.aaaa ?? []).map(ipv6))
    if (kind === 'NS') return of((zone.ns ?? []).map(nameBytes))
    if (kind === 'CNAME') return of((zone.cname ?? []).map(nameBytes))
    if (kind === 'TXT') return of((zone.txt ?? []).map(textBytes))
    return of((zone.mx ?? []).map(([preference, host]) => Buffer.concat([short(preference), nameBytes(host)])))
  }

  const tcp = createServer((socket) => serve(socket, (query) => answer(query, 'tcp')))
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as { port: number }
  const udp = createSocket('udp4', (query, from) => {
    const bytes = answer(query, 'udp')
    if (bytes) udp.send(bytes, from.port, from.address)
  })
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  return {
    address: `127.0.0.1:${port}`,
    questions,
    set: (name, zone) => void zones.set(name, zone),
    remove: (name) => void zones.delete(name),
    serveOnly: (...suffixes) => void (served = suffixes),
    async close() {
      udp.close()
      tcp.close()
      await once(tcp, 'close')
    },
  }
}

/** Over TCP a message is preceded by its length (RFC 1035, section 4.2.2). */
function serve(socket: Socket, answer: (query: Buffer) => Buffer | null): void {
  let held = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    held = Buffer.concat([held, chunk])
    while (held.length >= 2 && held.length >= 2 + held.readUInt16BE(0)) {
      const length = held.readUInt16BE(0)
      const bytes = answer(held.subarray(2, 2 + length))
      held = held.subarray(2 + length)
      if (bytes) socket.write(Buffer.concat([short(bytes.length), bytes]))
    }
  })
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function message(query: Buffer, end: number, code: number, records: [number, Buffer][], isCut = false): Buffer {
  const header = Buffer.concat([
    query.subarray(0, 2),
    // An authoritative answer with recursion available.
    Buffer.from([0x84 | (isCut ? 0x02 : 0) | ((query[2] ?? 0) & 1), 0x80 | code]),
    short(1),
    short(records.length),
    short(0),
    short(0),
  ])
  const answers = records.map(([type, data]) =>
    Buffer.concat([
      Buffer.from([0xc0, 12]),
      short(type),
      short(1),
      Buffer.from([0, 0, 0, 60]),
      short(data.length),
      data,
    ]),
  )
  return Buffer.concat([header, query.subarray(12, end), ...answers])
}

const short = (value: number) => Buffer.from([value >> 8, value & 255])
const ipv4 = (address: string) => Buffer.from(address.split('.').map(Number))
const textBytes = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
function nameBytes(name: string): Buffer {
  const labels = name.split('.').filter(Boolean)
  return Buffer.concat([...labels.map(textBytes), Buffer.from([0])])
}
const groups = (text: string) => text.split(':').filter(Boolean)
/** An address in its full form or with one `::`. */
function ipv6(address: string): Buffer {
  const [left = '', right] = address.split('::')
  const middle = right === undefined ? 0 : 8 - groups(left).length - groups(right).length
  const all = [...groups(left), ...Array.from({ length: middle }, () => '0'), ...groups(right ?? '')]
  return Buffer.concat(all.map((group) => short(Number.parseInt(group, 16))))
}
