import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConnectorError } from './connector-error.ts'
import { resolvePublic } from './public-address.ts'
import { guardedFetch, statusError } from './guarded-fetch.ts'

/** A service on this machine that an untrusted address must never reach. */
let inside: http.Server
let asked = 0
let answer: (response: http.ServerResponse) => void = (response) => response.end('inside')
const port = () => (inside.address() as AddressInfo).port

beforeAll(async () => {
  inside = http.createServer((_request, response) => {
    asked += 1
    answer(response)
  })
  await new Promise<void>((resolve) => inside.listen(0, resolve))
})
afterAll(() => inside.close())

/** Source: RFC 6890 and its successors at IANA (special-purpose addresses), and the notations of WHATWG URL, section 3.5. */
const inward = [
  '127.0.0.1',
  '127.1',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f000001',
  '2130706433',
  '0',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[2001:db8::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '１２７.０.０.１',
  '127。0。0。1',
]

test.each(inward)('%s is not a public address, and nothing is connected to', async (host) => {
  asked = 0
  for (const address of [`http://${host}/`, `http://${host}:443/`, `https://${host}/`]) {
    await expect(guardedFetch(address), address).rejects.toMatchObject({ name: 'ConnectorError', kind: 'refused' })
  }
  expect(asked).toBe(0)
})

test.each([
  ['no address', 'ADDRESS_INVALID'],
  ['http://user@example.com/', 'ADDRESS_WITH_PASSWORD'],
  ['http://user:password@example.com/', 'ADDRESS_WITH_PASSWORD'],
  ['http://example.com:22/', 'PORT_NOT_FETCHED'],
  ['http://example.com:8080/', 'PORT_NOT_FETCHED'],
  ['https://example.com:5432/', 'PORT_NOT_FETCHED'],
  ['ftp://example.com/', 'SCHEME_NOT_ALLOWED'],
  ['file:///etc/passwd', 'SCHEME_NOT_ALLOWED'],
  ['gopher://127.0.0.1:25/', 'SCHEME_NOT_ALLOWED'],
  ['data:text/plain,x', 'SCHEME_NOT_ALLOWED'],
  ['javascript:alert(1)', 'SCHEME_NOT_ALLOWED'],
])('%s is not fetched at all', async (address, reason) => {
  await expect(guardedFetch(address)).rejects.toMatchObject({ name: 'ConnectorError', reason })
})

test.each([
  ['an encoding that was not requested', 'br', Buffer.from('x'), 'RESPONSE_ENCODING_UNKNOWN'],
  ['data that is not gzip', 'gzip', Buffer.from('not packed at all'), 'RESPONSE_DAMAGED'],
])('%s is not read', async (_, encoding, bytes, reason) => {
  answer = (response) => response.setHeader('content-encoding', encoding).end(bytes)
  const place = `127.0.0.1:${port()}`
  const reading = guardedFetch(`http://${place}/`, { allowAddress: [place] }).then(({ body }) => buffer(body))
  await expect(reading).rejects.toMatchObject({ reason })
})

test('a name that leads inward with any of its addresses is refused', async () => {
  const url = new URL('https://rebind.example/')
  for (const found of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::ffff:10.0.0.1'], ['fe80::1']]) {
    await expect(resolvePublic(url, [], 1000, async () => found)).rejects.toMatchObject({
      reason: 'ADDRESS_NOT_PUBLIC',
    })
  }
  expect(await resolvePublic(url, [], 1000, async () => ['93.184.216.34'])).toEqual(['93.184.216.34'])
  const unknown = resolvePublic(url, [], 1000, () => Promise.reject(new Error('ENOTFOUND')))
  await expect(unknown).rejects.toMatchObject({ reason: 'HOST_NOT_RESOLVED' })
})

test('a redirect inward is refused from a place that may be fetched', async () => {
  const place = `127.0.0.1:${port()}`
  for (const target of inward.map((host) => `http://${host}/`).concat('http://example.com:22/', 'file:///etc/passwd')) {
    asked = 0
    answer = (response) => response.writeHead(302, { location: encodeURI(target) }).end()
    await expect(guardedFetch(`http://${place}/`, { allowAddress: [place] }), target).rejects.toBeInstanceOf(
      ConnectorError,
    )
    expect(asked, target).toBe(1)
  }
  answer = (response) => response.writeHead(302, { location: 'http://' }).end()
  await expect(guardedFetch(`http://${place}/`, { allowAddress: [place] })).rejects.toMatchObject({
    reason: 'REDIRECT_INVALID',
  })
})

/** The seconds that an answer to too many calls asks to wait; null if it names no time. */
function secondsOf(value: string): number | null {
  const { retryAt } = statusError('provider.example', 429, value)
  return retryAt === undefined ? null : Math.round((retryAt.getTime() - Date.now()) / 1000)
}

describe('Retry-After', () => {
  test.each([
    ['120', 120],
    [' 120 ', 120],
    ['12.5', 13],
    ['30.0', 30],
    ['99999999', 86_400],
    [new Date(Date.now() + 7_200_000).toUTCString(), 7200],
    [new Date(Date.now() + 7_200_000).toISOString(), 7200],
  ])('of %s is waited for', (value, seconds) => {
    expect(Math.abs((secondsOf(value) ?? Number.NaN) - seconds)).toBeLessThanOrEqual(5)
  })

  test.each(['0', '-1', '', 'soon', '1.5.2', '120, 120', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'of %s names no time, so that the caller decides',
    (value) => {
      expect(secondsOf(value)).toBeNull()
      expect(statusError('provider.example', 429, value).kind).toBe('throttled')
    },
  )
})
