import type { FindingClass } from '@signet/contract/threats/findings'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Asset, compileAssets } from './compile-assets.ts'
import { indicatorGlossary } from '../score/indicators.ts'
import { matchName } from './match-name.ts'
import { scoreOf } from '../score/score.ts'

function asset(id: string, owner: string, more: Partial<Asset> = {}): Asset {
  return { id, owner, name: id, aliases: [id], official: [`${id}.com`], ...more }
}

const assets: Asset[] = [
  asset('client', 'acme', { official: ['client.com', 'client-group.org'] }),
  asset('acmebank', 'acme'),
  asset('coinbase', 'coin'),
  asset('modernum', 'modern'),
  asset('paypal', 'pay'),
]
const index = compileAssets(assets)

function brandsOf(text: string): string[] {
  return matchName(index, text).map(({ brandId }) => brandId)
}

test.each<[string, string, FindingClass]>([
  ['client.com.secure-login.xyz', 'client', 'subdomain'],
  ['login-client.com', 'client', 'combosquat'],
  ['client.community', 'client', 'tld-swap'],
  ['client.co', 'client', 'tld-swap'],
  ['cl1ent.com', 'client', 'leet'],
  ['сlient.com', 'client', 'homoglyph-idn'],
  ['https://сlient.com:8443/', 'client', 'homoglyph-idn'],
  ['dient.com', 'client', 'homoglyph-ascii'],
  ['clientcom.net', 'client', 'combosquat'],
  ['www-client.com', 'client', 'combosquat'],
  ['client.github.io', 'client', 'subdomain'],
  ['rnodernum.com', 'modernum', 'homoglyph-ascii'],
  ['modernurn.com', 'modernum', 'homoglyph-ascii'],
  ['coinbase.com.secure-login.xyz', 'coinbase', 'subdomain'],
  ['login-coinbase.com', 'coinbase', 'combosquat'],
  ['co1nbase.com', 'coinbase', 'leet'],
  ['сoinbase.com', 'coinbase', 'homoglyph-idn'],
  ['coin-base.net', 'coinbase', 'hyphenation'],
  ['coinbsae.com', 'coinbase', 'typo'],
  ['coinbsae.login.xyz', 'coinbase', 'subdomain-typo'],
  ['https://user@client.com@evil.tld/', 'client', 'lure-url'],
  ['https://evil.example/r?u=https://client.com', 'client', 'lure-url'],
  ['client.com/r?u=evil', 'client', 'lure-url'],
  ['https://www.client.com/out?url=https%3A%2F%2Fevil.tld%2Fx', 'client', 'lure-url'],
])('fires on %s for %s as %s', (text, brandId, findingClass) => {
  expect(matchName(index, text)[0]).toMatchObject({ brandId, class: findingClass })
})

test.each([
  ['müller.de', 'muller-login.com'],
  ['müller.de', 'mueller-login.com'],
  ['müller.de', 'müller.com'],
  ['müller.de', 'mueller.de'],
  ['weiß.de', 'weiss-login.com'],
  ['weiß.de', 'weiß.com'],
  ['søren.dk', 'soeren-login.com'],
  ['søren.dk', 'soren-login.com'],
  ['сбербанк.рф', 'сбербанк.com'],
])('protects %s by its own label, however it is spelled: %s', (official, text) => {
  const brand = asset('idn', 'idn', { aliases: [], official: [official] })
  expect(matchName(compileAssets([brand]), text)[0]).toMatchObject({ brandId: 'idn' })
  expect(matchName(compileAssets([brand]), `www.${official}`)).toEqual([])
})

test.each([
  ['weiß', 'weiss-login.com'],
  ['søren', 'soeren-login.com'],
  ['åland', 'aaland-login.com'],
])('finds %s also without the letters of its language: %s', (alias, text) => {
  const brand = asset('idn', 'idn', { aliases: [alias], official: ['other.example'] })
  expect(matchName(compileAssets([brand]), text)[0]).toMatchObject({ brandId: 'idn', class: 'combosquat' })
})

test('judges the Punycode form as it does the Unicode form', () => {
  const ascii = new URL('http://сlient.com/').hostname
  expect(ascii).toMatch(/^xn--/)
  expect(matchName(index, ascii)).toEqual(matchName(index, 'сlient.com'))
})

test.each([
  'client.com',
  'www.client.com',
  'a.b.client.com',
  'CLIENT.COM.',
  'https://client.com:443/x',
  'https://client.com/a/b?page=2&q=hello',
  'https://client.com/login?next=/account',
  'https://client.com/go?u=https://www.client-group.org/',
  'client-group.org',
  'shop.client-group.org',
  'coinbase.com',
  'www.coinbase.com',
  'example.org',
  'clientele-magazine.org',
  'localhost',
  '192.0.2.1',
  'http://[2001:db8::1]/',
])('stays silent on %s', (text) => {
  expect(matchName(index, text)).toEqual([])
})

test('ignores a hosted name once it is registered as official', () => {
  const registered = compileAssets([asset('client', 'acme', { official: ['client.com', 'client.github.io'] })])
  expect(matchName(registered, 'client.github.io')).toEqual([])
  expect(matchName(registered, 'docs.client.github.io')).toEqual([])
  expect(matchName(registered, 'client-login.github.io')).toHaveLength(1)
})

test('silences an official domain for every brand of its owner and for no other owner', () => {
  const shared = compileAssets([
    asset('acmebank', 'acme', { official: ['acmebank.com', 'northwindpay-acmebank.com'] }),
    asset('acmepay', 'acme', { aliases: ['northwindpay'] }),
    asset('northwindpay', 'northwind'),
  ])
  expect(matchName(shared, 'northwindpay-acmebank.com').map(({ brandId }) => brandId)).toEqual(['northwindpay'])
})

test('gives each brand at most one verdict, best first', () => {
  const verdicts = matchName(index, 'coinbase-login.coinbase.client.secure-client.xyz')
  expect(verdicts.map(({ brandId }) => brandId).toSorted()).toEqual(['client', 'coinbase'])
  expect(verdicts[0]!.score).toBeGreaterThanOrEqual(verdicts[1]!.score)
})

test('lets an exact second brand win over a near miss', () => {
  expect(brandsOf('paypay.ne.jp')).toEqual([])
  expect(brandsOf('paypall.net')).toEqual(['paypal'])
})

test('does not take an ordinary longer word for the brand inside it', () => {
  const fruit = compileAssets([asset('apple', 'a'), asset('interac', 'i')])
  for (const text of ['pineapple.org', 'silverpineappleclub.com', 'harborinteractive.com', 'apply-here.com']) {
    expect(matchName(fruit, text), text).toEqual([])
  }
})

test('fires on an official host spelled out even where the name is another', () => {
  const mail = compileAssets([asset('contoso', 'c', { official: ['contoso.com', 'c-mail-service.com'] })])
  expect(matchName(mail, 'c-mail-service.com.evil.tld')[0]).toMatchObject({ brandId: 'contoso', class: 'subdomain' })
  expect(matchName(mail, 'c-mail-service.com.edgekey.net')).toEqual([])
})

test('does not read a short brand into random letters and digits', () => {
  const parcel = compileAssets([asset('dhl', 'd')])
  expect(matchName(parcel, '50vfu5cihl82kmeh9chpaf3nuru154ec.info')).toEqual([])
  expect(matchName(parcel, 'dhl-tracking.info')).toHaveLength(1)
})

test('does not blame delivery networks for repeating official hosts', () => {
  expect(brandsOf('www.coinbase.com.edgekey.net')).toEqual([])
  expect(brandsOf('www.coinbase.com.akadns.net')).toEqual([])
})

test('costs no verdict to a feed with garbage in it', () => {
  const one = compileAssets([asset('client', 'acme')])
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.domain(), fc.webUrl()), (text) => {
      expect(Array.isArray(matchName(one, text))).toBe(true)
    }),
  )
})

test('never fires on an official domain or anything below it', () => {
  const official = assets.flatMap(({ official: hosts }) => hosts)
  const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,20}[a-z0-9])?$/)
  const sub = fc.array(fc.oneof(label, fc.constantFrom('login-client', 'client', 'acmebank')), { maxLength: 3 })
  fc.assert(
    fc.property(sub, fc.constantFrom(...official), (labels, host) => {
      const owner = assets.find(({ official: hosts }) => hosts.includes(host))!.owner
      const own = new Set(assets.filter((candidate) => candidate.owner === owner).map(({ id }) => id))
      const fired = brandsOf([...labels, host].join('.'))
      expect(fired.filter((brandId) => own.has(brandId))).toEqual([])
    }),
  )
})

test('adds up: the contributions of a verdict are its score, and each is in the glossary', () => {
  const names = new Set<string>(indicatorGlossary.map(({ name }) => name))
  const piece = fc.constantFrom('client', 'coinbase', 'cl1ent', 'coinbsae', 'login', 'xyz', 'garden', 'q7', 'www', '')
  const label = fc.tuple(piece, fc.constantFrom('', '-'), piece).map((pieces) => pieces.join('') || 'x')
  fc.assert(
    fc.property(
      fc.array(label, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('com', 'xyz', 'gov'),
      (labels, tld) => {
        for (const verdict of matchName(index, `${labels.join('.')}.${tld}`, { scoreMin: 0 })) {
          expect(scoreOf(verdict.indicators)).toBe(verdict.score)
          expect(verdict.score).toBeGreaterThanOrEqual(0)
          expect(verdict.score).toBeLessThanOrEqual(1)
          for (const { name } of verdict.indicators) expect(names).toContain(name)
        }
      },
    ),
  )
})

test('takes an empty or unreadable list of assets', () => {
  expect(matchName(compileAssets([]), 'login-client.com')).toEqual([])
  const odd = compileAssets([asset('x', 'y', { aliases: ['', '%%'], official: ['', '%%%'] })])
  expect(matchName(odd, 'login-client.com')).toEqual([])
})
