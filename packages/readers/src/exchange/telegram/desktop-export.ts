import { idIn, isObject, type Items, type Json, listIn, numberIn, readItems, textIn } from '../../narrow.ts'
import { botChatId, type ChatType } from './chat-id.ts'

/** A message of an export. */
export interface ExportedMessage {
  id: number
  /** When it was sent, in seconds since 1970. The `date` of an export is in the time zone of the computer that made it. */
  unix: number | null
  editedUnix: number | null
  from: string | null
  fromId: string | null
  text: string
  /** The links in the text, also those behind other words. */
  urls: string[]
  fileName: string | null
  forwardedFrom: string | null
  replyToId: number | null
}

/** A chat of an export. */
export interface ExportedChat {
  /** As in the Bot API; null for chats without an id, such as saved messages. */
  channelId: number | null
  name: string | null
  /** E.g. `public_channel`. */
  type: string | null
  messages: ExportedMessage[]
  /** Number of messages that say what happened in the chat, such as a new member. */
  serviceMessages: number
  skipped: number
}

/** Exports have this instead of the path of a file that was not saved. */
const notIncluded = '(File '

const isChat = (value: unknown): value is Json =>
  isObject(value) && Array.isArray(value['messages']) && 'type' in value && ('id' in value || 'name' in value)

/** The chats of an export: it has one, or those of an account. */
function chatsIn(file: unknown): readonly unknown[] {
  if (isChat(file)) return [file]
  if (!isObject(file)) return []
  return ['chats', 'left_chats'].flatMap((field) => listIn(file[field], 'list'))
}

/** Whether a file is an export of Telegram Desktop. */
export function isTelegramExport(file: unknown): boolean {
  const [first] = chatsIn(file)
  if (!isChat(first)) return false
  const messages = listIn(first, 'messages').slice(0, 20)
  return messages.length === 0 || messages.some((message) => isObject(message) && 'id' in message && 'type' in message)
}

/** Reads the `result.json` of Telegram Desktop. Source: its exports of version 4 and 5, as no description is published. */
export function readTelegramExport(file: unknown): Items<ExportedChat> {
  return readItems(chatsIn(file), (chat) => (isChat(chat) ? chatOf(chat) : null))
}

function chatOf(chat: Json): ExportedChat {
  const all = listIn(chat, 'messages')
  const messages = all.filter((message) => textIn(message, 'type') !== 'service')
  const { items, skipped } = readItems(messages, messageOf)
  const type = textIn(chat, 'type')
  return {
    channelId: botChatId(chatTypeOf(type ?? ''), numberIn(chat, 'id')),
    name: textIn(chat, 'name'),
    type,
    messages: items,
    serviceMessages: all.length - messages.length,
    skipped,
  }
}

function chatTypeOf(type: string): ChatType {
  if (/channel|supergroup/.test(type)) return 'channel'
  return type.includes('group') ? 'group' : 'user'
}

function messageOf(message: Json): ExportedMessage | null {
  const id = numberIn(message, 'id')
  if (id === null || textIn(message, 'type') !== 'message') return null
  const parts = partsOf(message['text'])
  return {
    id,
    unix: numberIn(message, 'date_unixtime'),
    editedUnix: numberIn(message, 'edited_unixtime'),
    from: textIn(message, 'from'),
    fromId: idIn(message, 'from_id'),
    text: parts.map(({ text }) => text).join(''),
    urls: parts.flatMap(({ url }) => url ?? []),
    fileName: fileNameOf(message),
    forwardedFrom: textIn(message, 'forwarded_from'),
    replyToId: numberIn(message, 'reply_to_message_id'),
  }
}

/** A text is one string, or a list of strings and of parts with a format. */
function partsOf(text: unknown): { text: string; url: string | null }[] {
  const parts: readonly unknown[] = Array.isArray(text) ? text : [text]
  return parts.map((part) => {
    if (typeof part === 'string') return { text: part, url: null }
    const [type, own] = [textIn(part, 'type'), textIn(part, 'text') ?? '']
    return { text: own, url: type === 'link' ? own : type === 'text_link' ? textIn(part, 'href') : null }
  })
}

function fileNameOf(message: Json): string | null {
  const path = textIn(message, 'file')
  if (textIn(message, 'file_name')) return textIn(message, 'file_name')
  return path === null || path.startsWith(notIncluded) ? null : (path.split('/').at(-1) ?? null)
}
