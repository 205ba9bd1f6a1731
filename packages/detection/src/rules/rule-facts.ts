import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { RuleContact } from '@signet/contract/collection/detection-rules'
import { kindOfField } from '@signet/contract/threats/field-kinds'
import type { AnySource, SourceFields } from '@signet/contract/threats/sources'
import { type Contacts, contactsIn } from '../observations/contacts.ts'
import { plainText } from '../observations/plain-text.ts'
import { accountAt } from '../ownership/own-values.ts'
import { normaliseName } from '../names/normalise-name.ts'
import { labelToUnicode } from '../names/punycode.ts'
import { skeletonOf } from '../names/skeleton.ts'
import { registrableOf } from '../names/split-name.ts'

/** What is read of an observation at most. */
const limits = { text: 20_000, addresses: 50, address: 2000, handles: 20, handle: 100, values: 400, depth: 5 } as const

/** What the tests of rules look at. Most of it is only read when a test asks for it. */
export class RuleFacts {
  readonly source: AnySource
  readonly #texts: readonly string[]
  readonly #addresses: readonly string[]
  readonly #handles: readonly string[]
  readonly #phones: readonly string[]
  #written: string | null = null
  #text: string | null = null
  #hosts: readonly string[] | null = null
  #contacts: Contacts | null = null

  constructor(source: AnySource, { texts, addresses, handles, phones }: Readonly<Parts>) {
    this.source = source
    this.#texts = texts
    this.#addresses = addresses.slice(0, limits.addresses).filter((address) => address.length <= limits.address)
    this.#handles = handles
    this.#phones = phones
  }

  /** Everything as written, one text a line. */
  get written(): string {
    this.#written ??= [...new Set([...this.#texts, ...this.#addresses])].join('\n').slice(0, limits.text)
    return this.#written
  }

  /** In the form in which words are compared, with names of hosts as people read them. */
  get text(): string {
    if (this.#text === null) {
      const displayed = this.hosts.filter((host) => host.includes('xn--')).map(displayedHost)
      this.#text = plainText([this.written, ...displayed].join('\n')).replaceAll(/[^\S\n]+/g, ' ')
    }
    return this.#text
  }

  get hosts(): readonly string[] {
    if (this.#hosts === null) {
      const named = this.#addresses.flatMap((address) => normaliseName(address)?.host ?? [])
      this.#hosts = [...new Set([...named, ...this.contacts.addresses.map(({ host }) => host)])]
    }
    return this.#hosts
  }

  get domains(): readonly string[] {
    return [...new Set(this.hosts.map(registrableOf))]
  }

  /** Account names as their look-alikes in plain letters. */
  get handles(): readonly string[] {
    return [...new Set(this.#handles.slice(0, limits.handles).map(plainHandle))].filter(Boolean)
  }

  get contacts(): Contacts {
    this.#contacts ??= contactsIn(this.written)
    return this.#contacts
  }

  /** The first way to pay or call of a kind; null if there is none. */
  contact(kind: RuleContact): string | null {
    const { phones, upis, ibans, wallets } = this.contacts
    const all = { phone: [...this.#phones, ...phones], upi: upis, iban: ibans, wallet: wallets }
    return all[kind][0] ?? null
  }
}

/** Letters and digits of an account name as their look-alikes, without what people add to a name that is taken: `@Corv4ne_01`. */
export const plainHandle = (handle: string): string =>
  skeletonOf(handle.slice(0, limits.handle).replace(/^@+/, ''))
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/(?<=[a-z]{4,})\d+$/, '')

const displayedHost = (host: string) => host.split('.').map(labelToUnicode).join('.')

/** What rules look at in a source observation: more than its threat stores, as far as its provider says more. */
export function factsOfObservation(observation: SourceObservation): RuleFacts {
  const { source, fields, url, names, handle, text, links, phones } = observation
  const stored = partsOf(fields)
  return new RuleFacts(source, {
    texts: [...names, ...stored.texts, text],
    addresses: [...(url === null ? [] : [url]), ...links, ...stored.addresses],
    handles: [...(handle === null ? [] : [handle]), ...handlesAt(url), ...stored.handles],
    phones: [...phones, ...stored.phones],
  })
}

/** What rules look at in a threat, stored or about to be. */
export function factsOfThreat(threat: {
  source: AnySource
  title: string
  url: string | null
  fields: SourceFields
}): RuleFacts {
  const { source, title, url, fields } = threat
  const stored = partsOf(fields)
  return new RuleFacts(source, {
    ...stored,
    texts: [title, ...stored.texts],
    addresses: [...(url === null ? [] : [url]), ...stored.addresses],
    handles: [...handlesAt(url), ...stored.handles],
  })
}

/** What rules look at in a domain, host or address as a feed writes it. */
export const factsOfName = (source: 'Domain' | 'URL', name: string): RuleFacts =>
  new RuleFacts(source, { texts: [], addresses: [name], handles: [], phones: [] })

const handlesAt = (url: string | null): string[] => {
  const account = url === null ? null : accountAt(url)
  return account === null ? [] : [account.handle]
}

interface Parts {
  texts: string[]
  addresses: string[]
  handles: string[]
  phones: string[]
}

/** Fields that say who is imitated and how, in the words of the detector: rules are about what was found. */
const ownWords: ReadonlySet<string> = new Set(['brand', 'class'])

/** The values of fields by their kinds. */
function partsOf(fields: SourceFields): Parts {
  const parts: Parts = { texts: [], addresses: [], handles: [], phones: [] }
  addParts(parts, fields, '', 0)
  return parts
}

function addParts(parts: Parts, fields: SourceFields, above: string, depth: number): void {
  for (const [name, value] of Object.entries(fields)) {
    if (parts.texts.length >= limits.values || ownWords.has(name)) continue
    const path = above === '' ? name : `${above}.${name}`
    if (value !== null && typeof value === 'object') {
      if (depth < limits.depth) addParts(parts, value, path, depth + 1)
    } else if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value)
      const kind = kindOfField(path)
      parts.texts.push(text)
      if (kind === 'address') parts.addresses.push(text)
      if (kind === 'handle') parts.handles.push(text)
      if (kind === 'phone') parts.phones.push(text)
    }
  }
}
