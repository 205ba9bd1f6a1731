import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'
import { fakeTelegramUser } from '../../../test/providers/fake-telegram-user.ts'
import { sessionOf, telegramCredentials } from '../../../test/telegram/test-session.ts'

const credentials = telegramCredentials
const search = { terms: ['Harbour Bank'] }

collectSuite('telegramUser', { fake: fakeTelegramUser, credentials })

const noPhoto = { _: 'chatPhotoEmpty' }
const channel = (id: number, more: object = {}) => ({
  _: 'channel',
  broadcast: true,
  id,
  accessHash: 9_007_199_254_740_993n,
  title: 'Harbour Bank help',
  username: 'harbour_help',
  photo: noPhoto,
  date: 1_760_000_000,
  ...more,
})
const message = (id: number, channelId: number, more: object = {}) => ({
  _: 'message',
  id,
  peerId: { _: 'peerChannel', channelId },
  date: 1_760_000_000 + id,
  message: `message ${id}`,
  ...more,
})
const lists = { topics: [], chats: [], users: [], messages: [] }
const nothing: Record<string, object> = {
  'contacts.search': { _: 'contacts.found', myResults: [], results: [], chats: [], users: [] },
  'messages.searchGlobal': { _: 'messages.messages', ...lists },
  'messages.getDialogs': { _: 'messages.dialogs', dialogs: [], ...lists },
}

/** Telegram with these answers, and the calls that came to it. */
function telegram(answers: Record<string, object | ((asked: Record<string, unknown>) => object | null)>) {
  const calls: { name: string; asked: Record<string, unknown> }[] = []
  const fake: FakeProvider = ({ path, body }) => {
    const name = path.slice(1)
    const asked = JSON.parse(body) as Record<string, unknown>
    calls.push({ name, asked })
    const answer = answers[name] ?? nothing[name] ?? null
    const shown = typeof answer === 'function' ? (answer as (of: object) => object | null)(asked) : answer
    return shown && { status: 200, body: shown }
  }
  return { fake, calls }
}
const refused =
  (status: number, reply: string): FakeProvider =>
  () => ({
    status,
    body: { _: 'mt_rpc_error', errorCode: status, errorMessage: reply },
  })

test('has the description of a channel, its members and what Telegram warns of, and the exact number it is asked with', async () => {
  const fullChat = {
    _: 'channelFull',
    id: 1_234_567_890,
    about: 'Ask us: https://harbour-help.example/start or +44 20 7946 0000',
    participantsCount: 310,
    readInboxMaxId: 0,
    readOutboxMaxId: 0,
    unreadCount: 0,
    chatPhoto: { _: 'photoEmpty', id: 0n },
    notifySettings: { _: 'peerNotifySettings' },
    botInfo: [],
    pts: 1,
  }
  const one = channel(1_234_567_890, { left: true, fake: true, scam: true, verified: true })
  const { fake, calls } = telegram({
    'contacts.search': {
      ...nothing['contacts.search'],
      results: [{ _: 'peerChannel', channelId: one.id }],
      chats: [one],
    },
    'channels.getFullChannel': { _: 'messages.chatFull', fullChat, chats: [one], users: [] },
  })
  const { observations, skipped } = await collected('telegramUser', { fake, credentials, search })
  expect(skipped).toEqual([])
  expect(observations).toEqual([
    {
      source: 'Telegram',
      kind: 'group',
      id: '1234567890',
      at: null,
      url: 'https://t.me/harbour_help',
      fields: {
        channel_data: {
          entity_user_name: 'harbour_help',
          title: 'Harbour Bank help',
          participants_count: 310,
          is_scam: true,
          is_fake: true,
        },
        message_content: fullChat.about,
      },
      names: ['Harbour Bank help'],
      handle: 'harbour_help',
      text: fullChat.about,
      links: ['https://harbour-help.example/start'],
      phones: [],
      account: { createdAt: '2025-10-09T08:53:20.000Z', followers: 310, following: null, isVerified: true },
      pictureUrl: null,
    },
  ])
  expect(calls.find(({ name }) => name === 'channels.getFullChannel')?.asked['channel']).toEqual({
    _: 'inputChannel',
    channelId: 1_234_567_890,
    accessHash: '9007199254740993',
  })
})

const user = (id: number, more: object = {}) => ({
  _: 'user',
  id,
  firstName: 'Harbour Bank',
  lastName: 'Help',
  ...more,
})
const foundUsers = (users: readonly { id: number }[]) => ({
  ...nothing['contacts.search'],
  results: users.map(({ id }) => ({ _: 'peerUser', userId: id })),
  users,
})

test('finds bots and people, without the account itself and accounts that were deleted', async () => {
  const users = [
    user(8, { bot: true, botInfoVersion: 1, username: 'harbour_bot' }),
    user(9, { usernames: [{ _: 'username', active: true, username: 'harbour_agent' }] }),
    user(7, { self: true }),
    user(10, { deleted: true }),
  ]
  const { fake } = telegram({ 'contacts.search': foundUsers(users) })
  const { observations, skipped } = await collected('telegramUser', { fake, credentials, search })
  expect(skipped).toEqual([])
  expect(observations).toMatchObject([
    { kind: 'profile', id: 'user/8', handle: 'harbour_bot', url: 'https://t.me/harbour_bot' },
    { kind: 'profile', id: 'user/9', handle: 'harbour_agent', names: ['Harbour Bank Help'] },
  ])
})

const idsOf = async (id: number) => {
  const { fake } = telegram({ 'contacts.search': foundUsers([user(id, { username: 'harbour_help' })]) })
  return (await collected('telegramUser', { fake, credentials, search })).observations.map((one) => one.id)
}

test('a name that another account takes over is another profile', async () => {
  expect(await idsOf(8)).not.toEqual(await idsOf(9))
})

test('leaves out an id that is larger than JavaScript can count', async () => {
  const large = 2 ** 60
  const { fake } = telegram({ 'contacts.search': foundUsers([user(8), user(large)]) })
  const { observations, skipped } = await collected('telegramUser', { fake, credentials, search })
  expect(observations.map(({ id }) => id)).toEqual(['user/8'])
  expect(skipped).toEqual([{ at: String(large), field: 'chats' }])
})

test('a channel that was closed since and a term that is too short are no failures', async () => {
  const one = channel(5)
  const { fake } = telegram({
    'contacts.search': ({ q }) =>
      q === 'HB'
        ? { _: 'mt_rpc_error', errorCode: 400, errorMessage: 'QUERY_TOO_SHORT' }
        : { ...nothing['contacts.search'], results: [{ _: 'peerChannel', channelId: 5 }], chats: [one] },
    'channels.getFullChannel': { _: 'mt_rpc_error', errorCode: 400, errorMessage: 'CHANNEL_PRIVATE' },
  })
  const run = await collected('telegramUser', { fake, credentials, search: { terms: ['HB', 'Harbour Bank'] } })
  expect(run).toMatchObject({ observations: [], skipped: [], failure: null })
})

const dialog = (peer: object, topMessage: number) => ({
  _: 'dialog',
  peer,
  topMessage,
  readInboxMaxId: 0,
  readOutboxMaxId: 0,
  unreadCount: 0,
  unreadMentionsCount: 0,
  unreadReactionsCount: 0,
  unreadPollVotesCount: 0,
  notifySettings: { _: 'peerNotifySettings' },
})

/** An account that is a member of one channel, one group and one private chat. */
function memberships(top: number) {
  const chats = [
    channel(15, { username: undefined }),
    { _: 'chat', id: 16, title: 'Friends', photo: noPhoto, participantsCount: 3, date: 1, version: 1 },
  ]
  const dialogs = [
    dialog({ _: 'peerChannel', channelId: 15 }, top),
    dialog({ _: 'peerChat', chatId: 16 }, 2),
    dialog({ _: 'peerUser', userId: 9 }, 5),
  ]
  const sender = user(20, { username: 'jo_pays' })
  return telegram({
    'messages.getDialogs': { _: 'messages.dialogs', dialogs, ...lists, chats, users: [user(9)] },
    'messages.getHistory': ({ peer, offsetId, minId }) => {
      const isGroup = (peer as { _: string })._ === 'inputPeerChat'
      const ids = Array.from({ length: isGroup ? 2 : top }, (_, index) => index + 1)
      const after = ids.filter((id) => id > Number(minId))
      // The oldest of what is new, or the latest of all; always the newest first.
      const page = Number(offsetId) === 0 ? after.slice(-100) : after.slice(0, 100)
      const messages = page.toReversed().map((id) =>
        isGroup
          ? message(id, 0, { peerId: { _: 'peerChat', chatId: 16 }, fromId: { _: 'peerUser', userId: 20 } })
          : message(id, 15, {
              message: 'win here',
              entities: [{ _: 'messageEntityTextUrl', offset: 0, length: 3, url: 'https://win.example/' }],
            }),
      )
      return { _: 'messages.messagesSlice', count: top, ...lists, messages, chats, users: [sender] }
    },
  })
}

test('reads what is new in the channels and groups of the account, and nothing private', async () => {
  const { fake, calls } = memberships(230)
  const first = await collected('telegramUser', { fake, credentials, search })
  const ofChannel = first.observations.filter(({ id }) => id.startsWith('-10015/'))
  expect(ofChannel.map(({ id }) => Number(id.split('/')[1])).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 131),
  )
  expect(ofChannel[0]).toMatchObject({ url: 'https://t.me/c/15/230', links: ['https://win.example/'], handle: null })
  expect(first.observations.filter(({ id }) => id.startsWith('-16/'))).toMatchObject([
    { url: null, fields: { sender: 'jo_pays', channel_data: { title: 'Friends' } } },
    { id: '-16/1' },
  ])
  expect(first.observations).toHaveLength(102)
  expect(calls.map(({ asked }) => asked['peer']).filter((peer) => JSON.stringify(peer ?? '').includes('User'))).toEqual(
    [],
  )

  const later = memberships(445)
  const second = await collected('telegramUser', { fake: later.fake, credentials, search, cursor: first.cursor ?? '' })
  expect(second.observations.map(({ id }) => Number(id.split('/')[1])).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 215 }, (_, index) => index + 231),
  )
  const third = await collected('telegramUser', { fake: later.fake, credentials, search, cursor: second.cursor ?? '' })
  expect(third.observations).toEqual([])
})

const idOf = (peer: object) => ('channelId' in peer ? peer.channelId : 'userId' in peer ? peer.userId : null)

/** An account with this many channels, between every two of which is a dialog with a person; Telegram shows a page of them at a time. */
function manyChats(count: number) {
  const chats = Array.from({ length: count }, (_, index) => channel(1000 + index))
  const users = chats.map((_, index) => user(50_000 + index))
  const dialogs = chats.flatMap(({ id }, index) => [
    {
      dialog: dialog({ _: 'peerChannel', channelId: id }, 1),
      message: message(1, id, { date: 1_800_000_000 - index }),
    },
    ...(index % 2 === 0
      ? [
          {
            dialog: dialog({ _: 'peerUser', userId: 50_000 + index }, 1),
            message: message(1, 0, {
              peerId: { _: 'peerUser', userId: 50_000 + index },
              date: 1_800_000_000 - index,
            }),
          },
        ]
      : []),
  ])
  return telegram({
    'messages.getDialogs': ({ offsetPeer }) => {
      const last = idOf(offsetPeer as object)
      const at = last === null ? 0 : dialogs.findIndex(({ dialog: { peer } }) => idOf(peer) === last) + 1
      const page = dialogs.slice(at, at + 100)
      const parts = { dialogs: page.map((one) => one.dialog), messages: page.map((one) => one.message), chats, users }
      return { _: 'messages.dialogsSlice', count: dialogs.length, ...lists, ...parts }
    },
    'messages.getHistory': ({ peer }) => {
      const messages = [message(1, (peer as { channelId: number }).channelId)]
      return { _: 'messages.channelMessages', pts: 1, count: 1, ...lists, messages, chats: [] }
    },
  })
}

const historiesIn = (calls: { name: string; asked: Record<string, unknown> }[]) =>
  new Set(calls.filter(({ name }) => name === 'messages.getHistory').map(({ asked }) => JSON.stringify(asked['peer'])))

test('pages through the dialogs of the account, and reads every channel among them', async () => {
  const { fake, calls } = manyChats(90)
  const { bounds } = await collected('telegramUser', { fake, credentials, search })
  expect(calls.filter(({ name }) => name === 'messages.getDialogs')).toHaveLength(3)
  expect(historiesIn(calls).size).toBe(90)
  expect(bounds).toEqual([null])
})

test('reads the hundred latest chats of an account with more, and says so', async () => {
  const { fake, calls } = manyChats(130)
  const { bounds } = await collected('telegramUser', { fake, credentials, search })
  expect(historiesIn(calls).size).toBe(100)
  expect(bounds).toEqual([{ read: 100, of: 130 }])
})

test('says that an account may have more chats when Telegram shows no place to go on from', async () => {
  const { fake } = telegram({
    'messages.getDialogs': {
      _: 'messages.dialogsSlice',
      count: 150,
      ...lists,
      dialogs: [dialog({ _: 'peerChannel', channelId: 15 }, 1)],
      chats: [channel(15)],
    },
    'messages.getHistory': { _: 'messages.channelMessages', pts: 1, count: 1, ...lists, messages: [message(1, 15)] },
  })
  const { bounds } = await collected('telegramUser', { fake, credentials, search })
  expect(bounds).toEqual([{ read: 1, of: 1 }])
})

test('goes on without a channel that the account was banned from', async () => {
  const { fake } = memberships(2)
  const banned: FakeProvider = (request, world) =>
    request.path === '/messages.getHistory' && request.body.includes('"inputPeerChannel"')
      ? { status: 406, body: { _: 'mt_rpc_error', errorCode: 406, errorMessage: 'CHANNEL_PRIVATE' } }
      : fake(request, world)
  const { observations } = await collected('telegramUser', { fake: banned, credentials, search })
  expect(observations.map(({ id }) => id)).toEqual(['-16/2', '-16/1'])
})

test('does not unpack an answer without end', async () => {
  const user9 = user(9, { firstName: ' '.repeat(9_000_000), lastName: ' '.repeat(9_000_000) })
  const { fake } = telegram({ 'contacts.search': foundUsers([user9]) })
  const run = collected('telegramUser', { fake, credentials, search })
  await expect(run).rejects.toMatchObject({ kind: 'refused', reason: 'RESPONSE_TOO_LARGE' })
})

test('only ever reads', async () => {
  const { requests } = await collected('telegramUser', {
    fake: fakeTelegramUser,
    credentials,
    search,
    listings: () => [listing({ id: '11' }), listing({ id: '12' })],
  })
  expect([...new Set(requests.map(({ pathname }) => pathname))]).toEqual([
    '/contacts.search',
    '/channels.getFullChannel',
    '/messages.searchGlobal',
    '/messages.getDialogs',
  ])
})

test.each([
  [401, 'SESSION_REVOKED', 'unauthorised', 'API_KEY_REFUSED'],
  [406, 'AUTH_KEY_DUPLICATED', 'unauthorised', 'API_KEY_REFUSED'],
  [401, 'USER_DEACTIVATED_BAN', 'unauthorised', 'API_KEY_REFUSED'],
  [400, 'INPUT_FILTER_INVALID', 'refused', 'API_CALL_REFUSED'],
  [-503, 'Timeout', 'unreachable', 'SERVER_FAILS'],
])('takes %i %s for %s', async (status, reply, kind, reason) => {
  const run = collected('telegramUser', { fake: refused(status, reply), credentials, search })
  await expect(run).rejects.toMatchObject({ kind, reason })
})

const waitOf = async (reply: string) => {
  const { failure } = await collected('telegramUser', {
    fake: refused(420, reply),
    credentials,
    search,
    mayFail: true,
  })
  expect(failure?.kind).toBe('throttled')
  return Math.round(((failure?.retryAt?.getTime() ?? 0) - Date.now()) / 1000)
}

test('waits as long as Telegram says, a day at most', async () => {
  expect(await waitOf('FLOOD_WAIT_2838')).toBeGreaterThan(2830)
  expect(await waitOf('FLOOD_PREMIUM_WAIT_30')).toBeLessThanOrEqual(30)
  expect(await waitOf('FLOOD_WAIT_999999999')).toBeLessThanOrEqual(86_400)
})

test.each([
  ['a key that Telegram has forgotten', { session: sessionOf(Buffer.alloc(256, 1)) }],
  ['no session', { session: 'not a session' }],
  ['no number of an app', { apiId: 'harbour' }],
])('needs another account with %s', async (_, wrong) => {
  const run = collected('telegramUser', { fake: fakeTelegramUser, credentials: { ...credentials, ...wrong }, search })
  await expect(run).rejects.toMatchObject({ kind: 'unauthorised', reason: 'API_KEY_REFUSED' })
})
