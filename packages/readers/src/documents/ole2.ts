import { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import { describeFile, type DocumentFile } from './document.ts'

const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Names of streams that distinguish the programs of old Office ([MS-DOC] 2.1, [MS-XLS] 2.1, [MS-PPT] 2.1). */
const streams: readonly (readonly [type: string, stream: string])[] = [
  ['doc', 'WordDocument'],
  ['xls', 'Workbook'],
  ['xls', 'Book'],
  ['ppt', 'PowerPoint Document'],
]

/** The stream of a new document that is locked with a password ([MS-OFFCRYPTO] 2.3.4.4). */
const lockedStream = 'EncryptedPackage'

/** `doc`, `xls` or `ppt` for a document of Office 97 to 2003, `locked` for a newer one with a password; undefined for anything else. */
export function oldOfficeType(bytes: Buffer): string | undefined {
  if (!bytes.subarray(0, magic.length).equals(magic)) return undefined
  const has = (stream: string) => bytes.includes(directoryName(stream))
  return has(lockedStream) ? 'locked' : streams.find(([, stream]) => has(stream))?.[0]
}

/** A name as it starts an entry of the directory ([MS-CFB] 2.6.1). */
const directoryName = (stream: string) => Buffer.from(`${stream}\0`, 'utf16le')

/**
 * Names the type of a document of Office 97 to 2003, whose text isn't read.
 *
 * @throws UnreadableFile for one with a password
 */
export function readOldOffice(bytes: Buffer): DocumentFile {
  const type = oldOfficeType(bytes) ?? 'ole2'
  if (type === 'locked') throw new UnreadableFile('locked', 'it is an Office document with a password')
  return describeFile(type, bytes)
}
