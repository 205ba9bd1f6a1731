import { keysIn } from '@signet/contract/narrow'
import type { AnySource } from '@signet/contract/threats/sources'

/** The hosts of the platforms, whose addresses name an account in their path. */
const platformHosts: Partial<Record<AnySource, RegExp>> = {
  Telegram: /^(?:t|telegram)\.me$/,
  Instagram: /^instagram\.com$/,
  Twitter: /^(?:twitter|x)\.com$/,
  FB: /^(?:(?:facebook|fb)\.com|(?:fb|m)\.me)$/,
  YouTube: /^youtube\.com$/,
  LinkedIn: /^linkedin\.com$/,
  GitHub: /^github\.com$/,
  Reddit: /^reddit\.com$/,
  TikTok: /^tiktok\.com$/,
  WhatsApp: /^(?:wa\.me|(?:api\.|chat\.)?whatsapp\.com)$/,
}
/** Folders of addresses that say nothing about the account: `t.me/s/umber` is `t.me/umber`. */
const plainFolders: Partial<Record<AnySource, readonly string[]>> = {
  Telegram: ['s'],
  Instagram: ['stories'],
  FB: ['pg'],
  GitHub: ['orgs', 'users'],
  Reddit: ['user', 'u'],
  YouTube: ['channel'],
}
/** Folders with accounts of their own: `linkedin.com/in/umber` is another account than `linkedin.com/company/umber`. */
const ownFolders: Partial<Record<AnySource, readonly string[]>> = {
  LinkedIn: ['company', 'in', 'school', 'showcase'],
  Reddit: ['r'],
  YouTube: ['c', 'user'],
  FB: ['groups'],
  WhatsApp: ['channel'],
}
/** Folders of posts and pages of the platform, which name no account. */
const platformFolders: Partial<Record<AnySource, readonly string[]>> = {
  Telegram: ['joinchat', 'addstickers'],
  Instagram: ['p', 'reel', 'reels', 'tv', 'explore'],
  Twitter: ['i', 'search', 'hashtag', 'intent'],
  FB: ['watch', 'share', 'sharer.php', 'events', 'marketplace', 'photo', 'photo.php', 'story.php', 'permalink.php'],
  YouTube: ['watch', 'shorts', 'playlist', 'live', 'embed'],
  LinkedIn: ['posts', 'feed', 'pulse', 'jobs'],
  GitHub: ['topics', 'search'],
  TikTok: ['tag', 'music'],
  WhatsApp: ['message', 'catalog'],
}

/**
 * The name of an account on a platform in the form used for comparison: from a name, with or without `@`, or from the address of its page.
 * A repository has the name of its owner before its own.
 *
 * @returns null if the text is neither
 */
export function handleOf(source: AnySource, text: string): string | null {
  const plain = text.normalize('NFC').replaceAll(/\s+/g, '').toLowerCase()
  if (source === 'GoogleMaps') return placeOf(plain)
  if (source === 'Advertisements') return adAccountOf(plain)
  if (source === 'APK') return appIn(plain)
  if (source === 'Extension') return /([^/?#]+)\/*(?:[?#].*)?$/.exec(plain)?.[1] ?? null
  const path = pathOnPlatform(source, plain)
  if (path === null) return null
  const handle = nameInPath(source, path)
  return (source === 'WhatsApp' && !handle.includes('/') && digitsOf(handle)) || handle || null
}

const platforms = keysIn(platformHosts)

/** The account whose page an address is; null for addresses elsewhere, and for those of posts, searches and buttons that share a page. */
export function accountAt(address: string): { source: AnySource; handle: string } | null {
  const plain = address.trim().toLowerCase()
  const app = handleOf('APK', plain)
  if (app !== null) return { source: 'APK', handle: app }
  if (!/^https?:\/\//.test(plain)) return null
  for (const source of platforms) {
    const path = pathOnPlatform(source, plain)
    if (path === null || sharing.test(path)) continue
    const handle = handleOf(source, plain)
    return handle === null ? null : { source, handle }
  }
  return null
}

/** Paths of pages on the platforms that share, log in, or explain the platform. */
const sharing =
  /^(?:sharer?|share-offsite|sharearticle|intent|dialog|login|signup|privacy|terms|policies|legal|help|about|home|business|hashtag|search|tr)(?=[/?.#]|$)/

/** The id of a place in Google Maps, from the id itself or an address that has it. */
function placeOf(text: string): string | null {
  const number = /[?&]cid=(\d+)/.exec(text)?.[1]
  if (number) return `cid/${number}`
  return (/place_?id[:=]([\w-]+)/.exec(text)?.[1] ?? /^[\w-]+$/.exec(text)?.[0]) || null
}

/** An app in a store: the number that Apple gave it, or its package at Google. */
function appIn(text: string): string | null {
  const number = /^(?:https?:\/\/)?(?:apps|itunes)\.apple\.com\/(?:.*\/)?id(\d+)/.exec(text)?.[1]
  if (number) return `id${number}`
  return /^(?:https?:\/\/)?play\.google\.com\/store\/apps\/details\?(?:.*&)?id=([\w.]+)/.exec(text)?.[1] ?? null
}

/** The account of an advertiser: its id, its id with the network before it, or its page at the network. */
function adAccountOf(text: string): string | null {
  const inAddress = /(?:view_all_page_id=|business_ids?=|\/advertiser\/)(\w+)/.exec(text)?.[1]
  if (inAddress) return inAddress
  if (!/^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,}\//.test(text))
    return text.replace(/^([a-z]+)[:/]?(?=\d)/, '$1/') || null
  return text.replace(/^(?:https?:\/\/)?(?:www\.)?/, '').replace(/[/?#]*(?:[?#].*)?$/, '') || null
}

/** The path of an address on the platform; a text that is no address is its own. Null for an address elsewhere. */
function pathOnPlatform(source: AnySource, text: string): string | null {
  const inTelegram = /^(?:tg:\/\/resolve\?(?:.*&)?domain=|(?:https?:\/\/)?(?!www\.)(?=\w+\.t\.me))(\w+)/.exec(text)?.[1]
  if (source === 'Telegram' && inTelegram) return inTelegram
  const address = /^(?:https?:\/\/|git@)?((?:[a-z0-9-]+\.)+[a-z]{2,})[/:](.*)$/s.exec(text)
  if (!address) return /^https?:/.test(text) ? null : text
  const [, host = '', path = ''] = address
  const plainHost = host.replace(/^(?:www|m|mobile|web|business|touch|[a-z]{2})\.(?=.*\.)/, '')
  if (source === 'GitHub' && plainHost === 'gitlab.com') return `${plainHost}/${path.replace(/\/-\/.*$/s, '')}`
  return platformHosts[source]?.test(plainHost) ? path : null
}

/** The account that a path names, with its folder if accounts of other folders may have the same name. */
function nameInPath(source: AnySource, path: string): string {
  const number = /^(?:profile\.php|send)?\/?\?(?:.*&)?(?:id|phone)=(?:\+|%2b)?(\d+)/.exec(path)?.[1]
  if (number) return number
  const steps = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean)
  const [folder = '', name = '', id = ''] = steps
  // facebook.com/people/<any name>/<number>
  if (source === 'FB' && (folder === 'people' || folder === 'pages')) return id
  // facebook.com/p/<any name>-<number>
  if (source === 'FB' && folder === 'p') return /-(\d+)$/.exec(name)?.[1] ?? ''
  if (platformFolders[source]?.includes(folder)) return ''
  if (source === 'GitHub' && folder === 'gitlab.com') return steps.join('/')
  if (name && plainFolders[source]?.includes(folder)) return name.replace(/^@+/, '')
  if (name && ownFolders[source]?.includes(folder)) return `${folder}/${name}`
  if (name && source === 'GitHub') return `${folder}/${name.replace(/\.git$/, '')}`
  return folder.replace(/^@+/, '')
}

/** A repository, its owner and the groups above it, the longest first. */
export function repositoriesAbove(path: string): string[] {
  const steps = path.split('/')
  return steps.map((_, at) => steps.slice(0, steps.length - at).join('/'))
}

/** The digits of a phone number without its international prefix sign; null if there are none. */
export function digitsOf(text: string): string | null {
  const digits = text.replace('(0)', '').replaceAll(/\D/g, '').replace(/^00/, '')
  return digits === '' ? null : digits
}

/** Country codes (ITU-T E.164); none is the start of another. */
const countryCode =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[0578]|9[679])\d)/
/** National numbers have at least this many digits: with fewer, too many countries have the same one. */
const nationalDigitsMin = 7

/** A phone number as written: its digits, and those of its national number, if it has its country or may have none. */
function readPhone(text: string): { digits: string; isInternational: boolean; national: string | null } | null {
  const digits = digitsOf(text)
  if (digits === null) return null
  const isInternational = /^\W*(?:\+|00)/.test(text)
  const rest = (isInternational ? digits.replace(countryCode, '') : digits).replace(/^0/, '')
  return { digits, isInternational, national: rest.length >= nationalDigitsMin ? rest : null }
}

/**
 * The forms under which a phone number of the company is found: a number with its country by the whole number, and by the same number
 * written without a country.
 */
export function ownPhoneForms(text: string): string[] {
  const phone = readPhone(text)
  if (!phone) return []
  const { digits, isInternational, national } = phone
  return [digits, ...(national === null ? [] : [`${isInternational ? 'inCountry' : 'anywhere'} ${national}`])]
}

/** The forms by which a number that was found is compared with `ownPhoneForms`. Numbers of two countries are never the same. */
export function foundPhoneForms(text: string): string[] {
  const phone = readPhone(text)
  if (!phone) return []
  const { digits, isInternational, national } = phone
  const forms = national === null ? [] : [`anywhere ${national}`]
  if (!isInternational && national !== null) forms.push(`inCountry ${national}`)
  // Digits that start with a country code may be an international number whose sign was lost.
  const inCountry = isInternational ? '' : digits.replace(countryCode, '').replace(/^0/, '')
  if (inCountry.length >= nationalDigitsMin && inCountry !== digits) forms.push(`anywhere ${inCountry}`)
  return [digits, ...forms]
}

/**
 * An account number, IBAN or payment address in upper case, without its punctuation; null if nothing is left. In a payment address (UPI),
 * dots and hyphens tell accounts apart.
 */
export function plainAccount(text: string): string | null {
  const written = text.normalize('NFC').trim()
  const payee = /^upi:\/\/[^?]*\?(?:.*&)?pa=([^&]+)/i.exec(written)?.[1]
  const account = payee === undefined ? written.replace(/^(?:iban|a\/c)\b[\s.:]*/i, '') : decoded(payee)
  const plain = account.replaceAll(account.includes('@') ? /\s/g : /[\s./-]/g, '').toUpperCase()
  return plain === '' ? null : plain
}

/** Text with a wrong escape stays as it is written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A host and the hosts above it, the longest first. */
export function hostsAbove(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, at) => labels.slice(at).join('.'))
}
