import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { textIn } from '@signet/contract/narrow'
import { dayMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, replyOf, type ApiCall, type FailureOf } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, timeIn, valueAt } from '../read-records.ts'

const Service = z.object({
  ip_str: z.string(),
  port: z.int(),
  transport: z._default(z.string(), 'tcp'),
  hostnames: z._default(z.array(z.string()), []),
  product: z.nullish(z.string()),
  version: z.nullish(z.string()),
  timestamp: z.nullish(z.string()),
  data: z._default(z.string(), ''),
  vulns: z.nullish(z.record(z.string(), z.unknown())),
})

/** A banner may be a whole page. */
const bannerMax = 2000

/** The provider takes its key in no other place than the address. */
const call = (access: Access, { path, query }: Pick<ApiCall, 'path' | 'query'>) =>
  callApi(access, { path, query: { ...query, key: access.credentials.key } }, failureOf(access))

/** A wrong key and a used-up month are both answered with 401; only the latter has words. */
const failureOf =
  (access: Access): FailureOf =>
  ({ status, json }, host) => {
    const message = textIn(json, 'error')
    if (status === 429) {
      const retryAt = new Date(Date.now() + secondMs)
      return new ConnectorError('SERVER_THROTTLES', { host, status }, { status, retryAt })
    }
    if (message && /query credits/i.test(message)) {
      return new ConnectorError('API_QUOTA_USED', { host }, { status, retryAt: nextMonth(new Date()) })
    }
    const reply = replyOf(access, message ?? String(status))
    if (status === 401 || status === 403) return new ConnectorError('API_KEY_REFUSED', { host, reply }, { status })
    return status === 400 ? new ConnectorError('API_CALL_REFUSED', { host, reply }, { status }) : null
  }

const nextMonth = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))

/** Services on the hosts of the company's domains, as the provider's own scans saw them. Nothing is sent to these hosts. */
export const shodan: Connector = {
  base: 'https://api.shodan.io',
  everyMs: 7 * dayMs,
  spacingMs: secondMs,
  // Of one call per second, which the spacing keeps; the credits of a month depend on the plan.
  quota: null,
  api: {
    calls: ['GET /shodan/host/search', 'GET /api-info'],
    documentation: 'https://developer.shodan.io/api',
    permission: 'a membership or a plan; each page of a search costs a query credit',
    checked: '2026-11-23',
    unconfirmed: 'that used-up credits are new on the first day of a month',
  },
  async check(access) {
    const { json } = await call(access, { path: '/api-info' })
    const credits = valueAt(json, 'query_credits')
    return typeof credits === 'number' ? `query_credits ${credits}` : 'OK'
  },
  collect(access, { domains }, cursor) {
    return eachPage(domains, cursor, async (domain, page) => {
      // The number of the page, and of the services before it.
      const [number = 1, before = 0] = page?.split(' ').map(Number) ?? []
      const { json } = await call(access, {
        path: '/shodan/host/search',
        query: { query: `hostname:"${domain}"`, page: number },
      })
      const matches = valueAt(json, 'matches')
      const count = Array.isArray(matches) ? matches.length : 0
      const total = Number(valueAt(json, 'total'))
      const read = readRecords(access, matches, Service, (service) => observe(domain, service))
      return { ...read, next: count > 0 && before + count < total ? `${number + 1} ${before + count}` : null }
    })
  },
}

/** The search also finds names that only contain the domain, which others may have registered. */
function observe(domain: string, found: z.output<typeof Service>): SourceObservation | null {
  const { ip_str: address, port, transport, hostnames, product, version, timestamp, data, vulns } = found
  const host = hostnames.find((each) => each === domain || each.endsWith(`.${domain}`))
  if (host === undefined) return null
  const weaknesses = Object.keys(vulns ?? {}).toSorted()
  return {
    source: 'EASM',
    kind: 'address',
    id: `${address}:${port}/${transport}`,
    at: timeIn(timestamp),
    url: `https://www.shodan.io/host/${address}`,
    fields: {
      service: [product ?? `${port}/${transport}`, version].filter(Boolean).join(' '),
      host,
      address,
      port: String(port),
      ...(data === '' ? {} : { proof: data.slice(0, bannerMax) }),
      ...(weaknesses.length > 0 ? { vulnerabilities: weaknesses.join(', ') } : {}),
    },
    names: hostnames,
    handle: null,
    text: data.slice(0, bannerMax),
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
