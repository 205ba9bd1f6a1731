import type { FileKind } from '../../file-kind.ts'
import { isBotError, isBotUpdates, isEmptyBotAnswer, readBotError, readBotUpdates } from './bot-updates.ts'
import { isTelegramExport, readTelegramExport } from './desktop-export.ts'
import { isMtproto, readMtproto } from './mtproto-messages.ts'

/** Messages of Telegram. */
export const telegramKinds: readonly FileKind[] = [
  {
    name: 'telegram-mtproto',
    recognizes: ({ json }) => isMtproto(json),
    read: ({ json }) => readMtproto(json),
  },
  {
    name: 'telegram-export',
    recognizes: ({ json }) => isTelegramExport(json),
    // One record per chat.
    read: ({ json }) => {
      const { items, skipped } = readTelegramExport(json)
      return items.map((chat) => ({ ...chat, skippedChats: skipped }))
    },
  },
  {
    name: 'telegram-bot-updates',
    recognizes: ({ json }) => isBotUpdates(json) || isEmptyBotAnswer(json),
    read: ({ json }) => readBotUpdates(json),
  },
  {
    name: 'telegram-bot-error',
    recognizes: ({ json }) => isBotError(json),
    read: ({ json }) => readBotError(json),
  },
]
