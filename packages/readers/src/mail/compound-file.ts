import { UnreadableFile } from '../file-kind.ts'

const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Whether bytes start like a compound file ([MS-CFB] 2.2). */
export const isCompoundFile = (bytes: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic)

/** A folder of a compound file. */
export interface Storage {
  storages: ReadonlyMap<string, Storage>
  /** The streams by name; a stream is read when it is called for. */
  streams: ReadonlyMap<string, () => Buffer>
}

/** Real messages have some hundred entries, nested some levels deep. */
const [entriesMax, depthMax] = [20_000, 40]
/** Sectors of the file that hold something else than data ([MS-CFB] 2.1). */
const sectorMax = 0xfffffffa
const none = 0xffffffff
const entryBytes = 128

const damaged = (why: string) => new UnreadableFile('damaged', `compound file: ${why}`)

/**
 * Reads the folders of a compound file ([MS-CFB]), the container of messages of Outlook.
 *
 * @throws UnreadableFile if a chain of sectors leaves the file or ends in a circle, or there are too many entries
 */
export function readCompoundFile(bytes: Buffer): Storage {
  if (!isCompoundFile(bytes) || bytes.length < 512) throw damaged('no header')
  const file = sectorsOf(bytes)
  const directory = file.chain(bytes.readUInt32LE(48), null)
  const count = Math.floor(directory.length / entryBytes)
  if (count > entriesMax) throw new UnreadableFile('tooLarge', `compound file: more than ${entriesMax} entries`)
  const entries = Array.from({ length: count }, (_none, at) => entryOf(directory, at * entryBytes))
  const [root] = entries
  if (root?.kind !== 'root') throw damaged('no root')
  const miniStream = root.size > 0 ? file.chain(root.start, root.size) : Buffer.alloc(0)
  const seen = new Set<number>()

  const content = ({ start, size }: Entry) => {
    if (size === 0) return Buffer.alloc(0)
    return size < file.miniCutoff ? file.miniChain(miniStream, start, size) : file.chain(start, size)
  }
  const folder = (first: number, depth: number): Storage => {
    const storages = new Map<string, Storage>()
    const streams = new Map<string, () => Buffer>()
    const waiting = [first]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entry = entries[at]
      if (at === none || entry === undefined) continue
      if (seen.has(at)) throw damaged('an entry is in two folders')
      seen.add(at)
      waiting.push(entry.left, entry.right)
      if (entry.kind === 'stream') streams.set(entry.name, () => content(entry))
      else if (entry.kind === 'storage' && depth < depthMax) storages.set(entry.name, folder(entry.child, depth + 1))
    }
    return { storages, streams }
  }
  return folder(root.child, 0)
}

interface Entry {
  name: string
  kind: 'storage' | 'stream' | 'root' | 'unused'
  left: number
  right: number
  child: number
  start: number
  size: number
}

const kinds: Readonly<Record<number, Entry['kind']>> = { 1: 'storage', 2: 'stream', 5: 'root' }

function entryOf(directory: Buffer, at: number): Entry {
  const nameBytes = Math.min(64, Math.max(2, directory.readUInt16LE(at + 64)))
  return {
    name: directory.toString('utf16le', at, at + nameBytes - 2),
    kind: kinds[directory[at + 66] ?? 0] ?? 'unused',
    left: directory.readUInt32LE(at + 68),
    right: directory.readUInt32LE(at + 72),
    child: directory.readUInt32LE(at + 76),
    start: directory.readUInt32LE(at + 116),
    // The upper half may be garbage in files with small sectors ([MS-CFB] 2.6.1).
    size: directory.readUInt32LE(at + 120),
  }
}

/** The chains of sectors of a file. */
function sectorsOf(bytes: Buffer) {
  const [shift, miniShift] = [bytes.readUInt16LE(30), bytes.readUInt16LE(32)]
  if ((shift !== 9 && shift !== 12) || miniShift !== 6) throw damaged('its sectors have another size')
  const [sectorBytes, miniBytes] = [1 << shift, 1 << miniShift]
  const sectors = Math.ceil(bytes.length / sectorBytes)
  const sector = (number: number) => bytes.subarray((number + 1) * sectorBytes, (number + 2) * sectorBytes)

  const fat = Buffer.concat(fatSectors().map(sector))
  const next = (table: Buffer, number: number) => {
    if (number * 4 + 4 > table.length) throw damaged('a chain leaves the file')
    return table.readUInt32LE(number * 4)
  }
  const follow = (
    table: Buffer,
    first: number,
    part: (number: number) => Buffer,
    size: number | null,
    most: number,
  ) => {
    const parts: Buffer[] = []
    const wanted = size ?? Infinity
    let length = 0
    for (let number = first; number < sectorMax && length < wanted; number = next(table, number)) {
      if (parts.length >= most) throw damaged('a chain is a circle')
      const piece = part(number)
      if (piece.length === 0) throw damaged('a chain leaves the file')
      parts.push(piece)
      length += piece.length
    }
    return Buffer.concat(parts).subarray(0, size ?? length)
  }
  const chain = (first: number, size: number | null) => follow(fat, first, sector, size, sectors)
  const miniFat = chain(bytes.readUInt32LE(60), null)

  return {
    miniCutoff: bytes.readUInt32LE(56),
    chain,
    miniChain: (miniStream: Buffer, first: number, size: number) =>
      follow(
        miniFat,
        first,
        (number) => miniStream.subarray(number * miniBytes, (number + 1) * miniBytes),
        size,
        Math.ceil(miniStream.length / miniBytes),
      ),
  }

  /** The sectors of the table: the first are in the header, more in a chain of their own ([MS-CFB] 2.5). */
  function fatSectors(): number[] {
    const numbers: number[] = []
    const take = (table: Buffer, from: number, to: number) => {
      for (let at = from; at < to && at + 4 <= table.length; at += 4) {
        const number = table.readUInt32LE(at)
        if (number < sectorMax) numbers.push(number)
      }
    }
    take(bytes, 76, 512)
    let more = bytes.readUInt32LE(68)
    for (let tables = 0; more < sectorMax; tables += 1) {
      if (tables > sectors) throw damaged('a chain is a circle')
      const table = sector(more)
      if (table.length < sectorBytes) throw damaged('a chain leaves the file')
      take(table, 0, sectorBytes - 4)
      more = table.readUInt32LE(sectorBytes - 4)
    }
    if (numbers.length > sectors) throw damaged('more tables than sectors')
    return numbers
  }
}
