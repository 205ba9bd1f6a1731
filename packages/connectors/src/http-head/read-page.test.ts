import { createServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProxy } from '../../test/fake-proxy.ts'
import { startFakeServer, type FakeServer } from '../../test/fake-server.ts'
import { testCertificate } from '../../test/test-certificate.ts'
import { readCertificate } from '../tls/read-certificate.ts'
import { readPage } from './read-page.ts'

const host = 'login-brand.example'
let http: FakeServer
const https = createServer(testCertificate, (_, response) => response.end('over TLS'))
let [httpPort, httpsPort] = [0, 0]
beforeAll(async () => {
  http = await startFakeServer()
  https.listen(0, '127.0.0.1')
  await once(https, 'listening')
  httpPort = Number(http.address.split(':')[1])
  httpsPort = (https.address() as AddressInfo).port
})
afterAll(async () => {
  await http.close()
  https.closeAllConnections()
  https.close()
})
const nobody = () => Promise.reject(new Error('no such name'))
const options = () => ({
  ports: { http: httpPort, https: httpsPort },
  allowAddress: [`${host}:${httpPort}`, `${host}:${httpsPort}`],
  lookup: async () => ['127.0.0.1'],
})

test('a page is read over http when the certificate is no good, with its redirects and its beginning', async () => {
  http.on('/', (_, response) => response.writeHead(302, { location: '/in?for=somebody' }).end())
  http.on('/in?for=somebody', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1', server: 'nginx' })
    response.end(Buffer.concat([Buffer.from('<title>Caf\xe9</title>', 'latin1'), Buffer.alloc(2_000_000, 97)]))
  })
  const page = await readPage(host, options())
  expect(page).toMatchObject({
    host,
    status: 200,
    address: `http://${host}:${httpPort}/in`,
    redirects: [`http://${host}:${httpPort}/`],
    server: 'nginx',
    problem: null,
  })
  expect(page.html.startsWith('<title>Café</title>')).toBe(true)
  expect(page.html.length).toBeLessThanOrEqual(256 * 1024)
})

test('the status is kept of any response, the content only of an HTML page', async () => {
  http.on('/', (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<title>gone</title>'))
  expect(await readPage(host, options())).toMatchObject({ status: 404, html: '<title>gone</title>' })
  http.on('/', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('xx'))
  expect(await readPage(host, options())).toMatchObject({ status: 200, html: '' })
})

test('a redirect to an internal address is recorded and not followed', async () => {
  http.on('/', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/admin' }).end())
  expect(await readPage(host, { ...options(), lookup: async () => ['127.0.0.1'] })).toMatchObject({
    status: 302,
    address: 'http://127.0.0.1/admin',
    problem: 'notPublic',
  })
})

test('a name with an internal address, or none, is not visited', async () => {
  const inward = await readPage('inward.example', options())
  expect(inward).toMatchObject({ status: null, problem: 'notPublic' })
  expect(await readPage(host, { ...options(), lookup: nobody })).toMatchObject({
    status: null,
    problem: 'noResponse',
  })
})

test('reads a certificate that no browser would accept', async () => {
  const facts = await readCertificate(host, { ...options(), port: httpsPort })
  expect(facts).toMatchObject({ isTrusted: false, problem: 'selfSigned' })
  expect(facts.certificate).toMatchObject({
    subject: 'CN=login-brand.example, O=Test',
    issuer: 'CN=login-brand.example, O=Test',
    names: ['login-brand.example', 'www.login-brand.example'],
    keySha256: '60c4486d4deffd14bc24423ec99b843d7d4d1775ca72d08cd59ae8b978757b8d',
  })
  expect(facts.certificate?.notAfter.slice(0, 4)).toBe('2126')
})

test('says why there is no certificate if the handshake fails', async () => {
  const plain = await readCertificate(host, { ...options(), port: httpPort })
  expect(plain).toMatchObject({ certificate: null, isTrusted: false })
  expect(await readCertificate('inward.example', options())).toMatchObject({
    problem: 'notPublic',
  })
})

test('a visitor looks like a browser and sees a page with a wrong certificate', async () => {
  const before = http.requests.length
  expect(await readPage(host, { ...options(), as: 'phone' })).toMatchObject({
    status: 200,
    address: `https://${host}:${httpsPort}/`,
  })
  http.on('/', (_, response) => response.end('<title>here</title>'))
  const { address } = await readPage(host, { ...options(), as: 'phone', ports: { http: httpPort, https: 1 } })
  expect(address).toBe(`http://${host}:${httpPort}/`)
  const [request] = http.requests.slice(before)
  expect(request?.headers).toMatchObject({ referer: 'https://www.google.com/' })
  expect(request?.headers['user-agent']).toMatch(/^Mozilla.* Chrome\/\d+.* Mobile/)
  expect(request?.url).toMatch(/^\/\?gclid=/)
})

test('an exit visits the address that was checked, and its own failure is not counted as one of the site', async () => {
  const proxy = await startFakeProxy()
  const by = { ...options(), as: 'desktop' as const, exit: proxy.exit('DE') }
  expect(await readPage(host, by)).toMatchObject({ status: 200, address: `https://${host}:${httpsPort}/` })
  expect(proxy.targets).toEqual([`DE 127.0.0.1:${httpsPort}`])
  proxy.answer('DE', 407)
  await expect(readPage(host, by)).rejects.toMatchObject({ reason: 'EXIT_FAILED', parameters: { exit: 'DE' } })
  proxy.answer('DE', 503)
  expect(await readPage(host, by)).toMatchObject({ status: null, problem: 'noResponse' })
  await proxy.close()
  await expect(readPage(host, by)).rejects.toMatchObject({ reason: 'EXIT_FAILED' })
})
