import { isObject, type Json, objectsOf } from './narrow.ts'
import type { SourceFile } from './source-file.ts'

/** Lines that are examined to recognize a file: programs write their log before and between the records. */
const examinedLines = 200

/** Whether a file is text: binary files, but no text except UTF-16, have NUL bytes. */
export function isText({ bytes }: SourceFile): boolean {
  const hasUtf16Mark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return hasUtf16Mark || !bytes.subarray(0, 4096).includes(0)
}

/** The start of a text file; empty for a binary file. */
export const headOf = (file: SourceFile): string => (isText(file) ? file.text.slice(0, 65_536) : '')

/** The first object of a file with a JSON array, an object, or an object per line; undefined if there is none. */
export function firstRecord(file: SourceFile): Json | undefined {
  if (!isText(file)) return undefined
  const value = file.json
  if (Array.isArray(value)) return objectsOf(value.slice(0, 1))[0]
  return isObject(value) ? value : firstInLines(file.text)
}

/** All objects of a file with a JSON array, an object, or an object per line. */
export function recordsOf(file: SourceFile): Json[] {
  const value = file.json
  if (Array.isArray(value)) return objectsOf(value)
  return isObject(value) ? [value] : objectsOf(file.jsonLines)
}

function firstInLines(text: string): Json | undefined {
  let start = 0
  for (let count = 0; count < examinedLines && start < text.length; count++) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? text.length : end).trim()
    const value = line.startsWith('{') && line.endsWith('}') ? parsed(line) : undefined
    if (value) return value
    if (end < 0) return undefined
    start = end + 1
  }
  return undefined
}

/** Undefined if the line is no JSON object. */
function parsed(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
