import { decodedText } from '../decoded-text.ts'
import { UnreadableFile } from '../file-kind.ts'
import { readCompoundFile, type Storage } from './compound-file.ts'
import { readCompressedRtf } from './compressed-rtf.ts'

/** A file that is attached to a message. */
export interface MessageFile {
  name: string
  /** As the sender says. */
  type: string
  bytes: Buffer
}

/** A message as Outlook saves it ([MS-OXMSG]). */
export interface OutlookMessage {
  /** Without angle brackets; null for a draft. */
  messageId: string | null
  /** The address of its sender; null if it has none, or one of Exchange only. */
  from: string | null
  subject: string
  /** Empty if there is only HTML. */
  text: string
  /** Empty if there is none. */
  html: string
  files: MessageFile[]
  /** Messages that are attached. */
  messages: OutlookMessage[]
}

/** The ids of properties ([MS-OXPROPS]). */
const properties = {
  subject: '0037',
  text: '1000',
  html: '1013',
  rtf: '1009',
  messageId: '1035',
  senderSmtp: '5D01',
  sender: '0C1F',
  fileName: '3707',
  shortName: '3704',
  fileType: '370E',
  data: '3701',
} as const

const textMax = 2 * 1024 * 1024
const [filesMax, depthMax, messagesMax] = [50, 8, 50]
/** Of all attached files; entries can share their sectors, so a small message can claim to have large ones. */
const bytesMax = 64 * 1024 * 1024

/** Whether a compound file is a message: it has the table of its properties ([MS-OXMSG] 2.4). */
export const isMessage = ({ streams }: Storage): boolean => streams.has('__properties_version1.0')

/**
 * Reads a message of Outlook, with the messages attached to it.
 *
 * @throws UnreadableFile if it is damaged or not a message
 */
export function readMsg(bytes: Buffer): OutlookMessage {
  const storage = readCompoundFile(bytes)
  if (!isMessage(storage)) throw new UnreadableFile('damaged', 'it is no message')
  return messageOf(storage, { messages: messagesMax, bytes: bytesMax }, 0)
}

function messageOf(storage: Storage, left: { messages: number; bytes: number }, depth: number): OutlookMessage {
  left.messages -= 1
  const files: MessageFile[] = []
  const messages: OutlookMessage[] = []
  for (const [name, attachment] of storage.storages) {
    if (!name.startsWith('__attach_version1.0_') || files.length + messages.length >= filesMax) continue
    const embedded = attachment.storages.get(`__substg1.0_${properties.data}000D`)
    if (embedded) {
      if (depth < depthMax && left.messages > 0) messages.push(messageOf(embedded, left, depth + 1))
      continue
    }
    const data = attachment.streams.get(`__substg1.0_${properties.data}0102`)
    if (!data) continue
    const content = data()
    left.bytes -= content.length
    if (left.bytes < 0) throw new UnreadableFile('tooLarge', `its files have more than ${bytesMax} bytes`)
    files.push({
      name: wordsOf(attachment, properties.fileName) || wordsOf(attachment, properties.shortName),
      type: wordsOf(attachment, properties.fileType).toLowerCase(),
      bytes: content,
    })
  }
  const rtf = rtfOf(storage)
  const sender = wordsOf(storage, properties.senderSmtp) || wordsOf(storage, properties.sender)
  return {
    messageId: /<?([^<>\s]{3,250})>?/.exec(wordsOf(storage, properties.messageId))?.[1] ?? null,
    from: sender.includes('@') ? sender.toLowerCase().slice(0, 254) : null,
    subject: wordsOf(storage, properties.subject),
    text: wordsOf(storage, properties.text),
    html: htmlOf(storage) || htmlInRtf(rtf),
    files,
    messages,
  }
}

/** A text property, in UTF-16 or in the code page of the sender, which is read as Windows-1252. */
function wordsOf({ streams }: Storage, id: string): string {
  const wide = streams.get(`__substg1.0_${id}001F`)
  if (wide) return wide().subarray(0, textMax).toString('utf16le')
  const narrow = streams.get(`__substg1.0_${id}001E`)
  return narrow ? decodedText(narrow().subarray(0, textMax)) : ''
}

function htmlOf(storage: Storage): string {
  const bytes = storage.streams.get(`__substg1.0_${properties.html}0102`)
  return bytes ? decodedText(bytes().subarray(0, textMax)) : wordsOf(storage, properties.html)
}

function rtfOf({ streams }: Storage): string {
  const bytes = streams.get(`__substg1.0_${properties.rtf}0102`)
  return bytes ? readCompressedRtf(bytes(), textMax).toString('latin1') : ''
}

/** The tags that Outlook hides in RTF when it saves an HTML body as such ([MS-OXRTFEX] 2.1.3.1), with the words between them. */
function htmlInRtf(rtf: string): string {
  if (!rtf.includes('\\fromhtml')) return ''
  return rtf
    .replaceAll(/\\htmlrtf\b[^]*?\\htmlrtf0 ?/g, '')
    .replaceAll(/\{\\\*\\htmltag\d* ?([^{}]*)\}/g, '$1')
    .replaceAll(/\\'([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(?:par|line)\b ?/g, '\n')
    .replaceAll(/\\([{}\\])/g, '$1')
    .replaceAll(/\\[a-z]+-?\d* ?|[{}]/gi, '')
}
