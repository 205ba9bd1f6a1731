import { type FileKind, type SourceFile, UnreadableFile } from '@signet/readers'
import { firstRecord, headOf } from '@signet/readers/records'
import { httpsFirst, parseBootstrap } from './bootstrap.ts'
import { isObject, type Json } from '@signet/readers/narrow'
import { shortTextOf } from './json-values.ts'
import { parseRdapDomain, parseRdapEntity, parseRdapNetwork } from './parse-rdap.ts'

/** Answers of RDAP servers, and the files that say which server is asked. */
export const rdapKinds: readonly FileKind[] = [
  {
    name: 'rdap',
    recognizes: (file) => {
      const answer = firstRecord(file)
      return answer !== undefined && factsOf(answer) !== null
    },
    read: ({ json }) => (isObject(json) && factsOf(json)) || [],
  },
  {
    name: 'rdap-bootstrap',
    recognizes: isBootstrap,
    read: ({ text, json }) => bootstrapFacts(text, isObject(json) ? json : {}),
  },
]

/** What an RDAP answer says; null for another object. Source: RFC 9083, sections 5 and 6. */
function factsOf(answer: Json): object | null {
  const objectClass = shortTextOf(answer['objectClassName'])
  const errorCode = answer['errorCode']
  if (typeof errorCode === 'number') {
    const isRdap = Array.isArray(answer['rdapConformance']) || Array.isArray(answer['description'])
    return isRdap ? { notFound: errorCode === 404, errorCode, title: shortTextOf(answer['title']) } : null
  }
  const facts = objectClass === null ? null : objectFacts(answer, objectClass)
  return facts && { objectClass, ...facts }
}

function objectFacts(answer: Json, objectClass: string): object | null {
  if (objectClass === 'domain') return parseRdapDomain(answer)
  return objectClass === 'entity' ? parseRdapEntity(answer) : parseRdapNetwork(answer)
}

function isBootstrap(file: SourceFile): boolean {
  const record = firstRecord(file)
  // A damaged file, which is no JSON, still has its description.
  if (!record) return /^\s*\{\s*"description"\s*:\s*"RDAP bootstrap file/.test(headOf(file))
  return (
    Array.isArray(record['services']) && (shortTextOf(record['publication']) ?? shortTextOf(record['version'])) !== null
  )
}

/** All services of a bootstrap file; which of them is asked depends on the query. */
function bootstrapFacts(text: string, { description, publication, version }: Json): object {
  try {
    const services = parseBootstrap(text).services.map(({ keys, urls }) => ({ keys, urls: httpsFirst(urls) }))
    return { description, publication, version, services }
  } catch {
    throw new UnreadableFile('damaged', 'it has no service with an address')
  }
}
