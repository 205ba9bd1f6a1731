import type { Brand } from '../../../packages/contract/src/companies/brands.ts'

/** Well-known names with their official domains: the brands of a small installation. */
export const fewBrands: readonly Brand[] = [
  { id: 'coinbase', name: 'Coinbase', aliases: ['coinbase'], official: ['coinbase.com', 'coinbase.org'] },
  { id: 'binance', name: 'Binance', aliases: ['binance'], official: ['binance.com', 'binance.us'] },
  { id: 'metamask', name: 'MetaMask', aliases: ['metamask'], official: ['metamask.io'] },
  { id: 'uniswap', name: 'Uniswap', aliases: ['uniswap'], official: ['uniswap.org'] },
  { id: 'ledger', name: 'Ledger', aliases: ['ledger', 'ledgerlive'], official: ['ledger.com'] },
]

const onsets = ['b', 'br', 'c', 'd', 'f', 'gl', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'tr', 'v', 'w', 'z']
const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'io', 'ou']
const codas = ['', 'n', 'r', 's', 'l', 'x', 'nd', 'rt', 'ck']
const words = (
  'shop online group media cloud home travel design tech digital studio health world city market green house club ' +
  'garden school music photo service center auto food hotel game sport book family solar energy legal design print ' +
  'bank pay card login secure wallet account support update mail verify'
).split(' ')
const suffixes = 'com com com com net org de co.uk xyz top info online shop site io app ru cn fr nl com.br'.split(' ')
const parents = ['www', 'mail', 'shop', 'blog', 'm', 'api', 'dev', 'login', 'cdn', 'secure']
const cyrillic: Record<string, string> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', i: 'і' }
const leet: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '5' }

/** Pseudo-random numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const inventedWord = (random: Random, syllables: number) =>
  Array.from({ length: syllables }, () => pick(random, onsets) + pick(random, vowels) + pick(random, codas)).join('')

/** Invented brands, with the lengths and numbers of aliases that real lists of brands have. */
export function inventedBrands(count: number): Brand[] {
  const random = randomOf(42)
  return Array.from({ length: count }, (_, at) => {
    const label = inventedWord(random, at % 4 === 0 ? 1 : at % 3 === 0 ? 3 : 2)
    const aliases = at % 3 === 0 ? [label, `${label}${pick(random, words)}`] : [label]
    const name = label.charAt(0).toUpperCase() + label.slice(1)
    return { id: `brand-${at}`, name, aliases, official: [`${label}.com`, `${label}.net`] }
  })
}

/**
 * Names as in a list of newly seen domains: invented and dictionary words, subdomains, some addresses and internationalised names, and one
 * in fifty that imitates one of the brands.
 */
export function plausibleNames(count: number, brands: readonly Brand[]): string[] {
  const random = randomOf(7)
  return Array.from({ length: count }, () => {
    const name = `${random() < 0.02 ? imitation(random, pick(random, brands)) : ordinary(random)}.${pick(random, suffixes)}`
    const kind = random()
    if (kind < 0.2) return `${pick(random, parents)}.${name}`
    if (kind < 0.25)
      return `https://${name}/${pick(random, words)}/${inventedWord(random, 2)}?id=${Math.floor(random() * 1e6)}`
    return name
  })
}

function ordinary(random: Random): string {
  const kind = random()
  if (kind < 0.3) return inventedWord(random, 2 + Math.floor(random() * 2))
  if (kind < 0.6) return `${pick(random, words)}${inventedWord(random, 2)}`
  if (kind < 0.75) return `${inventedWord(random, 2)}-${pick(random, words)}`
  if (kind < 0.9) return `${pick(random, words)}${pick(random, words)}${Math.floor(random() * 1000)}`
  if (kind < 0.97) return `${pick(random, words)}-${pick(random, words)}-${inventedWord(random, 1)}`
  return `${inventedWord(random, 2)}${pick(random, ['ä', 'é', 'ñ', 'ж', '中'])}`
}

function imitation(random: Random, brand: Brand): string {
  const alias = brand.aliases[0] ?? brand.id
  const at = Math.floor(random() * alias.length)
  const letter = alias[at] ?? ''
  const forms = [
    `${pick(random, words)}-${alias}`,
    `${alias}${pick(random, words)}`,
    alias.slice(0, at) + (leet[letter] ?? letter) + alias.slice(at + 1),
    alias.slice(0, at) + (cyrillic[letter] ?? letter) + alias.slice(at + 1),
    alias.slice(0, at) + letter + alias.slice(at),
    `${alias}.${inventedWord(random, 2)}`,
  ]
  return pick(random, forms)
}
