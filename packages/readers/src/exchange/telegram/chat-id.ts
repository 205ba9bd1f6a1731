/** Channels and supergroups are below this in the Bot API. */
const channelOffset = -1_000_000_000_000

/** What a chat is; it decides how its id is written. */
export type ChatType = 'channel' | 'group' | 'user'

/**
 * The id of a chat as the Bot API writes it: that of a channel or supergroup has the prefix `-100`, that of a basic group is negative.
 *
 * Source: https://core.telegram.org/api/bots/ids.
 *
 * @param id as in exports and in MTProto, a positive number
 */
export function botChatId(type: ChatType, id: number | null): number | null {
  if (id === null || !Number.isSafeInteger(id) || id <= 0) return null
  if (type === 'user') return id
  return type === 'channel' ? channelOffset - id : -id
}
