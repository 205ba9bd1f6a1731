import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeDns, type FakeDns } from '../../test/fake-dns.ts'
import { addressesOf, readDns } from './read-dns.ts'

let dns: FakeDns
beforeAll(async () => {
  dns = await startFakeDns()
})
afterAll(() => dns.close())
const options = () => ({ servers: [dns.address], timeoutMs: 2_000 })

test('records are read sorted and in one form', async () => {
  dns.set('login-brand.example', {
    a: ['203.0.113.9', '203.0.113.10'],
    aaaa: ['2001:db8::7'],
    ns: ['NS2.host.example', 'ns1.host.example'],
    mx: [
      [20, 'mx2.host.example'],
      [10, 'MX1.host.example'],
    ],
    txt: ['v=spf1 -all'],
  })
  expect(await readDns('login-brand.example', undefined, options())).toEqual({
    host: 'login-brand.example',
    state: 'found',
    a: ['203.0.113.10', '203.0.113.9'],
    aaaa: ['2001:db8::7'],
    cname: [],
    ns: ['ns1.host.example', 'ns2.host.example'],
    mx: ['10 mx1.host.example', '20 mx2.host.example'],
    txt: ['v=spf1 -all'],
    isWildcard: false,
    catchesAll: false,
  })
})

test('name servers and mail servers are those of the registrable domain', async () => {
  dns.set('zone.example', { ns: ['ns.host.example'], mx: [[5, 'mx.host.example']] })
  dns.set('www.zone.example', { a: ['203.0.113.1'] })
  const facts = await readDns('www.zone.example', 'zone.example', options())
  expect(facts).toMatchObject({ a: ['203.0.113.1'], ns: ['ns.host.example'], mx: ['5 mx.host.example'] })
})

test('a name that is not there is absent; one without an address is not', async () => {
  expect((await readDns('gone.example', undefined, options())).state).toBe('absent')
  dns.set('mailonly.example', { mx: [[0, '.']] })
  expect(await readDns('mailonly.example', undefined, options())).toMatchObject({ state: 'found', a: [], mx: ['0 .'] })
})

test('a wildcard zone is distinguished from a name of its own', async () => {
  dns.set('*.hoster.example', { a: ['203.0.113.5'] })
  dns.set('brand.hoster.example', { a: ['203.0.113.5'] })
  dns.set('shop.hoster.example', { a: ['203.0.113.77'] })
  expect(await readDns('brand.hoster.example', undefined, options())).toMatchObject({ isWildcard: true })
  expect(await readDns('shop.hoster.example', undefined, options())).toMatchObject({ isWildcard: false })
  dns.set('hoster.example', { a: ['203.0.113.5'] })
  expect(await readDns('hoster.example', undefined, options())).toMatchObject({ isWildcard: false, catchesAll: true })
})

test('a truncated response is requested again over TCP', async () => {
  dns.set('long.example', { a: ['203.0.113.1'], txt: ['x'.repeat(200)], trouble: 'truncated' })
  expect(await readDns('long.example', undefined, options())).toMatchObject({ a: ['203.0.113.1'] })
  expect(dns.questions).toContain('A long.example over tcp')
})

test.each(['silent', 'servfail'] as const)('a server that is %s gives no facts, not empty ones', async (trouble) => {
  dns.set('broken.example', { a: ['203.0.113.1'], trouble })
  const reading = readDns('broken.example', undefined, { ...options(), timeoutMs: 250 })
  await expect(reading).rejects.toMatchObject({ name: 'ConnectorError', kind: 'unreachable' })
})

test('the addresses to connect to come from the same servers', async () => {
  dns.set('both.example', { a: ['203.0.113.1'], aaaa: ['2001:db8::1'] })
  expect(await addressesOf('both.example', options())).toEqual(['203.0.113.1', '2001:db8::1'])
})
