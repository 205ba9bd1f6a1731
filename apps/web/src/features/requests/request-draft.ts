import type { RequestKind } from '@signet/contract/requests'
import type { Severity } from '@signet/contract/severities'
import type { AnySource } from '@signet/contract/sources'

/** What somebody is about to ask for. */
export interface RequestDraft {
  kind: RequestKind
  subject: string
  /** Addresses, one a line. */
  addresses: string
  text: string
  source: AnySource | ''
  severity: Severity | ''
}

export const emptyDraft: RequestDraft = {
  kind: 'threat',
  subject: '',
  addresses: '',
  text: '',
  source: '',
  severity: '',
}

const keyOf = (company: string) => `signet.requestDraft.${company}`

/** The draft kept on this machine for a company. */
export function readDraft(company: string): RequestDraft {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(company)) ?? '{}') as Partial<RequestDraft>
    return { ...emptyDraft, ...kept }
  } catch {
    return emptyDraft
  }
}

/** Keeps a draft; null forgets it. Without storage it lasts as long as the page. */
export function keepDraft(company: string, draft: RequestDraft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(company), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(company))
  } catch {
    // A full or forbidden storage only costs the draft.
  }
}

/** Whether there is anything in it that would be missed. */
export function isWorthKeeping({ subject, addresses, text }: RequestDraft): boolean {
  return [subject, addresses, text].some((value) => value.trim() !== '')
}

/** Addresses at most. */
export const addressesMax = 20

/**
 * The addresses somebody typed or pasted, one a line or between spaces: defanged ones are made whole, a bare host gets `https://`.
 *
 * @returns what is an address, and what is not
 */
export function addressesOf(typed: string): { links: string[]; wrong: string[] } {
  const links: string[] = []
  const wrong: string[] = []
  for (const word of typed.split(/[\s,]+/).filter(Boolean)) {
    const whole = word.replaceAll('[.]', '.').replace(/^hxxp/i, 'http')
    const link = /^https?:\/\//i.test(whole) ? whole : `https://${whole}`
    const host = URL.canParse(link) ? new URL(link).hostname : ''
    if (host.includes('.') && !whole.startsWith('@')) links.push(link)
    else wrong.push(word)
  }
  return { links: [...new Set(links)], wrong }
}

/**
 * What to look for among the threats while somebody types: the host of the first address, else the subject when it says enough;
 * undefined when there is nothing worth a search.
 */
export function searchOf({ subject, addresses }: RequestDraft): string | undefined {
  const [link] = addressesOf(addresses).links
  if (link) return new URL(link).hostname.replace(/^www\./, '')
  const name = subject.trim().replace(/^@/, '')
  // Sentences find nothing and cost a search at every key.
  return name.length >= 4 && !/\s\S+\s/.test(name) ? name : undefined
}
