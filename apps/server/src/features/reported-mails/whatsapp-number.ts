import type { SourceObservation } from '@signet/contract/collection/source-observations'

const base = { at: null, names: [], handle: null, links: [], account: null, pictureUrl: null }

/**
 * A phone number as an account of WhatsApp, in international form if it is written so.
 *
 * @param text the message that names it
 * @returns null if it has too few or too many digits
 */
export function whatsAppNumber(written: string, text: string): SourceObservation | null {
  const digits = written.replace('(0)', '').replaceAll(/\D/g, '').replace(/^00/, '')
  if (digits.length < 7 || digits.length > 15) return null
  const isInternational = /^\s*(?:\+|00)/.test(written)
  const number = isInternational ? `+${digits}` : digits
  const fields = { Profile: number, ...(text ? { message: text } : {}) }
  return { ...base, source: 'WhatsApp', kind: 'post', id: number, url: null, fields, text, phones: [number] }
}
