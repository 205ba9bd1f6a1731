const newline = 0x0a
const carriageReturn = 0x0d

/** Called with each line: its text and its 1-based number. */
export type OnLine = (text: string, line: number) => void

/** Splits chunks of bytes into lines; a line longer than the limit is reported and skipped. */
export class Lines {
  #rest: Buffer = Buffer.alloc(0)
  #line = 0
  #isInLongLine = false
  readonly #lineMax: number
  readonly #isTrimmed: boolean
  readonly #onLine: OnLine
  readonly #onLong: (line: number) => void

  /**
   * @param options `lineMax` is the longest line in bytes; `isTrimmed` removes spaces and tabs at both ends
   * @param onLong called for longer lines
   */
  constructor(options: { lineMax: number; isTrimmed: boolean }, onLine: OnLine, onLong: (line: number) => void) {
    this.#lineMax = options.lineMax
    this.#isTrimmed = options.isTrimmed
    this.#onLine = onLine
    this.#onLong = onLong
  }

  push(chunk: Buffer): void {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let start = 0
    for (let end = data.indexOf(newline); end !== -1; end = data.indexOf(newline, start)) {
      this.#end(data, start, end)
      start = end + 1
    }
    this.#rest = data.subarray(start)
    if (this.#rest.length <= this.#lineMax) return
    // The line isn't held in memory, because only its end matters.
    this.#isInLongLine = true
    this.#rest = Buffer.alloc(0)
  }

  /** The last line needs no line end. */
  end(): void {
    if (this.#rest.length > 0 || this.#isInLongLine) this.#end(this.#rest, 0, this.#rest.length)
    this.#rest = Buffer.alloc(0)
  }

  #end(data: Buffer, from: number, to: number): void {
    this.#line += 1
    if (this.#isInLongLine || to - from > this.#lineMax) {
      this.#isInLongLine = false
      this.#onLong(this.#line)
      return
    }
    let start = from
    let end = to
    if (end > start && data[end - 1] === carriageReturn) end -= 1
    if (this.#isTrimmed) {
      while (start < end && isBlank(data[start])) start += 1
      while (end > start && isBlank(data[end - 1])) end -= 1
    }
    // Each line is copied into its own string: a slice of a large string would keep all of it in memory as long as one name is referenced.
    this.#onLine(data.toString('utf8', start, end), this.#line)
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === carriageReturn
}
