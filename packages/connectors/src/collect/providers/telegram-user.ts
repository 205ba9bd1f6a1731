import { hourMs, secondMs } from '@signet/contract/time'
import type { Access, Connector } from '../connector.ts'

/** The library is large, and only loaded for an account. */
const reader = () => import('../../telegram/collect-telegram.ts')

/**
 * Channels, groups, bots and people whose names contain those of the company, messages about it, and what is new in the channels and groups
 * that an account is a member of. Nothing is joined, sent or marked as read.
 */
export const telegramUser: Connector = {
  base: 'https://web.telegram.org',
  everyMs: hourMs,
  spacingMs: 3 * secondMs,
  quota: null,
  api: {
    calls: [
      'contacts.search',
      'channels.getFullChannel',
      'messages.searchGlobal',
      'messages.getDialogs',
      'messages.getHistory',
      'users.getUsers',
    ],
    documentation: 'https://core.telegram.org/api/search',
    permission: 'an app of my.telegram.org, and the session of a person, which `signet telegram sign-in` prints',
    checked: '2026-11-28',
    unconfirmed:
      'the hosts of the data centres (known from public code); how many calls are allowed, as Telegram only says how long to wait; which messages outside of its own chats an account finds',
  },
  check: async (access: Access) => (await reader()).signedInAs(access),
  async *collect(access, search, cursor) {
    const { collectTelegram } = await reader()
    yield* collectTelegram(access, search, cursor)
  },
}
