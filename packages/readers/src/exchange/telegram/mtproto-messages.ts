import { fieldsIn, idIn, isObject, type Json, listIn, numberIn, readItems, textIn } from '../../narrow.ts'
import { botChatId } from './chat-id.ts'
import { textEntities, urlsOf } from './entities.ts'

/** A message that a user session received. */
export interface MtprotoMessage {
  /** The chat, as in the Bot API. */
  channelId: number | null
  id: number
  sentAt: string | null
  text: string
  urls: string[]
  fileName: string | null
  /** Larger than a number can hold. */
  documentId: string | null
  fileSize: number | null
  mimeType: string | null
  views: number | null
  forwards: number | null
}

/** Messages of a user session. */
export interface MtprotoMessages {
  messages: MtprotoMessage[]
  /** Number of messages that say what happened in the chat, such as a pinned message. */
  serviceMessages: number
  skipped: number
}

const peers = [
  ['channel_id', 'channel'],
  ['chat_id', 'group'],
  ['user_id', 'user'],
] as const

const typeIn = (value: unknown) => textIn(value, '_')?.toLowerCase()

/** Whether an answer is a list of messages, or has one in `messages`. */
export function isMtproto(answer: unknown): boolean {
  return messagesIn(answer)
    .slice(0, 20)
    .some((each) => ['message', 'messageservice'].includes(typeIn(each) ?? '') && isObject(each) && 'peer_id' in each)
}

const messagesIn = (answer: unknown): readonly unknown[] =>
  Array.isArray(answer) ? answer : listIn(answer, 'messages')

/**
 * Reads messages in the JSON of MTProto clients, whose objects have their constructor in `_`. Source:
 * https://core.telegram.org/constructor/message.
 */
export function readMtproto(answer: unknown): MtprotoMessages {
  const all = messagesIn(answer)
  const messages = all.filter((each) => typeIn(each) !== 'messageservice')
  const { items, skipped } = readItems(messages, messageOf)
  return { messages: items, serviceMessages: all.length - messages.length, skipped }
}

function messageOf(message: Json): MtprotoMessage | null {
  const id = numberIn(message, 'id')
  if (id === null || typeIn(message) !== 'message') return null
  const text = textIn(message, 'message') ?? ''
  const document = fieldsIn(fieldsIn(message, 'media'), 'document')
  const names = listIn(document, 'attributes').flatMap((attribute) => textIn(attribute, 'file_name') ?? [])
  return {
    channelId: peerOf(fieldsIn(message, 'peer_id')),
    id,
    sentAt: sentAt(message['date']),
    text,
    urls: urlsOf(textEntities(text, listIn(message, 'entities'))),
    fileName: names[0] ?? null,
    documentId: idIn(document, 'id'),
    fileSize: numberIn(document, 'size'),
    mimeType: textIn(document, 'mime_type'),
    views: numberIn(message, 'views'),
    forwards: numberIn(message, 'forwards'),
  }
}

function peerOf(peer: Json): number | null {
  for (const [field, type] of peers) if (field in peer) return botChatId(type, numberIn(peer, field))
  return null
}

/** Some clients give the time of a message as a text, others as seconds since 1970. */
function sentAt(date: unknown): string | null {
  if (typeof date === 'string') return date
  const isTime = typeof date === 'number' && date >= 0 && date < 2 ** 32
  return isTime ? new Date(date * 1000).toISOString() : null
}
