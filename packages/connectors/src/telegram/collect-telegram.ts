import { Long, type tl } from '@mtcute/core'
import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { secondMs } from '@signet/contract/time'
import { jsonIn } from '../collect/call-api.ts'
import type { Access, Batch, Search } from '../collect/connector.ts'
import { eachPage, isComplete, type ReadPageOfRecords } from '../collect/each-page.ts'
import { ConnectorError } from '../connector-error.ts'
import { handleOf, nameOf, observeChat, observeMessage, observeUser, peersIn, readEach, type Peers } from './peers.ts'
import { openTelegram, type ReadingCall, type TelegramSession } from './telegram-session.ts'

/** Of channels, groups, bots and people for a term; Telegram answers with fewer. */
const foundMax = 50
/** The largest number of messages in an answer. */
const messagesMax = 100
/** The pages of messages that are read about a term, and of a chat, in one run. */
const pagesMax = 5
/** The channels of a term that are described, and the chats whose messages are read: a cursor names them all. */
const describedMax = 20
const joinedMax = 100
/** The pages of dialogs that are read to find the chats of the account: 2,000 dialogs. */
const dialogPagesMax = 20

/** The id of a channel, and the number that an account needs to ask about it, which is larger than JavaScript can count. */
const Channel = z.tuple([z.int(), z.string()])
type Channel = z.output<typeof Channel>

/** What is asked next about a term. */
const Page = z.object({
  /** Channels that were found, and that aren't described yet. */
  channels: z.array(Channel),
  /** The last message; null before the first page of them. */
  after: z.nullable(z.object({ page: z.int(), rate: z.int(), id: z.int(), channel: z.nullable(Channel) })),
})
type Page = z.output<typeof Page>

/** How far a run is. */
const Position = z.object({
  /** Whether the names of the company are looked for, or the chats of the account read. */
  phase: z.enum(['search', 'joined']),
  /** The cursor of the search. */
  search: z.nullable(z.string()),
  /** The last message read of each chat. */
  read: z.record(z.string(), z.int()),
})
type Position = z.output<typeof Position>

type Session = Pick<TelegramSession<ReadingCall>, 'call'>

/** The name of the account. @throws ConnectorError */
export const signedInAs = (access: Access): Promise<string> =>
  withSession(access, async ({ call }) => {
    const [self] = await call({ _: 'users.getUsers', id: [{ _: 'inputUserSelf' }] })
    if (self?._ !== 'user') throw changed(access, 'user')
    const handle = handleOf(self)
    return handle === null ? `${nameOf(self)} (${self.id})` : `@${handle}`
  })

/** What an account finds about a company, then what is new in the channels and groups that it is a member of. */
export async function* collectTelegram(
  access: Access,
  search: Search,
  cursor: string | null,
): AsyncGenerator<Batch, void, undefined> {
  const position = positionOf(cursor)
  const session = await openTelegram(access, access.credentials.session ?? '')
  try {
    const asked = inTurn(access, session)
    if (position.phase === 'search') yield* searched(access, asked, search, position)
    yield* joined(access, asked, position)
  } finally {
    await session.close()
  }
}

async function withSession<T>(access: Access, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openTelegram(access, access.credentials.session ?? '')
  try {
    return await work(inTurn(access, session))
  } finally {
    await session.close()
  }
}

const inTurn = (access: Access, session: TelegramSession<ReadingCall>): Session => ({
  async call(request) {
    await access.before()
    return session.call(request)
  },
})

const changed = ({ base }: Access, field: string) =>
  new ConnectorError('API_ANSWER_CHANGED', { host: new URL(base).host, field })

function positionOf(cursor: string | null): Position {
  const read = z.safeParse(Position, cursor === null ? null : jsonIn(Buffer.from(cursor)))
  return read.success ? read.data : { phase: 'search', search: null, read: {} }
}

const cursorOf = (position: Position): string => JSON.stringify(position)

/** The search of all terms, after which the chats of the account are read. */
async function* searched(access: Access, session: Session, { terms }: Search, position: Position) {
  const pages = eachPage(terms, position.search, (term, page, since) =>
    page === null ? find(access, session, term) : continued(access, session, term, { page, since }),
  )
  for await (const batch of pages) {
    position.search = batch.cursor
    if (isComplete(batch.cursor)) position.phase = 'joined'
    yield { ...batch, cursor: cursorOf(position) }
  }
  position.phase = 'joined'
}

/** The channels, groups, bots and people of a term. */
async function find(access: Access, { call }: Session, term: string): Promise<ReadPageOfRecords> {
  const answer = await unlessRefused(
    () => call({ _: 'contacts.search', q: term, limit: foundMax }),
    ['QUERY_TOO_SHORT'],
  )
  const start: Page = { channels: [], after: null }
  if (!answer) return { observations: [], skipped: [], next: JSON.stringify(start) }
  if (answer._ !== 'contacts.found') throw changed(access, 'contacts.found')
  const peers = peersIn(answer)
  const read = readEach(
    [...answer.myResults, ...answer.results],
    (peer) => {
      const named = peer._ === 'peerUser' ? peers.users.get(peer.userId) : peers.chats.get(chatIdOf(peer))
      const channel = channelOf(named)
      if (channel && start.channels.length < describedMax) {
        start.channels.push(channel)
        return null
      }
      return observed(named)
    },
    (peer) => ({ at: String(peer._ === 'peerUser' ? peer.userId : chatIdOf(peer)), field: 'chats' }),
  )
  if (read.skipped.length > 1 && read.skipped.length === answer.results.length) throw changed(access, 'chats')
  return { ...read, next: JSON.stringify(start) }
}

const chatIdOf = (peer: tl.RawPeerChannel | tl.RawPeerChat) => (peer._ === 'peerChannel' ? peer.channelId : peer.chatId)

/** Null for who can't pass for the company any more, undefined if the answer doesn't have it. */
function observed(named: tl.TypeChat | tl.TypeUser | undefined): SourceObservation | null | undefined {
  if (named?._ === 'channel' || named?._ === 'chat') return observeChat(named)
  if (named?._ === 'user') return named.deleted || named.self ? null : observeUser(named)
  return named && null
}

/** Null if it can't be asked about. */
const channelOf = (named: tl.TypeChat | tl.TypeUser | undefined): Channel | null =>
  named?._ === 'channel' && named.accessHash && !named.min ? [named.id, named.accessHash.toString()] : null

/** The description of a channel, or a page of messages. */
function continued(
  access: Access,
  session: Session,
  term: string,
  { page, since }: { page: string; since: string | null },
): Promise<ReadPageOfRecords> {
  const { channels, after } = z.parse(Page, JSON.parse(page))
  const [channel, ...rest] = channels
  return channel
    ? described(access, session, channel, { channels: rest, after })
    : messagesAbout(access, session, term, { after, since })
}

/** Of a channel or group that was deleted or closed. Source: https://core.telegram.org/method/channels.getFullChannel. */
const closed = [
  'CHANNEL_INVALID',
  'CHANNEL_PRIVATE',
  'CHANNEL_PUBLIC_GROUP_NA',
  'CHAT_ID_INVALID',
  'CHAT_FORBIDDEN',
  'MSG_ID_INVALID',
  'PEER_ID_INVALID',
  'USER_BANNED_IN_CHANNEL',
  'FROZEN_PARTICIPANT_MISSING',
]

async function described(access: Access, { call }: Session, channel: Channel, rest: Page): Promise<ReadPageOfRecords> {
  const [channelId, hash] = channel
  const next = JSON.stringify(rest)
  const asked = { _: 'inputChannel', channelId, accessHash: Long.fromString(hash) } as const
  const answer = await unlessRefused(() => call({ _: 'channels.getFullChannel', channel: asked }), closed)
  if (!answer) return { observations: [], skipped: [], next }
  if (answer._ !== 'messages.chatFull') throw changed(access, 'messages.chatFull')
  const { fullChat } = answer
  const chat = peersIn(answer).chats.get(channelId)
  if (chat?._ !== 'channel' || fullChat._ !== 'channelFull') {
    return { observations: [], skipped: [{ at: String(channelId), field: 'chats' }], next }
  }
  return { observations: [observeChat(chat, fullChat)], skipped: [], next }
}

async function messagesAbout(
  access: Access,
  { call }: Session,
  term: string,
  { after, since }: { after: Page['after']; since: string | null },
): Promise<ReadPageOfRecords> {
  const answer = await unlessRefused(
    () =>
      call({
        _: 'messages.searchGlobal',
        q: term,
        filter: { _: 'inputMessagesFilterEmpty' },
        minDate: since === null ? 0 : Math.floor(Date.parse(since) / secondMs),
        maxDate: 0,
        offsetRate: after?.rate ?? 0,
        offsetPeer: after?.channel
          ? { _: 'inputPeerChannel', channelId: after.channel[0], accessHash: Long.fromString(after.channel[1]) }
          : { _: 'inputPeerEmpty' },
        offsetId: after?.id ?? 0,
        limit: messagesMax,
      }),
    ['SEARCH_QUERY_EMPTY'],
  )
  if (!answer) return { observations: [], skipped: [], next: null }
  const { messages, peers } = messagesIn(access, answer)
  const read = readMessages(access, messages, peers)
  const last = messages.at(-1)
  const page = (after?.page ?? 0) + 1
  if (!last || answer._ === 'messages.messages' || page >= pagesMax) return { ...read, next: null }
  const chat = last.peerId?._ === 'peerChannel' ? peers.chats.get(last.peerId.channelId) : undefined
  const rate = (answer._ === 'messages.messagesSlice' && answer.nextRate) || ('date' in last ? last.date : 0)
  const next: Page = { channels: [], after: { page, rate, id: last.id, channel: channelOf(chat) } }
  return { ...read, next: JSON.stringify(next) }
}

function messagesIn(access: Access, answer: tl.messages.TypeMessages): { messages: tl.TypeMessage[]; peers: Peers } {
  if (!/^messages\.(?:messages|messagesSlice|channelMessages)$/.test(answer._) || !('messages' in answer)) {
    throw changed(access, 'messages.messages')
  }
  return { messages: answer.messages, peers: peersIn(answer) }
}

function readMessages(access: Access, messages: readonly tl.TypeMessage[], peers: Peers) {
  const read = readEach(
    messages,
    (message) => observeMessage(message, peers),
    ({ id }) => ({ at: String(id), field: 'peer_id' }),
  )
  if (read.skipped.length > 1 && read.skipped.length === messages.length) throw changed(access, 'peer_id')
  return read
}

/** A channel or group of the account. */
interface Chat {
  key: string
  peer: tl.RawInputPeerChannel | tl.RawInputPeerChat
  top: number
}

/** The channels and groups of the account, the latest first, and whether it may have more. */
async function chatsOf(access: Access, { call }: Session): Promise<{ chats: readonly Chat[]; isCut: boolean }> {
  const found = new Map<string, Chat>()
  let from: Pick<tl.messages.RawGetDialogsRequest, 'offsetDate' | 'offsetId' | 'offsetPeer'> = {
    offsetDate: 0,
    offsetId: 0,
    offsetPeer: { _: 'inputPeerEmpty' },
  }
  let read = 0
  for (let page = 0; page < dialogPagesMax; page += 1) {
    const answer = await call({
      _: 'messages.getDialogs',
      excludePinned: page > 0,
      ...from,
      limit: messagesMax,
      hash: Long.ZERO,
    })
    if (!/^messages\.dialogs(?:Slice)?$/.test(answer._) || !('dialogs' in answer))
      throw changed(access, 'messages.dialogs')
    const peers = peersIn(answer)
    for (const dialog of answer.dialogs) {
      if (dialog._ !== 'dialog' || dialog.peer._ === 'peerUser') continue
      const chat = peers.chats.get(chatIdOf(dialog.peer))
      const peer = chat && inputOf(chat)
      if (!chat || !peer) continue
      const key = `${peer._ === 'inputPeerChat' ? '-' : ''}${chat.id}`
      if (!found.has(key)) found.set(key, { key, peer, top: dialog.topMessage })
    }
    const chats = [...found.values()]
    if (answer._ !== 'messages.dialogsSlice') return { chats, isCut: false }
    read += answer.dialogs.length
    const next = nextPageOf(answer, peers)
    // Without a place to go on from, the rest can't be read.
    if (next === null) return { chats, isCut: answer.dialogs.length > 0 && read < answer.count }
    from = next
  }
  return { chats: [...found.values()], isCut: true }
}

/**
 * Where the dialogs after those of an answer begin: at its last one whose latest message it has. Null if there are none.
 * Source: https://core.telegram.org/api/offsets.
 */
function nextPageOf({ dialogs, messages }: tl.messages.RawDialogsSlice, { chats, users }: Peers) {
  for (const { peer, topMessage } of dialogs.toReversed()) {
    const id = chatOrUserOf(peer)
    const last = messages.find((one) => one.id === topMessage && one.peerId && chatOrUserOf(one.peerId) === id)
    if (!last || !('date' in last)) continue
    const offset = { offsetDate: last.date, offsetId: topMessage }
    if (peer._ !== 'peerUser') {
      const chat = chats.get(chatIdOf(peer))
      return { ...offset, offsetPeer: (chat && inputOf(chat)) ?? { _: 'inputPeerEmpty' as const } }
    }
    const user = users.get(peer.userId)
    const accessHash = user?._ === 'user' ? user.accessHash : undefined
    return {
      ...offset,
      offsetPeer: accessHash
        ? { _: 'inputPeerUser' as const, userId: peer.userId, accessHash }
        : { _: 'inputPeerEmpty' as const },
    }
  }
  return null
}

const chatOrUserOf = (peer: tl.TypePeer) => (peer._ === 'peerUser' ? `user ${peer.userId}` : `chat ${chatIdOf(peer)}`)

/** What is new in the channels and groups of the account, the oldest first; of one that is read for the first time, the latest page. */
async function* joined(access: Access, session: Session, position: Position): AsyncGenerator<Batch, void, undefined> {
  const { call } = session
  const { chats, isCut } = await chatsOf(access, session)
  const chosen = chats.slice(0, joinedMax)
  // A chat that was left is forgotten.
  position.read = Object.fromEntries(
    chosen.flatMap(({ key }) => (position.read[key] === undefined ? [] : [[key, position.read[key]]])),
  )
  for (const { key, peer, top } of chosen) {
    for (let page = 0; page < pagesMax && (position.read[key] ?? 0) < top; page += 1) {
      const last = position.read[key]
      const answered = await unlessRefused(() => call(historyAfter(peer, last)), closed)
      if (!answered) break
      const { messages, peers } = messagesIn(access, answered)
      const fresh = messages.filter(({ id }) => id > (last ?? 0))
      position.read[key] = fresh.length === 0 ? top : Math.max(...fresh.map(({ id }) => id))
      yield { ...readMessages(access, fresh, peers), cursor: cursorOf(position) }
    }
  }
  position.phase = 'search'
  const bound = isCut || chats.length > joinedMax ? { read: chosen.length, of: chats.length } : null
  yield { observations: [], skipped: [], cursor: cursorOf(position), bound }
}

/** The messages after one, the oldest of them first, or the latest ones. Source: https://core.telegram.org/api/offsets. */
const historyAfter = (peer: tl.TypeInputPeer, last: number | undefined) =>
  ({
    _: 'messages.getHistory',
    peer,
    offsetId: last === undefined ? 0 : last + 1,
    addOffset: last === undefined ? 0 : -messagesMax,
    offsetDate: 0,
    limit: messagesMax,
    maxId: 0,
    minId: last ?? 0,
    hash: Long.ZERO,
  }) as const

/** Null for a chat that the account can't read. */
function inputOf(chat: tl.TypeChat): tl.RawInputPeerChannel | tl.RawInputPeerChat | null {
  if (chat._ === 'chat') return { _: 'inputPeerChat', chatId: chat.id }
  const { accessHash } = chat._ === 'channel' ? chat : {}
  return accessHash ? { _: 'inputPeerChannel', channelId: chat.id, accessHash } : null
}

/** Null if Telegram refuses the call for one of these reasons. */
async function unlessRefused<T>(call: () => Promise<T>, replies: readonly string[]): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    const reply = error instanceof ConnectorError && error.reason === 'API_CALL_REFUSED' && error.parameters['reply']
    if (typeof reply === 'string' && replies.includes(reply)) return null
    throw error
  }
}
