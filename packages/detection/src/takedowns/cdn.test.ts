import { expect, test } from 'vitest'
import { cdnOf } from './cdn.ts'

const nothing = { asns: [], cname: [], server: null, ns: [] }

test('a CDN is recognised by its network, an alias, a header, or its name servers, in this order', () => {
  expect(cdnOf({ ...nothing, asns: [64500, 13335], server: 'Akamai' })).toEqual({ name: 'Cloudflare', by: 'network' })
  expect(cdnOf({ ...nothing, cname: ['d1.cloudfront.net'], asns: [16509] })).toEqual({
    name: 'Amazon CloudFront',
    by: 'alias',
  })
  expect(cdnOf({ ...nothing, server: 'AkamaiGHost' })).toEqual({ name: 'Akamai', by: 'header' })
  expect(cdnOf({ ...nothing, ns: ['ada.ns.cloudflare.com'] })).toEqual({ name: 'Cloudflare', by: 'nameServers' })
})

test("a CDN's name servers mean nothing for a host in another network, and a similar name is no alias", () => {
  expect(cdnOf({ ...nothing, asns: [64500], ns: ['ada.ns.cloudflare.com'] })).toBeNull()
  expect(cdnOf({ ...nothing, cname: ['cloudfront.net.example', 'notcloudfront.net'] })).toBeNull()
  expect(cdnOf({ ...nothing, server: 'not cloudflare' })).toBeNull()
})
