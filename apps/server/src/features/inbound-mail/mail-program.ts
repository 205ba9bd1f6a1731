/*
 * The child process that parses emails from outside; it is the only one that does. It reads one email from standard input and writes its
 * facts as JSON to standard output. Attachments are listed, never opened. `read-mail.ts` starts and limits it.
 */
import type { Attachment, Email } from 'postal-mime'
import { giveUpRights, readInput } from '../../child-processes/limited-program.ts'
import { addressOf, isOverLimits, parseMail } from '../../child-processes/parse-mail.ts'
import type { ReadMail } from './read-mail.ts'

const [textMax, partMax, partsMax, headersMax, headerMax, idsMax] = [50_000, 50_000, 5, 100, 2000, 50]
/** Reports, and what they return of the original email. */
const reportTypes = new Set([
  'message/delivery-status',
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  // RFC 6533
  'message/global-delivery-status',
  'message/global',
  'message/global-headers',
])

/** @returns null for an email that is over the limits */
async function parse(bytes: Buffer): Promise<Email | null> {
  try {
    return await parseMail(bytes)
  } catch (error) {
    if (isOverLimits(error)) return null
    throw error
  }
}

function factsOf(mail: Email): ReadMail {
  const headers: Record<string, string> = {}
  for (const { key, value } of mail.headers.slice(0, headersMax)) headers[key] ??= value.slice(0, headerMax)
  return {
    from: addressOf(mail.from ?? mail.sender),
    subject: (mail.subject ?? '').slice(0, headerMax),
    // Some programs send an empty plain text with their HTML.
    text: (mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? '')).slice(0, textMax),
    messageId: idsIn(mail.messageId)[0] ?? null,
    answers: [...new Set([...idsIn(mail.inReplyTo), ...idsIn(mail.references).toReversed()])].slice(0, idsMax),
    headers,
    parts: mail.attachments
      .filter(({ mimeType }) => reportTypes.has(mimeType))
      .slice(0, partsMax)
      .map((part) => ({ type: part.mimeType, text: contentOf(part) })),
  }
}

const idsIn = (text = '') => [...text.matchAll(/<([^<>\s]{3,250})>/g)].flatMap(([, id]) => id ?? [])

function contentOf({ content }: Attachment): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
  return bytes.toString('utf8', 0, partMax)
}

/** Good enough to read and to classify: scripts and tags are left out, blocks become lines. */
function textOfHtml(html: string): string {
  return html
    .slice(0, 10 * textMax)
    .replaceAll(/<(script|style|head)\b[^>]*>[^]*?(?:<\/\1>|$)/gi, ' ')
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (all, name: string) => characterOf(name) ?? all)
}

const basic = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", szlig: 'ß' }
const typographic = { rsquo: '’', lsquo: '‘', rdquo: '”', ldquo: '“', bdquo: '„', ndash: '–', mdash: '—', hellip: '…' }
const named = new Map(Object.entries({ ...basic, ...typographic }))
/** Marks of the letters of European languages: `&uuml;` is a `u` with the first one. */
const marks = new Map([
  ['uml', '\u0308'],
  ['acute', '\u0301'],
  ['grave', '\u0300'],
  ['circ', '\u0302'],
  ['tilde', '\u0303'],
  ['cedil', '\u0327'],
  ['ring', '\u030A'],
])

/** The character of an entity of HTML; null for one that text doesn't need. */
function characterOf(entity: string): string | null {
  const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(entity) ?? []
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  if (hex || decimal) return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
  const [, letter = '', mark = ''] = /^([a-z])([a-z]+)$/i.exec(entity) ?? []
  const found = marks.get(mark)
  return named.get(entity) ?? (found ? `${letter}${found}`.normalize('NFC') : null)
}

// At the end, because it waits for what the file defines.
if (import.meta.main) {
  giveUpRights()
  const mail = await parse(await readInput())
  process.stdout.write(JSON.stringify(mail && factsOf(mail)))
}
