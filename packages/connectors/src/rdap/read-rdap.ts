import { keysIn } from '@signet/contract/narrow'
import type { RegistrationFacts } from '@signet/contract/threats/observations'
import { ConnectorError } from '../connector-error.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import type { OutsideOptions } from '../outside-options.ts'
import { askRdap } from './ask-rdap.ts'
import { objectUrl, parseBootstrap, servicesOfDomain, type Bootstrap } from './bootstrap.ts'
import { parseRdapDomain, parseRdapEntity, type RdapDomain, type RdapEntity } from './parse-rdap.ts'

/** IANA's list of the RDAP services of all suffixes. */
export const ianaBootstrap = 'https://data.iana.org/rdap/dns.json'

/** A fetched bootstrap file; `text` is null when it has not changed since `etag`. */
export interface FetchedBootstrap {
  text: string | null
  etag: string | null
}

/**
 * Fetches a bootstrap file and checks its format.
 *
 * @param etag of the stored copy
 * @throws ConnectorError as `guardedFetch`; `changed_format` when it is not a bootstrap file
 */
export async function fetchBootstrap(
  address: string,
  etag: string | null,
  options: OutsideOptions = {},
): Promise<FetchedBootstrap> {
  const { allowAddress = [] } = options
  await options.before?.(new URL(address).host)
  const answer = await guardedFetch(address, { allowAddress, ...(etag === null ? {} : { etag }) })
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  if (answer.isNotModified) return { text: null, etag }
  const text = Buffer.concat(chunks).toString('utf8')
  parseBootstrap(text)
  return { text, etag: answer.etag ?? null }
}

/**
 * Queries the register of a domain, and its registrar for details that the register omits.
 *
 * Source: RFC 9082 (queries), RFC 7480 (HTTP), RFC 9083 (responses).
 *
 * @param domain registrable, in its ASCII form
 * @returns null when the suffix has no service
 * @throws ConnectorError `throttled` with the instant of `Retry-After`; `unreachable` or `changed_format` when no service returns a
 *   readable response
 */
export async function readRdap(
  domain: string,
  bootstrap: Bootstrap,
  options: OutsideOptions = {},
): Promise<RegistrationFacts | null> {
  const bases = servicesOfDomain(bootstrap, domain)
  if (bases.length === 0) return null
  let failure: unknown
  for (const base of bases) {
    try {
      return await readFrom(objectUrl(base, 'domain', domain), domain, options)
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind === 'throttled') throw error
      failure = error
    }
  }
  throw failure
}

async function readFrom(address: string, domain: string, options: OutsideOptions): Promise<RegistrationFacts> {
  const { answer, ...from } = await askRdap(address, options)
  if (answer === null) return factsOf(null, domain, from)
  const thin = parseRdapDomain(answer)
  if (thin === null) throw new ConnectorError('RDAP_UNREADABLE', { host: from.server })
  const related = thin.relatedRdap === null || isSameRecord(thin.relatedRdap, address) ? null : thin.relatedRdap
  try {
    // Only one level: links in the registrar's response are not followed.
    if (related !== null) {
      const { answer: further, ...registrar } = await askRdap(related, options)
      const thick = further === null ? null : parseRdapDomain(further)
      const isSame = thick !== null && (thick.domain === null || thick.domain === thin.domain)
      if (isSame) return factsOf(filledFrom(thin, thick), domain, registrar)
    } else if (thin.registrarRdap !== null) {
      const registrar = parseRdapEntity((await askRdap(thin.registrarRdap, options)).answer)
      if (registrar) return factsOf(withRegistrar(thin, registrar), domain, from)
    }
  } catch (error) {
    // The register's data is sufficient without the registrar's.
    if (!(error instanceof ConnectorError)) throw error
  }
  return factsOf(thin, domain, from)
}

function isSameRecord(one: string, other: string): boolean {
  return (
    new URL(one).host === new URL(other).host &&
    new URL(one).pathname.toLowerCase() === new URL(other).pathname.toLowerCase()
  )
}

/** The register is authoritative for the registration; the registrar has better data about its own contacts and customer. */
function filledFrom(register: RdapDomain, registrar: RdapDomain): RdapDomain {
  const filled = { ...registrar }
  for (const name of keysIn(register)) {
    const value = register[name]
    if (value !== null && !(Array.isArray(value) && value.length === 0)) Object.assign(filled, { [name]: value })
  }
  const redacted = [...new Set([...register.redacted, ...registrar.redacted])]
  // The contact details of one source are kept together: the registrar's, if it gives an address to write to.
  const { abuseEmail, abusePhone, abuseForm } = registrar.abuseEmail === null ? filled : registrar
  return { ...filled, abuseEmail, abusePhone, abuseForm, registryAbuse: register.registryAbuse, redacted }
}

/** For a response that only refers to its registrar (handle and link), the name and abuse contact of the registrar's own record. */
function withRegistrar(thin: RdapDomain, registrar: RdapEntity): RdapDomain {
  return {
    ...thin,
    registrar: registrar.name ?? thin.registrar,
    registrarIanaId: thin.registrarIanaId ?? registrar.ianaId,
    abuseEmail: thin.abuseEmail ?? registrar.abuseEmail,
    abusePhone: thin.abusePhone ?? registrar.abusePhone,
  }
}

function factsOf(
  found: RdapDomain | null,
  domain: string,
  { server, record }: { server: string; record: string },
): RegistrationFacts {
  return {
    domain,
    isRegistered: found !== null,
    via: 'rdap',
    server,
    record,
    registrar: found?.registrar ?? found?.registrarHandle ?? null,
    registrarIanaId: found?.registrarIanaId ?? null,
    created: found?.created ?? null,
    updated: found?.updated ?? null,
    expires: found?.expires ?? null,
    status: (found?.status ?? []).toSorted(),
    nameServers: found?.nameservers ?? [],
    abuse: { email: found?.abuseEmail ?? null, phone: found?.abusePhone ?? null, form: found?.abuseForm ?? null },
    ...(found?.registryAbuse ? { registryAbuse: found.registryAbuse } : {}),
    registrantOrganisation: found?.registrantOrg ?? null,
    registrantCountry: found?.registrantCountry ?? null,
    redacted: found?.redacted ?? [],
  }
}
