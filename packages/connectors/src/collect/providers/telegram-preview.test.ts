import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeTelegramPreview } from '../../../test/providers/fake-telegram-preview.ts'

collectSuite('telegramPreview', {
  fake: fakeTelegramPreview,
  search: { terms: ['harbourbank', 'harbourpay'] },
  isLookUp: true,
})

test('has the title, description, latest messages and subscribers of a channel', async () => {
  const { observations, skipped, requests } = await collected('telegramPreview', {
    fake: fakeTelegramPreview,
    search: { terms: ['Harbour Bank'] },
    listings: (name) =>
      name === 'harbourbank_support'
        ? [
            listing({
              id: '1234567890',
              name: 'Harbour & Bank',
              text: 'Send <1 ETH',
              isVerified: true,
              phone: '+44 20 7946 0000',
            }),
          ]
        : [],
  })
  expect(observations).toEqual([
    {
      source: 'Telegram',
      kind: 'group',
      id: '1234567890',
      at: '2026-10-01T08:00:00.000Z',
      url: 'https://t.me/harbourbank_support',
      fields: {
        channel_data: { entity_user_name: 'harbourbank_support', title: 'Harbour & Bank', participants_count: 12 },
        message_content: 'Send <1 ETH +44 20 7946 0000\nhere #bank',
      },
      names: ['Harbour & Bank'],
      handle: 'harbourbank_support',
      text: 'About us: Send <1 ETH rules\n\nSend <1 ETH +44 20 7946 0000\nhere #bank',
      links: ['https://help.example/start'],
      phones: [],
      account: { createdAt: null, followers: 12, following: null, isVerified: true },
      pictureUrl: 'https://pictures.test/1234567890.jpg',
    },
  ])
  expect(skipped).toEqual([])
  expect(requests.length).toBeGreaterThan(20)
  expect(requests.every(({ pathname }) => /^\/s\/[a-z](?:_?[a-z0-9])+$/.test(pathname))).toBe(true)
})

test.each([
  ['12.4K', 12_400],
  ['1 234', 1234],
  ['1.25M', 1_250_000],
  ['many', undefined],
])('reads the number of subscribers %j', async (written, expected) => {
  const { observations } = await collected('telegramPreview', {
    fake: (request, world) => {
      const answer = fakeTelegramPreview(request, world)
      return answer && { ...answer, body: String(answer.body).replace('>12<', `>${written}<`) }
    },
    search: { handles: ['harbourbank'] },
    listings: (name) => (name === 'harbourbank' ? [listing()] : []),
  })
  expect(observations[0]?.account?.followers ?? undefined).toBe(expected)
})
