import { Buffer } from 'node:buffer'
import { crc32, deflateRawSync } from 'node:zlib'

export interface MadeEntry {
  name: string
  bytes: Buffer
  /** 8, deflated, unless the test wants another one; what isn't 8 is stored. */
  method?: number
  flags?: number
  /** The name in the local header, if it is another one. */
  localName?: string
}

/** A ZIP file, as wrong as a test wants it. */
export function makeZip(entries: readonly MadeEntry[], comment = Buffer.alloc(0)): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, method = 8, flags = 0, localName = name } of entries) {
    const data = method === 8 ? deflateRawSync(bytes) : bytes
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    const withName = (text: string) => {
      const copy = Buffer.from(fields)
      copy.writeUInt16LE(Buffer.byteLength(text), 22)
      return copy
    }
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), withName(localName), Buffer.from(localName), data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), withName(name), rest, Buffer.from(name))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...locals, central, end, comment])
}
