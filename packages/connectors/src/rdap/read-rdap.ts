import type { RegistrationFacts } from '@signet/contract/observations'
import { ConnectorError } from '../connector-error.ts'
import { guardedExchange } from '../guarded-exchange.ts'
import { guardedFetch, retryTime } from '../guarded-fetch.ts'
import type { LookupOptions } from '../lookup-options.ts'
import { objectUrl, parseBootstrap, servicesOfDomain, type Bootstrap } from './bootstrap.ts'
import { parseRdapDomain, type RdapDomain } from './parse-rdap.ts'

/** IANA's list of the RDAP services of all suffixes. */
export const ianaBootstrap = 'https://data.iana.org/rdap/dns.json'

const redirectsMax = 3
const redirectStatuses = new Set([301, 302, 303, 307, 308])

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
  options: LookupOptions = {},
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
  options: LookupOptions = {},
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

async function readFrom(address: string, domain: string, options: LookupOptions): Promise<RegistrationFacts> {
  const { answer, server } = await ask(address, options)
  if (answer === null) return factsOf(null, domain, server)
  const thin = parseRdapDomain(answer)
  if (thin === null) throw new ConnectorError('changed_format', `${server} does not answer about a domain`)
  if (thin.relatedRdap === null || isSameHost(thin.relatedRdap, address)) return factsOf(thin, domain, server)
  try {
    // Only one level: links in the registrar's response are not followed.
    const further = await ask(thin.relatedRdap, options)
    const thick = further.answer === null ? null : parseRdapDomain(further.answer)
    const isSame = thick !== null && (thick.domain === null || thick.domain === thin.domain)
    return factsOf(isSame ? filledFrom(thin, thick) : thin, domain, isSame ? further.server : server)
  } catch (error) {
    // The register's data is sufficient without the registrar's.
    if (error instanceof ConnectorError) return factsOf(thin, domain, server)
    throw error
  }
}

function isSameHost(one: string, other: string): boolean {
  return (
    new URL(one).host === new URL(other).host &&
    new URL(one).pathname.toLowerCase() === new URL(other).pathname.toLowerCase()
  )
}

/** The register is authoritative for the registration; the registrar has better data about its own contacts and customer. */
function filledFrom(register: RdapDomain, registrar: RdapDomain): RdapDomain {
  const filled = { ...registrar }
  for (const name of Object.keys(register) as (keyof RdapDomain)[]) {
    const value = register[name]
    if (value !== null && !(Array.isArray(value) && value.length === 0)) Object.assign(filled, { [name]: value })
  }
  return { ...filled, redacted: [...new Set([...register.redacted, ...registrar.redacted])] }
}

/** The response of an address after redirects; null when it reports that the object doesn't exist. */
async function ask(address: string, options: LookupOptions): Promise<{ answer: unknown; server: string }> {
  let url = parsed(address)
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    await options.before?.(url.host)
    const { status, headers, body } = await guardedExchange(url, {
      headers: { accept: 'application/rdap+json' },
      allowAddress: options.allowAddress ?? [],
      lookup: options.lookup,
    })
    const header = (name: string) => [headers[name]].flat()[0]
    const location = redirectStatuses.has(status) ? header('location') : undefined
    if (location !== undefined) {
      url = parsed(location, url)
      continue
    }
    const server = url.hostname
    if (status === 404) return { answer: null, server }
    const retryAt = retryTime(header('retry-after'))
    if (status === 429 || (status === 503 && retryAt)) {
      throw new ConnectorError('throttled', `${server} answers ${status}`, { retryAt })
    }
    if (status >= 500) throw new ConnectorError('unreachable', `${server} answers ${status}`)
    if (status !== 200) throw new ConnectorError('changed_format', `${server} answers ${status}`)
    try {
      return { answer: JSON.parse(body.toString('utf8')), server }
    } catch (cause) {
      throw new ConnectorError('changed_format', `${server} does not answer in JSON`, { cause })
    }
  }
  throw new ConnectorError('refused', `${new URL(address).host} redirects more than ${redirectsMax} times`)
}

function parsed(address: string, base?: URL): URL {
  try {
    return new URL(address, base)
  } catch (cause) {
    throw new ConnectorError('refused', 'An RDAP service leads to an invalid address', { cause })
  }
}

function factsOf(found: RdapDomain | null, domain: string, server: string): RegistrationFacts {
  return {
    domain,
    isRegistered: found !== null,
    via: 'rdap',
    server,
    registrar: found?.registrar ?? found?.registrarHandle ?? null,
    registrarIanaId: found?.registrarIanaId ?? null,
    created: found?.created ?? null,
    updated: found?.updated ?? null,
    expires: found?.expires ?? null,
    status: (found?.status ?? []).toSorted(),
    nameServers: found?.nameservers ?? [],
    abuse: { email: found?.abuseEmail ?? null, phone: found?.abusePhone ?? null, form: found?.abuseForm ?? null },
    registrantOrganisation: found?.registrantOrg ?? null,
    registrantCountry: found?.registrantCountry ?? null,
    redacted: found?.redacted ?? [],
  }
}
