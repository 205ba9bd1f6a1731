import { constants, gunzipSync } from 'node:zlib'
import { SourceFile, UnreadableFile } from '@signet/readers'

const headBytes = 64 * 1024
/** A tile of 256 entries has at most about 20 MB, with the largest certificates of public authorities. */
const inflatedMax = 64 * 1024 * 1024

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The start of a tile, which stores often serve gzipped; the file itself if it isn't. */
export function inflatedHead(file: SourceFile): SourceFile {
  if (!isGzip(file.bytes)) return file
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: inflatedMax }
    return new SourceFile(file.name, gunzipSync(file.bytes.subarray(0, headBytes), options))
  } catch {
    // Not gzip after all, or more than a tile holds: no tile.
    return new SourceFile(file.name, Buffer.alloc(0))
  }
}

/** The whole tile. @throws UnreadableFile when it is damaged or larger than any tile */
export function inflatedTile(file: SourceFile): SourceFile {
  if (!isGzip(file.bytes)) return file
  try {
    return new SourceFile(file.name, gunzipSync(file.bytes, { maxOutputLength: inflatedMax }))
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFile('tooLarge', 'it is larger than any tile')
    throw new UnreadableFile('damaged', 'its gzip stream is damaged')
  }
}
