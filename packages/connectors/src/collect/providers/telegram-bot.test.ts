import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'
import { fakeTelegramBot } from '../../../test/providers/fake-telegram-bot.ts'

const credentials = { token: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw' }

collectSuite('telegramBot', { fake: fakeTelegramBot, credentials, hasNoTerms: true })

test('has the links and phone numbers of a message, and its address', async () => {
  const { observations } = await collected('telegramBot', {
    fake: fakeTelegramBot,
    credentials,
    listings: () => [
      listing({ id: '5', handle: 'harbour_help', link: 'https://bad.example/x', phone: '+44 20 7946 0000' }),
    ],
  })
  expect(observations).toMatchObject([
    {
      id: '-1001234567890/5',
      url: 'https://t.me/harbour_help/5',
      fields: { channel_data: { entity_user_name: 'harbour_help', title: 'Harbour Bank help' } },
      links: ['https://bad.example/x'],
      phones: ['+44 20 7946 0000'],
    },
  ])
})

const chat = { id: -1_009_876_543_210, type: 'supergroup', title: 'Members only' }
const updates = [
  { update_id: 1, message: { message_id: 1, date: 1, chat: { id: 5, type: 'private' }, text: 'hello bot' } },
  {
    update_id: 2,
    message: {
      message_id: 9,
      date: 1_760_000_000,
      chat,
      from: { id: 1, is_bot: false, first_name: 'Jo', username: 'jo_pays' },
      caption: 'win here',
      caption_entities: [{ type: 'text_link', offset: 0, length: 3, url: 'https://win.example/' }],
    },
  },
  { update_id: 3, poll: { id: '1' } },
]
const fakeGroup: FakeProvider = ({ query }) => {
  const result = updates.filter((update) => update.update_id >= Number(query.get('offset') ?? 0))
  return { status: 200, body: { ok: true, result } }
}

test('leaves out what people write to the bot alone, and knows who wrote in a group without a public name', async () => {
  const { observations, skipped, cursor } = await collected('telegramBot', { fake: fakeGroup, credentials })
  expect(observations).toEqual([
    expect.objectContaining({
      id: '-1009876543210/9',
      url: 'https://t.me/c/9876543210/9',
      fields: { channel_data: { title: 'Members only' }, message_content: 'win here', sender: 'jo_pays' },
      links: ['https://win.example/'],
    }),
  ])
  expect(skipped).toEqual([])
  expect(cursor).toBe('4')
})

test('says why Telegram refuses, such as another program that fetches the updates', async () => {
  const description = 'Conflict: terminated by other getUpdates request'
  const fake: FakeProvider = () => ({ status: 409, body: { ok: false, error_code: 409, description } })
  await expect(collected('telegramBot', { fake, credentials })).rejects.toMatchObject({
    reason: 'API_CALL_REFUSED',
    parameters: { reply: description },
  })
})
