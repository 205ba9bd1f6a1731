import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import { startFakeServer, type FakeServer } from '../../test/fake-server.ts'
import { parseBootstrap } from './bootstrap.ts'
import { fetchBootstrap, readRdap } from './read-rdap.ts'

let server: FakeServer
beforeAll(async () => {
  server = await startFakeServer()
})
afterAll(() => server.close())

const options = () => ({ allowAddress: [server.address] })
const bootstrap = () => parseBootstrap(JSON.stringify({ services: [[['example'], [server.url('/rdap/')]]] }))
const read = (domain: string) => readRdap(domain, bootstrap(), options())

const card = (...rows: unknown[]) => ['vcard', [['version', {}, 'text', '4.0'], ...rows]]
const desk = (...rows: unknown[]) => ({ objectClassName: 'entity', roles: ['abuse'], vcardArray: card(...rows) })
const thin = (more: object = {}, nested: object[] = []) => ({
  objectClassName: 'domain',
  ldhName: 'BRAND.EXAMPLE',
  status: ['client hold'],
  events: [
    { eventAction: 'registration', eventDate: '2026-01-02T03:04:05' },
    { eventAction: 'expiration', eventDate: '2027-01-02T03:04:05+02:00' },
  ],
  nameservers: [{ ldhName: 'NS2.host.example.' }, { ldhName: 'ns1.host.example' }],
  entities: [
    {
      objectClassName: 'entity',
      roles: ['registrar'],
      handle: '292',
      publicIds: [{ type: 'IANA Registrar ID', identifier: '292' }],
      vcardArray: card(['fn', {}, 'text', 'Example Registrar']),
      entities: nested,
    },
  ],
  ...more,
})

function answer(path: string, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  server.on(path, (_, response) => {
    response.writeHead(status, { 'content-type': 'application/rdap+json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
}
const link = (path: string) => ({
  links: [{ rel: 'related', type: 'application/rdap+json', href: server.url(path) }],
})
const self = (path: string) => [{ rel: 'self', type: 'application/rdap+json', href: server.url(path) }]

test('a thin response is completed by the registrar, which has the abuse contact', async () => {
  answer('/rdap/domain/brand.example', thin(link('/registrar/brand.example')))
  answer(
    '/registrar/brand.example',
    thin({ ldhName: 'brand.example', status: ['something else'], redacted: [{ name: { type: 'Registrant Name' } }] }, [
      desk(
        ['email', { pref: '2' }, 'text', 'second@registrar.example'],
        ['email', { pref: '1' }, 'text', 'Abuse@Registrar.example'],
        ['tel', { type: ['fax'] }, 'uri', 'tel:+1.1'],
        ['tel', { type: ['voice'] }, 'uri', 'tel:+1.5555550100;ext=7'],
      ),
    ]),
  )
  expect(await read('brand.example')).toEqual({
    domain: 'brand.example',
    isRegistered: true,
    via: 'rdap',
    server: '127.0.0.1',
    record: server.url('/registrar/brand.example'),
    registrar: 'Example Registrar',
    registrarIanaId: '292',
    created: '2026-01-02T03:04:05Z',
    updated: null,
    expires: '2027-01-02T01:04:05Z',
    status: ['client hold'],
    nameServers: ['ns1.host.example', 'ns2.host.example'],
    abuse: { email: 'abuse@registrar.example', phone: '+1.5555550100', form: null },
    registrantOrganisation: null,
    registrantCountry: null,
    redacted: ['Registrant Name'],
  })
})

test('a registrar that fails, or leads inward, leaves what the register says', async () => {
  answer('/rdap/domain/half.example', thin({ ldhName: 'half.example', ...link('/registrar/half') }))
  answer('/registrar/half', 'no JSON')
  expect(await read('half.example')).toMatchObject({ registrar: 'Example Registrar', abuse: { email: null } })
  const inward = [{ rel: 'related', type: 'application/rdap+json', href: 'http://169.254.169.254/domain/x' }]
  answer('/rdap/domain/inward.example', thin({ ldhName: 'inward.example', links: inward }))
  expect(await read('inward.example')).toMatchObject({ registrar: 'Example Registrar' })
})

test('without an address, the phone and the form are kept; two addresses in one field are refused', async () => {
  const nested = [
    desk(
      ['email', {}, 'text', 'a@x.example, b@x.example\r\nBcc: c@x.example'],
      ['tel', {}, 'text', '+44 20 7946 0112'],
      ['contact-uri', {}, 'uri', 'https://registrar.example/abuse'],
    ),
  ]
  answer('/rdap/domain/form.example', thin({ ldhName: 'form.example' }, nested))
  expect((await read('form.example'))?.abuse).toEqual({
    email: null,
    phone: '+44 20 7946 0112',
    form: 'https://registrar.example/abuse',
  })
})

test("a registrar that is only referred to is completed from its own record, and its answer about another name isn't used", async () => {
  const referred = { objectClassName: 'entity', roles: ['registrar'], handle: 'REG-X', links: self('/entity/REG-X') }
  answer('/rdap/domain/handle.example', thin({ ldhName: 'handle.example', entities: [referred] }))
  answer('/entity/REG-X', {
    objectClassName: 'entity',
    vcardArray: card(['fn', {}, 'text', 'Referred Registrar']),
    entities: [desk(['email', {}, 'text', 'abuse@referred.example'])],
  })
  expect(await read('handle.example')).toMatchObject({
    registrar: 'Referred Registrar',
    abuse: { email: 'abuse@referred.example' },
  })
  answer('/rdap/domain/mine.example', thin({ ldhName: 'mine.example', ...link('/registrar/mine') }))
  answer('/registrar/mine', thin({ ldhName: 'other.example' }, [desk(['email', {}, 'text', 'abuse@other.example'])]))
  expect(await read('mine.example')).toMatchObject({ abuse: { email: null } })
})

test('a registrar that limits its queries, or sends without end, leaves what the register says', async () => {
  answer('/rdap/domain/limited.example', thin({ ldhName: 'limited.example', ...link('/registrar/limited') }))
  answer('/registrar/limited', '', 429, { 'retry-after': '60' })
  expect(await read('limited.example')).toMatchObject({ isRegistered: true, abuse: { email: null } })
  answer('/registrar/limited', 'x'.repeat(1_100_000))
  expect(await read('limited.example')).toMatchObject({ isRegistered: true, abuse: { email: null } })
})

test('redirects are followed, at most three', async () => {
  answer('/rdap/domain/moved.example', '', 302, { location: '/other' })
  answer('/other', thin({ ldhName: 'moved.example' }))
  expect(await read('moved.example')).toMatchObject({ isRegistered: true })
  answer('/rdap/domain/loop.example', '', 302, { location: '/rdap/domain/loop.example' })
  await expect(read('loop.example')).rejects.toMatchObject({ reason: 'REDIRECTS_TOO_MANY' })
})

test('404 is a free name, 429 says when to come back, anything else is no answer', async () => {
  answer('/rdap/domain/free.example', { errorCode: 404 }, 404)
  expect(await read('free.example')).toMatchObject({ isRegistered: false, registrar: null })
  answer('/rdap/domain/busy.example', '', 429, { 'retry-after': '120' })
  const busy = await read('busy.example').catch((error: unknown) => error)
  expect(busy).toMatchObject({ kind: 'throttled' })
  expect((busy as { retryAt: Date }).retryAt.getTime()).toBeGreaterThan(Date.now() + minuteMs)
  answer('/rdap/domain/down.example', '', 500)
  await expect(read('down.example')).rejects.toMatchObject({ reason: 'SERVER_FAILS' })
  answer('/rdap/domain/odd.example', { objectClassName: 'entity' })
  await expect(read('odd.example')).rejects.toMatchObject({ reason: 'RDAP_UNREADABLE' })
  expect(await readRdap('brand.other', bootstrap(), options())).toBeNull()
})

test('each host waits for its turn before it is asked', async () => {
  const asked: string[] = []
  answer('/rdap/domain/turn.example', thin({ ldhName: 'turn.example' }))
  await readRdap('turn.example', bootstrap(), { ...options(), before: async (host) => void asked.push(host) })
  expect(asked).toEqual([server.address])
})

test('a bootstrap file is fetched once and then only when it has changed', async () => {
  const text = JSON.stringify({ services: [[['example'], ['https://rdap.example/']]] })
  server.on('/dns.json', (request, response) => {
    if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"one"' }).end(text)
  })
  const first = await fetchBootstrap(server.url('/dns.json'), null, options())
  expect(first).toEqual({ text, etag: '"one"' })
  expect(await fetchBootstrap(server.url('/dns.json'), '"one"', options())).toEqual({ text: null, etag: '"one"' })
  server.on('/broken.json', (_, response) => response.end('{"services"'))
  await expect(fetchBootstrap(server.url('/broken.json'), null, options())).rejects.toThrow(/BOOTSTRAP_INVALID/)
})
