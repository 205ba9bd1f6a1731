import { createHmac } from 'node:crypto'
import type { Listing } from './fake-provider.ts'

/** One message as the WhatsApp Business Platform delivers it. */
export type WhatsAppMessage = Readonly<Record<string, unknown>>

/** A delivery of messages, signed as Meta signs it: HMAC-SHA-256 with the secret of the app over the bytes that are sent. */
export function deliveryOf(
  messages: readonly unknown[],
  clientSecret: string,
): { headers: { 'content-type': string; 'x-hub-signature-256': string }; body: Buffer } {
  const metadata = { display_phone_number: '442079460000', phone_number_id: '106540352242922' }
  const contacts = [{ profile: { name: 'A customer' }, wa_id: '447700900123' }]
  const value = { messaging_product: 'whatsapp', metadata, contacts, messages }
  const entry = [{ id: '102290129340398', changes: [{ field: 'messages', value }] }]
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  const signature = createHmac('sha256', clientSecret).update(body).digest('hex')
  return { headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }, body }
}

/** A text that somebody forwards to the tip line. */
export const tipOf = (id: string, text: string, more: WhatsAppMessage = {}): WhatsAppMessage => ({
  from: '447700900123',
  id: `wamid.${Buffer.from(`447700900123 ${id}`).toString('base64')}`,
  timestamp: '1790000000',
  type: 'text',
  text: { body: text },
  context: { forwarded: true },
  ...more,
})

/** What people forward of a listing. */
export const tipOfListing = ({ id, text, at }: Listing): WhatsAppMessage =>
  tipOf(id, text, { timestamp: String(Math.floor(Date.parse(at) / 1000)) })
