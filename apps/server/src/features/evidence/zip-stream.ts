import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive. */
export interface Entry {
  /** In ASCII, with `/` between folders. */
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

// Readers of every age know no more; the tables written here stay far below.
const bytesMax = 0xff_ff_ff_ff
// General purpose bits: sizes follow the data; names are UTF-8.
const flags = 0x0808
const deflated = 8
// 1 January 1980, the earliest an archive knows: the same content makes the same bytes.
const dosDate = 0x0021

/**
 * A ZIP archive piece by piece, whatever the size of its entries: one chunk is in memory at a time. Source: PKWARE APPNOTE 6.3.10.
 *
 * @throws RangeError when an entry or the archive would have 4 GiB or more
 */
export async function* zipStream(entries: readonly Entry[]): AsyncGenerator<Buffer> {
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const start = offset
    const nameBytes = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04_03_4b_50, 0)
    writeCommon(local, 4)
    local.writeUInt16LE(nameBytes.length, 26)
    yield Buffer.concat([local, nameBytes])
    offset += local.length + nameBytes.length

    let [crc, size, packed] = [0, 0, 0]
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const piece of content) {
        crc = crc32(piece, crc)
        size += piece.length
        yield piece
      }
    }
    const deflate = createDeflateRaw()
    pipeline(Readable.from(counted(), { objectMode: false }), deflate, () => {
      // An error of the content destroys `deflate`, and the loop below throws it.
    })
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      packed += chunk.length
      yield chunk
    }
    offset += packed
    if (size > bytesMax || offset > bytesMax) throw new RangeError('the archive has 4 GiB or more')

    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc, 0)
    sizes.writeUInt32LE(packed, 4)
    sizes.writeUInt32LE(size, 8)
    yield Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), sizes])
    offset += 16

    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02_01_4b_50, 0)
    header.writeUInt16LE(20, 4)
    writeCommon(header, 6)
    sizes.copy(header, 16)
    header.writeUInt16LE(nameBytes.length, 28)
    header.writeUInt32LE(start, 42)
    central.push(Buffer.concat([header, nameBytes]))
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([directory, end])
}

/** Version needed, flags, method, time and date: the same ten bytes in both headers. */
function writeCommon(header: Buffer, at: number): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(flags, at + 2)
  header.writeUInt16LE(deflated, at + 4)
  header.writeUInt16LE(0, at + 6)
  header.writeUInt16LE(dosDate, at + 8)
}
