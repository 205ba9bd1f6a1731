import { Buffer } from 'node:buffer'
import { decodedText } from './decoded-text.ts'

const bigNumber = /^-?\d+$/
/** The start of a number with as many digits as 2^53, in JSON or in one of its texts. */
const longNumber = /[[:,\s]-?\d{16}/

/** A file in memory. Its text and its JSON are decoded once, when a reader first asks for them. */
export class SourceFile {
  readonly name: string
  readonly bytes: Buffer
  #text: string | undefined
  #json: { value: unknown } | undefined

  constructor(name: string, bytes: Buffer) {
    this.name = name
    this.bytes = bytes
  }

  /** Decoded by its byte order mark, else as UTF-8, else as Windows-1252; without the mark. */
  get text(): string {
    return (this.#text ??= decode(this.bytes))
  }

  /** The parsed JSON; undefined if the file is none. Integers that a number can't hold exactly are strings. */
  get json(): unknown {
    this.#json ??= { value: parseJson(this.text) }
    return this.#json.value
  }

  /** The objects of a file with one JSON object per line. Other lines are left out. */
  get jsonLines(): unknown[] {
    return this.text
      .split('\n')
      .map((line) => parseJson(line))
      .filter((value) => typeof value === 'object' && value !== null)
  }
}

/** Text in UTF-16 by its byte order mark, otherwise like `decodedText`. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return decodedText(bytes)
}

/** Parses JSON; undefined for anything else. Platforms number their records beyond 2^53, so such numbers stay as they are written. */
export function parseJson(text: string): unknown {
  const first = text.trimStart()[0]
  if (first !== '{' && first !== '[') return undefined
  try {
    // A function for each value makes it several times as slow, and few files have such a number.
    return longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
  } catch {
    // Cut off, or only begins like JSON.
    return undefined
  }
}

const keepDigits = (_key: string, value: unknown, context?: { source?: string }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && context?.source && bigNumber.test(context.source)
    ? context.source
    : value
