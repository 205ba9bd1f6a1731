import { expect, test } from 'vitest'
import { blockNamesOf } from './block-names.ts'

test.each([
  ['a domain is listed as a host', 'Login-Brand.example.', null, 'login-brand.example', null],
  ['an address without a path is its host', 'https://login-brand.example/', null, 'login-brand.example', null],
  ['an IDN is listed as an A-label', 'bücher-brand.example', null, 'xn--bcher-brand-thb.example', null],
  [
    'a host that imitates the brand is listed with its address',
    'https://brand-login.example/x?a=1#top',
    'combosquat',
    'brand-login.example',
    'https://brand-login.example/x?a=1',
  ],
  [
    "somebody else's host is not",
    'https://church.example/brand/login',
    'lure-url',
    null,
    'https://church.example/brand/login',
  ],
  ['nor is a host that nobody compared', 'https://church.example/login', null, null, 'https://church.example/login'],
  ['a name at a hosting company is one customer', 'brand-login.github.io', null, 'brand-login.github.io', null],
  ['as is one at a delivery network', 'd111.cloudfront.net', 'exact', 'd111.cloudfront.net', null],
  ['the hosting company is not listed', 'github.io', null, null, null],
  ['nor is a site that gives out names', 'sites.google.com', null, null, null],
  ['nor is a platform', 'https://www.facebook.com/brand', 'exact', null, 'https://www.facebook.com/brand'],
  ['nor is a video site', 'www.youtube.com', 'exact', null, null],
  ['nor is a service that shortens addresses', 'bit.ly', null, null, null],
  ['nor is a mail service', 'brand.sharepoint.com', 'exact', null, null],
  ['nor is a suffix', 'co.uk', null, null, null],
  ['an IP address has no name', 'http://203.0.113.9/login', 'exact', null, 'http://203.0.113.9/login'],
  ['credentials are left out', 'https://brand.com@evil.example/a', 'lure-url', null, 'https://evil.example/a'],
  ['other protocols are not listed', 'javascript:alert(1)', null, null, null],
  ['too long an address is not listed', `https://evil.example/${'a'.repeat(2000)}`, 'lure-url', null, null],
  ['nothing is nothing', '', null, null, null],
] as const)('%s: %s', (_promise, place, findingClass, host, url) => {
  expect(blockNamesOf(place, findingClass)).toEqual({ host, url })
})
