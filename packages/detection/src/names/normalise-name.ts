/** A domain, host or address in normalised form. */
export interface NormalisedName {
  /** ASCII (Punycode), lower case, no trailing dot, no port, no credentials. */
  host: string
  /** True when there is a path, a query or credentials in addition to the host. */
  isAddress: boolean
  /** WHATWG URL without credentials and fragment, e.g. `https://client.com/x`; equals the host for a bare host. */
  address: string
  /** Path of the address, `/` for a bare host. */
  path: string
  /** Host-like texts before an `@`, e.g. `client.com` in `https://client.com@evil.tld/`. */
  credentials: string[]
  /** Query parameters, decoded, in order. */
  query: [name: string, value: string][]
}

/** Longest host name in its textual form: RFC 1035, section 2.3.4 allows 255 octets on the wire. */
const hostLengthMax = 253
/** Longest text that is parsed; browsers reject shorter ones. */
const textLengthMax = 8192

const plainHost = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_-])?$/

/** True for lower-case letters, digits, `-`, `_` and single dots: a host that is already in normal form. */
function isPlainHost(text: string): boolean {
  let before = 0x2e
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isWord = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x5f
    if (!isWord && (code !== 0x2e || before === 0x2e)) return false
    before = code
  }
  return before !== 0x2e
}

function bareHost(host: string): NormalisedName {
  return { host, isAddress: false, address: host, path: '/', credentials: [], query: [] }
}

function cleanHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.+$/, '')
    .replace(/^(?:\*?\.)+/, '')
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // There is a stray percent sign, so the text as written is the best reading.
    return text
  }
}

/**
 * Reads a domain, host or URL as feeds write it.
 *
 * Upper case, trailing dots, ports, schemes, credentials, wildcards (`*.`, `.`), defanged forms (`hxxp`, `[.]`) and names in Unicode are
 * understood. The host is the one that a browser would open (WHATWG URL, host parsing), so for `user@client.com@evil.tld` it is `evil.tld`.
 *
 * @returns `null` when there is no host in the text
 */
export function normaliseName(text: string): NormalisedName | null {
  if (text.length <= hostLengthMax && text.length > 0 && isPlainHost(text)) return bareHost(text)
  if (text.length > textLengthMax) return null
  const trimmed = refanged(text.trim())
  if (trimmed === '') return null
  const [, scheme = '', rest = ''] = /^(?:([a-z][a-z0-9+.-]*):)?[\\/]{2}(.*)$/is.exec(trimmed) ?? ['', '', trimmed]
  const isWeb = /^https?$/i.test(scheme)
  const url = URL.parse(`${isWeb ? scheme : 'http'}://${rest.replace(/^(?:\*?\.)+/, '')}`)
  if (!url) return fromBrokenName(rest)
  const host = cleanHost(url.hostname)
  if (host === '' || host.length > hostLengthMax) return null
  const isBare = url.pathname === '/' && url.search === '' && url.username === '' && url.password === ''
  if (isBare) return bareHost(host)
  const credentials = [url.username, url.password]
    .flatMap((part) =>
      decodeLoosely(part)
        .toLowerCase()
        .split(/[@/:\s]/),
    )
    .filter((part) => part !== '')
  const port = url.port === '' ? '' : `:${url.port}`
  return {
    host,
    isAddress: true,
    address: `${url.protocol}//${host}${port}${url.pathname}${url.search}`,
    path: url.pathname,
    credentials,
    query: [...url.searchParams],
  }
}

/** An address as it can be opened, e.g. `http://a.example` for `hxxp[:]//a[.]example`. */
export const refanged = (text: string): string =>
  text
    .replace(/^h(?:xx|\*\*)p(?=s?[[:])/i, 'http')
    .replace(/\[:\/\/\]/, '://')
    .replace(/^([a-z]+)\[:\]/i, '$1:')
    .replaceAll(/[[({](?:\.|dot)[\])}]/gi, '.')

/** Whether a host has only characters of names: browsers also open `*name` and `a..b`, which no zone has. */
export const isHostName = (host: string): boolean => /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(host)

/** Hosts that browsers reject (bad Punycode and the like) but feeds may still list: those in ASCII are accepted. */
function fromBrokenName(rest: string): NormalisedName | null {
  const authority = /^[^\\/?#]*/.exec(rest)?.[0] ?? ''
  const host = cleanHost(authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, ''))
  if (host.length > hostLengthMax || !plainHost.test(host) || host.includes('..')) return null
  return bareHost(host)
}
