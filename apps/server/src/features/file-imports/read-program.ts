/*
 * The child process that reads files of other programs; it is the only one that does. It reads one file from standard input and writes its
 * kind and its records as JSON Lines to standard output. `read-file.ts` starts and limits it.
 */
import { connectorKinds } from '@signet/connectors/file-kinds'
import { fileKinds, SourceFile, UnreadableFile } from '@signet/readers'
import { loadPdfium } from '@signet/readers/documents/pdf/pdfium'
import { giveUpRights, readInput } from '../../child-processes/limited-program.ts'
import type { FileAnswer } from './read-file.ts'

async function readInputFile(name: string): Promise<{ answer: FileAnswer; records: readonly object[] }> {
  const file = new SourceFile(name, await readInput())
  // Plain text is last: everything else is tried before it.
  const kind = [...connectorKinds, ...fileKinds].find((each) => each.recognizes(file))
  if (!kind) return { answer: { state: 'unknown' }, records: [] }
  try {
    const read = await kind.read(file)
    return { answer: { state: 'read', kind: kind.name }, records: Array.isArray(read) ? read : [read] }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return {
      answer: { state: 'unreadable', kind: kind.name, reason: error.reason, detail: error.detail },
      records: [],
    }
  }
}

await loadPdfium()
giveUpRights()
const { answer, records } = await readInputFile(process.argv[2] ?? '')
for (const line of [answer, ...records]) process.stdout.write(`${JSON.stringify(line)}\n`)
