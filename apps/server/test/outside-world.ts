import { startFakeDns, type FakeDns } from '@signet/connectors/test/fake-dns'
import { startFakeServer, type FakeServer } from '@signet/connectors/test/fake-server'
import { startFakeWhois, type FakeWhois } from '@signet/connectors/test/fake-whois'
import type { LookUpSettings } from '../src/app/settings.ts'

const whoisServers = ['whois.root.test', 'whois.register.test']

/** All services for looking up a domain, on this machine. */
export interface Outside {
  dns: FakeDns
  register: FakeServer
  web: FakeServer
  whois: FakeWhois
  /** A name that resolves to `web`, registered with `registrar` on 30 October 2026. */
  registered(host: string, registrar: string): void
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

export async function startOutside(): Promise<Outside> {
  const [dns, register, web, whois] = await Promise.all([
    startFakeDns(),
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
  for (const server of whoisServers) dns.set(server, { a: ['127.0.0.1'] })
  const webPort = Number(web.address.split(':')[1])
  return {
    dns,
    register,
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
    page: (html) => web.on('/', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html)),
    settings: (host) => ({
      dnsServers: [dns.address],
      rdapBootstrap: register.url('/dns.json'),
      whoisRoot: 'whois.root.test',
      allow: [
        register.address,
        `${host}:${webPort}`,
        `${host}:${closedPort}`,
        ...whoisServers.map((server) => `${server}:${whois.port}`),
      ],
      ports: { http: webPort, https: closedPort, whois: whois.port },
    }),
    close: async () => void (await Promise.all([dns.close(), register.close(), web.close(), whois.close()])),
  }
}
