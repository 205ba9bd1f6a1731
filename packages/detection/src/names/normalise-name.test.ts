import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseName } from './normalise-name.ts'

test('reads the same host however it is written', () => {
  for (const text of [
    'client.com',
    'CLIENT.COM.',
    ' client.com ',
    'client.com:443',
    'https://client.com',
    'https://client.com:443/',
    'hxxps://client[.]com',
    '//client.com/#top',
    '*.client.com',
    '.client.com',
    'hxxps[:]//client[.]com/',
    'hxxp[://]client[dot]com',
    'h**p://client(dot)com',
    'client{.}com',
  ]) {
    expect(normaliseName(text), text).toMatchObject({ host: 'client.com', isAddress: false, address: 'client.com' })
  }
})

test('writes Unicode hosts in Punycode', () => {
  expect(normaliseName('сlient.com')?.host).toMatch(/^xn--lient-[a-z0-9]+\.com$/)
  expect(normaliseName('ｃlient。com')?.host).toBe('client.com')
})

test('uses the host that a browser would open, ignoring what precedes the @', () => {
  const name = normaliseName('https://user@client.com@evil.tld/')
  expect(name).toMatchObject({ host: 'evil.tld', address: 'https://evil.tld/', credentials: ['user', 'client.com'] })
  expect(normaliseName('user@client.com@evil.tld')?.host).toBe('evil.tld')
})

test('drops credentials and fragment from an address and keeps its query', () => {
  expect(normaliseName('HTTPS://a:b@Client.com/x?u=1#frag')?.address).toBe('https://client.com/x?u=1')
})

test('answers null for text without a host', () => {
  for (const text of ['', '   ', 'http://', '///', '.', '..', 'a'.repeat(9000), '%%%']) {
    expect(normaliseName(text), text).toBeNull()
  }
})

test('never throws, whatever it is given', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })), (text) => {
      const name = normaliseName(text)
      expect(name === null || (name.host.length > 0 && name.host.length <= 253)).toBe(true)
    }),
  )
})
