import { isRecord, textIn } from '@signet/contract/narrow'
import { ConnectorError } from '../connector-error.ts'
import { entryOfLeaf, hashOfLeaf, type CtChunk } from './entry.ts'
import { fetchDocument, type CtFetchOptions } from './fetch-document.ts'
import type { CtLog } from './log-list.ts'
import { MissingEntriesError, type LogSide } from './log-side.ts'
import { readTreeHead, type TreeHead } from './signed-head.ts'
import { provesConsistency, TreeEdge } from './tree-edge.ts'

/** Logs return 32 to 1,024 entries per request, regardless of the requested number. */
const entriesPerAnswer = 256

/** Reads a log with the calls of RFC 6962, section 4. */
export class Rfc6962Log implements LogSide {
  readonly #log: CtLog
  readonly #options: CtFetchOptions
  /** Calls that were refused once. Logs needn't offer every proof, so a refused one is not requested again for each batch. */
  readonly #refused = new Set<string>()

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
      throw new MissingEntriesError(until, 'ENTRIES_MISSING', { log: this.#log.description, first: from })
    const entries: CtChunk['entries'] = []
    const leafHashes: Buffer[] = []
    // Entries beyond the requested range are not part of the signed tree.
    for (const [at, row] of rows.slice(0, until - from).entries()) {
      const leaf = Buffer.from(textIn(row, 'leaf_input') ?? '', 'base64')
      entries.push(entryOfLeaf(leaf, () => Buffer.from(textIn(row, 'extra_data') ?? '', 'base64'), from + at))
      leafHashes.push(hashOfLeaf(leaf))
    }
    return { from, entries, leafHashes }
  }

  /**
   * The path from the last entry to the root of the tree that ends with it follows the edge of the tree before it. It is requested with the
   * entry, or by the entry's hash, which more logs offer (RFC 6962, sections 4.5 and 4.8).
   */
  async edgeAt(size: number): Promise<TreeEdge | null> {
    if (size === 0) return new TreeEdge()
    return (await this.#offered('get-entry-and-proof', () => this.#edgeWithEntry(size))) ?? this.#edgeByHash(size)
  }

  async #edgeWithEntry(size: number): Promise<TreeEdge> {
    const answer = await this.#ask(`get-entry-and-proof?leaf_index=${size - 1}&tree_size=${size}`, size)
    return edgeOf(size, hashOfLeaf(Buffer.from(String(answer['leaf_input']), 'base64')), answer['audit_path'])
  }

  #edgeByHash(size: number): Promise<TreeEdge | null> {
    return this.#offered('get-proof-by-hash', async () => {
      const leafHash = (await this.#readSome(size - 1, size)).leafHashes?.[0]
      if (!leafHash) throw new RangeError('an answer without the entry')
      const hash = encodeURIComponent(leafHash.toString('base64'))
      const answer = await this.#ask(`get-proof-by-hash?hash=${hash}&tree_size=${size}`, size)
      if (answer['leaf_index'] !== size - 1) throw new RangeError('the proof of another entry')
      return edgeOf(size, leafHash, answer['audit_path'])
    })
  }

  /** Checks with a consistency proof. Source: RFC 6962, sections 2.1.2 and 4.4. */
  isContinued(before: Pick<TreeHead, 'size' | 'root'>, head: TreeHead): Promise<boolean | null> {
    return this.#offered('get-sth-consistency', async () => {
      const answer = await this.#ask(`get-sth-consistency?first=${before.size}&second=${head.size}`, head.size)
      return provesConsistency(before, head, hashesOf(answer['consistency']))
    })
  }

  /** The result of a proof; null when the log does not offer it. Entries are then still read, but with fewer checks. */
  async #offered<T>(call: string, ask: () => Promise<T>): Promise<T | null> {
    if (this.#refused.has(call)) return null
    try {
      return await ask()
    } catch (error) {
      const isMissing =
        error instanceof RangeError || (error instanceof ConnectorError && error.kind === 'changed_format')
      if (!isMissing) throw error
      this.#refused.add(call)
      return null
    }
  }

  async #ask(call: string, until: number): Promise<Readonly<Record<string, unknown>>> {
    const bytes = await fetchDocument(`${this.#log.url}ct/v1/${call}`, this.#options).catch((cause: unknown) => {
      // Logs that have deleted old entries respond with these statuses.
      const status = cause instanceof ConnectorError ? (cause.status ?? 0) : 0
      if (status !== 400 && status !== 404 && status !== 410) throw cause
      const { description } = this.#log
      throw new MissingEntriesError(until, 'ENTRIES_REFUSED', { log: description, status }, { status, cause })
    })
    try {
      const answer: unknown = JSON.parse(bytes.toString('utf8'))
      if (isRecord(answer)) return answer
    } catch {
      // The error is thrown below.
    }
    throw new ConnectorError('LOG_ANSWER_INVALID', { log: this.#log.description })
  }
}

/** @throws RangeError unless the values are hashes */
function hashesOf(value: unknown): Buffer[] {
  if (!Array.isArray(value)) throw new RangeError('no list of hashes')
  return value.map((hash) => Buffer.from(String(hash), 'base64'))
}

/** The edge of a tree, from the path of its last entry. @throws RangeError when the path belongs to another tree */
function edgeOf(size: number, leafHash: Buffer, path: unknown): TreeEdge {
  const edge = new TreeEdge(size - 1, hashesOf(path).toReversed())
  edge.append(leafHash)
  return edge
}
