import { pageOf, recordsOf, type FakeAnswer, type FakeProvider, type World } from './fake-provider.ts'

/** The search of Shodan. */
export const fakeShodan: FakeProvider = ({ path, query }, world) => {
  const failure = failureOf(world, query.get('key'))
  if (failure) return failure
  if (path === '/api-info') return { status: 200, body: { query_credits: 100, scan_credits: 0, plan: 'dev' } }
  if (path !== '/shodan/host/search') return null
  if (world.manner === 'changed') return { status: 200, body: { hosts: [], total: 1 } }
  const domain = /^hostname:"([^"]*)"$/.exec(query.get('query') ?? '')?.[1] ?? ''
  const { listings } = pageOf(world, domain, (Number(query.get('page')) - 1) * world.pageSize)
  const matches = recordsOf(world, listings, ({ id, name, at }) => ({
    ip: 3_221_225_991,
    ip_str: '192.0.2.7',
    port: Number(id),
    transport: 'tcp',
    hostnames: [`vpn.${domain}`, 'cloud.example'],
    domains: [domain],
    product: 'OpenSSH',
    version: '8.9p1',
    timestamp: at.replace('Z', '000'),
    data: `SSH-2.0 ${name}`,
    vulns: { 'CVE-2023-38408': { cvss: 9.8 }, 'CVE-2021-3618': { cvss: 7.4 } },
  }))
  return { status: 200, body: { matches, total: world.manner === 'silent' ? 0 : world.listings(domain).length } }
}

function failureOf({ manner }: World, key: string | null): FakeAnswer | null {
  if (manner === 'throttles') {
    const error =
      'Request rate limit reached (1/ second). Please wait a second before trying again and slow down your API calls.'
    return { status: 429, body: { error } }
  }
  if (manner === 'usedUp') {
    const error = 'Insufficient query credits, please upgrade your API plan or wait for the monthly limit to reset'
    return { status: 401, body: { error } }
  }
  return manner !== 'expired' && key ? null : { status: 401, body: '<html><title>401 Unauthorized</title></html>' }
}
