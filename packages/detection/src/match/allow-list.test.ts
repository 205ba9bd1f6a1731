import { describe, expect, test } from 'vitest'
import type { AllowKind } from '@signet/contract/threats/allow-list'
import {
  allowedBy,
  allowKeyOf,
  allowValueFor,
  allowValueOf,
  allowValuesOf,
  seenIn,
  type AllowRule,
  type SeenAt,
} from './allow-list.ts'

const at = (place: string | null, more: Partial<SeenAt> = {}): SeenAt => ({
  place,
  account: null,
  contentHash: null,
  ...more,
})
const now = new Date('2026-05-01T12:00:00Z')

function rules(...entries: [AllowKind, string, Partial<AllowRule>?][]): Map<string, AllowRule> {
  return new Map(
    entries.map(([kind, value, more]) => [
      allowKeyOf({ kind, value }),
      { kind, value, expiresAt: null, contentHash: null, ...more },
    ]),
  )
}
const stateOf = (list: Map<string, AllowRule>, seen: SeenAt) => allowedBy(list, seen, now)?.state ?? null

const seen = (source: 'Instagram' | 'TikTok', name: string) => seenIn({ source, fields: { Username: name } })

describe('the value of an entry', () => {
  test.each<[AllowKind, string, string]>([
    ['domain', 'Partner-Client.COM.', 'partner-client.com'],
    ['domain', 'сlient.com', 'xn--lient-0ye.com'],
    ['domain', 'shop.client.co.uk', 'shop.client.co.uk'],
    ['domain', '.partner.example', 'partner.example'],
    ['domain', '*.partner.example', 'partner.example'],
    ['domain', 'client.github.io', 'client.github.io'],
    ['host', 'www.partner.example', 'www.partner.example'],
    ['host', '192.0.2.7', '192.0.2.7'],
    ['address', 'https://Partner.example:443/Shop/', 'partner.example/Shop'],
    ['address', 'hxxps://partner[.]example:8443/a', 'partner.example:8443/a'],
    ['address', 'partner.example/?p=7', 'partner.example/?p=7'],
    ['address', 'https://partner.example/shop/*', 'partner.example/shop'],
    ['account', 'instagram/@UmberFreight', 'Instagram/umberfreight'],
    ['account', 'FinancialFraud/NO93 8601 1117 947', 'FinancialFraud/no9386011117947'],
  ])('of the kind %s is read from %s', (kind, text, value) => {
    expect(allowValueOf(kind, text)).toBe(value)
  })

  test.each<[AllowKind, string]>([
    ['domain', 'com'],
    ['domain', 'co.uk'],
    ['domain', 'github.io'],
    ['domain', '192.0.2.7'],
    ['domain', 'https://client.com/x'],
    ['host', 'localhost'],
    ['host', 'github.io'],
    ['address', 'client.com'],
    ['address', `client.com/${'a'.repeat(1000)}`],
    ['account', 'umberfreight'],
    ['account', 'Instagram/'],
    ['account', 'GoogleMaps/umber'],
    ['domain', ''],
    ['domain', 'partner.*'],
    ['domain', '*partner.example'],
    ['domain', 'partner..example'],
    ['host', 'www*.partner.example'],
    ['address', 'https://partner.example/*'],
  ])('of the kind %s is never %s, which nobody owns or which says nothing', (kind, text) => {
    expect(allowValueOf(kind, text)).toBeNull()
  })
})

describe('an allow-list', () => {
  test('allows a domain and everything below it, but no other', () => {
    const list = rules(['domain', 'login-client.com'])
    for (const place of [
      'login-client.com',
      'a.b.login-client.com',
      'https://www.login-client.com:8443/x?y',
      'LOGIN-CLIENT.com.',
    ])
      expect(stateOf(list, at(place)), place).toBe('suppressed')
    for (const place of [
      'xlogin-client.com',
      'login-client.com.evil.tld',
      'login-client.co',
      'https://login-client.com@evil.tld/',
    ])
      expect(stateOf(list, at(place)), place).toBeNull()
  })

  test('lets one host pass, and no other of its domain', () => {
    const list = rules(['host', 'client.github.io'])
    expect(stateOf(list, at('client.github.io'))).toBe('suppressed')
    expect(stateOf(list, at('https://client.github.io/docs/'))).toBe('suppressed')
    expect(stateOf(list, at('other.github.io'))).toBeNull()
    expect(stateOf(list, at('login.client.github.io'))).toBeNull()
  })

  test('lets addresses pass that begin alike, folder by folder', () => {
    const list = rules(['address', 'partner.example/client'], ['address', 'partner.example/?p=7'])
    for (const place of [
      'http://partner.example/client',
      'https://partner.example/client/?a=1',
      'partner.example/client/b/c',
    ])
      expect(stateOf(list, at(place)), place).toBe('suppressed')
    expect(stateOf(list, at('https://partner.example/?p=7'))).toBe('suppressed')
    for (const place of [
      'partner.example',
      'partner.example/clients',
      'partner.example/?p=8',
      'evil.example/partner.example/client',
    ])
      expect(stateOf(list, at(place)), place).toBeNull()
  })

  test('lets an account of a source pass, and no namesake elsewhere', () => {
    const list = rules(['account', 'Instagram/umber'])
    expect(stateOf(list, seen('Instagram', '@Umber'))).toBe('suppressed')
    expect(stateOf(list, seen('Instagram', 'umber_'))).toBeNull()
    expect(stateOf(list, seen('TikTok', 'umber'))).toBeNull()
  })

  test('no longer lets pass what has expired, or serves something else now', () => {
    const list = rules(
      ['domain', 'old.example', { expiresAt: now }],
      ['domain', 'fresh.example', { expiresAt: new Date(now.getTime() + 1), contentHash: 'aa' }],
    )
    expect(stateOf(list, at('old.example'))).toBe('expired')
    expect(stateOf(list, at('fresh.example'))).toBe('suppressed')
    expect(stateOf(list, at('fresh.example', { contentHash: 'aa' }))).toBe('suppressed')
    expect(stateOf(list, at('fresh.example', { contentHash: 'bb' }))).toBe('changed')
  })

  test('suppresses as long as any entry applies', () => {
    const list = rules(['host', 'a.old.example', { expiresAt: now }], ['domain', 'old.example'])
    expect(stateOf(list, at('a.old.example'))).toBe('suppressed')
  })

  test('is queried for a bounded number of values, however long the address', () => {
    const long = `https://${'a.'.repeat(100)}example.com/${'b/'.repeat(3000)}`
    expect(allowValuesOf(at(long)).length).toBeLessThan(60)
  })
})

test('a decision covers the domain when it is one of its own, else the host, the address or the account', () => {
  expect(allowValueFor(at('login-client.com'))).toEqual({ kind: 'domain', value: 'login-client.com' })
  expect(allowValueFor(at('login.client.com'))).toEqual({ kind: 'host', value: 'login.client.com' })
  expect(allowValueFor(at('client.github.io'))).toEqual({ kind: 'host', value: 'client.github.io' })
  expect(allowValueFor(at('https://a.example/b/?c=1'))).toEqual({ kind: 'address', value: 'a.example/b/?c=1' })
  expect(
    allowValueFor(seenIn({ source: 'Twitter', fields: { Handle: '@Umber', ProfileUrl: 'https://x.com/umber' } })),
  ).toEqual({
    kind: 'account',
    value: 'Twitter/umber',
  })
  expect(allowValueFor(seenIn({ source: 'EASM', fields: { service: 'ssh', host: 'vpn.client.com' } }))).toBeNull()
  expect(allowValueFor(at('github.io'))).toBeNull()
})
