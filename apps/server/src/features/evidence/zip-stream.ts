import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of an archive. */
export interface ArchiveFile {
  /** With `/` between folders. */
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

// The earliest time that an archive can store, in local time as ZIP requires: the same content always results in the same bytes.
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** Streams a ZIP archive, whatever the size of its entries: only one chunk is in memory at a time. */
export async function* zipStream(entries: readonly ArchiveFile[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream
  if (!(output instanceof Readable)) throw new TypeError('The library no longer returns a stream of Node')
  let open: Readable | undefined
  for (const { name, content } of entries) {
    zip.addReadStreamLazy(name, options, (start) => {
      open = Readable.from(content, { objectMode: false })
      // The library leaves content errors to its caller: the loop over the output throws them.
      open.on('error', (error) => output.destroy(error))
      start(null, open)
    })
  }
  zip.end()
  try {
    yield* output
  } finally {
    open?.destroy()
  }
}
