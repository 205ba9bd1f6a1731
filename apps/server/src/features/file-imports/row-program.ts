/*
 * The child process that reads the rows of a file. It reads the file from standard input and writes JSON Lines to standard output: its
 * kind, then each row, then how it ended. `read-rows.ts` starts and limits it.
 */
import { once } from 'node:events'
import { UnreadableFile } from '@signet/readers'
import { readRows } from '@signet/readers/rows/rows'
import { giveUpRights } from '../../child-processes/limited-program.ts'
import type { RowMessage } from './read-rows.ts'

/** Lines are written in pieces of about this length. */
const pieceLength = 64 * 1024
let held = ''

async function write(message: RowMessage): Promise<void> {
  held += `${JSON.stringify(message)}\n`
  if (held.length >= pieceLength) await flush()
}

async function flush(): Promise<void> {
  const isTaken = process.stdout.write(held)
  held = ''
  if (!isTaken) await once(process.stdout, 'drain')
}

/** Writes the rows after the first `skip`, at most `max`. */
async function writeRows(skip: number, max: number): Promise<void> {
  const { kind, rows } = await readRows(process.stdin)
  await write({ kind })
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count > skip) await write(row)
    if (count >= skip + max) break
  }
  await write({ isEnd: true })
}

giveUpRights()
const [skip = 0, max = 0] = process.argv.slice(2).map(Number)
try {
  await writeRows(skip, max)
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  await write({ unreadable: error.reason })
}
await flush()
process.stdin.destroy()
