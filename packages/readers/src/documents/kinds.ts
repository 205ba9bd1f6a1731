import type { Buffer } from 'node:buffer'
import { UnreadableFile, type FileKind } from '../file-kind.ts'
import { readDocx } from './office/docx.ts'
import { openDocumentType, readOpenDocument } from './office/open-document.ts'
import { readPptx } from './office/pptx.ts'
import { readXlsx } from './office/xlsx.ts'
import { ZipParts } from './office/zip-parts.ts'
import { startsAsZip } from '../zip.ts'
import { oldOfficeType, readOldOffice } from './ole2.ts'
import { readPdf } from './pdf/pdf.ts'
import { delimiterOf, isText, readCsv, readText } from './plain-text.ts'
import { readRtf } from './rtf.ts'

/** A PDF may have other bytes before its header (ISO 32000-1, annex H, note 13). */
const pdfHeaderMax = 1024
const contentTypes = '[Content_Types].xml'

/** Documents and, last, plain text. */
export const documentKinds: readonly FileKind[] = [
  { name: 'pdf', recognizes: ({ bytes }) => isPdf(bytes), read: ({ bytes }) => readPdf(bytes) },
  { name: 'docx', recognizes: ({ bytes }) => isOffice(bytes, 'word/'), read: ({ bytes }) => readDocx(bytes) },
  { name: 'xlsx', recognizes: ({ bytes }) => isOffice(bytes, 'xl/'), read: ({ bytes }) => readXlsx(bytes) },
  { name: 'pptx', recognizes: ({ bytes }) => isOffice(bytes, 'ppt/'), read: ({ bytes }) => readPptx(bytes) },
  ...['odt', 'ods', 'odp'].map((name) => ({
    name,
    recognizes: ({ bytes }: { bytes: Buffer }) => partsOf(bytes, openDocumentType) === name,
    read: ({ bytes }: { bytes: Buffer }) => readOpenDocument(bytes),
  })),
  {
    name: 'office',
    recognizes: ({ bytes }) => oldOfficeType(bytes) !== undefined,
    read: ({ bytes }) => readOldOffice(bytes),
  },
  {
    name: 'rtf',
    recognizes: ({ bytes }) => bytes.toString('latin1', 0, 4) === '{\\rt',
    read: ({ bytes }) => readRtf(bytes),
  },
  { name: 'csv', recognizes: (file) => delimiterOf(file) !== undefined, read: readCsv },
  { name: 'txt', recognizes: isText, read: readText },
]

/** An archive may have a PDF as its first part. */
const isPdf = (bytes: Buffer) => bytes.subarray(0, pdfHeaderMax).includes('%PDF-') && !startsAsZip(bytes)

/** Whether it is a package of Office Open XML with parts in a folder; a damaged one is recognized by the names in it. */
const isOffice = (bytes: Buffer, folder: string) =>
  partsOf(
    bytes,
    (parts) => parts.has(contentTypes) && parts.names.some((name) => name.toLowerCase().startsWith(folder)),
    () => bytes.includes(contentTypes) && bytes.includes(folder),
  ) === true

/** @param instead what is found in an archive that is damaged */
function partsOf<T>(bytes: Buffer, find: (parts: ZipParts) => T, instead?: () => T): T | undefined {
  if (!startsAsZip(bytes)) return undefined
  try {
    return find(new ZipParts(bytes))
  } catch (error) {
    if (error instanceof UnreadableFile) return instead?.()
    throw error
  }
}
