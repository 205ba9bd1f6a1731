import { commonWords } from '../names/common-words.ts'
import { compileForeign, type ForeignNames, variantsOf } from '../names/foreign-names.ts'
import { skeletonOf } from '../names/skeleton.ts'
import { transliterationsOf } from '../names/transliterate.ts'
import { wordinessOf } from '../names/read-words.ts'
import { normaliseName } from '../names/normalise-name.ts'
import type { OwnedAssets } from '../ownership/own-assets.ts'
import { digitsOf, plainAccount } from '../ownership/own-values.ts'
import { type Asset, type AssetIndex, compileAssets } from '../match/compile-assets.ts'
import { plainText } from './plain-text.ts'

/** What observations are compared with for one brand, or for one person. */
export interface WatchedName {
  /** The company, by the key it was compiled with. */
  owner: string
  /** The key of the brand; null for a person. */
  brandId: string | null
  /** As people write it. */
  name: string
  /** Its name without blanks, folded to plain Latin letters; `''` in other scripts. */
  plainName: string
  /** The words of its name in lower case. */
  words: readonly string[]
  /** The words of each of its names that has several, in lower case. */
  spellings: readonly (readonly string[])[]
  /** Every name of it is everyday language, or so short that chance spells it: a mention needs a second reason. */
  isOrdinary: boolean
}

/** What a company runs itself. */
export interface WatchedCompany {
  owner: string
  /** The brand that findings of the company as such are shown with; undefined for a company without brands. */
  firstBrand: WatchedName | undefined
  /** Registrable domains and hosts. */
  domains: readonly string[]
  /** Its names and those of its brands, for documents. */
  names: readonly string[]
  /** Those of them that aren't everyday language. */
  distinctNames: readonly string[]
  /** With those of its partners. */
  phones: readonly string[]
  accounts: ReadonlySet<string>
  /** Package names of its registered apps, in lower case, and their labels. */
  packages: readonly string[]
  appNames: readonly string[]
}

/** Everything that observations are compared with; immutable, shared by all calls. */
export interface Watch {
  readonly index: AssetIndex
  /** By `brandId` of the index. */
  readonly watched: ReadonlyMap<string, WatchedName>
  readonly companies: ReadonlyMap<string, WatchedCompany>
  /** Names in scripts without Latin look-alikes, e.g. `ベルモラ銀行`, and how Latin names are spelled in some of these scripts. */
  readonly foreign: ForeignNames<WatchedName>
  /** The instant up to which ages are counted, in milliseconds. */
  readonly now: number | null
}

type Protected = OwnedAssets

/** The key under which one company is compiled. */
export const onlyOwner = 'company'

/**
 * Prepares what one company protects for `judgeObservation`.
 *
 * @param now the instant up to which ages of accounts are counted; without it they don't count
 */
export const compileWatch = (assets: Protected, now?: Date): Watch =>
  compileWatches(new Map([[onlyOwner, assets]]), now)

/** Prepares what many companies protect, so that a text is only read once for all of them; see `judgeForEach`. */
export function compileWatches(companies: ReadonlyMap<string, Protected>, now?: Date): Watch {
  const watched = new Map<string, WatchedName>()
  const firstBrands = new Map<string, WatchedName>()
  const foreign: { text: string; of: WatchedName }[] = []
  const assets: Asset[] = []
  for (const [owner, { brands, domains, people, partners = [] }] of companies) {
    const official = [...brands.flatMap((brand) => brand.official), ...domains]
    const add = (
      id: string,
      brandId: string | null,
      name: string,
      aliases: readonly string[],
      own: readonly string[],
    ) => {
      const all = [...new Set([...aliases, name])]
      const latin = all.filter(isLatin)
      const plainName = isLatin(name) ? lettersOf(name) : ''
      const words = plainWords(name)
      const spellings = all.map(plainWords).filter(({ length }) => length > 1)
      const short = latin.map(lettersOf).toSorted((a, b) => a.length - b.length)[0] ?? ''
      const entry = { owner, brandId, name, plainName, words, spellings, isOrdinary: short !== '' && isOrdinary(short) }
      watched.set(id, entry)
      if (brandId !== null && !firstBrands.has(owner)) firstBrands.set(owner, entry)
      // Without a Latin name, a brand is searched for by the labels of its hosts.
      if (latin.length > 0 || own.length > 0) assets.push({ id, owner, name, aliases: latin, official: [...own] })
      for (const text of otherSpellings(all, entry)) foreign.push({ text, of: entry })
    }
    for (const { key, name, aliases, official: own } of brands) add(`${owner}\nbrand\n${key}`, key, name, aliases, own)
    for (const { name } of people)
      if (name.trim().includes(' ')) add(`${owner}\nperson\n${name}`, null, name, [name], [])
    const allowed = partners.flatMap((partner) => partner.domains)
    assets.push({ id: `${owner}\nhosts`, owner, name: '', aliases: [noName], official: [...official, ...allowed] })
  }
  return {
    index: compileAssets(assets),
    watched,
    foreign: compileForeign(foreign),
    companies: new Map(
      [...companies].map(([owner, each]) => [owner, companyOf(each, { owner, firstBrand: firstBrands.get(owner) })]),
    ),
    now: now?.getTime() ?? null,
  }
}

/** With fewer letters, words of other languages sound like a name. */
const spokenLengthMin = 6

/** The names of a brand in scripts without Latin look-alikes, and how its distinctive Latin names are spelled in them. */
function otherSpellings(all: readonly string[], { brandId, isOrdinary: isWord }: WatchedName): ReadonlySet<string> {
  const foreign = all.filter((name) => !isLatin(name) || /\p{Script=Cyrillic}/u.test(name))
  const spoken =
    brandId === null || isWord
      ? []
      : all.map((name) => name.toLowerCase()).filter((name) => name.length >= spokenLengthMin && isDistinct(name))
  return new Set([...foreign, ...variantsOf(foreign), ...spoken.flatMap(transliterationsOf)])
}

/** The words of a name in lower case and plain letters. */
const plainWords = (name: string) =>
  plainText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** An alias of one letter is never searched for. */
const noName = 'x'

function companyOf(
  { brands, domains, apps, partners = [] }: Protected,
  key: Pick<WatchedCompany, 'owner' | 'firstBrand'>,
): WatchedCompany {
  const hosts = [...brands.flatMap(({ official }) => official), ...domains]
  const names = brands.flatMap(({ name, aliases }) => [name, ...aliases])
  return {
    ...key,
    domains: [...new Set(hosts.flatMap((host) => normaliseName(host)?.host ?? []))],
    names,
    distinctNames: names.filter((name) => !isLatin(name) || !isOrdinary(lettersOf(name))),
    phones: [...brands, ...partners].flatMap(({ phones }) => phones.flatMap((phone) => digitsOf(phone) ?? [])),
    accounts: new Set(
      [...brands, ...partners].flatMap(({ accounts }) => accounts.flatMap((account) => plainAccount(account) ?? [])),
    ),
    packages: apps.map(({ packageName }) => packageName.toLowerCase()),
    appNames: apps.map(({ name }) => name),
  }
}

/** Letters and digits of a name as its look-alikes in plain Latin letters. */
export const lettersOf = (name: string): string => skeletonOf(name).replaceAll(/[^a-z0-9]/g, '')

/** Whether a name can be read as Latin letters. */
const isLatin = (name: string) => {
  const letters = skeletonOf(name.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return letters !== '' && !letters.includes('?')
}

/** Shorter names occur by chance. */
const distinctLength = 5
const isDistinct = (letters: string) => wordinessOf(letters) === 'none'
const isOrdinary = (letters: string) =>
  letters.length < distinctLength || commonWords.has(letters) || wordinessOf(letters) === 'word'

/** The host of the company above which a host stands, or null for a foreign one. */
export function ownHostOf({ domains }: WatchedCompany, host: string): string | null {
  return domains.find((domain) => host === domain || host.endsWith(`.${domain}`)) ?? null
}

/** National numbers have at least this many digits: with fewer, the end of one number is not the number. */
const nationalDigits = 9

/** Whether a phone number is one of the company's, written with or without its country. */
export function isOwnPhone({ phones }: WatchedCompany, written: string): boolean {
  const digits = digitsOf(written)?.replace(/^0/, '') ?? ''
  return phones.some(
    (phone) =>
      phone === digits ||
      (Math.min(digits.length, phone.length) >= nationalDigits && (phone.endsWith(digits) || digits.endsWith(phone))),
  )
}
