import type { Readable } from 'node:stream'
import { isRecord } from '@signet/contract/narrow'
import { mebibyte } from '@signet/contract/threats/file-types'
import { hourMs } from '@signet/contract/time'
import type { UnreadableReason } from '@signet/readers'
import type { BrokenRow, FileRow, RowKind } from '@signet/readers/rows/rows'
import { lineOf } from '../../child-processes/child-answer.ts'
import { ChildFailure, streamLimited } from '../../child-processes/run-limited.ts'
import { rowProgram } from './read-file.ts'

/** A line of the child process: the kind of the file, a row, or how it ended. */
export type RowMessage = { kind: RowKind } | FileRow | BrokenRow | { isEnd: true } | { unreadable: UnreadableReason }

const isValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** By a few comparisons, because a file can have a million rows. */
function isMessage(value: unknown): value is RowMessage {
  if (!isRecord(value)) return false
  if (typeof value['line'] !== 'number')
    return typeof value['kind'] === 'string' || typeof value['unreadable'] === 'string' || value['isEnd'] === true
  return 'broken' in value || (isRecord(value['values']) && Object.values(value['values']).every(isValue))
}

/** @throws ChildFailure if the line is none */
export function messageIn(line: string): RowMessage {
  const message = lineOf(line)
  if (!isMessage(message)) throw new ChildFailure('A line of the answer is no row')
  return message
}

/** The rest of a file can't be read. */
export class UnreadableRows extends Error {
  override name = 'UnreadableRows'
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason) {
    super(`The file is ${reason}`)
    this.reason = reason
  }
}

/** The rows of large files take minutes, because they are stored in between; a workbook is read whole. */
const limits = { wallMs: 2 * hourMs, cpuSeconds: 900, memoryBytes: 2048 * mebibyte, heapBytes: 1024 * mebibyte }

/**
 * The kind of a file, then its rows, read in a separate child process and no faster than they are used.
 *
 * @param range the number of rows to leave out at the beginning, and how many to read after them
 * @throws UnreadableRows after the last row that can be read
 * @throws ChildFailure if the reader failed
 */
export async function* readRows(
  bytes: Readable,
  { skip = 0, max = Number.MAX_SAFE_INTEGER }: { skip?: number; max?: number } = {},
): AsyncGenerator<{ kind: RowKind } | FileRow | BrokenRow, void, undefined> {
  const args = [String(skip), String(max)]
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of streamLimited({ ...rowProgram, args }, bytes, limits)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = messageIn(line)
      if ('isEnd' in message) return
      if ('unreadable' in message) throw new UnreadableRows(message.unreadable)
      yield message
    }
  }
  // The process was ended at a limit.
  throw new UnreadableRows('tooLarge')
}
