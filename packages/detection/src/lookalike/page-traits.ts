import type { PageTraitKind } from '@signet/contract/threats/traits'
import type { Trait } from '../score/threat-traits.ts'
import { pageStructure } from './page-structure.ts'
import type { PageView } from './page-view.ts'

type TraitPage = Pick<PageView, 'address' | 'html' | 'text' | 'forms' | 'icons' | 'resources'>
type Found = Record<PageTraitKind, readonly string[]>

const htmlMax = 1_000_000
const textMax = 100_000
const valuesMax = 8
const valueMax = 500
/** Smaller pages are alike by chance. */
const chainsMin = 25

/**
 * What a page may share with others of the same author: the accounts it is paid to, the accounts of its visitor statistics, how it is
 * contacted, and how it is built. What the brand's own pages have as well says nothing; the caller leaves it out.
 *
 * Only for pages that imitate somebody: placeholder pages of one provider have all of this in common.
 *
 * @param hashOf a hash of at least 64 bits, as text without spaces
 */
export function pageTraits(page: TraitPage, hashOf: (text: string) => string): Trait[] {
  const html = page.html.slice(0, htmlMax)
  const text = page.text.slice(0, textMax)
  const structure = [...pageStructure(html)]
  const paths = ownPaths(page)
  const found: Found = {
    paymentAccount: paymentAccounts(text),
    analyticsId: analyticsPatterns
      .flatMap((pattern) => matches(html, pattern))
      .filter((id) => !builderAccounts.has(id)),
    phone: phonePatterns.flatMap((pattern) => matches(html, pattern).flatMap(digitsOf)),
    messenger: messengersOf(html),
    pageStructure: structure.length >= chainsMin ? [hashOf(JSON.stringify(structure.toSorted(byChain)))] : [],
    kitPath: paths.length > 1 ? [paths.join(' ')] : [],
    favicon: page.icons,
  }
  return pageKinds.flatMap((kind) =>
    [...new Set(found[kind])]
      .filter(({ length }) => length > 0 && length <= valueMax)
      .slice(0, valuesMax)
      .map((value) => ({ kind, value })),
  )
}

const pageKinds = [
  'paymentAccount',
  'analyticsId',
  'phone',
  'messenger',
  'pageStructure',
  'kitPath',
  'favicon',
] as const satisfies readonly PageTraitKind[]

const byChain = ([a]: [string, number], [b]: [string, number]) => (a < b ? -1 : 1)

/** Google Analytics, Tag Manager and Ads; Meta Pixel; Yandex Metrica; Hotjar; Microsoft Clarity: as their instructions insert them. */
const analyticsPatterns = [
  /\b(G-[A-Z0-9]{8,12}|UA-\d{4,10}-\d{1,3}|GTM-[A-Z0-9]{5,9}|AW-\d{8,12})\b/g,
  /\bfbq\(\s*['"]init['"]\s*,\s*['"](\d{10,20})['"]/g,
  /\bym\(\s*(\d{5,12})\s*,\s*['"]init['"]/g,
  /\bhjid\s*:\s*(\d{5,10})\b/g,
  /clarity\.ms\/tag\/([a-z0-9]{8,12})\b/g,
]

/**
 * The accounts of site builders, which are on the pages of all of their customers: Weebly, Wix, WordPress.com and Webnode. Each was found
 * in several published copies of unrelated sites of the builder, read on 2026-11-23. Others are caught by the number of threats that have
 * them.
 */
const builderAccounts = new Set(['UA-7870337-1', 'UA-2117194-61', 'UA-52447-2', 'UA-797705-6'])

const phonePatterns = [
  /\bhref\s*=\s*['"]?tel:([+\d().\s-]{7,24})/gi,
  /\bwa\.me\/(\+?\d{8,15})\b/gi,
  /\bapi\.whatsapp\.com\/send\/?\?phone=(\+?\d{8,15})\b/gi,
]

/** International digits without the plus sign; nothing for a number that is too short to belong to one subscriber. */
function digitsOf(number: string): string[] {
  const digits = number.replaceAll(/\D/g, '').replace(/^00/, '')
  return digits.length >= 8 ? [digits] : []
}

const notHandles = new Set(['share', 'joinchat', 'addstickers', 'proxy', 'iv', 's'])

/** Telegram and Discord, e.g. `t.me/name`. An invitation keeps its case, a name doesn't. */
function messengersOf(html: string): string[] {
  const names = matches(html, /\b(?:t|telegram)\.me\/([a-z]\w{3,31})\b/gi)
    .map((name) => name.toLowerCase())
    .filter((name) => !notHandles.has(name))
  const invitations = matches(html, /\b(?:t|telegram)\.me\/(?:joinchat\/|\+)([\w-]{10,40})/gi)
  return [
    ...names.map((name) => `t.me/${name}`),
    ...invitations.map((code) => `t.me/+${code}`),
    ...matches(html, /\bdiscord\.(?:gg|com\/invite)\/([\w-]{2,32})\b/gi).map((code) => `discord.gg/${code}`),
  ]
}

/** IBANs with a correct checksum (ISO 13616-1), UPI addresses of well-known handles, and addresses of Bitcoin, Ethereum and Tron. */
function paymentAccounts(text: string): string[] {
  const ibans = matches(text, /\b([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)\b/g)
    .map((iban) => iban.replaceAll(' ', ''))
    .filter(isIban)
  const upi = matches(text, /\b([\w.-]{2,60}@(?:ok(?:axis|sbi|icici|hdfcbank)|ybl|ibl|axl|apl|paytm|upi))\b/gi)
  return [
    ...ibans,
    ...upi.map((address) => address.toLowerCase()),
    ...matches(text, /\b(bc1[ac-hj-np-z02-9]{11,71})\b/g),
    ...matches(text, /\b(0x[0-9a-fA-F]{40})\b/g).map((address) => address.toLowerCase()),
    ...matches(text, /\b(T[1-9A-HJ-NP-Za-km-z]{33})\b/g),
  ]
}

function isIban(iban: string): boolean {
  if (iban.length < 15 || iban.length > 34) return false
  let rest = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Names of files that thousands of unrelated sites have. */
const usualFile = /\/(?:wp-(?:includes|content|json)|cdn-cgi)\/|jquery|bootstrap|font-?awesome|favicon|recaptcha/i

/** Where the page sends its forms and which of its own scripts it loads, in order. */
function ownPaths({ address, forms, resources }: TraitPage): string[] {
  const host = URL.canParse(address) ? new URL(address).host : ''
  if (host === '') return []
  const own = [...forms.map(({ action }) => action ?? ''), ...resources].flatMap((each) => {
    const url = URL.canParse(each) ? new URL(each) : null
    return url?.host === host && /\.(?:js|php)$/i.test(url.pathname) && !usualFile.test(url.pathname)
      ? [url.pathname]
      : []
  })
  return [...new Set(own)].toSorted()
}

const matches = (text: string, pattern: RegExp): string[] =>
  text
    .matchAll(pattern)
    .take(valuesMax * 4)
    .map(([, value = '']) => value)
    .toArray()
