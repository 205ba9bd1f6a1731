import { Buffer } from 'node:buffer'

/** A message to write; texts as Outlook writes them. */
export interface MessageToWrite {
  messageId?: string
  from?: string
  subject?: string
  text?: string
  html?: string
  rtf?: Buffer
  files?: { name: string; type?: string; bytes: Buffer }[]
  messages?: MessageToWrite[]
}

interface Node {
  name: string
  bytes: Buffer | null
  children: Node[]
}

const sectorBytes = 512
const [miniBytes, miniCutoff] = [64, 4096]
const [endOfChain, free, fatSector] = [0xfffffffe, 0xffffffff, 0xfffffffd]

/** A message as a compound file ([MS-CFB], [MS-OXMSG]), with small sectors. */
export function makeMsg(message: MessageToWrite): Buffer {
  return compoundFile(nodesOf(message))
}

const stream = (name: string, bytes: Buffer): Node => ({ name, bytes, children: [] })
const wide = (id: string, text: string | undefined): Node[] =>
  text === undefined ? [] : [stream(`__substg1.0_${id}001F`, Buffer.from(text, 'utf16le'))]
const folder = (name: string, children: Node[]): Node => ({ name, bytes: null, children })

function nodesOf(message: MessageToWrite): Node[] {
  const { files = [], messages = [], html, rtf } = message
  const attached = [
    ...files.map(({ name, type, bytes }) => [
      ...wide('3707', name),
      ...wide('370E', type),
      stream('__substg1.0_37010102', bytes),
    ]),
    ...messages.map((one) => [folder('__substg1.0_3701000D', nodesOf(one))]),
  ]
  return [
    stream('__properties_version1.0', Buffer.alloc(32)),
    ...wide('1035', message.messageId),
    ...wide('5D01', message.from),
    ...wide('0037', message.subject),
    ...wide('1000', message.text),
    ...(html === undefined ? [] : [stream('__substg1.0_10130102', Buffer.from(html))]),
    ...(rtf === undefined ? [] : [stream('__substg1.0_10090102', rtf)]),
    ...attached.map((children, at) => folder(`__attach_version1.0_#${String(at).padStart(8, '0')}`, children)),
  ]
}

function compoundFile(children: readonly Node[]): Buffer {
  const entries: Buffer[] = []
  const sectors: Buffer[] = []
  const fat: number[] = []
  const mini: Buffer[] = []
  const miniFat: number[] = []

  const put = (bytes: Buffer): number => {
    const first = sectors.length
    const count = Math.ceil(bytes.length / sectorBytes)
    for (let at = 0; at < count; at += 1) {
      const sector = Buffer.alloc(sectorBytes)
      bytes.copy(sector, 0, at * sectorBytes, (at + 1) * sectorBytes)
      sectors.push(sector)
      fat.push(at + 1 < count ? first + at + 1 : endOfChain)
    }
    return count === 0 ? endOfChain : first
  }
  const putMini = (bytes: Buffer): number => {
    const first = mini.length
    const count = Math.ceil(bytes.length / miniBytes)
    for (let at = 0; at < count; at += 1) {
      const piece = Buffer.alloc(miniBytes)
      bytes.copy(piece, 0, at * miniBytes, (at + 1) * miniBytes)
      mini.push(piece)
      miniFat.push(at + 1 < count ? first + at + 1 : endOfChain)
    }
    return first
  }
  const write = (at: number, name: string, kind: number, [right, child, start, size]: readonly number[]) => {
    const entry = entries[at] ?? Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE(name.length * 2 + 2, 64)
    entry[66] = kind
    for (const [place, value] of [
      [68, free],
      [72, right ?? free],
      [76, child ?? free],
      [116, start ?? 0],
      [120, size ?? 0],
    ] as const)
      entry.writeUInt32LE(value, place)
  }
  const putAll = (nodes: readonly Node[]): number => {
    const places = nodes.map(() => entries.push(Buffer.alloc(128)) - 1)
    for (const [index, { name, bytes, children: inner }] of nodes.entries()) {
      const right = places[index + 1] ?? free
      const place = places[index] ?? 0
      if (bytes === null) write(place, name, 1, [right, putAll(inner), 0, 0])
      else {
        const start = bytes.length === 0 ? endOfChain : bytes.length < miniCutoff ? putMini(bytes) : put(bytes)
        write(place, name, 2, [right, free, start, bytes.length])
      }
    }
    return places[0] ?? free
  }

  entries.push(Buffer.alloc(128))
  const child = putAll(children)
  const miniStream = Buffer.concat(mini)
  write(0, 'Root Entry', 5, [free, child, put(miniStream), miniStream.length])
  const directory = put(Buffer.concat(entries))
  const miniTable = put(tableOf(miniFat))
  // The table describes its own sectors as well.
  let tables = Math.ceil(fat.length / 128)
  while (Math.ceil((fat.length + tables) / 128) > tables) tables += 1
  const firstTable = sectors.length
  for (let at = 0; at < tables; at += 1) fat.push(fatSector)
  const table = tableOf(fat)
  for (let at = 0; at < tables; at += 1) sectors.push(table.subarray(at * sectorBytes, (at + 1) * sectorBytes))

  const header = Buffer.alloc(sectorBytes, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.fill(0, 8, 24)
  for (const [place, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, place)
  header.fill(0, 34, 44)
  for (const [place, value] of [
    [44, tables],
    [48, directory],
    [52, 0],
    [56, miniCutoff],
    [60, miniTable],
    [64, Math.ceil(miniFat.length / 128)],
    [68, endOfChain],
    [72, 0],
  ] as const)
    header.writeUInt32LE(value, place)
  for (let at = 0; at < Math.min(tables, 109); at += 1) header.writeUInt32LE(firstTable + at, 76 + at * 4)
  return Buffer.concat([header, ...sectors])
}

function tableOf(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(numbers.length / 128) * sectorBytes, 0xff)
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, at * 4)
  return bytes
}
