import { isJsonHead } from './json-head.ts'
import { decodedText } from '@signet/readers/decoded-text'
import { formatOf } from './leak-readers.ts'
import { readLoginLine } from './read-login-line.ts'

/** The type of a file that contains no readable credentials, and advice on what to do: choices of `LEAK_FILE_OF_OTHER_KIND`. */
export interface OtherFileKind {
  kind: string
  advice: 'checkCopy' | 'unpackMany' | 'unpackOne' | 'saveAsText' | 'saveAsUtf8' | 'exportAsCsv' | 'importAnother'
}

/** The beginning of a file. */
export interface FileHead {
  bytes: Buffer
  /** The same as text, without a byte order mark; UTF-16 is decoded. */
  text: string
  isUtf16: boolean
  /** Whether this is the whole file. */
  isWhole: boolean
}

interface Signature extends OtherFileKind {
  at?: number
  hex: string
  /** A further condition, if the bytes are letters (in ASCII or Windows-1251) that a list may also begin with. */
  holds?: (head: Buffer) => boolean
}

const hasNuls = (head: Buffer, from: number, to: number, least: number) =>
  head.subarray(from, to).filter((byte) => byte === 0).length >= least
const compressed = (kind: string) => ({ kind, advice: 'unpackOne' as const })
const image = { kind: 'image', advice: 'importAnother' as const }
const program = { kind: 'program', advice: 'importAnother' as const }
const media = { kind: 'media', advice: 'importAnother' as const }

const bzip2Blocks = new Set(['314159265359', '177245385090'])
const zipStarts = new Set(['504b0304', '504b0506', '504b0708'])

/** First bytes (hex) of unsupported formats, as each format defines them. */
const signatures: readonly Signature[] = [
  { kind: 'sevenZip', advice: 'unpackMany', hex: '377abcaf271c' },
  { kind: 'rar', advice: 'unpackMany', hex: '526172211a07' },
  { kind: 'cab', advice: 'unpackMany', hex: '4d53434600000000' },
  { ...compressed('gzip'), hex: '1f8b08' },
  { ...compressed('xz'), hex: 'fd377a585a00' },
  { ...compressed('zstd'), hex: '28b52ffd' },
  { ...compressed('lz4'), hex: '04224d18' },
  { ...compressed('compress'), hex: '1f9d' },
  // After the digit of the level (BZh1 to BZh9) follows the first block, or the end of an empty file.
  { ...compressed('bzip2'), hex: '425a68', holds: (head) => bzip2Blocks.has(head.toString('hex', 4, 10)) },
  {
    kind: 'pdf',
    advice: 'saveAsText',
    hex: '25504446',
    holds: (head) => /^-\d\.\d\s/.test(latin(head, 4, 9)),
  },
  { kind: 'office', advice: 'saveAsText', hex: 'd0cf11e0a1b11ae1' },
  { kind: 'rtf', advice: 'saveAsText', hex: '7b5c72746631' },
  { kind: 'sqlite', advice: 'exportAsCsv', hex: '53514c69746520666f726d6174203300' },
  { kind: 'postgresDump', advice: 'exportAsCsv', hex: '5047444d50', holds: (head) => hasNuls(head, 5, 16, 1) },
  { ...image, hex: '89504e470d0a1a0a' },
  { ...image, hex: 'ffd8ff', holds: (head) => hasNuls(head, 4, 20, 1) },
  { ...image, hex: '474946383961', holds: (head) => hasNuls(head, 6, 13, 1) },
  { ...image, hex: '474946383761', holds: (head) => hasNuls(head, 6, 13, 1) },
  { ...image, hex: '49492a00' },
  { ...image, hex: '4d4d002a' },
  { ...image, hex: '52494646', holds: (head) => latin(head, 8, 12) === 'WEBP' },
  { ...media, hex: '52494646', holds: (head) => /^(?:AVI |WAVE)$/.test(latin(head, 8, 12)) },
  { ...media, at: 4, hex: '66747970', holds: (head) => head[0] === 0 },
  { ...program, hex: '4d5a', holds: (head) => hasNuls(head, 2, 64, 3) },
  { ...program, hex: '7f454c46' },
  { ...program, hex: 'cffaedfe', holds: (head) => hasNuls(head, 4, 16, 1) },
  { ...program, hex: 'cefaedfe', holds: (head) => hasNuls(head, 4, 16, 1) },
  { ...program, hex: 'cafebabe', holds: (head) => hasNuls(head, 4, 16, 1) },
  { ...program, hex: '0061736d' },
]

const latin = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/**
 * The type of a file that isn't a list of credentials, detected only by its content; null if it may be a list. Lines of a list can begin
 * with anything, so formats that consist of letters must meet further conditions: JSON must parse, SQL must be a statement.
 */
export function fileKindOf(head: FileHead): OtherFileKind | null {
  if (head.text === '' && head.isWhole) return { kind: 'empty', advice: 'checkCopy' }
  return (head.isUtf16 ? null : binaryKindOf(head.bytes)) ?? textKindOf(head) ?? (isBinary(head) ? binary : null)
}

const binary: OtherFileKind = { kind: 'binary', advice: 'importAnother' }

function binaryKindOf(head: Buffer): OtherFileKind | null {
  const known = signatures.find(({ at = 0, hex, holds }) => {
    const isThere = latin(head, at, at + hex.length / 2) === Buffer.from(hex, 'hex').toString('latin1')
    return isThere && (holds?.(head) ?? true)
  })
  if (known) return known
  if (zipStarts.has(head.toString('hex', 0, 4))) return zipKindOf(head)
  if (isTar(head)) return { kind: 'tar', advice: 'unpackMany' }
  if (isBareUtf16(head)) return { kind: 'bareUtf16', advice: 'saveAsUtf8' }
  return null
}

/** Documents and apps are ZIP archives too; the names of their first entries identify them. PKWARE APPNOTE 6.3.10, 4.3.7. */
function zipKindOf(head: Buffer): OtherFileKind {
  const names: string[] = []
  for (let at = 0; at !== -1; at = head.indexOf('PK\x03\x04', at + 4, 'latin1')) {
    if (at + 30 > head.length) break
    names.push(latin(head, at + 30, at + 30 + head.readUInt16LE(at + 26)))
  }
  const isOffice = names.some((name) => name === '[Content_Types].xml' || name === '_rels/.rels')
  if (isOffice && names.some((name) => name.startsWith('word/'))) return { kind: 'word', advice: 'saveAsText' }
  if (isOffice && names.some((name) => name.startsWith('xl/'))) return { kind: 'excel', advice: 'saveAsText' }
  if (isOffice) return { kind: 'office', advice: 'saveAsText' }
  // OpenDocument 1.3 part 2, 3.3: the first entry contains the media type.
  if (names[0] === 'mimetype') return { kind: 'openDocument', advice: 'saveAsText' }
  if (names.includes('AndroidManifest.xml')) return { kind: 'android', advice: 'importAnother' }
  return { kind: 'zip', advice: 'unpackMany' }
}

const tarBlock = 512
const tarSum = { from: 148, to: 156 }

/** The header of a tar archive contains the sum of its bytes, with spaces in place of the sum (POSIX pax, ustar header block). */
function isTar(head: Buffer): boolean {
  if (head.length < tarBlock || head[0] === 0) return false
  const written = /^ *([0-7]+)[ \0]/.exec(latin(head, tarSum.from, tarSum.to))?.[1]
  let sum = 0x20 * (tarSum.to - tarSum.from)
  for (const [at, byte] of head.subarray(0, tarBlock).entries()) if (at < tarSum.from || at >= tarSum.to) sum += byte
  return written !== undefined && Number.parseInt(written, 8) === sum
}

/** Letters of most scripts have a NUL before or after each. */
function isBareUtf16(head: Buffer): boolean {
  const pairs = Math.floor(head.length / 2)
  let [even, odd] = [0, 0]
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even += 1
    if (head[at + 1] === 0) odd += 1
  }
  return pairs > 0 && Math.max(even, odd) > pairs * 0.8 && Math.min(even, odd) < pairs * 0.05
}

const markup = /^<(?:!doctype\s|\?xml\s|html[\s>]|!--)/i
/** The first line that common dump programs write. */
const dumpHead =
  /^-- *(?:(?:mysql|mariadb|phpmyadmin sql|postgresql database(?: cluster)?) dump|adminer [\d.]+ .*dump)\b/im
const sqlStatement =
  /^(?:\/\*m?!\d{5,6}[\s\\]|(?:insert\s+(?:ignore\s+)?into|replace\s+into|copy)\s+[\w"`.[\]]+\s*(?:\(|values\b|select\b)|(?:create|drop|alter|lock)\s+(?:temporary\s+)?(?:table|tables|database|schema)\s+[\w"`.[\]]|set\s+(?:names|sql_mode|foreign_key_checks|statement_timeout|@[\w@.]+)\b|begin(?:\s+transaction)?;|start\s+transaction;|pragma\s+\w+\s*[=;])/i

function textKindOf({ text, isWhole }: FileHead): OtherFileKind | null {
  const start = text.replace(/^[\s\u{FEFF}]+/u, '')
  if (/^[{[]/.test(start) && isJson(start, !isWhole)) return { kind: 'json', advice: 'exportAsCsv' }
  if (markup.test(start)) return { kind: 'markup', advice: 'saveAsText' }
  if (isSql(start)) return { kind: 'sqlDump', advice: 'exportAsCsv' }
  return null
}

/** Whether the text is JSON as far as it goes, or mostly consists of JSON lines. */
function isJson(start: string, isCut: boolean): boolean {
  if (isJsonHead(start, isCut)) return true
  const lines = linesOf(start, isCut)
  return lines.filter((line) => isJsonHead(line, false)).length * 2 > lines.length
}

/** The lines that aren't blank; the last may be cut off. */
function linesOf(text: string, isCut: boolean): string[] {
  const lines = text.split(/\r\n|\n|\r/)
  if (isCut && lines.length > 1) lines.pop()
  return lines.filter((line) => line.trim() !== '')
}

function isSql(start: string): boolean {
  const comments = /^(?:(?:--(?: .*)?|#.*|\/\*(?!m?!)[^]*?\*\/)?[ \t]*(?:\r\n|\n|\r))*/i.exec(start)?.[0] ?? ''
  return dumpHead.test(comments) || sqlStatement.test(start.slice(comments.length))
}

/** Lists may contain some invalid bytes; a file with a larger share of control characters isn't a list. */
const controlShareMax = 0.02

function isBinary({ bytes, text, isUtf16, isWhole }: FileHead): boolean {
  if (isUtf16 || formatOf(text) !== 'list') return false
  let controls = 0
  for (const byte of bytes) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls += 1
  if (controls <= bytes.length * controlShareMax) return false
  const lines = linesOf(decodedText(bytes), !isWhole)
  return lines.filter((line) => readLoginLine(line) !== null).length * 2 < lines.length
}
