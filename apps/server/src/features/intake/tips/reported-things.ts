import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { isOneOf } from '@signet/contract/narrow'
import { fieldOf, threatSources, titleOf, type SourceFields, type ThreatSource } from '@signet/contract/threats/sources'
import { accountAt, contactsIn, normaliseName, registrableOf, type NormalisedName } from '@signet/detection'
import type { TipDetails } from '../../../db/columns.ts'
import type { Row } from '../../../db/rows.ts'
import { paymentAccountsIn } from '../../reported-mails/payment-accounts.ts'
import { whatsAppNumber } from '../../reported-mails/whatsapp-number.ts'
import { cutTitle, fingerprintOf } from '../../threats/found/finding-threat.ts'
import type { Shown } from './read-shown.ts'

/** One thing that a report names: an address, account, number or payment account. */
export interface ReportedThing {
  observation: SourceObservation
  /** The message that leads to it, judged like any other; null without a text. */
  message: SourceObservation | null
  /** Its identity among the threats of its source: that of scans and of the tip line, so that the same thing is the same threat. */
  identity: string
}

/** A report names one or two things; a text that names more is a list. */
const thingsMax = 8
const titleMax = 300
/** Where a threat was found, as its source shows it. */
const onTipPage = 'Tip page'
const inRequest = 'Client request'

/** What a report names, the most important first; empty for a text without any address, account, number or payment account. */
export function reportedThings(details: TipDetails, codes: readonly string[] = []): ReportedThing[] {
  const { address, platform, handle, phone, text } = details
  const inText = contactsIn(text)
  const own = address === '' ? [] : [normaliseName(address) ?? contactsIn(address).addresses[0]]
  const seen = codes.flatMap((code) => (/^https?:\/\//i.test(code) ? (normaliseName(code) ?? []) : []))
  const account = platform && handle ? ofAccount(platform, handle, text) : null
  const observations = [
    ...own.map((name) => name && ofAddress(name, text)),
    account,
    ...(phone === '' ? [] : [whatsAppNumber(phone, text)]),
    ...[...inText.addresses, ...seen].map((name) => ofAddress(name, text)),
    ...(phone === '' ? inText.phones.map((number) => whatsAppNumber(number, text)) : []),
    ...paymentAccountsIn([address, handle, phone, text].join('\n'), codes).map((number) => ofPayment(number, text)),
  ]
  return thingsAmong(observations, text).slice(0, thingsMax)
}

/** A client may list what one campaign consists of. */
const requestThingsMax = 30
const accountLine = /^\s*@([\w.-]{2,64})\s*$/gm
/** Of the words of a request and those in its pictures, as the message that its threats are judged by. */
const messageMax = 10_000

type RequestWords = Pick<Row<'requests'>, 'links' | 'text' | 'source'>

/** What a client's request says, in words and in its pictures. */
export const messageOfRequest = ({ text }: Pick<RequestWords, 'text'>, pictures: readonly Shown[]): string =>
  [text, ...pictures.map((picture) => picture.text)].join('\n').trim().slice(0, messageMax).toWellFormed()

/**
 * What a client's request reports: its addresses, those and the numbers in its text, and lines like `@name` for accounts at the source.
 *
 * @param message of the whole request, see `messageOfRequest`
 */
export const thingsOfRequest = ({ links, text, source }: RequestWords, message: string): ReportedThing[] =>
  thingsWritten({ links, text, source }, [], message).slice(0, requestThingsMax)

/** What a picture of a client's request reports: what is written in it, and what its QR codes lead to. */
export const thingsOfPicture = (
  { text, codes }: Shown,
  { source }: Pick<RequestWords, 'source'>,
  message: string,
): ReportedThing[] => {
  const links = codes.filter((code) => /^https?:\/\//i.test(code))
  return thingsWritten({ links, text, source }, codes, message).slice(0, thingsMax)
}

function thingsWritten(
  { links, text, source }: RequestWords,
  codes: readonly string[],
  message: string,
): ReportedThing[] {
  const inText = contactsIn(text)
  const handles = isOneOf(threatSources, source) ? [...text.matchAll(accountLine)] : []
  const observations = [
    ...links.map((link) => normaliseName(link)).map((name) => name && ofAddress(name, message, inRequest)),
    ...handles.map(([, handle = '']) => (isOneOf(threatSources, source) ? ofAccount(source, handle, message) : null)),
    ...inText.addresses.map((name) => ofAddress(name, message, inRequest)),
    ...inText.phones.map((number) => whatsAppNumber(number, message)),
    ...paymentAccountsIn(text, codes).map((number) => ofPayment(number, message, inRequest)),
  ]
  return thingsAmong(observations, message)
}

/** Without repeats, in the same order. */
function thingsAmong(observations: readonly (SourceObservation | null | undefined)[], text: string): ReportedThing[] {
  const things = new Map<string, ReportedThing>()
  for (const observation of observations) {
    if (!observation) continue
    const identity = identityOf(observation)
    const key = `${observation.source}\n${identity}`
    if (!things.has(key)) things.set(key, { observation, identity, message: messageAbout(observation, text) })
  }
  return [...things.values()]
}

/** What makes two reports the same, and what the list calls it. */
export function subjectOf(details: TipDetails): { fingerprint: Buffer; title: string; source: ThreatSource | null } {
  const [first] = reportedThings(details)
  if (first) {
    const { source, fields } = first.observation
    const title = cutTitle(titleOf(source, '', fields))
      .slice(0, titleMax)
      .toWellFormed()
    return { fingerprint: fingerprintOf(source, first.identity), title, source }
  }
  const plain = Object.values(details)
    .join('\n')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  const line = [details.text, details.address, details.handle, details.phone].find(Boolean) ?? ''
  return {
    fingerprint: createHash('sha256').update(`text\n${plain.trim()}`).digest(),
    title: line.replaceAll(/\s+/g, ' ').slice(0, titleMax).toWellFormed() || '—',
    source: null,
  }
}

const base = { at: null, names: [], handle: null, text: '', links: [], phones: [], account: null, pictureUrl: null }

function ofAddress(name: NormalisedName, text: string, foundIn = onTipPage): SourceObservation | null {
  const address = URL.canParse(name.address) ? name.address : `https://${name.host}/`
  const account = accountAt(address)
  if (account && isOneOf(threatSources, account.source)) return ofAccount(account.source, account.handle, text, address)
  if (!name.isAddress && isIP(name.host) === 0) {
    const fields = { domain_name: name.host, registrable_domain: registrableOf(name.host) }
    return { ...base, source: 'Domain', kind: 'address', id: name.host, url: null, fields }
  }
  const fields = { link: address, host: name.host, urlSource: foundIn }
  return { ...base, source: 'URL', kind: 'address', id: address, url: address, fields }
}

function ofPayment(account: string, text: string, foundIn = onTipPage): SourceObservation {
  const fields = { account_number: account, seenWith: foundIn }
  return { ...base, source: 'FinancialFraud', kind: 'payee', id: account, url: null, fields, text }
}

/** How the sources with accounts show the name of one. */
const fieldsOfAccount: Partial<Record<ThreatSource, (handle: string, url: string | null) => SourceFields>> = {
  Telegram: (handle) => ({ channel_data: { entity_user_name: handle } }),
  Instagram: (handle, url) => ({ Username: handle, ...(url ? { ProfileUrl: url } : {}) }),
  Reddit: (handle, url) => ({ Username: handle, ...(url ? { ProfileUrl: url } : {}) }),
  TikTok: (handle, url) => ({ Username: handle, ...(url ? { ProfileUrl: url } : {}) }),
  Twitter: (handle, url) => ({ Name: handle, Handle: handle, ...(url ? { ProfileUrl: url } : {}) }),
  FB: (handle, url) => ({ PageName: handle, ...(url ? { ProfileUrl: url } : {}) }),
  YouTube: (handle, url) => ({ channelName: handle, ...(url ? { channelUrl: url } : {}) }),
  LinkedIn: (handle, url) => ({ postedBy: handle, ...(url ? { profileLink: url } : {}) }),
  APK: (handle, url) => ({ packageName: handle, ...(url ? { store: new URL(url).hostname } : {}) }),
  GitHub: (handle, url) => ({ repositoryName: handle, ...(url ? { repositoryLink: url } : {}) }),
}

function ofAccount(
  source: ThreatSource,
  written: string,
  text: string,
  url: string | null = null,
): SourceObservation | null {
  if (source === 'WhatsApp') {
    const number = whatsAppNumber(written, text)
    if (number) return url === null ? number : { ...number, url }
    return url === null
      ? null
      : { ...base, source, kind: 'post', id: url, url, text, fields: { inviteLink: url, message: text } }
  }
  const page = /[/.]/.test(written) && url === null ? normaliseName(written) : null
  const found = page?.isAddress ? accountAt(page.address) : null
  const handle = (found?.source === source ? found.handle : written).trim().replace(/^@+/, '')
  const fields = fieldsOfAccount[source]?.(handle, url ?? (found ? (page?.address ?? null) : null))
  if (!fields || handle === '') return null
  const kind = source === 'APK' ? 'app' : source === 'GitHub' ? 'code' : 'profile'
  return { ...base, source, kind, id: handle.toLowerCase(), url, fields, names: [handle], handle }
}

/** The message as a post of its own source, or as one that leads to the address. */
function messageAbout(
  { source, kind, url, id, fields, handle }: SourceObservation,
  text: string,
): SourceObservation | null {
  if (text === '' || kind === 'post' || kind === 'code' || kind === 'app' || kind === 'payee') return null
  const post = { ...base, kind: 'post' as const, id, url, text, handle }
  return kind === 'address'
    ? { ...post, source: 'WhatsApp', fields: {}, links: [url ?? `https://${id}/`] }
    : { ...post, source, fields }
}

function identityOf({ source, id, fields }: SourceObservation): string {
  if (source === 'Domain' || source === 'URL') return id
  if (source === 'WhatsApp') return `whatsApp\n${fieldOf(fields, 'Profile') ?? id}`
  return `tips\n${id}`
}
