import type { AnySource } from '@signet/contract/threats/sources'

/** The hosts of the platforms, whose addresses name an account in their path. */
const platformHosts: Partial<Record<AnySource, RegExp>> = {
  Telegram: /^(?:t|telegram)\.me$/,
  Instagram: /^instagram\.com$/,
  Twitter: /^(?:twitter|x)\.com$/,
  FB: /^(?:facebook|fb)\.com$/,
  YouTube: /^youtube\.com$/,
  LinkedIn: /^linkedin\.com$/,
  GitHub: /^github\.com$/,
  Reddit: /^reddit\.com$/,
  TikTok: /^tiktok\.com$/,
  WhatsApp: /^(?:wa\.me|whatsapp\.com|api\.whatsapp\.com)$/,
}
/** Folders of addresses that say nothing about the account: `t.me/s/umber` is `t.me/umber`. */
const plainFolders: Partial<Record<AnySource, readonly string[]>> = {
  Telegram: ['s'],
  Reddit: ['user', 'u'],
  YouTube: ['channel'],
}
/** Folders with accounts of their own: `linkedin.com/in/umber` is another account than `linkedin.com/company/umber`. */
const ownFolders: Partial<Record<AnySource, readonly string[]>> = {
  LinkedIn: ['company', 'in', 'school', 'showcase'],
  Reddit: ['r'],
  YouTube: ['c', 'user'],
  FB: ['groups'],
}

/**
 * The name of an account on a platform in the form used for comparison: from a name, with or without `@`, or from the address of its page.
 *
 * @returns null if the text is neither
 */
export function handleOf(source: AnySource, text: string): string | null {
  const plain = text.normalize('NFC').replaceAll(/\s+/g, '').toLowerCase()
  const path = pathOnPlatform(source, plain)
  if (path === null) return null
  const handle = nameInPath(source, path)
  return (source === 'WhatsApp' && digitsOf(handle)) || handle || null
}

/** The path of an address on the platform; a text that is no address is its own. Null for an address elsewhere. */
function pathOnPlatform(source: AnySource, text: string): string | null {
  const address = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})\/(.*)$/s.exec(text)
  if (!address) return /^https?:/.test(text) ? null : text
  const [, host = '', path = ''] = address
  const plainHost = host.replace(/^(?:www|m|mobile|[a-z]{2})\./, '')
  return platformHosts[source]?.test(plainHost) ? path : null
}

/** The account that a path names, with its folder if accounts of other folders may have the same name. */
function nameInPath(source: AnySource, path: string): string {
  const number = /^(?:profile\.php|send)?\/?\?(?:.*&)?(?:id|phone)=(\d+)/.exec(path)?.[1]
  if (number) return number
  const [folder = '', name = '', id = ''] = path.replace(/[?#].*$/s, '').split('/')
  // facebook.com/people/<any name>/<number>
  if (source === 'FB' && folder === 'people') return id
  if (name && plainFolders[source]?.includes(folder)) return name
  if (name && ownFolders[source]?.includes(folder)) return `${folder}/${name}`
  return folder.replace(/^@+/, '')
}

/** The digits of a phone number without its international prefix sign; null if there are none. */
export function digitsOf(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '')
  return digits === '' ? null : digits
}

/** An account number, IBAN or payment address without its punctuation, in upper case; null if nothing is left. */
export function plainAccount(text: string): string | null {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\s./-]/g, '')
    .toUpperCase()
  return plain === '' ? null : plain
}

/** A host and the hosts above it, the longest first. */
export function hostsAbove(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, at) => labels.slice(at).join('.'))
}
