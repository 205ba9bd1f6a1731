import { readFileSync } from 'node:fs'
import path from 'node:path'

const sample = path.resolve(import.meta.dirname, '../../../readers/test/apk/northwind-fake-same-icon.apk')
/** The label of the sample, which is stored uncompressed. */
const label = 'Northwind Bank'

/** A small Android app that is called like a brand. Its signature doesn't fit any more, as that of an app that somebody has changed. */
export function appFileOf(brand: string): Buffer {
  const bytes = Buffer.from(readFileSync(sample))
  const written = Buffer.alloc(label.length, ' ')
  written.write(brand.slice(0, label.length), 'latin1')
  for (let at = bytes.indexOf(label); at >= 0; at = bytes.indexOf(label, at + 1)) written.copy(bytes, at)
  return bytes
}
