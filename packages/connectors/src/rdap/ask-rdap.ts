import { ConnectorError } from '../connector-error.ts'
import { guardedExchange } from '../guarded-exchange.ts'
import { parseUrl, redirectStatuses, statusError } from '../guarded-fetch.ts'
import type { OutsideOptions } from '../outside-options.ts'

const redirectsMax = 3

/**
 * The response of an RDAP address after redirects; null when it reports that the object doesn't exist. `record` is the final address.
 *
 * Source: RFC 7480 (HTTP, redirects, rate limits).
 *
 * @throws ConnectorError `throttled` with the instant of `Retry-After`, `unreachable`, `unauthorised`, `changed_format` or `refused`
 */
export async function askRdap(
  address: string,
  options: OutsideOptions,
): Promise<{ answer: unknown; server: string; record: string }> {
  let url = parseUrl(address)
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
      url = parseUrl(location, url)
      continue
    }
    const [server, record] = [url.hostname, `${url.origin}${url.pathname}`.slice(0, 1000)]
    if (status === 404) return { answer: null, server, record }
    if (status !== 200) throw statusError(server, status, header('retry-after'))
    try {
      return { answer: JSON.parse(body.toString('utf8')), server, record }
    } catch (cause) {
      throw new ConnectorError('RDAP_UNREADABLE', { host: server }, { cause })
    }
  }
  throw new ConnectorError('REDIRECTS_TOO_MANY', { host: new URL(address).host, max: redirectsMax })
}
