import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFakeWhois, type FakeWhois } from '../../test/fake-whois.ts'
import { parseWhois } from './parse-whois.ts'
import { readWhois } from './read-whois.ts'

let whois: FakeWhois
beforeAll(async () => {
  whois = await startFakeWhois()
})
afterAll(() => whois.close())
beforeEach(() => void whois.questions.splice(0))

const names = ['whois.root.test', 'whois.registry.test', 'whois.registrar.test']
const read = (domain: string, more: object = {}) =>
  readWhois(domain, {
    root: 'whois.root.test',
    port: whois.port,
    allowAddress: names.map((name) => `${name}:${whois.port}`),
    // All servers of these tests are the same fake server.
    lookup: async () => ['127.0.0.1'],
    timeoutMs: 5_000,
    ...more,
  })
const root = 'domain: TEST\nwhois:        whois.registry.test\n'
const record = (more = '') =>
  `Domain Name: BRAND.TEST\r\nRegistrar: Example Registrar\r\nRegistrar IANA ID: 292\r\nCreation Date: 2026-01-02T03:04:05Z\r\n` +
  `Name Server: NS2.HOST.TEST\r\nName Server: NS1.HOST.TEST\r\n${more}`

test('the root knows the register, the register the registrar, and the registrar its desk', async () => {
  whois.queue(
    root,
    record('Registrar WHOIS Server: whois.registrar.test\r\n'),
    record('Registrar Abuse Contact Email: Abuse@registrar.test\r\nRegistrar Abuse Contact Phone: +1.5555550100\r\n'),
  )
  expect(await read('brand.test')).toMatchObject({
    domain: 'brand.test',
    isRegistered: true,
    via: 'whois',
    server: 'whois.registrar.test',
    registrar: 'Example Registrar',
    registrarIanaId: '292',
    created: '2026-01-02T03:04:05Z',
    nameServers: ['ns1.host.test', 'ns2.host.test'],
    abuse: { email: 'abuse@registrar.test', phone: '+1.5555550100', form: null },
  })
  expect(whois.questions).toEqual(['brand.test', 'brand.test', 'brand.test'])
})

test('a registrar that breaks leaves what the register says', async () => {
  whois.queue(root, record('Registrar WHOIS Server: whois.registrar.test\r\n'), (socket) => socket.destroy())
  expect(await read('brand.test')).toMatchObject({ server: 'whois.registry.test', abuse: { email: null } })
})

test('an unregistered name is reported as such, a suffix without a server as unknown', async () => {
  whois.queue(root, 'No match for "BRAND.TEST".\r\n')
  expect(await read('brand.test')).toMatchObject({ isRegistered: false, nameServers: [] })
  whois.queue('domain: TEST\n')
  expect(await read('brand.test')).toBeNull()
})

test('a limit, garbage, a slow server and one that sends without end are no answers', async () => {
  whois.queue(root, 'Query limit exceeded, try again later.\n')
  await expect(read('brand.test')).rejects.toMatchObject({ reason: 'REQUESTS_LIMITED' })
  whois.queue(root, Buffer.from([0, 255, 1, 254, 13, 10]))
  await expect(read('brand.test')).rejects.toMatchObject({ reason: 'WHOIS_UNREADABLE' })
  whois.queue(root, () => {})
  await expect(read('brand.test', { timeoutMs: 2_500 })).rejects.toMatchObject({ reason: 'SERVER_UNREACHABLE' })
  whois.queue(root, (socket) => socket.end(Buffer.alloc(600_000, 97)))
  await expect(read('brand.test')).rejects.toMatchObject({ reason: 'RESPONSE_TOO_LARGE' })
})

test('a server at an address that is not public is not asked', async () => {
  whois.queue('whois: inward.test\n')
  await expect(read('brand.test')).rejects.toMatchObject({ kind: 'refused' })
  await expect(read('brand.test\r\nother', {})).rejects.toMatchObject({ reason: 'WHOIS_NAME_INVALID' })
})

test('old servers write Latin-1, and values are not searched for keys', () => {
  const text = 'domain: brand.test\nregistrar: Müller Domains: created: 1999\nstatus: connect\ncreated: 2020.01.02\n'
  expect(parseWhois(text)).toMatchObject({ registrar: 'Müller Domains: created: 1999', created: '2020-01-02' })
})

test.each([
  ['Registrar Registration Expiration Date', '2027-01-02T03:04:05Z', '2027-01-02T03:04:05Z'],
  ['Registration Expiration Date', '2027-01-02', '2027-01-02'],
  ['Registry Expiry Date', '2027-01-02T03:04:05.0Z', '2027-01-02T03:04:05Z'],
  ['Domain Expiration Date', '2027.01.02', '2027-01-02'],
  ['Expiration Time', '2027-01-02 03:04:05', '2027-01-02'],
  ['Expiration Date', '2027-01-02 03:04:05 UTC', '2027-01-02T03:04:05Z'],
  ['expire', '02-Jan-2027', '2027-01-02'],
  ['Renewal Date', '2027/01/02', '2027-01-02'],
])('the end of a registration is read from %s', (key, value, expected) => {
  expect(parseWhois(`Domain Name: brand.test\nRegistrar: X\n${key}: ${value}\n`)?.expires).toBe(expected)
})

test('the abuse contact is the first one that is safe to write to', () => {
  const text =
    'Domain Name: brand.test\nRegistrar Abuse Contact Email: none given\n' +
    'Abuse Contact Email: a@x.example, b@x.example\nabuse-mailbox: Abuse@x.example\n'
  expect(parseWhois(text)?.abuseEmail).toBe('abuse@x.example')
})
