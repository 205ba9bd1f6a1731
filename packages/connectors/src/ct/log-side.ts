import type { ConnectorErrorParametersOf, ConnectorErrorReason } from '@signet/contract/errors/connector-errors'
import { ConnectorError } from '../connector-error.ts'
import type { CtChunk } from './entry.ts'
import type { TreeHead } from './signed-head.ts'
import type { TreeEdge } from './tree-edge.ts'

/** The reader of one log, independent of its protocol. */
export interface LogSide {
  /**
   * The newest tree head, with a verified signature.
   *
   * @throws ConnectorError
   */
  head(): Promise<TreeHead>
  /**
   * Entries in order, from an index up to the size of a head, in chunks of the size that the log returns.
   *
   * @throws MissingEntriesError where the log should have entries but serves none; ConnectorError
   */
  read(from: number, head: TreeHead): AsyncGenerator<CtChunk, void, undefined>
  /** The edge of the tree with `size` entries, from the log's data; null when the log doesn't provide it. */
  edgeAt(size: number, head: TreeHead): Promise<TreeEdge | null>
  /** Whether a later head's tree extends that of an earlier head, by the log's proof; null when the log provides none. */
  isContinued(before: Pick<TreeHead, 'size' | 'root'>, head: TreeHead): Promise<boolean | null>
  /** The nearest index at or before this one where reading can begin without loss: some logs are divided into tiles. */
  startBefore(index: number): number
}

/** The log does not serve entries that its own tree head includes. */
export class MissingEntriesError<R extends ConnectorErrorReason = ConnectorErrorReason> extends ConnectorError<R> {
  /** The first index after the missing entries. */
  readonly until: number

  constructor(
    until: number,
    reason: R,
    parameters: ConnectorErrorParametersOf<R>,
    options: { status?: number; cause?: unknown } = {},
  ) {
    super(reason, parameters, options)
    this.until = until
  }
}

/** The log's current data contradicts its earlier data. A person has to investigate. */
export class ForkedLogError<R extends ConnectorErrorReason = ConnectorErrorReason> extends ConnectorError<R> {}
