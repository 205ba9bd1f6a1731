import { fieldsIn, isObject, type Json, listIn, numberIn, textIn } from '../../narrow.ts'
import { textEntities, urlsOf } from './entities.ts'

/** A message that a bot received. */
export interface BotMessage {
  chatId: number
  chatTitle: string | null
  /** The name of the chat in its public address. */
  username: string | null
  id: number
  unix: number | null
  editedUnix: number | null
  /** The user name, else the name, of who wrote it; null in channels. */
  from: string | null
  /** The text, or the caption of a picture or file. */
  text: string
  /** The words in bold type; null if there are none. */
  boldText: string | null
  urls: string[]
  fileName: string | null
  /** The user name, else the name, of the channel or person who wrote it first. */
  forwardedFrom: string | null
}

/** The updates of a bot. */
export interface BotUpdates {
  /** Each in its last version. */
  messages: BotMessage[]
  /** Number of updates that are no messages, such as a new member. */
  otherUpdates: number
  skipped: number
  /** The update to ask for next; null if there was none. */
  nextUpdateId: number | null
}

/** An error of the Bot API. */
export interface BotError {
  error: string
  code: number | null
  /** How many seconds to wait. */
  retryAfter: number | null
}

const messageFields = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'business_message',
  'edited_business_message',
]
const mediaFields = ['document', 'video', 'audio', 'animation']

/** The updates of an answer of `getUpdates`, of a list, or the one that a webhook receives. */
function updatesIn(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  return isObject(answer) && 'update_id' in answer ? [answer] : listIn(answer, 'result')
}

/** Whether an answer contains updates of a bot. */
export function isBotUpdates(answer: unknown): boolean {
  return updatesIn(answer)
    .slice(0, 20)
    .some((update) => numberIn(update, 'update_id') !== null)
}

/** Reads updates of a bot. Source: https://core.telegram.org/bots/api#getting-updates. */
export function readBotUpdates(answer: unknown): BotUpdates {
  const messages = new Map<string, BotMessage>()
  const result: BotUpdates = { messages: [], otherUpdates: 0, skipped: 0, nextUpdateId: null }
  for (const update of updatesIn(answer)) {
    const updateId = numberIn(update, 'update_id')
    const field = messageFields.find((each) => isObject(update) && each in update)
    const message = field === undefined ? null : messageOf(fieldsIn(update, field))
    if (updateId === null || (field !== undefined && message === null)) result.skipped += 1
    else if (message === null) result.otherUpdates += 1
    else messages.set(`${message.chatId}/${message.id}`, message)
    if (updateId !== null) result.nextUpdateId = Math.max(result.nextUpdateId ?? 0, updateId + 1)
  }
  result.messages = [...messages.values()]
  return result
}

function messageOf(message: Json): BotMessage | null {
  const chat = fieldsIn(message, 'chat')
  const [chatId, id] = [numberIn(chat, 'id'), numberIn(message, 'message_id')]
  if (chatId === null || id === null) return null
  const text = textIn(message, 'text') ?? textIn(message, 'caption') ?? ''
  const isCaption = textIn(message, 'text') === null
  const entities = textEntities(text, listIn(message, isCaption ? 'caption_entities' : 'entities'))
  const bold = entities.filter(({ type }) => type === 'bold').map((entity) => entity.text)
  return {
    chatId,
    chatTitle: textIn(chat, 'title'),
    username: textIn(chat, 'username'),
    id,
    unix: numberIn(message, 'date'),
    editedUnix: numberIn(message, 'edit_date'),
    from: nameOf(fieldsIn(message, 'from')),
    text,
    boldText: bold.length === 0 ? null : bold.join(' '),
    urls: urlsOf(entities),
    fileName: mediaFields.flatMap((field) => textIn(fieldsIn(message, field), 'file_name') ?? [])[0] ?? null,
    forwardedFrom: originOf(message),
  }
}

const nameOf = (of: Json) => textIn(of, 'username') ?? textIn(of, 'title') ?? textIn(of, 'first_name')

/** Older versions of the Bot API have a field for each kind of origin. */
function originOf(message: Json): string | null {
  const origin = fieldsIn(message, 'forward_origin')
  const sources = [
    fieldsIn(origin, 'chat'),
    fieldsIn(origin, 'sender_chat'),
    fieldsIn(origin, 'sender_user'),
    fieldsIn(message, 'forward_from_chat'),
    fieldsIn(message, 'forward_from'),
  ]
  const names = sources.flatMap((source) => nameOf(source) ?? [])
  return names[0] ?? textIn(origin, 'sender_user_name') ?? textIn(message, 'forward_sender_name')
}

/** Whether an answer is an error of the Bot API. */
export function isBotError(answer: unknown): boolean {
  return isObject(answer) && answer['ok'] === false && numberIn(answer, 'error_code') !== null
}

/** Reads an error. Source: https://core.telegram.org/bots/api#making-requests. */
export function readBotError(answer: unknown): BotError {
  return {
    error: textIn(answer, 'description') ?? 'unknown',
    code: numberIn(answer, 'error_code'),
    retryAfter: numberIn(fieldsIn(answer, 'parameters'), 'retry_after'),
  }
}

/** Whether an answer has no updates: an empty list of results. */
export function isEmptyBotAnswer(answer: unknown): boolean {
  return (
    isObject(answer) &&
    answer['ok'] === true &&
    listIn(answer, 'result').length === 0 &&
    Array.isArray(answer['result'])
  )
}
