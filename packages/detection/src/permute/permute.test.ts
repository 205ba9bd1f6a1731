import { expect, test } from 'vitest'
import { permutationsOf, type Permutation } from './permute.ts'

const all = [...permutationsOf('paypal.co.uk')]
const classOf = new Map(all.map((permutation) => [permutation.domain, permutation.class]))

test.each([
  ['addition', 'paypalx.co.uk'],
  ['bitsquatting', 'paypad.co.uk'],
  ['cyrillic', 'xn--80aa0cbo65f.co.uk'],
  ['dictionary', 'paypal-garden.co.uk'],
  ['homoglyph', 'paypa1.co.uk'],
  ['homoglyph', new URL('http://páypal.co.uk').hostname],
  ['cyrillic', new URL('http://pаypal.co.uk').hostname],
  ['hyphenation', 'pay-pal.co.uk'],
  ['insertion', 'payopal.co.uk'],
  ['leet', 'p4yp4l.co.uk'],
  ['lure', 'paypal-login.co.uk'],
  ['lure', 'securepaypal.co.uk'],
  ['omission', 'payal.co.uk'],
  ['plural', 'paypals.co.uk'],
  ['repetition', 'payppal.co.uk'],
  ['replacement', 'paypql.co.uk'],
  ['subdomain', 'pay.pal.co.uk'],
  ['tld-swap', 'paypal.com'],
  ['transposition', 'papyal.co.uk'],
  ['various', 'wwwpaypal.co.uk'],
  ['vowel-swap', 'paypol.co.uk'],
  ['combination', 'payypal.com'],
  ['combination', 'papyal-login.co.uk'],
] as const)('makes %s, e.g. %s', (kind, domain) => {
  expect(classOf.get(domain)).toBe(kind)
})

test('makes those of a name with letters beyond ASCII from how it looks and how it is written without them', () => {
  const made = [...permutationsOf('www.müller.de')]
  const domains = new Map(made.map((permutation) => [permutation.domain, permutation.class]))
  expect(domains.size).toBe(made.length)
  for (const domain of ['muller.de', 'mueller.de']) expect(domains.get(domain)).toBe('homoglyph')
  for (const domain of ['muller.com', 'mueller.com', 'xn--mller-kva.com']) expect(domains.get(domain)).toBe('tld-swap')
  for (const domain of ['mueler.de', 'mueller-login.de', 'xn--mller-login-thb.de'])
    expect(domains.has(domain), domain).toBe(true)
  expect(domains.has('xn--mller-kva.de')).toBe(false)
  const cyrillic = [...permutationsOf('сбербанк.рф')].map(({ domain }) => domain)
  expect(cyrillic).toContain('xn--80abap1arsf.com')
  expect(cyrillic).not.toContain('cbepbahk.xn--p1ai')
  expect([...permutationsOf('日本.jp')].some(({ domain }) => domain.includes('?'))).toBe(false)
})

test('makes no name twice, not the domain itself, and none that no registry would take', () => {
  expect(classOf.size).toBe(all.length)
  expect(classOf.has('paypal.co.uk')).toBe(false)
  for (const { domain } of all) {
    expect(domain).toMatch(
      /^(?=.{1,253}$)(?:(?!-|..--|[^.]*-\.)[a-z0-9-]{1,63}|xn--[a-z0-9-]{1,59})(?:\.[a-z0-9-]{1,63})+$/,
    )
  }
})

test('makes Punycode that a browser reads as it is', () => {
  const idn = all.filter(({ domain }) => domain.startsWith('xn--'))
  expect(idn.length).toBeGreaterThan(50)
  for (const { domain } of idn.slice(0, 200)) expect(URL.parse(`http://${domain}`)?.hostname).toBe(domain)
})

test('comes in order of likelihood, and only as far as it is asked', () => {
  const weights = all.map(({ weight }) => weight)
  expect(weights).toEqual(weights.toSorted((a, b) => b - a))
  const asked: Permutation[] = []
  for (const permutation of permutationsOf('verylongdomainnamethatgoesonandon.com')) {
    if (asked.push(permutation) === 10) break
  }
  expect(asked).toHaveLength(10)
})

const some = (text: string) => [...permutationsOf(text).take(50)]

test('permutes the registrable domain of whatever it is given', () => {
  expect(some('https://user@www.paypal.co.uk:8443/x?y')).toEqual(all.slice(0, 50))
  for (const text of ['', 'localhost', '192.0.2.1', '[2001:db8::1]', 'co.uk', 'xn--99999999.com', '\0', 'a b']) {
    expect(some(text), text).toEqual([])
  }
  expect(some('x.de').length).toBe(50)
  expect(some(`${'a'.repeat(63)}.com`).length).toBe(50)
})
