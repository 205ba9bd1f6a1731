import type { Search } from '@signet/connectors'
import { lettersAndDigits } from '@signet/contract/letters-and-digits'
import type { Assets } from '@signet/contract/companies/assets'
import type { ThreatSource } from '@signet/contract/threats/sources'

/** Each term costs a call, and providers allow some hundred a day. */
const termsMax = 20

/** What is looked for at the providers of a source: the brands of the company, each spelling once, and what it has there itself. */
export function searchOfCompany(assets: Assets, source: ThreatSource): Search {
  const terms = new Map<string, string>()
  const add = (term: string) => {
    const key = lettersAndDigits(term)
    if (key && !terms.has(key)) terms.set(key, term)
  }
  for (const { name } of assets.brands) add(name)
  for (const { aliases } of assets.brands) for (const alias of aliases) add(alias)
  const handles = [...assets.brands, ...assets.people].flatMap((owner) => owner.handles)
  return {
    terms: [...terms.values()].slice(0, termsMax),
    handles: unique(handles.filter((one) => one.source === source).map(({ handle }) => accountNameOf(handle))),
    domains: unique([...assets.brands.flatMap(({ official }) => official), ...assets.domains]),
    countries: [],
  }
}

const unique = (values: readonly string[]) => [...new Set(values.filter(Boolean))]

/** A handle may be entered as an address. */
const accountNameOf = (handle: string) => handle.replace(/^https?:\/\/[^/]+\//i, '').replace(/^@|\/+$/g, '')
