import { UnreadableFile } from '../file-kind.ts'

/** What the window of the compression starts with ([MS-OXRTFCP] 2.1.2.1). */
const preset =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const windowBytes = 4096
const headerBytes = 16
const [compressed, plain] = [0x75465a4c, 0x414c454d]

/**
 * Unpacks the RTF body of a message ([MS-OXRTFCP] 2.2).
 *
 * @param sizeMax in bytes; the rest of a longer text is left out
 * @throws UnreadableFile if it has another form
 */
export function readCompressedRtf(bytes: Buffer, sizeMax: number): Buffer {
  if (bytes.length < headerBytes) throw new UnreadableFile('damaged', 'RTF: no header')
  const kind = bytes.readUInt32LE(8)
  if (kind === plain) return bytes.subarray(headerBytes, headerBytes + sizeMax)
  if (kind !== compressed) throw new UnreadableFile('damaged', 'RTF: another compression')
  const window = Buffer.alloc(windowBytes)
  let position = window.write(preset, 'latin1')
  const size = Math.min(bytes.readUInt32LE(4), sizeMax)
  const text = Buffer.alloc(size)
  let written = 0
  /** @returns how many bytes are written now */
  const put = (byte: number) => {
    text[written] = byte
    window[position] = byte
    position = (position + 1) % windowBytes
    return written + 1
  }
  let at = headerBytes
  while (at < bytes.length && written < size) {
    const control = bytes[at++] ?? 0
    for (let bit = 0; bit < 8 && at < bytes.length && written < size; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        written = put(bytes[at++] ?? 0)
        continue
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
      at += 2
      const offset = reference >> 4
      // A reference to the place that is written next ends the text.
      if (offset === position) return text.subarray(0, written)
      for (let copied = 0; copied < (reference & 0xf) + 2 && written < size; copied += 1) {
        written = put(window[(offset + copied) % windowBytes] ?? 0)
      }
    }
  }
  return text.subarray(0, written)
}
