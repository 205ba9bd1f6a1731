import { Readable } from 'node:stream'
import { once } from 'node:events'
import type { Connection as Wire, PoolClient, Submittable } from 'pg'

declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Uint8Array): void
    endCopyFrom(): void
    sendCopyFail(reason: string): void
  }
}

/** PostgreSQL sends a message for each row; they are passed on in pieces of about this size. */
const pieceBytes = 64 * 1024

/** What both directions of COPY have in common: the number of rows in the tag of the command, and an end that can be awaited. */
class Copying implements Submittable {
  readonly done: Promise<number>
  protected readonly end = Promise.withResolvers<number>()
  protected failure: unknown = null
  readonly #statement: string
  #rows = 0

  constructor(statement: string) {
    this.#statement = statement
    this.done = this.end.promise
    // Who awaits it later gets the error; until then it must not end the program.
    this.done.catch(() => {})
  }

  submit(connection: Wire): void {
    connection.query(this.#statement)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1])
  }

  handleError(error: unknown): void {
    this.failure ??= error
    this.end.reject(this.failure)
  }

  handleReadyForQuery(): void {
    this.end.resolve(this.#rows)
  }
}

class CopyOut extends Copying {
  readonly bytes: Readable
  #waiting: Uint8Array[] = []
  #length = 0

  constructor(statement: string, wire: Wire) {
    super(statement)
    this.bytes = new Readable({ read: () => wire.stream.resume(), highWaterMark: 4 * pieceBytes })
  }

  handleCopyData({ chunk }: { chunk: Uint8Array }, wire: Wire): void {
    // A copy, because the parser of messages uses its buffer again.
    this.#waiting.push(Buffer.from(chunk))
    this.#length += chunk.length
    if (this.#length >= pieceBytes && !this.#flush()) wire.stream.pause()
  }

  override handleError(error: unknown): void {
    super.handleError(error)
    this.bytes.destroy(error instanceof Error ? error : new Error('COPY failed', { cause: error }))
  }

  override handleReadyForQuery(): void {
    this.#flush()
    this.bytes.push(null)
    super.handleReadyForQuery()
  }

  #flush(): boolean {
    if (this.#length === 0) return true
    const piece = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#length = 0
    return this.bytes.push(piece)
  }
}

class CopyIn extends Copying {
  readonly #source: AsyncIterable<Uint8Array>

  constructor(statement: string, source: AsyncIterable<Uint8Array>) {
    super(statement)
    this.#source = source
  }

  handleCopyInResponse(wire: Wire): void {
    void this.#send(wire)
  }

  async #send(wire: Wire): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        // The server refused a row, or the connection is lost.
        if (this.failure !== null) return
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), this.done])
      }
      wire.endCopyFrom()
    } catch (error) {
      if (this.failure !== null) return
      // The server answers with an error, after which the connection can be used again.
      this.failure = error
      wire.sendCopyFail('the source failed')
    }
  }
}

/**
 * Runs `COPY … TO STDOUT` without holding its rows in memory.
 *
 * @returns the bytes, and a promise of the number of rows, which resolves after the last byte was read
 */
export function copyOut(client: PoolClient, statement: string): { bytes: Readable; rows: Promise<number> } {
  const copying = client.query(new CopyOut(statement, client.connection))
  return { bytes: copying.bytes, rows: copying.done }
}

/**
 * Runs `COPY … FROM STDIN` with the bytes of a source.
 *
 * @returns the number of rows
 * @throws whatever the source throws; nothing is copied then
 */
export function copyIn(client: PoolClient, statement: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  return client.query(new CopyIn(statement, source)).done
}
