import type { AddressRecord, HostingFacts, HttpFacts, RegistrationFacts } from '@signet/contract/threats/observations'
import { expect, test } from 'vitest'
import { contactsOfHost, countriesOfHost, type HostFacts } from './abuse-contacts.ts'

const abuse = (email: string | null) => ({ email, phone: null, form: null })
const registration = (more: Partial<RegistrationFacts> = {}): RegistrationFacts => ({
  domain: 'brand-login.example',
  isRegistered: true,
  via: 'rdap',
  server: 'rdap.registry.example',
  record: 'https://rdap.registry.example/domain/brand-login.example',
  registrar: 'Registrar',
  registrarIanaId: null,
  created: '2026-10-01T00:00:00Z',
  updated: null,
  expires: null,
  status: [],
  nameServers: [],
  abuse: abuse('abuse@registrar.example'),
  registrantOrganisation: null,
  registrantCountry: null,
  redacted: [],
  ...more,
})
const network = (holder: string, email: string | null) => ({
  name: null,
  cidrs: [],
  country: null,
  holder,
  abuse: abuse(email),
  record: `https://rdap.rir.example/${holder}`,
})
const address = (more: Partial<AddressRecord> = {}): AddressRecord => ({
  address: '203.0.113.7',
  network: network('Host', 'abuse@host.example'),
  asn: 64500,
  system: network('Upstream', 'abuse@upstream.example'),
  ...more,
})
const hosting = (more: Partial<HostingFacts> = {}): HostingFacts => ({
  host: 'brand-login.example',
  addresses: [address()],
  cdn: null,
  siteContacts: null,
  hops: [],
  ...more,
})
const page = (more: Partial<HttpFacts> = {}): HttpFacts => ({
  host: 'brand-login.example',
  address: 'https://brand-login.example/',
  status: 200,
  redirects: [],
  title: null,
  server: null,
  contentSketch: null,
  isParked: false,
  hasPasswordField: true,
  problem: null,
  ...more,
})
const order = (more: Partial<HostFacts> = {}) =>
  contactsOfHost({
    host: 'brand-login.example',
    isPage: false,
    firstSeen: new Date('2026-11-01T00:00:00Z'),
    registration: registration(),
    hosting: hosting(),
    http: page(),
    ...more,
  }).map(({ role, email, form, phone, reason }) => [role, email ?? form ?? phone, reason])

test('a page on a name registered to deceive: the host, the registrar, then those above them', () => {
  expect(order({ registration: registration({ registryAbuse: abuse('abuse@registry.example') }) })).toEqual([
    ['host', 'abuse@host.example', 'servesPage'],
    ['registrar', 'abuse@registrar.example', 'registeredName'],
    ['network', 'abuse@upstream.example', 'upstream'],
    ['registry', 'abuse@registry.example', 'overRegistrar'],
  ])
})

test('for a name without a page, the registrar comes first', () => {
  expect(order({ http: page({ isParked: true }) })[0]).toEqual([
    'registrar',
    'abuse@registrar.example',
    'nothingServed',
  ])
  expect(order({ http: undefined, hosting: undefined })).toEqual([
    ['registrar', 'abuse@registrar.example', 'nothingServed'],
  ])
})

test('behind a CDN the registrar comes first, and the address is that of the CDN', () => {
  const cdn = { name: 'Cloudflare', by: 'network' } as const
  expect(order({ hosting: hosting({ cdn }) }).slice(0, 2)).toEqual([
    ['registrar', 'abuse@registrar.example', 'registeredName'],
    ['cdn', 'abuse@host.example', 'hidesHost'],
  ])
})

test('on an older site the registrar comes last, and on a hosting platform there is none', () => {
  const siteContacts = {
    contacts: ['security@site.example', 'https://site.example/report'],
    record: 'https://site.example/',
  }
  const old = {
    registration: registration({ created: '2015-01-01' }),
    hosting: hosting({ siteContacts }),
    isPage: true,
  }
  expect(order(old)).toEqual([
    ['host', 'abuse@host.example', 'servesPage'],
    ['siteOwner', 'security@site.example', 'compromisedSite'],
    ['siteOwner', 'https://site.example/report', 'compromisedSite'],
    ['network', 'abuse@upstream.example', 'upstream'],
    ['registrar', 'abuse@registrar.example', 'olderDomain'],
  ])
  const roles = order({ host: 'brand.github.io', hosting: hosting({ siteContacts }) }).map(([role]) => role)
  expect(roles).toEqual(['host', 'network'])
})

test('the site is never contacted where the name was registered to deceive', () => {
  const siteContacts = {
    contacts: ['criminal@brand-login.example'],
    record: 'https://brand-login.example/security.txt',
  }
  expect(order({ hosting: hosting({ siteContacts }) }).flat()).not.toContain('criminal@brand-login.example')
})

const hop = (created: string | null) => ({
  host: 'target.example',
  registration: registration({ created, abuse: abuse('abuse@other-registrar.example') }),
  addresses: [address({ network: network('Other', 'abuse@other.example') })],
})

test('a redirect counts if its target is as new as the attack', () => {
  expect(order({ hosting: hosting({ hops: [hop('2026-10-20')] }) }).slice(3)).toEqual([
    ['host', 'abuse@other.example', 'redirectTarget'],
    ['registrar', 'abuse@other-registrar.example', 'redirectTarget'],
  ])
  for (const created of ['1997-09-15', null])
    expect(order({ hosting: hosting({ hops: [hop(created)] }) })).toHaveLength(3)
})

test('one address is listed once, and a contact without any is left out', () => {
  const same = network('Host', 'abuse@registrar.example')
  expect(
    order({ hosting: hosting({ addresses: [address({ network: same, system: same }), address({ network: same })] }) }),
  ).toEqual([
    ['host', 'abuse@registrar.example', 'servesPage'],
    ['network', 'abuse@upstream.example', 'upstream'],
  ])
  expect(order({ hosting: undefined, registration: registration({ abuse: abuse(null) }) })).toEqual([])
  expect(order({ hosting: undefined, registration: registration({ isRegistered: false }) })).toEqual([])
})

test('an address that no mail server accepts is no contact: its form is, or the next one', () => {
  const odd = { email: 'abuse.@host.example', phone: null, form: 'https://host.example/abuse' }
  const bad = network('Upstream', 'ab..use@upstream.example')
  const only = address({ network: { ...network('Host', null), abuse: odd }, system: bad })
  expect(order({ registration: undefined, hosting: hosting({ addresses: [only] }) })).toEqual([
    ['host', 'https://host.example/abuse', 'servesPage'],
  ])
})

test('the name of a contact is one line', () => {
  const odd = network('Host\r\nBcc: x\u202E', 'abuse@host.example')
  const facts = {
    host: 'a.example',
    isPage: true,
    firstSeen: new Date(),
    hosting: hosting({ addresses: [address({ network: odd })] }),
  }
  expect(contactsOfHost(facts)[0]?.name).toBe('Host Bcc: x')
})

const addressIn = (country: string) => address({ network: { ...network('Host', null), country } })

test('the countries of a host are those of its top-level domain and of the networks of its addresses', () => {
  const french = hosting({ addresses: [addressIn('fr'), addressIn('DE')] })
  expect([...countriesOfHost({ host: 'brand-login.de', hosting: french })]).toEqual([
    ['DE', '.de'],
    ['FR', french.addresses[0]?.address],
  ])
  expect([...countriesOfHost({ host: 'brand-login.co.uk' })]).toEqual([['GB', '.uk']])
  expect([...countriesOfHost({ host: 'brand-login.eu', hosting: hosting() })]).toEqual([])
  const cdn = { name: 'Cloudflare', by: 'network' } as const
  expect([...countriesOfHost({ host: 'brand-login.example', hosting: { ...french, cdn } })]).toEqual([])
})
