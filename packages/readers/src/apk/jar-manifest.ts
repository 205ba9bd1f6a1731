import { Buffer } from 'node:buffer'

/** A part of a manifest or signature file of a JAR: its attributes, and the bytes that are digested. */
export interface ManifestSection {
  name: string | undefined
  attributes: Map<string, string>
  bytes: Buffer
}

const [lineFeed, carriageReturn, space] = [0x0a, 0x0d, 0x20]

/**
 * Reads META-INF/MANIFEST.MF or a signature file.
 * Source: JAR File Specification, "Notes on Manifest and Signature Files".
 */
export function readJarManifest(bytes: Buffer): { main: ManifestSection; sections: ManifestSection[] } {
  const [main, ...sections] = sectionsOf(bytes)
  return { main: main ?? { name: undefined, attributes: new Map(), bytes: bytes.subarray(0, 0) }, sections }
}

/** A section ends with an empty line, which belongs to it. */
function sectionsOf(bytes: Buffer): ManifestSection[] {
  const sections: ManifestSection[] = []
  let lines: Buffer[] = []
  let start = 0
  let at = 0
  while (at < bytes.length) {
    const { end, next } = lineAt(bytes, at)
    if (end > at) lines.push(bytes.subarray(at, end))
    if (lines.length === 0) start = next
    else if (end === at || next >= bytes.length) {
      sections.push(sectionFrom(lines, bytes.subarray(start, next)))
      lines = []
      start = next
    }
    at = next
  }
  return sections
}

/** Where the line at a place ends, without its line break, and where the next one starts. */
function lineAt(bytes: Buffer, at: number): { end: number; next: number } {
  let end = at
  while (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end += 1
  const isPair = bytes[end] === carriageReturn && bytes[end + 1] === lineFeed
  return { end, next: Math.min(bytes.length, end + (isPair ? 2 : 1)) }
}

function sectionFrom(lines: readonly Buffer[], bytes: Buffer): ManifestSection {
  const attributes = new Map<string, string>()
  let parts: Buffer[] = []
  const add = () => {
    // A character may be split between two lines.
    const line = Buffer.concat(parts).toString('utf8')
    const colon = line.indexOf(':')
    if (colon > 0) attributes.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).replace(/^ /, ''))
    parts = []
  }
  for (const line of lines) {
    if (line[0] === space) parts.push(line.subarray(1))
    else {
      add()
      parts.push(line)
    }
  }
  add()
  return { name: attributes.get('name'), attributes, bytes }
}
