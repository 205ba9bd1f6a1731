import { draftKey, removeOwnerlessDrafts } from '../../session/drafts.ts'
import { addressesOf } from '../../url/addresses-of.ts'
import { isOneOf, textIn } from '@signet/contract/narrow'
import { knownWordsMax, requestKinds, type RequestKind } from '@signet/contract/requests/requests'
import { severities, type Severity } from '@signet/contract/threats/severities'
import { everySourceName, type AnySource } from '@signet/contract/threats/sources'
import { t } from './words.ts'

/** The unsent input of the request form. */
export interface RequestDraft {
  kind: RequestKind
  subject: string
  /** Addresses, one per line. */
  addresses: string
  text: string
  source: AnySource | ''
  severity: Severity | ''
}

/** Threats are reported on a page of their own, so a request begins with a question. */
export const emptyDraft: RequestDraft = {
  kind: 'question',
  subject: '',
  addresses: '',
  text: '',
  source: '',
  severity: '',
}

const keyOf = (company: string) => draftKey(company, 'request')

/** The user's draft for a company that is stored in this browser until it is sent or the user signs out. */
export function readDraft(company: string): RequestDraft {
  removeOwnerlessDrafts()
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(company) ?? '') ?? '{}')
    const draftText = (field: keyof RequestDraft) => textIn(kept, field) ?? ''
    const [kind, source, severity] = [draftText('kind'), draftText('source'), draftText('severity')]
    return {
      kind: isOneOf(requestKinds, kind) ? kind : emptyDraft.kind,
      subject: draftText('subject'),
      addresses: draftText('addresses'),
      text: draftText('text'),
      source: isOneOf(everySourceName, source) ? source : '',
      severity: isOneOf(severities, severity) ? severity : '',
    }
  } catch {
    // What can't be read is no draft, and without storage there is none.
    return emptyDraft
  }
}

/** Stores a draft; null deletes it. Without storage it lasts until the page is closed. */
export function keepDraft(company: string, draft: RequestDraft | null): void {
  const key = keyOf(company)
  if (key === null) return
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // If storage is full or blocked, only the draft is lost.
  }
}

/** Whether the draft contains anything worth storing. */
export function isWorthKeeping({ subject, addresses, text }: RequestDraft): boolean {
  return [subject, addresses, text].some((value) => value.trim() !== '')
}

/** Whether a request is about something that has an address, a source and a severity. */
export const isAboutThing = ({ kind }: Pick<RequestDraft, 'kind'>): boolean =>
  kind === 'threat' || kind === 'takedown' || kind === 'analysis'

/** A draft that names the address, once. It reports the address if it was about nothing that has one. */
export function withAddress(draft: RequestDraft, address: string | undefined): RequestDraft {
  if (address === undefined || draft.addresses.split(/\s+/).includes(address)) return draft
  const kind = isAboutThing(draft) ? draft.kind : 'threat'
  return { ...draft, kind, addresses: [draft.addresses.trim(), address].filter(Boolean).join('\n') }
}

/** Maximum number of addresses. */
export const addressesMax = 20

/** The subject of a report without one: its first line and how many more things it lists, or the name of its first file. */
export function subjectOf(text: string, files: readonly { name: string }[] = []): string {
  // The name of a file can contain characters that a subject can't.
  const [name = ''] = files.map((file) => file.name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' '))
  const lines = text.split('\n').map((line) => line.trim())
  const first = lines.find((line) => line !== '') ?? name.trim()
  const cut = (most: number) => first.slice(0, most).toWellFormed()
  const things = new Set(lines.filter(isThing))
  // A sentence that comes first says what the things are.
  if (!things.has(first) || things.size === 1) return cut(subjectMax).trim()
  const withMore = (shown: string) => t('andMoreThings', { first: shown, more: things.size - 1 })
  return withMore(cut(subjectMax - withMore('').length))
}
const subjectMax = 200

/** Whether a line names an account, whose source can't be seen from it. */
export const accountsMentioned = (text: string): boolean => /^\s*@[\w.-]{2,64}\s*$/m.test(text)

/** What can't be in the name of an account or the digits of a number searches too much. */
const wordMin = 4
/** A host that is written out: `please.` at the end of a sentence is none. */
const host = /^[^\s.]+(\.[^\s.]+)*\.[\p{L}-][\p{L}\d-]+$/u
const ip = /^\d+(\.\d+){3}$/
const numberLine = /^\s*\+?[\d\s()/.-]{7,}$/
const accountLine = /^\s*@([\w.-]{2,64})\s*$/

/** What one line names: an account, a phone number, or hosts. */
export function wordsInLine(line: string): string[] {
  const account = accountLine.exec(line)?.[1]
  if (account !== undefined) return account.length < wordMin ? [] : [account]
  // With the prefix of a country or without it: the digits after both are the same.
  if (numberLine.test(line)) return [line.replaceAll(/\D/g, '').replace(/^0+/, '')]
  const { links } = addressesOf(line.replaceAll(/[.,;:!?)\]]+(?=\s|$)/g, ''))
  const names = links.map((link) => new URL(link).hostname.replace(/^www\./, ''))
  // A URL reads the number 3.14 as 3.0.0.14.
  const isWritten = (address: string) => line.replaceAll('[.]', '.').includes(address)
  return names.filter((name) => (ip.test(name) ? isWritten(name) : host.test(name)))
}

/** Whether a line is an address, account or number, and nothing else. */
export const isThing = (line: string): boolean =>
  accountLine.test(line) || numberLine.test(line) || (!/\s/.test(line) && wordsInLine(line).length > 0)

/**
 * The hosts, accounts and numbers in a text, once each: what to look for among the known threats, as much as the server takes.
 *
 * @returns what each is shown by: its line as it was written, unless there is more in that
 */
export function wordsIn(text: string): Map<string, string> {
  const lines = new Map<string, string>()
  for (const line of text.split('\n').map((written) => written.trim()))
    for (const word of wordsInLine(line))
      if (!lines.has(word) && lines.size < knownWordsMax) lines.set(word, isThing(line) ? line : word)
  return lines
}

/**
 * What to look for while the user types: the hosts of the addresses, otherwise the subject if it is specific enough; empty when there is
 * nothing to look for.
 */
export function wordsToSearch({
  subject,
  addresses,
}: Pick<RequestDraft, 'subject' | 'addresses'>): Map<string, string> {
  const words = wordsIn(addresses)
  if (words.size > 0) return words
  const name = subject.trim().replace(/^@/, '')
  // Sentences don't match anything and would cause a search on every key press.
  return new Map(name.length >= wordMin && !/\s\S+\s/.test(name) ? [[name, name]] : [])
}
