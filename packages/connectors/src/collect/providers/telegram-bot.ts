import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { dayMs, minuteMs, secondMs } from '@signet/contract/time'
import { textEntities, urlsOf } from '@signet/readers/exchange/telegram/entities'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, replyOf, type ApiAnswer, type FailureOf } from '../call-api.ts'
import type { Access, Batch, Connector } from '../connector.ts'
import { readRecords, timeOfSeconds, valueAt } from '../read-records.ts'

const Message = z.object({
  message_id: z.int(),
  date: z.int(),
  chat: z.object({
    id: z.int(),
    type: z.string(),
    title: z.optional(z.string()),
    username: z.optional(z.string()),
  }),
  from: z.optional(z.object({ username: z.optional(z.string()) })),
  text: z.optional(z.string()),
  caption: z.optional(z.string()),
  entities: z.optional(z.array(z.unknown())),
  caption_entities: z.optional(z.array(z.unknown())),
})
const updateTypes = ['message', 'edited_message', 'channel_post', 'edited_channel_post'] as const
const Update = z.object({
  update_id: z.int(),
  message: z.optional(Message),
  edited_message: z.optional(Message),
  channel_post: z.optional(Message),
  edited_channel_post: z.optional(Message),
})

/** The largest number of updates in an answer. */
const limit = 100

const BotError = z.object({
  ok: z.literal(false),
  description: z.string(),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()) })),
})

const failureOf =
  (access: Access): FailureOf =>
  ({ status, json }, host) => {
    const read = z.safeParse(BotError, json)
    if (!read.success || status >= 500) return null
    const { description, parameters } = read.data
    if (status === 429) {
      const wait = Math.min((parameters?.retry_after ?? 0) * secondMs || minuteMs, dayMs)
      return new ConnectorError('SERVER_THROTTLES', { host, status }, { status, retryAt: new Date(Date.now() + wait) })
    }
    // Telegram answers 404 for a token that it never issued.
    const isRefused = status === 401 || status === 403 || status === 404
    const reply = replyOf(access, description)
    return new ConnectorError(isRefused ? 'API_KEY_REFUSED' : 'API_CALL_REFUSED', { host, reply }, { status })
  }

/** The Bot API takes its token only in the path. */
function call(
  access: Access,
  method: string,
  query: Record<string, string | number | undefined> = {},
): Promise<ApiAnswer> {
  const { token = '' } = access.credentials
  const bot = /^\d+:[\w-]+$/.test(token) ? token : encodeURIComponent(token)
  return callApi(access, { path: `/bot${bot}/${method}`, query }, failureOf(access))
}

/**
 * Messages in the groups and channels that a bot of the company is a member of: bots can't search. Telegram keeps them for a day, and
 * forgets those that were fetched, so that each bot can belong to one company only.
 */
export const telegramBot: Connector = {
  base: 'https://api.telegram.org',
  everyMs: 5 * minuteMs,
  spacingMs: secondMs,
  quota: null,
  api: {
    calls: ['GET /bot{token}/getUpdates', 'GET /bot{token}/getMe'],
    documentation: 'https://core.telegram.org/bots/api#getupdates',
    permission: 'a bot without a webhook that reads all messages of its groups (privacy mode off)',
    checked: '2026-11-23',
    unconfirmed: 'the answer to a wrong token',
  },
  async check(access) {
    const { json } = await call(access, 'getMe')
    const username = valueAt(json, 'result.username')
    return typeof username === 'string' ? `@${username}` : 'OK'
  },
  async *collect(access, _search, cursor): AsyncGenerator<Batch, void, undefined> {
    let offset = cursor !== null && /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0
    for (;;) {
      const { json } = await call(access, 'getUpdates', {
        offset: offset === 0 ? undefined : offset,
        limit,
        timeout: 0,
        allowed_updates: JSON.stringify(updateTypes),
      })
      const updates = valueAt(json, 'result')
      const read = readRecords(access, updates, Update, observe)
      const ids = Array.isArray(updates)
        ? updates.flatMap((update: unknown) => {
            const id = valueAt(update, 'update_id')
            return typeof id === 'number' ? id : []
          })
        : []
      const next = Math.max(offset, ...ids.map((id) => id + 1))
      yield { ...read, cursor: String(next) }
      // An answer without updates ends the run; the call for it has confirmed those before.
      if (next === offset) return
      offset = next
    }
  },
}

function observe(update: z.output<typeof Update>): SourceObservation | null {
  const message = updateTypes.flatMap((type) => update[type] ?? [])[0]
  // What people write to the bot alone is not published.
  if (!message || message.chat.type === 'private') return null
  const { chat, message_id: id, from } = message
  const text = message.text ?? message.caption ?? ''
  const entities = textEntities(text, (message.text === undefined ? message.caption_entities : message.entities) ?? [])
  return {
    source: 'Telegram',
    kind: 'post',
    id: `${chat.id}/${id}`,
    at: timeOfSeconds(message.date),
    url: urlOf(chat, id),
    fields: {
      channel_data: {
        ...(chat.username === undefined ? {} : { entity_user_name: chat.username }),
        ...(chat.title === undefined ? {} : { title: chat.title }),
      },
      message_content: text,
      ...(from?.username === undefined ? {} : { sender: from.username }),
    },
    names: chat.title === undefined ? [] : [chat.title],
    handle: chat.username ?? null,
    text,
    links: urlsOf(entities),
    phones: entities.filter(({ type }) => type === 'phone_number').map((entity) => entity.text),
    account: null,
    pictureUrl: null,
  }
}

/** Large groups and channels without a name have an address for their members. */
function urlOf(chat: z.output<typeof Message>['chat'], id: number): string | null {
  if (chat.username !== undefined) return `https://t.me/${chat.username}/${id}`
  const [, peer] = /^-100(\d+)$/.exec(String(chat.id)) ?? []
  return peer === undefined ? null : `https://t.me/c/${peer}/${id}`
}
