import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of an archive. */
export interface Entry {
  /** With `/` between folders. */
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

// The earliest an archive knows, in local time as it is written: the same content makes the same bytes.
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** A ZIP archive piece by piece, whatever the size of its entries: one piece is in memory at a time. */
export async function* zipStream(entries: readonly Entry[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let open: Readable | undefined
  for (const { name, content } of entries) {
    zip.addReadStreamLazy(name, options, (start) => {
      open = Readable.from(content, { objectMode: false })
      // The library leaves errors of the content to us: the loop over the output throws them.
      open.on('error', (error) => output.destroy(error))
      start(null, open)
    })
  }
  zip.end()
  try {
    yield* output as AsyncIterable<Buffer>
  } finally {
    open?.destroy()
  }
}
