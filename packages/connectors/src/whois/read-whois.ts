import { createConnection } from 'node:net'
import { required } from '@signet/contract/narrow'
import type { RegistrationFacts } from '@signet/contract/threats/observations'
import { decodedText } from '@signet/readers/decoded-text'
import { ConnectorError } from '../connector-error.ts'
import { resolvePublic } from '../public-address.ts'
import type { OutsideOptions } from '../outside-options.ts'
import { parseWhois, type WhoisDomain } from './parse-whois.ts'

/** Options for querying the WHOIS servers of a domain. */
export interface WhoisOptions extends OutsideOptions {
  /** The server that refers to the server of each suffix; IANA's by default. */
  root?: string | undefined
  /** 43 by default. */
  port?: number | undefined
  /** For one query; 10 s by default. */
  timeoutMs?: number | undefined
}

/** IANA's server, which refers to the server of a suffix. */
export const ianaWhois = 'whois.iana.org'
const defaults = { port: 43, timeoutMs: 10_000 }
const sizeMax = 256 * 1024

/**
 * Queries the WHOIS server of a domain's suffix, and the server it refers to if the first response contains no abuse contact.
 *
 * Source: RFC 3912; the root's referral as `refer:` or `whois:`.
 *
 * @param domain registrable, in its ASCII form
 * @returns null when the suffix has no server
 * @throws ConnectorError `unreachable`, `refused` for an address that is not public, `throttled` for a rate-limited response,
 *   `changed_format` for one that can't be parsed
 */
export async function readWhois(domain: string, options: WhoisOptions = {}): Promise<RegistrationFacts | null> {
  if (!/^[a-z0-9.-]+$/.test(domain)) throw new ConnectorError('WHOIS_NAME_INVALID', {})
  const root = options.root ?? ianaWhois
  const server = referralIn(await question(root, domain, options))
  if (server === null || server === root) return null
  const found = await answerOf(server, domain, options)
  if (!found.isRegistered || found.referral === null || found.abuseEmail !== null || found.referral === server) {
    return factsOf(found, domain, server)
  }
  try {
    const further = await answerOf(found.referral, domain, options)
    if (!further.isRegistered) return factsOf(found, domain, server)
    const { abuseEmail, abusePhone } = further
    const registrar = found.registrar ?? further.registrar
    return factsOf({ ...found, registrar, abuseEmail, abusePhone }, domain, found.referral)
  } catch (error) {
    // The register's data is sufficient without the referral's.
    if (error instanceof ConnectorError) return factsOf(found, domain, server)
    throw error
  }
}

async function answerOf(server: string, domain: string, options: WhoisOptions): Promise<WhoisDomain> {
  const text = await question(server, domain, options)
  const found = parseWhois(text)
  if (found && (found.domain === null || found.domain === domain)) return found
  const isLimit = /limit|quota|too many|try again/i.test(text.slice(0, 2000))
  throw new ConnectorError(isLimit ? 'REQUESTS_LIMITED' : 'WHOIS_UNREADABLE', { host: server })
}

function referralIn(text: string): string | null {
  const server = /^(?:refer|whois):\s*(\S+)/im.exec(text)?.[1]?.toLowerCase()
  return server && /^[a-z0-9.-]+$/.test(server) ? server : null
}

/** One query and its whole response, from a public address. */
async function question(server: string, domain: string, options: WhoisOptions): Promise<string> {
  const { port, timeoutMs } = { ...defaults, ...withoutUnset(options) }
  await options.before?.(server)
  const [address] = await resolvePublic(
    new URL(`http://${server}:${port}`),
    options.allowAddress ?? [],
    timeoutMs,
    options.lookup,
  )
  return new Promise((done, fail) => {
    const socket = createConnection({ host: required(address, 'an address'), port })
    const chunks: Buffer[] = []
    let size = 0
    const give = (code: string, cause?: unknown) => {
      socket.destroy()
      fail(new ConnectorError('SERVER_UNREACHABLE', { host: server, code }, { cause }))
    }
    // A timeout for the whole response, because one byte a second would keep the socket active forever.
    const clock = setTimeout(() => give('timeout'), timeoutMs)
    socket.on('connect', () => socket.write(`${domain}\r\n`))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= sizeMax) return
      socket.destroy()
      fail(new ConnectorError('RESPONSE_TOO_LARGE', { host: server, max: sizeMax }))
    })
    socket.on('end', () => {
      socket.end()
      // Old servers don't use UTF-8.
      done(decodedText(Buffer.concat(chunks)))
    })
    socket.on('error', (cause: NodeJS.ErrnoException) => give(cause.code ?? '', cause))
    socket.on('close', () => {
      clearTimeout(clock)
      fail(new ConnectorError('SERVER_UNREACHABLE', { host: server, code: '' }))
    })
  })
}

function withoutUnset({ port, timeoutMs }: WhoisOptions) {
  return { ...(port === undefined ? {} : { port }), ...(timeoutMs === undefined ? {} : { timeoutMs }) }
}

function factsOf(found: WhoisDomain, domain: string, server: string): RegistrationFacts {
  return {
    domain,
    isRegistered: found.isRegistered,
    via: 'whois',
    server,
    registrar: found.registrar,
    registrarIanaId: found.registrarIanaId,
    created: inUtc(found.created),
    updated: inUtc(found.updated),
    expires: inUtc(found.expires),
    status: found.status.toSorted(),
    nameServers: found.nameservers,
    abuse: { email: found.abuseEmail, phone: found.abusePhone, form: null },
    registrantOrganisation: null,
    registrantCountry: null,
    redacted: [],
  }
}

/** A date without a time is kept. */
function inUtc(text: string | null): string | null {
  return text?.includes('T') ? new Date(text).toISOString().replace('.000Z', 'Z') : text
}
