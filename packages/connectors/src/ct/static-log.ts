import { ConnectorError } from '../connector-error.ts'
import { entriesOfNames, entriesOfTile, type CtChunk } from './entry.ts'
import { fetchDocument, fetchIfThere, type CtFetchOptions } from './fetch-document.ts'
import type { CtLog } from './log-list.ts'
import { MissingEntriesError, type LogSide } from './log-side.ts'
import { readCheckpoint, type TreeHead } from './signed-head.ts'
import { TreeEdge, hashOfNode } from './tree-edge.ts'

/** Number of entries, or hashes, in a full tile. */
const tileWidth = 256
const tileLevels = 8
const hashBytes = 32

/** Options for reading a log of the static CT API (C2SP static-ct-api). */
export interface StaticLogOptions extends CtFetchOptions {
  /** Request names tiles first: they have a tenth of the size, but no validity or certificates. */
  useNames?: boolean
  /** Number of tiles fetched ahead of the current one. */
  ahead?: number
}

/**
 * The path of a tile below the log: `x001/x234/067`, with `.p/W` when it is partial.
 *
 * Source: c2sp.org/tlog-tiles, section Merkle Tree.
 */
export function tilePath(index: number, width: number = tileWidth): string {
  const groups: string[] = []
  let rest = index
  do {
    groups.unshift(String(rest % 1000).padStart(3, '0'))
    rest = Math.floor(rest / 1000)
  } while (rest > 0)
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return width < tileWidth ? `${path}.p/${width}` : path
}

/** Reads a log of static files. Source: c2sp.org/static-ct-api. */
export class StaticLog implements LogSide {
  readonly #log: CtLog
  readonly #options: StaticLogOptions
  /** Set to false once the log turns out to have no names tiles; not every log has them. */
  #hasNames: boolean

  constructor(log: CtLog, options: StaticLogOptions = {}) {
    this.#log = log
    this.#options = options
    this.#hasNames = options.useNames ?? true
  }

  async head(): Promise<TreeHead> {
    const bytes = await fetchDocument(`${this.#log.url}checkpoint`, this.#options)
    return readCheckpoint(bytes.toString('utf8'), this.#log)
  }

  startBefore(index: number): number {
    return index - (index % tileWidth)
  }

  async *read(from: number, head: TreeHead): AsyncGenerator<CtChunk, void, undefined> {
    const ahead: Promise<CtChunk>[] = []
    const tiles = Math.ceil(head.size / tileWidth)
    let tile = Math.floor(from / tileWidth)
    const stop = new AbortController()
    const signal = this.#options.signal ? AbortSignal.any([stop.signal, this.#options.signal]) : stop.signal
    try {
      while (tile < tiles || ahead.length > 0) {
        while (tile < tiles && ahead.length <= (this.#options.ahead ?? 2)) {
          const chunk = this.#readTile(tile, Math.max(from, tile * tileWidth), head, signal)
          // Avoids an unhandled rejection: the error is handled when the chunk is awaited, if it ever is.
          chunk.catch(() => {})
          ahead.push(chunk)
          tile += 1
        }
        const chunk = await ahead.shift()
        if (chunk) yield chunk
      }
    } finally {
      stop.abort()
    }
  }

  async #readTile(tile: number, from: number, head: TreeHead, signal: AbortSignal): Promise<CtChunk> {
    const first = tile * tileWidth
    const until = Math.min(first + tileWidth, head.size)
    const options = { ...this.#options, signal }
    try {
      if (this.#hasNames) {
        const names = await this.#fetchTile('names', tile, until - first, options)
        if (names) {
          const hashes = await this.#fetchTile('0', tile, until - first, options)
          const entries = entriesOfNames(names, first, from, until)
          return { from, entries, leafHashes: hashes && hashesIn(hashes, from - first, until - first) }
        }
        // A partial tile may be deleted before the full one exists; a missing full tile means that the log has no names tiles.
        if (until - first === tileWidth) this.#hasNames = false
      }
      const data = await this.#fetchTile('data', tile, until - first, options)
      if (data) return entriesOfTile(data, first, from, until)
    } catch (cause) {
      if (cause instanceof ConnectorError) throw cause
      const isWrong = cause instanceof RangeError || cause instanceof SyntaxError
      if (!isWrong) throw cause
      throw new MissingEntriesError(until, 'TILE_UNREADABLE', { log: this.#log.description }, { cause })
    }
    throw new MissingEntriesError(until, 'ENTRIES_MISSING', { log: this.#log.description, first })
  }

  /** A tile, or the full tile if the requested partial one is gone; null when neither exists. */
  async #fetchTile(kind: string, tile: number, width: number, options: CtFetchOptions): Promise<Buffer | null> {
    const base = `${this.#log.url}tile/${kind}/`
    const found = await fetchIfThere(base + tilePath(tile, width), options)
    return found ?? (width < tileWidth ? fetchIfThere(base + tilePath(tile), options) : null)
  }

  /** Reads the few hash tiles on the path to the root. */
  async edgeAt(size: number, head: TreeHead): Promise<TreeEdge | null> {
    const roots: Buffer[] = []
    let before = 0
    for (let level = Math.floor(Math.log2(Math.max(size, 1))); level >= 0 && before < size; level -= 1) {
      const span = 2 ** level
      if (size - before < span) continue
      const root = await this.#subtree(before, level, head)
      if (!root) return null
      roots.push(root)
      before += span
    }
    return new TreeEdge(size, roots)
  }

  async isContinued(before: Pick<TreeHead, 'size' | 'root'>, head: TreeHead): Promise<boolean | null> {
    const [then, now] = await Promise.all([this.edgeAt(before.size, head), this.edgeAt(head.size, head)])
    return then && now && then.root().equals(before.root) && now.root().equals(head.root)
  }

  /** The root of the full subtree of 2^level entries that begins at an entry. */
  async #subtree(first: number, level: number, head: TreeHead): Promise<Buffer | null> {
    const tileLevel = Math.floor(level / tileLevels)
    const span = 2 ** (tileLevel * tileLevels)
    const start = first / span
    const tile = Math.floor(start / tileWidth)
    const width = Math.min(tileWidth, Math.floor(head.size / span) - tile * tileWidth)
    const bytes = await this.#fetchTile(String(tileLevel), tile, width, this.#options)
    const count = 2 ** (level - tileLevel * tileLevels)
    const at = start - tile * tileWidth
    let hashes = bytes && hashesIn(bytes, at, at + count)
    while (hashes && hashes.length > 1) {
      const below: Buffer[] = hashes
      hashes = below.flatMap((left, n) => {
        const right = below[n + 1]
        return n % 2 === 0 && right ? [hashOfNode(left, right)] : []
      })
    }
    return hashes?.[0] ?? null
  }
}

/** Hashes of a tile in a range of positions; null when it has fewer. */
function hashesIn(bytes: Buffer, from: number, until: number): Buffer[] | null {
  if (bytes.length < until * hashBytes) return null
  return Array.from({ length: until - from }, (_, n) =>
    Buffer.from(bytes.subarray((from + n) * hashBytes, (from + n + 1) * hashBytes)),
  )
}
