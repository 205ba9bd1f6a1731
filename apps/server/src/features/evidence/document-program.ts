/*
 * The child process that finds out whether an uploaded PDF can be opened. It reads one file from standard input and writes one word to
 * standard output. `check-document.ts` starts and limits it.
 */
import { UnreadableFile } from '@signet/readers/file-kind'
import { loadPdfium, OpenPdf } from '@signet/readers/documents/pdf/pdfium'
import { giveUpRights, readInput } from '../../child-processes/limited-program.ts'
import type { DocumentState } from './check-document.ts'

await loadPdfium()
giveUpRights()
process.stdout.write(JSON.stringify(await stateOf(await readInput())))

async function stateOf(bytes: Buffer): Promise<DocumentState> {
  try {
    const pages = await OpenPdf.read(bytes, '', (pdf) => pdf.ask('FPDF_GetPageCount'))
    return pages > 0 ? 'opens' : 'unreadable'
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return error.reason === 'locked' ? 'locked' : 'unreadable'
  }
}
