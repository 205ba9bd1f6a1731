import { connectors, type ConnectorName } from '@signet/contract/collection/connectors'
import { dayMs } from '@signet/contract/time'
import type { Listing } from '../providers/fake-provider.ts'

/** Looked for by connectors that read a provider's list as a whole. */
const usualBrand = 'Meridian Bank'

/** Where data of a company turns up, not what passes for it. */
const leakSources = new Set<string>(['DarkWeb', 'DocumentLeaks'])

/** Letters and digits only, e.g. `meridianbank`. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

/** A number of eight digits, the same for the same text. */
function numberOf(text: string): number {
  let sum = 7
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 90_000_000
  return 10_000_000 + sum
}

/**
 * What a search for a brand finds at a provider of the local internet: two that pass for the brand, or leak from it, and three that only
 * mention it. The newest is a day old.
 *
 * @param term a name or a domain; empty for the provider's whole list
 */
export function listingsOf(term: string, provider?: ConnectorName): Listing[] {
  const brand = term === '' || term.includes('.') ? usualBrand : term
  const name = plain(brand)
  const usual = { link: null, phone: null, followers: 0, isVerified: false }
  const leaks: Omit<Listing, 'id'>[] = [
    {
      ...usual,
      name: brand,
      handle: 'nightharbour',
      publisher: 'nightharbour',
      text: `Strictly confidential. Internal use only. ${brand}: 40 GB of customer records, contracts and passwords for sale.`,
      at: daysAgo(1),
    },
    {
      ...usual,
      name: `${brand} salary list (confidential).xlsx`,
      handle: 'coldquay',
      publisher: 'coldquay',
      text: `CONFIDENTIAL – internal use only – ${brand} – names, IBANs and salaries of all employees`,
      at: daysAgo(2),
    },
  ]
  const lures: Omit<Listing, 'id'>[] = [
    {
      name: `${brand} Support`,
      handle: `${name}_help`,
      publisher: 'Fast Finance Apps',
      text: `Your ${brand} account will be blocked today. Send us your card number and PIN, or sign in at https://${name}-verify.example/`,
      link: `https://${name}-verify.example/`,
      phone: '+442079460188',
      at: daysAgo(1),
      followers: 12,
      isVerified: false,
    },
    {
      name: `${brand} Giveaway`,
      handle: `${name}.giveaway`,
      publisher: `${brand} Rewards Ltd`,
      text: `${brand} celebrates its anniversary: everybody wins 5,000. Pay the activation fee of 19 first, then get your prize.`,
      link: `https://${name}-prize.example/win`,
      phone: null,
      at: daysAgo(2),
      followers: 40,
      isVerified: false,
    },
  ]
  const mentions: Omit<Listing, 'id'>[] = [
    {
      name: 'Harbour Business News',
      handle: 'harbourbusinessnews',
      publisher: 'Harbour Media',
      text: `${brand} reports higher profits for the third quarter, analysts had expected less.`,
      link: 'https://harbour-business-news.example/markets',
      phone: null,
      at: daysAgo(3),
      followers: 250_000,
      isVerified: true,
    },
    {
      name: 'Ana Torresella',
      handle: 'ana_torresella',
      publisher: 'Ana Torresella',
      text: `Waited 40 minutes for the customer service of ${brand} today. Does anybody know a better bank?`,
      link: null,
      phone: null,
      at: daysAgo(4),
      followers: 310,
      isVerified: false,
    },
    {
      name: 'Budget Friend',
      handle: 'budgetfriend',
      publisher: 'Budget Friend GmbH',
      text: `Compares the fees of ${brand} with those of other banks.`,
      link: 'https://budget-friend.example/',
      phone: null,
      at: daysAgo(5),
      followers: 5200,
      isVerified: true,
    },
  ]
  // Account names are looked up by the hundred; few of them exist.
  const isAccountName = /^[a-z0-9_.]+$/.test(term) && !term.endsWith('.example')
  if (isAccountName) return /(help|official)$/.test(term) ? numbered(term, lures.slice(0, 1)) : []
  const isLeak = provider !== undefined && leakSources.has(connectors[provider].source ?? '')
  const found = numbered(brand, [...(isLeak ? leaks : lures), ...mentions])
  return provider !== undefined && onlyNew.has(provider) ? [...found, latestNews(brand)] : found
}

/** Providers that answer only with what came after the last answer. */
const onlyNew = new Set<ConnectorName>(['telegramBot', 'taxii'])
const newsEveryMs = 20_000

/** What nobody is deceived by, but comes again and again, so that such a provider doesn't fall silent. */
function latestNews(brand: string): Listing {
  const number = Math.floor(Date.now() / newsEveryMs)
  return {
    id: String(100_000_000 + (number % 100_000_000)),
    name: 'Harbour Business News',
    handle: 'harbourbusinessnews',
    publisher: 'Harbour Media',
    text: `Bulletin ${number}: ${brand} and other banks in today's markets.`,
    link: 'https://harbour-business-news.example/markets',
    phone: null,
    at: new Date(number * newsEveryMs).toISOString(),
    followers: 250_000,
    isVerified: true,
  }
}

const numbered = (name: string, things: readonly Omit<Listing, 'id'>[]): Listing[] =>
  things.map((thing, index) => ({ ...thing, id: String(numberOf(`${name} ${index}`)) }))
