import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { isRecord } from '@signet/contract/narrow'
import { whatsAppAccountsIn, type WhatsAppAccount } from '@signet/contract/collection/whats-app-accounts'
import { jsonIn } from '../call-api.ts'
import type { PushConnector, SkippedRecord } from '../connector.ts'
import { timeOfSeconds, valueAt } from '../read-records.ts'

const Media = z.object({ id: z.string(), caption: z.optional(z.string()) })
const Contact = z.object({
  name: z.optional(z.object({ formatted_name: z.optional(z.string()) })),
  phones: z.optional(z.array(z.object({ phone: z.optional(z.string()), wa_id: z.optional(z.string()) }))),
  urls: z.optional(z.array(z.object({ url: z.optional(z.string()) }))),
})
/** The number of the sender (`from`) is that of somebody who reports a scam, so it isn't read. */
const Message = z.object({
  id: z.string(),
  timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
  type: z.string(),
  text: z.optional(z.object({ body: z.string() })),
  image: z.optional(Media),
  video: z.optional(Media),
  document: z.optional(Media),
  contacts: z.optional(z.array(Contact)),
  context: z.optional(z.object({ forwarded: z.optional(z.boolean()), frequently_forwarded: z.optional(z.boolean()) })),
})

/**
 * The tip line of a company: people forward suspicious messages to its number, and WhatsApp delivers them. Images, videos and files are
 * only named, not fetched.
 */
export const whatsApp: PushConnector = {
  api: {
    calls: ['POST to the address of the company'],
    documentation: 'https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview',
    permission:
      'a number of the WhatsApp Business Platform, and an app whose webhook field `messages` is subscribed to the address and verify token that the settings show; `clientSecret` is the secret of the app',
    checked: '2026-11-23',
    unconfirmed: 'nothing but the frequency of repeated deliveries',
  },
  isAuthentic({ clientSecret }, { headers, body }) {
    const [, written] = /^sha256=([0-9a-f]{64})$/.exec(String(headers['x-hub-signature-256'])) ?? []
    if (!clientSecret || written === undefined) return false
    return timingSafeEqual(createHmac('sha256', clientSecret).update(body).digest(), Buffer.from(written, 'hex'))
  },
  read({ body }) {
    const json = jsonIn(body)
    const observations: SourceObservation[] = []
    const skipped: SkippedRecord[] = []
    const entries = listAt(json, 'entry')
    if (valueAt(json, 'object') !== 'whatsapp_business_account' || entries === null) {
      return { observations, skipped: [{ at: '1', field: 'object' }] }
    }
    const messages = entries
      .flatMap((entry) => listAt(entry, 'changes') ?? [])
      .flatMap((change) => listAt(change, 'value.messages') ?? [])
    for (const [index, message] of messages.entries()) {
      const read = z.safeParse(Message, message)
      const observation = read.success ? observe(read.data) : null
      if (observation) observations.push(observation)
      // The id of a message contains the number of its sender.
      if (!read.success) skipped.push({ at: String(index + 1), field: read.error.issues[0]?.path.join('.') ?? '' })
    }
    return { observations, skipped }
  },
}

function listAt(json: unknown, path: string): readonly unknown[] | null {
  const value = isRecord(json) ? valueAt(json, path) : null
  return Array.isArray(value) ? value : null
}

/** Null for a message without anything that could be read, e.g. a voice message. */
function observe(message: z.output<typeof Message>): SourceObservation | null {
  const { contacts = [], context } = message
  const media = message.image ?? message.video ?? message.document
  const names = contacts.flatMap(({ name }) => name?.formatted_name || [])
  const phones = contacts.flatMap((contact) => contact.phones ?? []).flatMap((phone) => numberOf(phone) ?? [])
  const links = contacts.flatMap(({ urls = [] }) => urls.flatMap(({ url }) => url || []))
  const text = message.text?.body ?? media?.caption ?? ''
  if (!text && contacts.length === 0 && !media) return null
  const [shared] = phones
  const [mentioned] = whatsAppAccountsIn([text, ...links].join('\n'))
  const account: WhatsAppAccount | undefined = shared === undefined ? mentioned : { number: shared }
  return {
    source: 'WhatsApp',
    kind: 'post',
    // Tips about the same account are one; all others are one for each message.
    id: account?.number ?? account?.invite ?? message.id,
    at: timeOfSeconds(Number(message.timestamp)),
    url: null,
    fields: {
      ...(account?.number === undefined ? {} : { Profile: account.number }),
      ...(names[0] === undefined ? {} : { ProfileName: names[0] }),
      ...(account?.invite === undefined ? {} : { inviteLink: account.invite }),
      ...(text ? { message: text } : {}),
      ...(media ? { mediaId: media.id, mediaType: message.type } : {}),
      forwarded: context?.forwarded === true || context?.frequently_forwarded === true,
    },
    names,
    handle: null,
    text,
    links,
    phones,
    account: null,
    pictureUrl: null,
  }
}

/** In international form; undefined for a number without its country. */
function numberOf({
  wa_id: id,
  phone,
}: {
  wa_id?: string | undefined
  phone?: string | undefined
}): string | undefined {
  const digits = (id ?? (phone?.trim().startsWith('+') ? phone : '')).replaceAll(/\D/g, '')
  return /^\d{7,15}$/.test(digits) ? `+${digits}` : undefined
}
