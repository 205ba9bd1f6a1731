import { chromiumPath } from '@signet/connectors/test/chromium-path'
import { startFakeDns, type FakeDns } from '@signet/connectors/test/fake-dns'
import { startFakeServer, type FakeServer } from '@signet/connectors/test/fake-server'
import { startFakeWhois, type FakeWhois } from '@signet/connectors/test/fake-whois'
import type { LookUpSettings } from '../../src/app/settings.ts'

const whoisServers = ['whois.root.test', 'whois.register.test']

/** All services for looking up a domain, on this machine. */
export interface Outside {
  dns: FakeDns
  /** The registry of domains. */
  register: FakeServer
  /** The registry of addresses and autonomous systems; a server of its own, so that its rate limit is too. */
  numbers: FakeServer
  web: FakeServer
  whois: FakeWhois
  /** A name that resolves to `web`, registered with `registrar` on 30 October 2026. */
  registered(host: string, registrar: string): void
  /** The network of `web` and its autonomous system, each with an abuse contact. */
  hosted(): void
  /** Sets the page that `web` returns. */
  page(html: string): void
  /** The settings for looking up `host` with them. */
  settings(host: string): LookUpSettings
  close(): Promise<void>
}

export const placeholder =
  '<title>Nothing here</title><p>This domain is for sale today, buy this domain from us while it lasts.</p>'
export const signInPage =
  '<title>Sign in</title><form>Enter the name and the secret word that the bank gave you <input type="password"></form>'

const entities = (email: string) => [
  {
    roles: ['registrant'],
    vcardArray: ['vcard', [['fn', {}, 'text', 'Example Hosting']]],
    entities: [{ roles: ['abuse'], vcardArray: ['vcard', [['email', {}, 'text', email]]] }],
  },
]
const answer = (server: FakeServer, path: string, body: object) =>
  server.on(path, (_, response) => response.end(JSON.stringify(body)))

export async function startOutside(): Promise<Outside> {
  const [dns, register, numbers, web, whois] = await Promise.all([
    startFakeDns(),
    startFakeServer(),
    startFakeServer(),
    startFakeServer(),
    startFakeWhois(),
  ])
  // There is no https server.
  const gone = await startFakeServer()
  const closedPort = Number(gone.address.split(':')[1])
  await gone.close()
  register.on('/dns.json', (_, response) =>
    response.end(JSON.stringify({ services: [[['example'], [register.url('/')]]] })),
  )
  const ranges: [file: string, key: string][] = [
    ['/ipv4.json', '127.0.0.0/8'],
    ['/ipv6.json', '2001:db8::/32'],
    ['/asn.json', '64496-64511'],
  ]
  for (const [file, key] of ranges) {
    register.on(file, (_, response) => response.end(JSON.stringify({ services: [[[key], [numbers.url('/')]]] })))
  }
  for (const server of whoisServers) dns.set(server, { a: ['127.0.0.1'] })
  const webPort = Number(web.address.split(':')[1])
  return {
    dns,
    register,
    numbers,
    web,
    whois,
    registered: (host, registrar) =>
      register.on(`/domain/${host}`, (_, response) =>
        response.end(
          JSON.stringify({
            objectClassName: 'domain',
            ldhName: host,
            events: [{ eventAction: 'registration', eventDate: '2026-10-30T00:00:00Z' }],
            entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', registrar]]] }],
          }),
        ),
      ),
    hosted() {
      const network = { objectClassName: 'ip network', name: 'EXAMPLE-NET', country: 'DE' }
      answer(numbers, '/ip/127.0.0.1', { ...network, entities: entities('abuse@host.example') })
      const system = { objectClassName: 'autnum', startAutnum: 64500, name: 'EXAMPLE-AS' }
      answer(numbers, '/autnum/64500', { ...system, entities: entities('abuse@upstream.example') })
      dns.set('1.0.0.127.origin.asn.cymru.com', { txt: ['64500 | 127.0.0.0/8 | DE | ripencc | 2020-01-01'] })
    },
    page: (html) => web.on('/', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html)),
    settings: (host) => ({
      dnsServers: [dns.address],
      blockLists: [],
      rdapBootstrap: register.url('/dns.json'),
      whoisRoot: 'whois.root.test',
      allow: [
        register.address,
        numbers.address,
        `${host}:${webPort}`,
        `${host}:${closedPort}`,
        ...whoisServers.map((server) => `${server}:${whois.port}`),
      ],
      capture: {
        browser: { program: chromiumPath },
        exits: [],
        scoreMin: 80,
      },
      ports: { http: webPort, https: closedPort, whois: whois.port },
    }),
    close: async () =>
      void (await Promise.all([dns.close(), register.close(), numbers.close(), web.close(), whois.close()])),
  }
}
