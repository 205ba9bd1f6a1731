import { isEmailAddress } from '@signet/contract/access/credentials'
import type { Assets, Partner, ProtectedBrand } from '@signet/contract/companies/assets'
import { lettersAndDigits } from '@signet/contract/letters-and-digits'
import { keysIn } from '@signet/contract/narrow'
import { anySourceOf, everySource, type AnySource } from '@signet/contract/threats/sources'
import { t } from './words.ts'

/*
 * Lists of assets as users paste them, with one value per line. Parsing never drops a line: lines that can't be parsed are reported by
 * number.
 */

export interface Handle {
  source: AnySource
  handle: string
}
export type ProtectedPerson = Assets['people'][number]
export type ProtectedApp = Assets['apps'][number]

/** The parsed values, and the lines that couldn't be parsed: line number (1-based) and reason. */
export interface Lines<T> {
  items: T[]
  faults: string[]
}

/** The non-empty lines of a text without duplicates. Commas and semicolons also end a line. */
export function listOf(text: string): string[] {
  const lines = text.split(/[\n,;]/).map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** Domains one per line, each pasted address as its domain. */
export const domainsOf = (text: string): string[] => [...new Set(listOf(text).map(domainOf))]

export const linesOf = (items: readonly string[]): string => items.join('\n')

function readLines<T>(text: string, read: (line: string) => T | string): Lines<T> {
  const lines: Lines<T> = { items: [], faults: [] }
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '') continue
    const item = read(line)
    if (typeof item === 'string') lines.faults.push(t('lineProblem', { line: index + 1, why: item }))
    else lines.items.push(item)
  }
  return lines
}

/** `Twitter @signet`, `Facebook: signet.official`. */
export function readHandles(text: string): Lines<Handle> {
  return readLines(text, (line) => {
    const handle = readHandle(line)
    return handle ?? t('handleFormat')
  })
}

function readHandle(line: string): Handle | null {
  // The name of a source may consist of two words: "Google Maps".
  const words = line.split(/[\s:,]+/)
  for (const count of [2, 1]) {
    const source = anySourceOf(words.slice(0, count).join(''))
    const handle = words.slice(count).join(' ').trim()
    if (source && handle !== '') return { source, handle }
  }
  return null
}

export const handlesText = (handles: readonly Handle[]): string =>
  handles.map(({ source, handle }) => `${everySource[source].label} ${handle}`).join('\n')

const parts = (line: string) => line.split(/[;\t]/).map((part) => part.trim())

/** `Ada Umber; Chief executive; ada@umber.example, ada@home.example; Twitter @ada`. Everything except the name is optional. */
export function readPeople(text: string): Lines<ProtectedPerson> {
  return readLines(text, (line) => {
    const [name = '', title = '', mails = '', ...handles] = parts(line)
    const emails = listOf(mails).map((mail) => mail.toLowerCase())
    if (name === '') return t('nameFirst')
    if (!emails.every(isEmailAddress)) return t('emailsThird')
    const read = handles.filter(Boolean).map(readHandle)
    if (read.includes(null)) return t('handleFormat')
    return { name, title, emails, handles: read.filter((handle) => handle !== null) }
  })
}

export const peopleText = (people: readonly ProtectedPerson[]): string =>
  people
    .map(({ name, title, emails, handles }) =>
      [name, title, emails.join(', '), ...handles.map((handle) => handlesText([handle]))]
        .join('; ')
        .replace(/(; )+$/, ''),
    )
    .join('\n')

/** `Umber Pay; com.umber.pay; <SHA-256 of the signer>, …`. The signers are optional. */
export function readApps(text: string): Lines<ProtectedApp> {
  return readLines(text, (line) => {
    const [name = '', packageName = '', ...signers] = parts(line)
    if (name === '' || !/^[A-Za-z][\w-]*(\.[\w-]+)+$/.test(packageName)) return t('appFormat')
    const signerSha256 = listOf(signers.join(',')).map((digits) => digits.replaceAll(':', '').toLowerCase())
    if (signerSha256.some((digits) => !/^(?:[0-9a-f]{64}|[0-9a-z]{10})$/.test(digits))) return t('signerFormat')
    return { name, packageName, signerSha256 }
  })
}

export const appsText = (apps: readonly ProtectedApp[]): string =>
  apps
    .map(({ name, packageName, signerSha256 }) =>
      [name, packageName, ...(signerSha256.length > 0 ? [signerSha256.join(', ')] : [])].join('; '),
    )
    .join('\n')

const roleLabels = () => ({ reseller: t('reseller'), agent: t('agent') })
const isPhone = (text: string) => /^(?:\+|0)[\d ()./-]{5,}$/.test(text)
const isAccount = (text: string) => /^[A-Za-z0-9 ./_-]+(?:@[A-Za-z]\w+)?$/.test(text) && /[\d@]/.test(text)
const isDomain = (text: string) => /^[^\s@/]+\.[^\s@/.]{2,}$/.test(text) && !/^[\d.]+$/.test(text)

/** `Umber Travel; reseller; umbertravel.example, +44 20 7946 0300; Telegram @umbertravel`. Name and role are required. */
export function readPartners(text: string): Lines<Partner> {
  return readLines(text, (line) => {
    const [name = '', role = '', ...rest] = parts(line)
    const known = keysIn(roleLabels()).find((key) =>
      [key, roleLabels()[key].toLowerCase()].includes(role.toLowerCase()),
    )
    if (name === '' || !known) return t('partnerFormat')
    const partner: Partner = { name, role: known, domains: [], handles: [], phones: [], accounts: [] }
    for (const value of rest.flatMap((part) => part.split(',')).map((part) => part.trim())) {
      const handle = readHandle(value)
      if (value === '') continue
      if (handle) partner.handles.push(handle)
      else if (isPhone(value)) partner.phones.push(value)
      else if (isDomain(domainOf(value))) partner.domains.push(domainOf(value))
      else if (isAccount(value)) partner.accounts.push(value)
      else return t('partnerValue', { value })
    }
    return partner
  })
}

export const partnersText = (partners: readonly Partner[]): string =>
  partners
    .map(({ name, role, domains, handles, phones, accounts }) =>
      [
        name,
        roleLabels()[role],
        [...domains, ...phones, ...accounts].join(', '),
        handlesText(handles).replaceAll('\n', ', '),
      ]
        .filter(Boolean)
        .join('; '),
    )
    .join('\n')

/** The domain of a pasted address: `https://www.umber.example/pay` gives `umber.example`. Other texts stay as they are. */
export function domainOf(text: string): string {
  const plain = text.trim().toLowerCase()
  const host =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#:]+)/.exec(plain)?.[1] ??
    /^([^\s/?#@]+\.[^\s/?#@]+)[/?#]/.exec(plain)?.[1]
  return host === undefined ? plain : host.replace(/^www\./, '')
}

/** A key derived from a name: `Umber Pay!` gives `umber-pay`. */
export function keyOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63)
}

/** A brand while it is edited: each list is the text of its field. */
export interface BrandDraft {
  key: string
  name: string
  aliases: string
  official: string
  handles: string
  phones: string
  accounts: string
}

export const emptyBrand: BrandDraft = {
  key: '',
  name: '',
  aliases: '',
  official: '',
  handles: '',
  phones: '',
  accounts: '',
}

export function draftOf(brand: ProtectedBrand): BrandDraft {
  const { key, name, aliases, official, handles, phones, accounts } = brand
  return {
    key,
    name,
    aliases: linesOf(aliases),
    official: linesOf(official),
    handles: handlesText(handles),
    phones: linesOf(phones),
    accounts: linesOf(accounts),
  }
}

/** The brand of a draft. The key and the first alias of a new brand are derived from its name. */
export function brandOf(draft: BrandDraft): ProtectedBrand {
  const name = draft.name.trim()
  const aliases = listOf(draft.aliases.toLowerCase())
  const own = lettersAndDigits(name)
  return {
    key: draft.key || keyOf(name),
    name,
    aliases: aliases.length > 0 || own.length < 2 ? aliases : [own],
    official: domainsOf(draft.official),
    handles: readHandles(draft.handles).items,
    phones: listOf(draft.phones),
    accounts: listOf(draft.accounts),
  }
}
