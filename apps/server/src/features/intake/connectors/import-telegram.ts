import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { secondMs } from '@signet/contract/time'
import type { Enqueue } from '../../../app/jobs.ts'
import { toutSourcesOf } from '../../companies/tout-sources.queries.ts'
import { judgedOf, storeObservations } from './store-observations.ts'
import type { QueueingRun } from '../../../app/jobs.ts'

/** A chat as the reader of exports returns it. Private chats have other types. */
const ExportedChat = z.object({
  channelId: z.number(),
  name: z.nullable(z.string()),
  type: z.nullable(z.string()),
  messages: z.array(
    z.object({
      id: z.number(),
      unix: z.nullable(z.number()),
      from: z.nullable(z.string()),
      text: z.string(),
      urls: z.array(z.string()),
    }),
  ),
})
type ExportedChat = z.output<typeof ExportedChat>

/** Messages that are stored in one transaction. */
const batchSize = 1000

/** What became of the messages of an export. */
export interface ImportedMessages {
  /** Messages of groups and channels. */
  messages: number
  /** New threats among them. */
  found: number
  /** The company's own, or covered by its allow list. */
  suppressed: number
}

/**
 * Judges the messages of groups and channels in an export of Telegram Desktop, and stores the threats among them. What people wrote in
 * private chats isn't read. A message that a bot of the company reported, or that is imported again, is the same threat.
 *
 * @param chats the records of the file kind `telegram-export`
 */
export async function importTelegram(
  { database, enqueue, signal }: Omit<QueueingRun, 'enqueue'> & { enqueue: Enqueue | undefined },
  companyId: number,
  chats: readonly unknown[],
): Promise<ImportedMessages> {
  const companyIds = [companyId]
  const { judged } = await database.inCompanies(companyIds, (tx) => judgedOf(tx, companyIds))
  const toutSources = await toutSourcesOf(database, companyIds)
  const all = { messages: 0, found: 0, suppressed: 0 }
  for (const chat of chats) {
    const read = z.safeParse(ExportedChat, chat)
    if (!read.success || !/group|channel/.test(read.data.type ?? '')) continue
    const { messages } = read.data
    for (let start = 0; start < messages.length; start += batchSize) {
      signal.throwIfAborted()
      const observations = messages.slice(start, start + batchSize).map((message) => observe(read.data, message))
      const stored = await database.inCompanies(companyIds, (tx) =>
        storeObservations(tx, { connector: 'telegramBot', observations, judged, companyIds, toutSources }, enqueue),
      )
      const counts = stored.get(companyId)
      all.messages += observations.length
      all.found += counts?.found ?? 0
      all.suppressed += counts?.suppressed ?? 0
    }
  }
  return all
}

/** PostgreSQL stores neither NUL nor half a character. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** The id is that of the connector for bots. */
function observe(chat: ExportedChat, message: ExportedChat['messages'][number]): SourceObservation {
  const [name, text, from] = [chat.name ?? '', message.text, message.from ?? ''].map(storable)
  const at = new Date((message.unix ?? Number.NaN) * secondMs)
  const [, peer] = /^-100(\d+)$/.exec(String(chat.channelId)) ?? []
  return {
    source: 'Telegram',
    kind: 'post',
    id: `${chat.channelId}/${message.id}`,
    at: Number.isNaN(at.getTime()) ? null : at.toISOString(),
    url: peer === undefined ? null : `https://t.me/c/${Number(peer)}/${message.id}`,
    fields: {
      channel_data: name ? { title: name } : {},
      message_content: text ?? '',
      ...(from ? { sender: from } : {}),
    },
    names: name ? [name] : [],
    handle: null,
    text: text ?? '',
    links: message.urls.map(storable),
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
