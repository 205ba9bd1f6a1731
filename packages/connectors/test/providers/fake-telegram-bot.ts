import { secondMs } from '@signet/contract/time'
import { recordsOf, type FakeProvider } from './fake-provider.ts'

const failed = (status: number, description: string, parameters?: object) => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) },
})

/** Telegram's Bot API, for a bot that is a member of one channel. Updates come in their order, from an offset on. */
export const fakeTelegramBot: FakeProvider = ({ path, query }, world) => {
  const [, method] = /^\/bot\d+:[\w-]+\/(\w+)$/.exec(path) ?? []
  if (method === undefined) return failed(404, 'Not Found')
  if (world.manner === 'expired') return failed(401, 'Unauthorized')
  if (world.manner === 'throttles' || world.manner === 'usedUp') {
    const seconds = Math.round((world.freeAt.getTime() - Date.now()) / secondMs)
    return failed(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
  }
  if (method === 'getMe')
    return { status: 200, body: { ok: true, result: { id: 7, is_bot: true, username: 'signet_bot' } } }
  if (method !== 'getUpdates') return null
  if (world.manner === 'changed') return { status: 200, body: { ok: true, updates: [] } }
  const offset = Number(query.get('offset') ?? 0)
  const waiting = world.manner === 'silent' ? [] : world.listings('').toSorted((a, b) => Number(a.id) - Number(b.id))
  const page = waiting.filter(({ id }) => Number(id) >= offset).slice(0, world.pageSize)
  const result = recordsOf(world, page, ({ id, name, handle, publisher, text, link, phone, at }) => {
    const words = [text, link, phone].filter((word) => word !== null)
    const whole = words.join(' ')
    const entity = (type: string, part: string | null) =>
      part === null ? [] : [{ type, offset: whole.indexOf(part), length: part.length }]
    return {
      update_id: Number(id),
      channel_post: {
        message_id: Number(id),
        date: Math.floor(Date.parse(at) / secondMs),
        chat: { id: -1_001_234_567_890, type: 'channel', title: name, username: handle },
        author_signature: publisher,
        text: whole,
        entities: [...entity('url', link), ...entity('phone_number', phone)],
      },
    }
  })
  return { status: 200, body: { ok: true, result } }
}
