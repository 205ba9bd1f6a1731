import { expect, test } from 'vitest'
import { isBotError, isBotUpdates, readBotError, readBotUpdates } from './bot-updates.ts'
import { isTelegramExport, readTelegramExport } from './desktop-export.ts'
import { isMtproto, readMtproto } from './mtproto-messages.ts'

const message = (id: number, more: object = {}) => ({ id, type: 'message', date_unixtime: '5', text: 'x', ...more })
const exported = (type: string, messages: unknown[] = []) => ({ name: 'Shop', type, id: 15, messages })

test('the chats of an export have the ids of the Bot API', () => {
  const types = ['public_channel', 'private_supergroup', 'private_group', 'personal_chat']
  const account = {
    about: '',
    chats: { list: types.map((type) => exported(type)) },
    left_chats: { list: [exported(types[0] ?? ''), 7] },
  }
  expect(isTelegramExport(account)).toBe(true)
  const { items, skipped } = readTelegramExport(account)
  expect(items.map(({ channelId }) => channelId)).toEqual([
    -1_000_000_000_015, -1_000_000_000_015, -15, 15, -1_000_000_000_015,
  ])
  expect(skipped).toBe(1)
})

test('a text of an export is a string or a list of parts', () => {
  const text = [
    'see ',
    { type: 'link', text: 'a.example' },
    { type: 'text_link', text: ' here', href: 'https://b.example/' },
    7,
  ]
  const [chat] = readTelegramExport(
    exported('public_channel', [
      message(1, { text }),
      message(2, { text: null, file: '(File not included. Change data exporting settings to download.)' }),
      message(3, { file: 'files/a.zip', edited_unixtime: '9', forwarded_from: 'Other' }),
      { id: 4, type: 'service', action: 'pin_message' },
      { id: 'x', type: 'message' },
      null,
    ]),
  ).items
  expect(chat).toMatchObject({ serviceMessages: 1, skipped: 2 })
  expect(chat?.messages).toMatchObject([
    { id: 1, unix: 5, text: 'see a.example here', urls: ['a.example', 'https://b.example/'], fileName: null },
    { id: 2, text: '', urls: [], fileName: null },
    { id: 3, fileName: 'a.zip', editedUnix: 9, forwardedFrom: 'Other' },
  ])
})

const post = (id: number, text: string, more: object = {}) => ({
  message_id: id,
  chat: { id: -1001, username: 'shop' },
  text,
  ...more,
})

test('offsets in messages of a bot count UTF-16 code units', () => {
  const entities = [
    { type: 'bold', offset: 3, length: 4 },
    { type: 'url', offset: 8, length: 9 },
    { type: 'url', offset: 8, length: 900 },
    { type: 'text_link', offset: 0, length: 2, url: 'https://b.example/' },
    { type: 'url', offset: -1, length: 2 },
    null,
  ]
  const { messages } = readBotUpdates({
    ok: true,
    result: [{ update_id: 1, channel_post: post(1, '🔥 Bank a.example', { entities }) }],
  })
  expect(messages).toMatchObject([
    { boldText: 'Bank', urls: ['a.example', 'https://b.example/'], fileName: null, from: null },
  ])
})

test('an edited post replaces the earlier one; other updates and broken ones are counted', () => {
  const updates = [
    { update_id: 1, channel_post: post(1, 'first') },
    { update_id: 2, channel_post: post(2, 'second') },
    { update_id: 3, edited_channel_post: post(1, 'changed', { edit_date: 9 }) },
    { update_id: 4, my_chat_member: {} },
    { update_id: 5, message: { text: 'no chat' } },
    7,
  ]
  expect(isBotUpdates(updates)).toBe(true)
  const read = readBotUpdates(updates)
  expect(read.messages.map(({ text }) => text)).toEqual(['changed', 'second'])
  expect(read).toMatchObject({ otherUpdates: 1, skipped: 2, nextUpdateId: 6 })
})

const forwardedFrom = (origin: object) =>
  readBotUpdates({ update_id: 1, message: post(1, 'x', origin) }).messages[0]?.forwardedFrom

test('a message of a bot names where it was forwarded from', () => {
  expect(forwardedFrom({ forward_origin: { type: 'channel', chat: { title: 'Shop' } } })).toBe('Shop')
  expect(forwardedFrom({ forward_origin: { type: 'user', sender_user: { first_name: 'A', username: 'a' } } })).toBe('a')
  expect(forwardedFrom({ forward_origin: { type: 'hidden_user', sender_user_name: 'B' } })).toBe('B')
  expect(forwardedFrom({ forward_from_chat: { username: 'old' } })).toBe('old')
  expect(forwardedFrom({})).toBeNull()
})

test('an error of the Bot API says how long to wait', () => {
  const answer = { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 7 } }
  expect(isBotError(answer)).toBe(true)
  expect(readBotError(answer)).toEqual({ error: 'Too Many Requests', code: 429, retryAfter: 7 })
})

test('messages of MTProto have chats as in the Bot API and large ids as text', () => {
  const base = { _: 'Message', peer_id: { _: 'PeerChannel', channel_id: 15 }, message: '🔥 a.example', date: 0 }
  const answer = [
    {
      ...base,
      id: 1,
      entities: [{ _: 'MessageEntityUrl', offset: 3, length: 9 }],
      media: { document: { id: '9007199254740993', attributes: [{}, { file_name: 'a.zip' }] } },
    },
    { ...base, id: 2, peer_id: { user_id: 3 }, date: '2025-01-02T02:04:05+00:00' },
    { _: 'MessageService', id: 3, peer_id: {} },
    { _: 'Message' },
  ]
  expect(isMtproto(answer)).toBe(true)
  expect(readMtproto(answer)).toMatchObject({
    messages: [
      {
        channelId: -1_000_000_000_015,
        urls: ['a.example'],
        documentId: '9007199254740993',
        fileName: 'a.zip',
        sentAt: '1970-01-01T00:00:00.000Z',
      },
      { channelId: 3, documentId: null, sentAt: '2025-01-02T02:04:05+00:00' },
    ],
    serviceMessages: 1,
    skipped: 1,
  })
})
