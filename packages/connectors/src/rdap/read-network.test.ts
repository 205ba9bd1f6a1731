import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import { startFakeServer, type FakeServer } from '../../test/fake-server.ts'
import { startFakeDns, type FakeDns } from '../../test/fake-dns.ts'
import { readOrigin } from '../dns/read-origin.ts'
import { parseBootstrap } from './bootstrap.ts'
import { readAddressNetwork, readSystem } from './read-network.ts'

let server: FakeServer
let dns: FakeDns
beforeAll(async () => {
  server = await startFakeServer()
  dns = await startFakeDns()
})
afterAll(() => Promise.all([server.close(), dns.close()]))

const options = () => ({ allowAddress: [server.address] })
const file = (...services: [string, string][]) =>
  parseBootstrap(JSON.stringify({ services: services.map(([key, path]) => [[key], [server.url(path)]]) }))
const bootstraps = () => {
  return {
    ipv4: file(['203.0.0.0/8', '/wide/'], ['203.0.113.0/24', '/narrow/']),
    ipv6: file(['2001:db8::/32', '/six']),
    asn: file(['64496-64511', '/as/']),
  }
}
const abuse = { roles: ['abuse'], vcardArray: ['vcard', [['email', {}, 'text', 'abuse@host.example']]] }
const holder = {
  roles: ['registrant'],
  vcardArray: ['vcard', [['fn', {}, 'text', 'Example Hosting']]],
  entities: [abuse],
}
const answer = (path: string, body: unknown, status = 200, headers = {}) =>
  server.on(path, (_, response) => response.writeHead(status, headers).end(JSON.stringify(body)))

test('the network of an address comes from the registry with the longest prefix, with its abuse contact', async () => {
  answer('/narrow/ip/203.0.113.7', {
    objectClassName: 'ip network',
    name: 'EXAMPLE-NET',
    country: 'DE',
    cidr0_cidrs: [{ v4prefix: '203.0.113.0', length: 24 }],
    arin_originas0_originautnums: [64500],
    entities: [holder],
  })
  expect(await readAddressNetwork('203.0.113.7', bootstraps(), options())).toEqual({
    name: 'EXAMPLE-NET',
    cidrs: ['203.0.113.0/24'],
    country: 'DE',
    holder: 'Example Hosting',
    abuse: { email: 'abuse@host.example', phone: null, form: null },
    record: server.url('/narrow/ip/203.0.113.7'),
    originAsns: [64500],
  })
})

test('an address of the other family, and an autonomous system, have registries of their own', async () => {
  answer('/six/ip/2001%3Adb8%3A%3A1', { objectClassName: 'ip network', name: 'SIX', entities: [abuse] })
  expect(await readAddressNetwork('2001:db8::1', bootstraps(), options())).toMatchObject({ name: 'SIX' })
  answer('/as/autnum/64500', { objectClassName: 'autnum', startAutnum: 64500, name: 'EXAMPLE-AS', entities: [holder] })
  expect(await readSystem(64500, bootstraps(), options())).toMatchObject({
    name: 'EXAMPLE-AS',
    abuse: { email: 'abuse@host.example' },
  })
  expect(await readSystem(1, bootstraps(), options())).toBeNull()
  expect(await readAddressNetwork('198.51.100.1', bootstraps(), options())).toBeNull()
  expect(await readAddressNetwork('no address', bootstraps(), options())).toBeNull()
})

test('missing, rate-limited, broken and misleading records are recognised', async () => {
  answer('/narrow/ip/203.0.113.8', { errorCode: 404 }, 404)
  expect(await readAddressNetwork('203.0.113.8', bootstraps(), options())).toBeNull()
  answer('/narrow/ip/203.0.113.9', {}, 429, { 'retry-after': '120' })
  const limited = await readAddressNetwork('203.0.113.9', bootstraps(), options()).catch((error: unknown) => error)
  expect(limited).toMatchObject({ kind: 'throttled' })
  expect((limited as { retryAt: Date }).retryAt.getTime()).toBeGreaterThan(Date.now() + minuteMs)
  answer('/narrow/ip/203.0.113.10', { objectClassName: 'domain' })
  await expect(readAddressNetwork('203.0.113.10', bootstraps(), options())).rejects.toMatchObject({
    reason: 'RDAP_UNREADABLE',
  })
  answer('/narrow/ip/203.0.113.11', '', 302, { location: 'http://169.254.169.254/ip/203.0.113.11' })
  await expect(readAddressNetwork('203.0.113.11', bootstraps(), options())).rejects.toMatchObject({
    reason: 'ADDRESS_NOT_PUBLIC',
  })
})

test('the autonomous system of an address comes from the mapping service over DNS', async () => {
  dns.set('7.113.0.203.origin.asn.cymru.com', { txt: ['64500 64501 | 203.0.113.0/24 | DE | ripencc | 2020-01-01'] })
  const v6 = `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.origin6.asn.cymru.com`
  dns.set(v6, { txt: ['64502 | 2001:db8::/32 | DE | ripencc |'] })
  dns.set('8.113.0.203.origin.asn.cymru.com', { txt: ['not a number', 'NA | 203.0.113.0/24'] })
  dns.set('9.113.0.203.origin.asn.cymru.com', { trouble: 'servfail' })
  const settings = { servers: [dns.address], timeoutMs: 500 }
  expect(await readOrigin('203.0.113.7', settings)).toBe(64500)
  expect(await readOrigin('2001:db8::1', settings)).toBe(64502)
  expect(await readOrigin('203.0.113.8', settings)).toBeNull()
  expect(await readOrigin('198.51.100.1', settings)).toBeNull()
  expect(await readOrigin('no address', settings)).toBeNull()
  await expect(readOrigin('203.0.113.9', settings)).rejects.toMatchObject({ kind: 'unreachable' })
})
