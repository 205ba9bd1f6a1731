import { ConnectorError } from '../connector-error.ts'
import { entryOfLeaf, hashOfLeaf, type CtChunk } from './entry.ts'
import { fetchDocument, type CtFetchOptions } from './fetch-document.ts'
import type { CtLog } from './log-list.ts'
import { MissingEntriesError, type LogSide } from './log-side.ts'
import { readTreeHead, type TreeHead } from './signed-head.ts'
import { TreeEdge } from './tree-edge.ts'

/** Logs answer 32 to 1,024 at a time, whatever is asked for. */
const entriesPerAnswer = 256

/** Reads a log by the calls of RFC 6962, section 4. */
export class Rfc6962Log implements LogSide {
  readonly #log: CtLog
  readonly #options: CtFetchOptions

  constructor(log: CtLog, options: CtFetchOptions = {}) {
    this.#log = log
    this.#options = options
  }

  async head(): Promise<TreeHead> {
    const bytes = await fetchDocument(`${this.#log.url}ct/v1/get-sth`, this.#options)
    return readTreeHead(bytes.toString('utf8'), this.#log)
  }

  startBefore(index: number): number {
    return index
  }

  async *read(from: number, head: TreeHead): AsyncGenerator<CtChunk, void, undefined> {
    for (let next = from; next < head.size;) {
      const chunk = await this.#readSome(next, Math.min(next + entriesPerAnswer, head.size))
      yield chunk
      next += chunk.entries.length
    }
  }

  async #readSome(from: number, until: number): Promise<CtChunk> {
    const list = await this.#ask(`get-entries?start=${from}&end=${until - 1}`, until)
    const rows = list['entries']
    if (!Array.isArray(rows) || rows.length === 0)
      throw new MissingEntriesError(`${this.#log.description} answers without the entries from ${from} on`, until)
    const entries: CtChunk['entries'] = []
    const leafHashes: Buffer[] = []
    // More than was asked for is not a part of the tree that was signed.
    for (const [at, row] of (rows as { leaf_input?: unknown; extra_data?: unknown }[])
      .slice(0, until - from)
      .entries()) {
      const leaf = Buffer.from(String(row.leaf_input), 'base64')
      entries.push(entryOfLeaf(leaf, () => Buffer.from(String(row.extra_data), 'base64'), from + at))
      leafHashes.push(hashOfLeaf(leaf))
    }
    return { from, entries, leafHashes }
  }

  /**
   * The path from the last entry to the root of the tree that ends with it goes along the edge of the tree before it. Logs need not
   * answer the call.
   */
  async edgeAt(size: number): Promise<TreeEdge | null> {
    if (size === 0) return new TreeEdge()
    try {
      const answer = await this.#ask(`get-entry-and-proof?leaf_index=${size - 1}&tree_size=${size}`, size)
      const path = Array.isArray(answer['audit_path']) ? answer['audit_path'] : []
      const roots = path.map((hash) => Buffer.from(String(hash), 'base64')).toReversed()
      const edge = new TreeEdge(size - 1, roots)
      edge.append(hashOfLeaf(Buffer.from(String(answer['leaf_input']), 'base64')))
      return edge
    } catch (error) {
      // Without it the entries are read all the same; only what the log shows is checked less.
      if (error instanceof RangeError || (error instanceof ConnectorError && error.kind === 'changed_format'))
        return null
      throw error
    }
  }

  async #ask(call: string, until: number): Promise<Record<string, unknown>> {
    const bytes = await fetchDocument(`${this.#log.url}ct/v1/${call}`, this.#options).catch((cause: unknown) => {
      // Said by logs that have thrown old entries away.
      const status = cause instanceof ConnectorError ? (cause.status ?? 0) : 0
      if (status !== 400 && status !== 404 && status !== 410) throw cause
      throw new MissingEntriesError(`${this.#log.description} answers ${status} for entries it should have`, until, {
        status,
        cause,
      })
    })
    try {
      const answer: unknown = JSON.parse(bytes.toString('utf8'))
      if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
    } catch {
      // Said below.
    }
    throw new ConnectorError('changed_format', `${this.#log.description} answers something else than JSON`)
  }
}
