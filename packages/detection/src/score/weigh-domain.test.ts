import type { DnsFacts, HttpFacts, RegistrationFacts } from '@signet/contract/threats/observations'
import { describe, expect, test } from 'vitest'
import { describePage } from '../visits/describe-page.ts'
import { changesOf, isSameState, sketchDistance } from '../visits/domain-changes.ts'
import { weighDomain, type DomainFacts } from './weigh-domain.ts'

const dns = (more: Partial<DnsFacts> = {}): DnsFacts => ({
  host: 'login-brand.example',
  state: 'found',
  a: ['203.0.113.7'],
  aaaa: [],
  cname: [],
  ns: ['ns1.host.example'],
  mx: [],
  txt: [],
  isWildcard: false,
  catchesAll: false,
  ...more,
})
const http = (more: Partial<HttpFacts> = {}): HttpFacts => ({
  host: 'login-brand.example',
  address: 'https://login-brand.example/',
  status: 200,
  redirects: [],
  title: 'Welcome',
  server: null,
  contentSketch: '0123456789abcdef',
  isParked: false,
  hasPasswordField: false,
  problem: null,
  ...more,
})
const registration = (more: Partial<RegistrationFacts> = {}): RegistrationFacts => ({
  domain: 'login-brand.example',
  isRegistered: true,
  via: 'rdap',
  server: 'rdap.example',
  registrar: 'Example Registrar',
  registrarIanaId: null,
  created: '2026-05-01T00:00:00Z',
  updated: null,
  expires: null,
  status: [],
  nameServers: [],
  abuse: { email: null, phone: null, form: null },
  registrantOrganisation: null,
  registrantCountry: null,
  redacted: [],
  ...more,
})
const material = (changes: { what: string; isMaterial: boolean }[]) =>
  changes.filter(({ isMaterial }) => isMaterial).map(({ what }) => what)

describe('a change', () => {
  test.each([
    ['a placeholder becomes a page', http({ isParked: true }), http(), ['Page']],
    ['a page where nothing answered', http({ status: null, address: null }), http(), ['Page']],
    ['a page becomes a placeholder', http(), http({ isParked: true }), []],
    ['a password is asked for', http(), http({ hasPasswordField: true }), ['Password field']],
    ['other words', http(), http({ contentSketch: 'fedcba9876543210' }), ['Page content']],
    ['hardly other words', http(), http({ contentSketch: '0123456789abcdee' }), []],
    ['another place', http(), http({ address: 'https://elsewhere.example/' }), ['Redirects to']],
  ])('of the page is material or not: %s', (_, before, after, expected) => {
    expect(material(changesOf('http', before, after))).toEqual(expected)
  })

  test('of the records is material when mail or an address appears', () => {
    expect(material(changesOf('dns', dns(), dns({ mx: ['10 mx.example'] })))).toEqual(['Mail servers'])
    expect(material(changesOf('dns', dns(), dns({ mx: ['0 .'] })))).toEqual([])
    expect(material(changesOf('dns', dns({ state: 'absent', a: [] }), dns()))).toEqual(['Address'])
    expect(changesOf('dns', dns(), dns({ a: ['203.0.113.8'] }))).toEqual([
      { what: 'Address', before: '203.0.113.7', after: '203.0.113.8', isMaterial: false },
    ])
  })

  test('of the registration is material when the name is taken', () => {
    const free = registration({ isRegistered: false })
    expect(material(changesOf('registration', free, registration()))).toEqual(['Registration'])
    expect(isSameState('registration', registration(), registration({ updated: 'x', via: 'whois', server: 'y' }))).toBe(
      true,
    )
  })

  test('is none when a page counts something', () => {
    expect(isSameState('http', http({ title: '(3) News' }), http({ title: '(4) News' }))).toBe(true)
    expect(isSameState('http', http(), http({ contentSketch: null }))).toBe(false)
  })
})

describe('a page', () => {
  const words =
    'the quick brown fox jumps over the lazy dog while the bank opens its doors to all of the customers of today'
  test('is described from its beginning', () => {
    const html = `<html><head><TITLE>Brand &amp;&#32;Co\n Sign in</TITLE><script>var a = "<p>buy this domain"</script></head>
      <body><p>${words}</p><input name=p type="password"></body>`
    expect(describePage(html)).toMatchObject({ title: 'Brand & Co Sign in', isParked: false, hasPasswordField: true })
    expect(describePage('')).toEqual({ title: null, contentSketch: null, isParked: false, hasPasswordField: false })
  })

  test('of a seller of names is a placeholder', () => {
    expect(describePage('<p>This <b>domain</b> is for sale!</p>').isParked).toBe(true)
    expect(describePage('<script src="//img.sedoparking.com/x.js">').isParked).toBe(true)
  })

  test('that changes a little has nearly the same sketch, another page has another', () => {
    const one = describePage(`<p>${words} ${words} at 12:01</p>`).contentSketch
    const again = describePage(`<p>${words} ${words} at 12:02 hours</p>`).contentSketch
    const other = describePage('<p>welcome to your account please enter the password and the code we sent you</p>')
    expect(sketchDistance(one, again)).toBeLessThanOrEqual(10)
    expect(sketchDistance(one, other.contentSketch)).toBeGreaterThan(10)
  })

  test('made to be slow is read in one pass', () => {
    // In several passes, each of them would take minutes, more than a test has.
    for (const text of ['<', '<script>', '<title', '&#1', '<input type='])
      expect(describePage(text.repeat(60_000)).hasPasswordField).toBe(false)
  })
})

const weigh = (more: Partial<DomainFacts>) =>
  weighDomain({
    aliases: ['Brand Bank'],
    official: ['brand.example'],
    isKeyShared: false,
    now: new Date('2026-05-05'),
    ...more,
  })

const names = (more: Partial<DomainFacts>) => weigh(more).map(({ name }) => name)

describe('what is seen of a domain', () => {
  test('speaks for a fresh name with mail and a sign-in', () => {
    const page = http({ title: 'BRAND-BANK | Sign in', hasPasswordField: true })
    expect(weigh({ registration: registration(), dns: dns({ mx: ['10 mx.example'] }), http: page })).toEqual([
      { name: 'Registered recently', value: '2026-05-01, Example Registrar', contribution: 10 },
      { name: 'Mail records found', value: '10 mx.example', contribution: 6 },
      { name: 'Password field', value: 'login-brand.example', contribution: 10 },
      { name: 'Brand in the page title', value: 'BRAND-BANK | Sign in', contribution: 8 },
    ])
  })

  test('speaks against an old, parked or empty one', () => {
    expect(names({ registration: registration({ created: '2010-01-01' }) })).toEqual(['Registered years ago'])
    expect(names({ dns: dns({ state: 'absent', a: [] }), http: http({ status: null }) })).toEqual(['Does not resolve'])
    expect(names({ http: http({ isParked: true }) })).toEqual(['Parked page'])
    expect(names({ http: http({ status: 404 }) })).toEqual(['Page unavailable'])
    expect(names({ registration: registration({ isRegistered: false }), dns: dns() })).toEqual(['Not registered'])
    expect(names({ http: http({ address: 'https://www.brand.example/' }) })).toEqual(['Redirects to an official host'])
  })

  test('says nothing where nothing was seen', () => {
    expect(weigh({})).toEqual([])
    expect(names({ registration: registration({ created: '2025-06-01' }) })).toEqual([])
  })
})
