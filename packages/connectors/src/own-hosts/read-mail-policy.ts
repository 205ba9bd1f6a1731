import type { MailPolicy, MtaSts } from '@signet/contract/collection/host-readings'
import { ConnectorError } from '../connector-error.ts'
import { guardedExchange } from '../guarded-exchange.ts'
import type { HostOptions } from './own-host.ts'
import { isCertificateFault } from '../tls/read-certificate.ts'
import { addressesOfName, asked, type resolverFor } from './resolve-name.ts'

type Resolver = ReturnType<typeof resolverFor>

/** A record may need 10 (RFC 7208, section 4.6.4); counting ends soon after them. */
const lookUpsMax = 12
const textMax = 1000
const recordsMax = 5

/** What a domain says about its email; null if a server didn't answer. */
export async function readMailPolicy(
  resolver: Resolver,
  domain: string,
  options: HostOptions,
): Promise<MailPolicy | null> {
  const [own, dmarc, mtaSts] = await Promise.all([
    textsOf(resolver, domain),
    textsOf(resolver, `_dmarc.${domain}`),
    readMtaSts(resolver, domain, options),
  ])
  if (!own || !dmarc) return null
  const spf = own.filter(isSpf)
  const [record] = spf
  return {
    spf: spf.slice(0, recordsMax),
    spfLookUps: record !== undefined && spf.length === 1 ? await lookUpsOf(resolver, domain, record) : null,
    dmarc: dmarc.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text)).slice(0, recordsMax),
    mtaSts,
  }
}

/** RFC 8461, section 3.2: receivers need not read a longer one. */
const policyMax = 64 * 1024
const httpsPort = 443

async function readMtaSts(resolver: Resolver, domain: string, options: HostOptions): Promise<MtaSts | null> {
  const texts = await textsOf(resolver, `_mta-sts.${domain}`)
  if (!texts) return null
  const records = texts.filter((text) => /^v=STSv1\s*(?:;|$)/.test(text)).slice(0, recordsMax)
  return { records, policy: records.length === 1 ? await readPolicy(resolver, domain, options) : { state: 'unknown' } }
}

/** The policy of a domain. Its host needs a valid certificate, and redirects must not be followed (RFC 8461, section 3.3). */
async function readPolicy(
  resolver: Resolver,
  domain: string,
  { allowAddress = [], ports }: HostOptions,
): Promise<MtaSts['policy']> {
  const { name, state, addresses } = await addressesOfName(resolver, `mta-sts.${domain}`)
  if (state !== 'found') return { state: state === 'unknown' ? 'unknown' : 'missing' }
  try {
    const { status, body } = await guardedExchange(
      `https://${name}:${ports?.https ?? httpsPort}/.well-known/mta-sts.txt`,
      { allowAddress, lookup: () => Promise.resolve(addresses), readMax: policyMax },
    )
    if (status === 200) return { state: 'found', text: body.toString('utf8') }
    // A server that fails may have it again later.
    return { state: status >= 500 ? 'unknown' : 'missing' }
  } catch (error) {
    if (error instanceof ConnectorError)
      return { state: isCertificateFault(error.parameters['code']) ? 'invalidCertificate' : 'unknown' }
    throw error
  }
}

const isSpf = (text: string) => /^v=spf1(?:\s|$)/i.test(text)

/** The texts of a name; null if no server answered. */
async function textsOf(resolver: Resolver, name: string): Promise<string[] | null> {
  const { state, values } = await asked('TXT', name, (one) => resolver.resolveTxt(one))
  return state === 'unknown' ? null : values.map((parts) => parts.join('').slice(0, textMax))
}

/** The look-ups that a record and those it includes need; at most a little more than are allowed. */
async function lookUpsOf(resolver: Resolver, domain: string, record: string): Promise<number> {
  let count = 0
  const seen = new Set([domain])
  const waiting = [record]
  for (let text = waiting.shift(); text !== undefined && count < lookUpsMax; text = waiting.shift()) {
    const terms = text.split(/\s+/).slice(1)
    const hasAll = terms.some((term) => /^[+?~-]?all$/i.test(term))
    for (const term of terms) {
      const [, mechanism = '', target = ''] = /^[+?~-]?(include:|exists:|a|mx|ptr|redirect=)([^\s/]*)/i.exec(term) ?? []
      const kind = mechanism.toLowerCase()
      // A redirect is ignored next to `all` (section 6.1). `a` and `mx` end or continue with `:` or `/`.
      if (kind === '' || (kind === 'redirect=' && hasAll)) continue
      if (/^(?:a|mx|ptr)$/.test(kind) && !/^(?::|$)/.test(target)) continue
      count += 1
      const isNested = kind === 'include:' || kind === 'redirect='
      // A macro depends on the email (section 7).
      if (!isNested || target.includes('%') || seen.has(target.toLowerCase()) || count >= lookUpsMax) continue
      seen.add(target.toLowerCase())
      const included = (await textsOf(resolver, target))?.find(isSpf)
      if (included !== undefined) waiting.push(included)
    }
  }
  return count
}
