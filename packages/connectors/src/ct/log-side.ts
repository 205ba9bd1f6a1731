import { ConnectorError } from '../connector-error.ts'
import type { CtChunk } from './entry.ts'
import type { TreeHead } from './signed-head.ts'
import type { TreeEdge } from './tree-edge.ts'

/** One log as it is read, whichever protocol it speaks. */
export interface LogSide {
  /**
   * The newest tree head, its signature checked.
   *
   * @throws ConnectorError
   */
  head(): Promise<TreeHead>
  /**
   * Entries in order, from an index up to the size of a head; in as many chunks as the log likes.
   *
   * @throws MissingEntriesError where the log should have entries and has none; ConnectorError
   */
  read(from: number, head: TreeHead): AsyncGenerator<CtChunk, void, undefined>
  /** The edge of the tree of so many entries, as the log tells it; null when it does not. */
  edgeAt(size: number, head: TreeHead): Promise<TreeEdge | null>
  /** Whether the tree of an earlier head is the beginning of that of a later one, as the log proves it; null when it does not. */
  isContinued(before: Pick<TreeHead, 'size' | 'root'>, head: TreeHead): Promise<boolean | null>
  /** Where reading may begin without loss at or before an index: some logs are cut into tiles. */
  startBefore(index: number): number
}

/** The log does not serve entries that its own tree head says it has. */
export class MissingEntriesError extends ConnectorError {
  /** The first index after those that are missing. */
  readonly until: number

  constructor(message: string, until: number, options: { status?: number; cause?: unknown } = {}) {
    super('changed_format', message, options)
    this.until = until
  }
}

/** What the log shows now cannot be reconciled with what it showed before: there are two truths, and a person has to look. */
export class ForkedLogError extends ConnectorError {
  constructor(message: string) {
    super('changed_format', message)
  }
}
