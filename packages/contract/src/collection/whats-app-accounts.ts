/** An account or group of WhatsApp that a text names. */
export interface WhatsAppAccount {
  /** In international form, e.g. `+442079460123`. */
  number?: string
  /** The address of an invitation to a group. */
  invite?: string
}

/** What is read of a text at most, and the most accounts that are kept. */
const [textMax, accountsMax] = [20_000, 10]

/** Addresses as WhatsApp documents them for a chat with a number, and numbers after its name. */
const numbers = [
  /\bwa\.me\/\+?(\d{7,15})(?!\d)/gi,
  /\b(?:api\.|web\.|www\.)?whatsapp\.com\/send\/?\?(?:[^\s"'<>]{0,200}&)?phone=(?:\+|%2b)?(\d{7,15})(?!\d)/gi,
  /\bwhats ?app\b[^\d\n]{0,24}?(?:\+|\b00)(\d(?:[ ().-]{0,2}\d){7,14})(?!\d)/gi,
] as const
const invites = /\bchat\.whatsapp\.com\/(?:invite\/)?([a-z0-9]{20,24})(?![a-z0-9])/gi

/** The accounts and groups of WhatsApp that a text leads to, defanged addresses included; each once, numbers first. */
export function whatsAppAccountsIn(text: string): WhatsAppAccount[] {
  const plain = text.slice(0, textMax).replaceAll(/\[\.\]|\(\.\)|\[dot\]/gi, '.')
  const all = new Map<string, WhatsAppAccount>()
  for (const pattern of numbers) {
    for (const [, written = ''] of plain.matchAll(pattern)) {
      const number = `+${written.replaceAll(/\D/g, '')}`
      all.set(number, { number })
    }
  }
  for (const [, code = ''] of plain.matchAll(invites)) all.set(code, { invite: `https://chat.whatsapp.com/${code}` })
  return [...all.values()].slice(0, accountsMax)
}
