import { hash } from 'node:crypto'
import { required } from '@signet/contract/narrow'

const hashBytes = 32
const emptyRoot = hash('sha256', Buffer.alloc(0), 'buffer')
/** The prefix of a node and the two hashes below it. */
const scratch = Buffer.alloc(1 + 2 * hashBytes, 1)

/** The hash of a node of the Merkle tree. Source: RFC 6962, section 2.1. */
export function hashOfNode(left: Uint8Array, right: Uint8Array): Buffer {
  scratch.set(left, 1)
  scratch.set(right, 1 + hashBytes)
  return hash('sha256', scratch, 'buffer')
}

/**
 * The right edge of a log's Merkle tree: the roots of the full subtrees it consists of, largest first, at most 53 hashes. The edge is
 * enough to compute the root of the tree, also after entries are added, without any of the earlier entries.
 */
export class TreeEdge {
  #size: number
  readonly #roots: Buffer[]

  constructor(size = 0, roots: readonly Buffer[] = []) {
    if (roots.length !== onesIn(size) || roots.some((root) => root.length !== hashBytes))
      throw new RangeError(`${roots.length} hashes are no edge of a tree of ${size}`)
    this.#size = size
    this.#roots = [...roots]
  }

  /** Number of entries in the tree. */
  get size(): number {
    return this.#size
  }

  append(leafHash: Buffer): void {
    this.#roots.push(leafHash)
    // Two subtrees of the same size are merged, as in a binary counter.
    for (let n = this.#size; n % 2 === 1; n = Math.floor(n / 2)) {
      const right = required(this.#roots.pop(), 'a subtree')
      this.#roots.push(hashOfNode(required(this.#roots.pop(), 'a subtree'), right))
    }
    this.#size += 1
  }

  root(): Buffer {
    return this.#roots.length === 0 ? emptyRoot : this.#roots.reduceRight((right, left) => hashOfNode(left, right))
  }

  copy(): TreeEdge {
    return new TreeEdge(this.#size, this.#roots)
  }

  /** The hashes in base64, to be stored together with the size. */
  toString(): string {
    return Buffer.concat(this.#roots).toString('base64')
  }

  /** Parses the result of `toString`; `null` when it does not match the size. */
  static parse(size: number, text: string): TreeEdge | null {
    const bytes = Buffer.from(text, 'base64')
    if (bytes.length !== onesIn(size) * hashBytes) return null
    return new TreeEdge(
      size,
      Array.from({ length: bytes.length / hashBytes }, (_, at) => bytes.subarray(at * hashBytes, (at + 1) * hashBytes)),
    )
  }
}

function onesIn(size: number): number {
  let count = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2
  return count
}

/**
 * Whether a consistency proof shows that a later tree extends an earlier one.
 *
 * Source: RFC 9162, section 2.1.4.2, which spells out what RFC 6962, section 2.1.2, defines.
 *
 * @param before a tree of at least one entry
 * @param after a tree with as many entries or more
 */
export function provesConsistency(
  before: { size: number; root: Uint8Array },
  after: { size: number; root: Uint8Array },
  proof: readonly Buffer[],
): boolean {
  if (before.size === after.size) return proof.length === 0 && Buffer.compare(before.root, after.root) === 0
  // A tree whose size is a power of two is itself a node of the later tree, so the proof omits it.
  const path = onesIn(before.size) === 1 ? [before.root, ...proof] : [...proof]
  const [first] = path
  if (first === undefined || path.some(({ length }) => length !== hashBytes)) return false
  // The index of the last node of each tree in its row, row by row from the leaves up.
  let at = rowAbove({ old: before.size - 1, last: after.size - 1 }, 1)
  let oldRoot = first
  let root = first
  for (const node of path.slice(1)) {
    if (at.last === 0) return false
    if (at.old % 2 === 1 || at.old === at.last) {
      oldRoot = hashOfNode(node, oldRoot)
      root = hashOfNode(node, root)
      at = at.old === 0 ? at : rowAbove(at, 0)
    } else root = hashOfNode(root, node)
    at = { old: Math.floor(at.old / 2), last: Math.floor(at.last / 2) }
  }
  return at.last === 0 && Buffer.compare(oldRoot, before.root) === 0 && Buffer.compare(root, after.root) === 0
}

/** Moves up while the node of the older tree is a left one (0) or a right one (1). */
function rowAbove({ old, last }: { old: number; last: number }, bit: 0 | 1): { old: number; last: number } {
  let [oldAt, lastAt] = [old, last]
  while (oldAt % 2 === bit) {
    oldAt = Math.floor(oldAt / 2)
    lastAt = Math.floor(lastAt / 2)
  }
  return { old: oldAt, last: lastAt }
}
