import type { FileType } from '@signet/contract/threats/file-types'

/** Number of bytes at the beginning that are checked. */
export const sniffBytes = 8192

/**
 * Detects the type of a file from its first bytes; `null` if it is none of the supported types. Source: the signatures of the WHATWG MIME
 * Sniffing standard, section 6; ISO/IEC 29500-2 for office files, whose parts are named in the headers of the archive.
 *
 * @param head the whole file, or its first `sniffBytes` bytes
 */
export function sniffType(head: Buffer): FileType | null {
  const starts = (signature: string, at = 0) =>
    head.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'))
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts('\xff\xd8\xff')) return 'image/jpeg'
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif'
  if (starts('RIFF') && starts('WEBPVP', 8)) return 'image/webp'
  if (starts('%PDF-')) return 'application/pdf'
  if (starts('PK\x03\x04')) return typeOfArchive(head)
  // [MS-CFB] 2.2. Old files of Office are such files too, and the reader of messages refuses them.
  if (starts('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'application/vnd.ms-outlook'
  return typeOfText(head)
}

/** Fields that the headers of an email begin with (RFC 5322, section 3.6, and what servers and mail programs add above it). */
const mailFields =
  /^(?:arc-[a-z-]+|authentication-results|bcc|cc|content-[a-z-]+|date|delivered-to|dkim-signature|from|message-id|mime-version|received(?:-spf)?|reply-to|return-path|sender|subject|to|x-[a-z0-9-]+):/i

/** Whether the first lines of a file are the headers of an email. To callers that take no emails it is a text. */
export function isEmail(head: Buffer): boolean {
  const [first = '', second = ''] = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    // Mailboxes in one file separate their emails so (RFC 4155).
    .replace(/^From [^\n]*\n/, '')
    .split(/\r?\n/)
  return mailFields.test(first) && (mailFields.test(second) || /^[ \t]|^$|^[!-9;-~]+:/.test(second))
}

function typeOfArchive(head: Buffer): FileType {
  const names = namesIn(head)
  if (names.some((name) => name === '[Content_Types].xml' || name.startsWith('_rels/'))) {
    const has = (folder: string) => names.some((name) => name.startsWith(folder))
    if (has('word/')) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    if (has('xl/')) return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    if (has('ppt/')) return 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  }
  // One whose directory names these later is a ZIP file to browsers as well.
  const isApp = names.some((name) => name === 'AndroidManifest.xml' || /^classes\d*\.dex$|\.apk$/.test(name))
  return isApp ? 'application/vnd.android.package-archive' : 'application/zip'
}

/** The names in those local headers that are within the head. */
function namesIn(head: Buffer): string[] {
  const names: string[] = []
  const signature = Buffer.from('PK\x03\x04', 'latin1')
  for (let at = head.indexOf(signature); at >= 0 && at + 30 <= head.length; at = head.indexOf(signature, at + 4)) {
    const length = head.readUInt16LE(at + 26)
    names.push(head.subarray(at + 30, at + 30 + length).toString('latin1'))
  }
  return names
}

const htmlBeginnings =
  /^(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*<(!doctype html|html|head|body|script|iframe|table|div|title|meta|style|h1|p|a|br|font|b)[\s>/]/i

function typeOfText(head: Buffer): FileType | null {
  const text = decodedText(head)
  if (text === null || text.trim() === '') return null
  if (htmlBeginnings.test(text.trimStart().slice(0, 2048))) return 'text/html'
  return isTable(text) ? 'text/csv' : 'text/plain'
}

/** Texts of Windows-1252 are those of western languages, which are mostly ASCII. */
const otherLettersMax = 0.25

/** Decodes UTF-8, UTF-16 with its mark, or Windows-1252, without characters that don't occur in text; null for anything else. */
function decodedText(head: Buffer): string | null {
  const text = decoded(head)
  // oxlint-disable-next-line no-control-regex
  return text === null || /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text
}

function decoded(head: Buffer): string | null {
  const isCut = head.length >= sniffBytes
  const mark = head.subarray(0, 2).toString('latin1')
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: isCut })
  } catch {
    if (encoding !== 'utf-8') return null
    const text = new TextDecoder('windows-1252').decode(head)
    // oxlint-disable-next-line no-control-regex
    const others = text.replaceAll(/[\0-\x7f]/g, '')
    // These bytes are no letters of Windows-1252.
    return /[\x80-\x9f]/.test(others) || others.length > text.length * otherLettersMax ? null : text
  }
}

/** Whether it has at least two lines with the same number of fields, and at least two fields. */
function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  // The last line may be cut off at the end of the head.
  const whole = lines.length > 2 ? lines.slice(0, -1) : lines
  return [',', ';', '\t'].some((separator) => {
    const counts = new Set(whole.slice(0, 20).map((line) => line.split(separator).length))
    return whole.length >= 2 && counts.size === 1 && !counts.has(1)
  })
}
