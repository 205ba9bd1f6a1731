import type { tl } from '@mtcute/core'
import { textEntities, urlsOf } from '@signet/readers/exchange/telegram/entities'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { storable } from '../collect/call-api.ts'
import type { ReadRecords } from '../collect/read-records.ts'
import { timeOfSeconds } from '../collect/read-records.ts'

const publicOrigin = 'https://t.me'

/** The chats and people that an answer names, by their ids. */
export interface Peers {
  chats: ReadonlyMap<number, tl.TypeChat>
  users: ReadonlyMap<number, tl.TypeUser>
}

/** Ids are whole numbers with up to 52 bits; any other can't be one. Source: https://core.telegram.org/api/bots/ids. */
const byId = <T extends { id: number }>(all: readonly T[]): ReadonlyMap<number, T> =>
  new Map(all.filter(({ id }) => Number.isSafeInteger(id)).map((one) => [one.id, one]))

export const peersIn = (answer: { chats: readonly tl.TypeChat[]; users: readonly tl.TypeUser[] }): Peers => ({
  chats: byId(answer.chats),
  users: byId(answer.users),
})

/** Reads records one by one; undefined is a malformed one, which costs only itself, null one that is left out on purpose. */
export function readEach<T>(
  records: readonly T[],
  read: (record: T) => SourceObservation | null | undefined,
  where: (record: T) => { at: string; field: string },
): ReadRecords {
  const result: ReadRecords = { observations: [], skipped: [] }
  for (const record of records) {
    const observation = read(record)
    if (observation) result.observations.push(observation)
    else if (observation === undefined) result.skipped.push(where(record))
  }
  return result
}

/** The name that opens it in Telegram: its own, or the first of those that it bought. */
export function handleOf(peer: tl.RawChannel | tl.RawUser): string | null {
  const bought = peer.usernames?.find(({ active }) => active)?.username
  return storable(peer.username ?? bought ?? '') || null
}

export const nameOf = ({ firstName = '', lastName = '' }: tl.RawUser): string =>
  storable([firstName, lastName].filter((part) => part !== '').join(' '))

/** A channel, supergroup or small group; its id stays when it changes its name, and another that takes its name has another. */
export function observeChat(chat: tl.RawChannel | tl.RawChat, full?: tl.RawChannelFull): SourceObservation {
  const title = storable(chat.title)
  const handle = chat._ === 'channel' ? handleOf(chat) : null
  const members = full?.participantsCount ?? chat.participantsCount ?? null
  const about = storable(full?.about ?? '')
  const isChannel = chat._ === 'channel'
  return {
    source: 'Telegram',
    kind: 'group',
    id: String(chat.id),
    at: null,
    url: handle === null ? null : `${publicOrigin}/${handle}`,
    fields: {
      channel_data: {
        ...(handle === null ? {} : { entity_user_name: handle }),
        title,
        ...(members === null ? {} : { participants_count: members }),
        ...(isChannel ? warningsOf(chat) : {}),
      },
      // What it was judged by, for reviewers.
      ...(about === '' ? {} : { message_content: about }),
    },
    names: [title],
    handle,
    text: about,
    links: linksIn(about),
    phones: [],
    account: {
      // For members, it is when they joined.
      createdAt: isChannel && chat.left ? timeOfSeconds(chat.date) : null,
      followers: members,
      following: null,
      isVerified: isChannel && chat.verified === true,
    },
    pictureUrl: null,
  }
}

/** A person or bot. */
export function observeUser(user: tl.RawUser): SourceObservation {
  const [name, handle] = [nameOf(user), handleOf(user)]
  return {
    source: 'Telegram',
    kind: 'profile',
    id: `user/${user.id}`,
    at: null,
    url: handle === null ? null : `${publicOrigin}/${handle}`,
    fields: {
      channel_data: {
        ...(handle === null ? {} : { entity_user_name: handle }),
        title: name,
        ...warningsOf(user),
      },
    },
    names: name === '' ? [] : [name],
    handle,
    text: '',
    links: [],
    phones: [],
    account: { createdAt: null, followers: null, following: null, isVerified: user.verified === true },
    pictureUrl: null,
  }
}

/** What Telegram itself warns of. */
const warningsOf = ({ scam, fake }: tl.RawChannel | tl.RawUser) => ({
  ...(scam ? { is_scam: true } : {}),
  ...(fake ? { is_fake: true } : {}),
})

/** A message in a channel or group; null for what people wrote to the account alone, and undefined if its chat is missing. */
export function observeMessage(message: tl.TypeMessage, { chats, users }: Peers): SourceObservation | null | undefined {
  if (message._ !== 'message' || message.peerId._ === 'peerUser') return null
  const { peerId, fromId, id } = message
  const chat = chats.get(peerId._ === 'peerChannel' ? peerId.channelId : peerId.chatId)
  if (chat?._ !== 'channel' && chat?._ !== 'chat') return undefined
  const sender = fromId?._ === 'peerUser' ? users.get(fromId.userId) : undefined
  const from = sender?._ === 'user' ? handleOf(sender) : null
  const [title, handle] = [storable(chat.title), chat._ === 'channel' ? handleOf(chat) : null]
  const entities = textEntities(message.message, message.entities ?? [])
  const phones = entities.filter(({ type }) => type === 'phone')
  const text = storable(message.message)
  return {
    source: 'Telegram',
    kind: 'post',
    // As in the Bot API, so that ids of channels and groups differ.
    id: `${chat._ === 'channel' ? '-100' : '-'}${chat.id}/${id}`,
    at: timeOfSeconds(message.date),
    url: urlOf(chat, handle, id),
    fields: {
      channel_data: { ...(handle === null ? {} : { entity_user_name: handle }), title },
      message_content: text,
      ...(from === null ? {} : { sender: from }),
    },
    names: [title],
    handle,
    text,
    links: urlsOf(entities).map(storable),
    phones: phones.map((entity) => storable(entity.text)),
    account: null,
    pictureUrl: null,
  }
}

/** Channels and large groups without a name have an address for their members. */
function urlOf(chat: tl.RawChannel | tl.RawChat, handle: string | null, id: number): string | null {
  if (handle !== null) return `${publicOrigin}/${handle}/${id}`
  return chat._ === 'channel' ? `${publicOrigin}/c/${chat.id}/${id}` : null
}

const linksIn = (text: string): string[] => [...new Set(text.match(/https?:\/\/[^\s<>"]+/gi) ?? [])]
