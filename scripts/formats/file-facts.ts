import { isDeepStrictEqual } from 'node:util'
import { servicesOfAsn, servicesOfDomain } from '@signet/connectors/rdap/bootstrap'
import { isRecord } from '@signet/contract/narrow'

type Facts = Readonly<Record<string, unknown>>

/**
 * What the records of a file say about the file as a whole: the only record, or the fields that all of them have with the same value. Two
 * kinds of expected values are derived from the printed ones: the services that a query leads to, and the number of attributes of a MISP
 * event outside its objects.
 */
export function factsOfFile(records: readonly object[], expected: unknown): Facts {
  const facts = sharedFields(records.filter(isRecord))
  const wanted = isRecord(expected) ? expected : {}
  if (typeof wanted['query'] === 'string') return { ...facts, ...answerTo(wanted['query'], facts['services']) }
  const { attributes } = facts
  if (typeof wanted['attributes'] !== 'number' || !Array.isArray(attributes)) return facts
  return { ...facts, attributes: attributes.filter((each) => !isRecord(each) || !each['fromObject']) }
}

function sharedFields([first = {}, ...others]: readonly Facts[]): Facts {
  const shared = Object.entries(first).filter(([name, value]) =>
    others.every((other) => isDeepStrictEqual(other[name], value)),
  )
  return Object.fromEntries(shared)
}

/** The addresses that serve a domain, or the number of a network such as `AS64500`. */
function answerTo(query: string, printed: unknown): Facts {
  const services = Array.isArray(printed) ? printed : []
  const asn = /^AS(\d+)$/.exec(query)?.[1]
  const baseUrls = asn ? servicesOfAsn({ services }, Number(asn)) : servicesOfDomain({ services }, query)
  return { query, baseUrls }
}
