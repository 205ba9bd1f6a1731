import { secondMs } from '@signet/contract/time'
import { twoStepVerification } from '../telegram/two-step.ts'
import { pageOf, recordsOf, type FakeProvider, type Listing, type World } from './fake-provider.ts'

const failed = (code: number, words: string) => ({
  status: code,
  body: { _: 'mt_rpc_error', errorCode: code, errorMessage: words },
})
const answered = (body: object) => ({ status: 200, body })
const seconds = (at: string) => Math.floor(Date.parse(at) / secondMs)

/** Every second thing is a channel, the others are messages in a group. */
const isChannel = (_: Listing, index: number) => index % 2 === 0

const hash = (id: string) => ({ accessHash: BigInt(`9007199254740993${id.slice(-2).padStart(2, '0')}`) })
const noPhoto = { _: 'chatPhotoEmpty' }

const channel = ({ id, name, handle, at, isVerified }: Listing) => ({
  _: 'channel',
  broadcast: true,
  left: true,
  id: Number(id),
  ...hash(id),
  title: name,
  username: handle,
  verified: isVerified,
  photo: noPhoto,
  date: seconds(at),
})

/**
 * Telegram's API for the session of a person, as the server of MTProto calls it: the name of the call is the path, its arguments are the
 * body.
 */
export const fakeTelegramUser: FakeProvider = ({ path, headers, body }, world) => {
  const call = path.slice(1)
  const asked = JSON.parse(body) as Record<string, unknown>
  if (world.manner === 'expired') return failed(401, 'AUTH_KEY_UNREGISTERED')
  if (world.manner === 'throttles' || world.manner === 'usedUp') {
    return failed(420, `FLOOD_WAIT_${Math.round((world.freeAt.getTime() - Date.now()) / secondMs)}`)
  }
  if (call === 'users.getUsers') {
    return answered([{ _: 'user', self: true, id: 7, firstName: 'Signet', username: 'signet_watch' }])
  }
  if (world.manner === 'changed') return answered({ _: 'messages.messagesNotModified', count: 1 })
  if (call === 'contacts.search') return found(String(asked['q']), world)
  if (call === 'channels.getFullChannel') return described(asked['channel'] as { channelId: number })
  if (call === 'messages.searchGlobal') return messages(asked, world)
  if (call === 'messages.getDialogs') return answered(dialogs(world))
  if (call === 'messages.getHistory')
    return answered({ _: 'messages.channelMessages', pts: 1, count: 0, topics: [], messages: [], chats: [], users: [] })
  if (call === 'help.getConfig') return answered(config())
  return signIn(call, asked, headers.host)
}

const dialogs = ({ joined = 0 }: World) => {
  const ids = Array.from({ length: joined }, (_, index) => index + 5000)
  return {
    _: 'messages.dialogs',
    dialogs: ids.map((channelId) => ({
      _: 'dialog',
      peer: { _: 'peerChannel', channelId },
      topMessage: 1,
      readInboxMaxId: 0,
      readOutboxMaxId: 0,
      unreadCount: 0,
      unreadMentionsCount: 0,
      unreadReactionsCount: 0,
      unreadPollVotesCount: 0,
      notifySettings: { _: 'peerNotifySettings' },
    })),
    messages: [],
    chats: ids.map((id) => ({
      _: 'channel',
      id,
      ...hash(String(id)),
      title: `Channel ${id}`,
      photo: noPhoto,
      date: 1_760_000_000,
    })),
    users: [],
  }
}

/** What a person of tests enters to sign in; the account of `lockedPhone` has a password. */
export const telegramPerson = {
  apiHash: '0123456789abcdef0123456789abcdef',
  phone: '+447700900123',
  lockedPhone: '+447700900124',
  /** Of an account at another data centre than the first one. */
  distantPhone: '+447700900126',
  code: '24680',
  password: 'a long password',
}
const signedIn = answered({
  _: 'auth.authorization',
  user: { _: 'user', self: true, id: 7, firstName: 'Signet', username: 'signet_watch' },
})
/** It takes a moment to set up. */
let twoStep: ReturnType<typeof twoStepVerification> | null = null

const config = () => ({
  _: 'config',
  date: Math.floor(Date.now() / secondMs),
  expires: Math.floor(Date.now() / secondMs) + 3600,
  testMode: false,
  thisDc: 2,
  dcOptions: [2, 4].map((id) => ({ _: 'dcOption', id, ipAddress: '192.0.2.1', port: 443 })),
  dcTxtDomainName: 'apv3.example',
  chatSizeMax: 200,
  megagroupSizeMax: 200_000,
  forwardedCountMax: 100,
  onlineUpdatePeriodMs: 210_000,
  offlineBlurTimeoutMs: 5000,
  offlineIdleTimeoutMs: 30_000,
  onlineCloudTimeoutMs: 300_000,
  notifyCloudDelayMs: 30_000,
  notifyDefaultDelayMs: 1500,
  pushChatPeriodMs: 60_000,
  pushChatLimit: 2,
  editTimeLimit: 172_800,
  revokeTimeLimit: 172_800,
  revokePmTimeLimit: 172_800,
  ratingEDecay: 2_419_200,
  stickersRecentLimit: 200,
  channelsReadMediaPeriod: 604_800,
  callReceiveTimeoutMs: 20_000,
  callRingTimeoutMs: 90_000,
  callConnectTimeoutMs: 30_000,
  callPacketTimeoutMs: 10_000,
  meUrlPrefix: 'https://t.me/',
  captionLengthMax: 1024,
  messageLengthMax: 4096,
  webfileDcId: 4,
})

/** The calls by which a person signs in; null for any other. */
function signIn(call: string, asked: Record<string, unknown>, dataCentre: string | undefined) {
  const { apiHash, phone, lockedPhone, distantPhone, code } = telegramPerson
  const { phoneNumber } = asked
  if (call === 'auth.sendCode') {
    if (asked['apiHash'] !== apiHash) return failed(400, 'API_ID_INVALID')
    if (phoneNumber === distantPhone && dataCentre !== 'vesta') return failed(303, 'PHONE_MIGRATE_4')
    if (phoneNumber !== phone && phoneNumber !== lockedPhone && phoneNumber !== distantPhone)
      return failed(400, 'PHONE_NUMBER_INVALID')
    const type = { _: 'auth.sentCodeTypeApp', length: code.length }
    return answered({ _: 'auth.sentCode', type, phoneCodeHash: 'sent' })
  }
  if (call === 'auth.signIn') {
    if (asked['phoneCode'] !== code || asked['phoneCodeHash'] !== 'sent') return failed(400, 'PHONE_CODE_INVALID')
    return phoneNumber === lockedPhone ? failed(401, 'SESSION_PASSWORD_NEEDED') : signedIn
  }
  twoStep ??= twoStepVerification(telegramPerson.password)
  if (call === 'account.getPassword') return answered(twoStep.question)
  if (call !== 'auth.checkPassword') return null
  const { A, M1 } = asked['password'] as Record<string, string>
  const isRight = twoStep.isRight(Buffer.from(A ?? '', 'hex'), Buffer.from(M1 ?? '', 'hex'))
  return isRight ? signedIn : failed(400, 'PASSWORD_HASH_INVALID')
}

/** What was found last, to answer what is asked about it. */
const known = new Map<number, Listing>()

function found(term: string, world: World) {
  const all = world.manner === 'silent' ? [] : world.listings(term).filter(isChannel)
  for (const listing of all) known.set(Number(listing.id), listing)
  const named = world.manner === 'malformed' ? all.slice(1) : all
  return answered({
    _: 'contacts.found',
    myResults: [],
    results: all.map(({ id }) => ({ _: 'peerChannel', channelId: Number(id) })),
    chats: named.map(channel),
    users: [],
  })
}

function described({ channelId }: { channelId: number }) {
  const listing = known.get(channelId)
  if (!listing) return failed(400, 'CHANNEL_INVALID')
  const fullChat = {
    _: 'channelFull',
    id: channelId,
    about: [listing.text, listing.link, listing.phone].filter((word) => word !== null).join(' '),
    participantsCount: listing.followers,
    readInboxMaxId: 0,
    readOutboxMaxId: 0,
    unreadCount: 0,
    chatPhoto: { _: 'photoEmpty', id: 0n },
    notifySettings: { _: 'peerNotifySettings' },
    botInfo: [],
    pts: 1,
  }
  return answered({ _: 'messages.chatFull', fullChat, chats: [channel(listing)], users: [] })
}

const group = (listing: Listing) => ({ ...channel(listing), broadcast: false, megagroup: true })

function messages({ q, minDate, offsetRate }: Record<string, unknown>, world: World) {
  const after = Number(minDate)
  const term = String(q)
  const others = (all: readonly Listing[]) =>
    all.filter((listing, index) => !isChannel(listing, index) && seconds(listing.at) > after)
  const { manner, pageSize, freeAt } = world
  const shown = { manner, pageSize, freeAt, listings: () => others(world.listings(term)) }
  const { listings, next } = pageOf(shown, term, Number(offsetRate))
  const list = recordsOf(world, listings, (listing) => {
    const { id, text, link, phone, at } = listing
    const whole = [listing.name, text, link, phone].filter((word) => word !== null).join(' ')
    const entity = (type: string, part: string | null) =>
      part === null ? [] : [{ _: type, offset: whole.indexOf(part), length: part.length }]
    return {
      _: 'message',
      id: Number(id),
      peerId: { _: 'peerChannel', channelId: Number(id) },
      date: seconds(at),
      message: whole,
      entities: [...entity('messageEntityUrl', link), ...entity('messageEntityPhone', phone)],
    }
  })
  const whole = list.map((message, index) =>
    '_' in message
      ? message
      : {
          _: 'message',
          id: Number(listings[index]?.id),
          peerId: { _: 'peerChannel', channelId: 1 },
          date: 1,
          message: '',
        },
  )
  return answered({
    _: next === null ? 'messages.messages' : 'messages.messagesSlice',
    count: 100,
    ...(next === null ? {} : { nextRate: next }),
    messages: whole,
    topics: [],
    chats: listings.map(group),
    users: [],
  })
}
