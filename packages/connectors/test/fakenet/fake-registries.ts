import type { IncomingMessage, ServerResponse } from 'node:http'
import { startFakeServer } from '../fake-server.ts'
import { startFakeWhois } from '../fake-whois.ts'
import type { FakeHost } from './host-pages.ts'
import { registrar, type Provider } from './providers.ts'

/**
 * The registry of `.example`, its registrar, and the registry of addresses and autonomous systems, over RDAP; and WHOIS for domains of
 * `.test`, whose registry has no RDAP.
 */
export interface FakeRegistries {
  /** The file that says which registry serves a suffix; those about numbers are next to it. */
  bootstrapUrl: string
  whois: { root: string; port: number }
  /** `host:port` of every server. */
  addresses: string[]
  close(): Promise<void>
}

/** The name server of all domains. */
export const nameServer = 'ns1.harbor-dns.example'
const whoisRoot = 'whois.root.example'
const registered = '2026-10-30T08:15:00Z'
const expires = '2027-10-30T08:15:00Z'

export async function startFakeRegistries(
  providers: readonly Provider[],
  find: (name: string) => FakeHost | null,
): Promise<FakeRegistries> {
  const [registry, registrarServer, whois] = await Promise.all([startFakeServer(), startFakeServer(), startFakeWhois()])
  const bootstraps: Record<string, string> = {
    '/dns.json': 'example',
    '/ipv4.json': '127.0.0.0/8',
    '/ipv6.json': '::1/128',
    '/asn.json': '64496-64511',
  }
  for (const [path, key] of Object.entries(bootstraps)) {
    registry.on(path, (_, response) => send(response, { services: [[[key], [registry.url('/')]]] }))
  }
  registry.onOther((request, response) => {
    const [kind, name] = objectOf(request)
    const host = kind === 'domain' ? find(name) : null
    if (host) return send(response, thinRecord(host, registrarServer.url(`/domain/${host.name}`)))
    const provider = providers.find(({ address, asn }) => name === (kind === 'ip' ? address : String(asn)))
    if (provider && kind === 'ip') return send(response, networkRecord(provider))
    if (provider && kind === 'autnum') return send(response, systemRecord(provider))
    return false
  })
  registrarServer.onOther((request, response) => {
    const [kind, name] = objectOf(request)
    const host = kind === 'domain' ? find(name) : null
    return host !== null && send(response, thickRecord(host))
  })
  whois.onOther((name) => whoisRecord(name, find(name)))
  return {
    bootstrapUrl: registry.url('/dns.json'),
    whois: { root: whoisRoot, port: whois.port },
    addresses: [
      registry.address,
      registrarServer.address,
      `${whoisRoot}:${whois.port}`,
      `${whoisServer}:${whois.port}`,
    ],
    close: async () => void (await Promise.all([registry.close(), registrarServer.close(), whois.close()])),
  }
}

function objectOf(request: IncomingMessage): [kind: string, name: string] {
  const [, kind = '', name = ''] = (request.url ?? '').split('/')
  return [kind, decodeURIComponent(name)]
}

function send(response: ServerResponse, body: object): true {
  response.writeHead(200, { 'content-type': 'application/rdap+json' }).end(JSON.stringify(body))
  return true
}

const card = (name: string, email?: string) => [
  'vcard',
  [['version', {}, 'text', '4.0'], ['fn', {}, 'text', name], ...(email ? [['email', {}, 'text', email]] : [])],
]
const abuseEntity = (name: string, email: string) => ({
  objectClassName: 'entity',
  roles: ['abuse'],
  vcardArray: card(name, email),
})

/** A thin registry knows the registrar only by name, and refers to its record (RFC 9083, section 4.2). */
function thinRecord(host: FakeHost, related: string): object {
  return {
    ...domainRecord(host),
    links: [{ rel: 'related', type: 'application/rdap+json', href: related }],
    entities: [
      { objectClassName: 'entity', handle: registrar.ianaId, roles: ['registrar'], vcardArray: card(registrar.name) },
    ],
  }
}

function thickRecord(host: FakeHost): object {
  return {
    ...domainRecord(host),
    entities: [
      {
        objectClassName: 'entity',
        handle: registrar.ianaId,
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: registrar.ianaId }],
        vcardArray: card(registrar.name),
        entities: [abuseEntity(`${registrar.name} abuse desk`, registrar.abuse)],
      },
    ],
  }
}

const domainRecord = ({ name, shows }: FakeHost) => ({
  objectClassName: 'domain',
  ldhName: name,
  status: shows === 'unresolved' ? ['client hold'] : ['active'],
  events: [
    { eventAction: 'registration', eventDate: registered },
    { eventAction: 'expiration', eventDate: expires },
  ],
  nameservers: [{ objectClassName: 'nameserver', ldhName: nameServer }],
})

const networkRecord = ({ name, cidr, abuse }: Provider) => ({
  objectClassName: 'ip network',
  name: name.toUpperCase().replaceAll(' ', '-'),
  country: 'DE',
  cidr0_cidrs: [{ v4prefix: cidr.split('/')[0], length: Number(cidr.split('/')[1]) }],
  entities: [
    { objectClassName: 'entity', roles: ['registrant'], vcardArray: card(name), entities: [abuseEntity(name, abuse)] },
  ],
})

const systemRecord = ({ name, asn, abuse }: Provider) => ({
  objectClassName: 'autnum',
  startAutnum: asn,
  endAutnum: asn,
  name: `${name.toUpperCase().replaceAll(' ', '-')}-AS`,
  entities: [
    { objectClassName: 'entity', roles: ['registrant'], vcardArray: card(name), entities: [abuseEntity(name, abuse)] },
  ],
})

const whoisServer = 'whois.registry.example'

/** One server replaces the root and the registry, so its response has the referral of the one and the record of the other. */
function whoisRecord(name: string, host: FakeHost | null): string {
  // The root knows no registry for other suffixes.
  if (!name.endsWith('.test')) return ''
  const referral = `refer: ${whoisServer}\r\n\r\n`
  if (!host) return `${referral}No match for domain "${name}"\r\n`
  return `${referral}Domain Name: ${host.name}
Registrar: ${registrar.name}
Registrar IANA ID: ${registrar.ianaId}
Registrar Abuse Contact Email: ${registrar.abuse}
Creation Date: ${registered}
Registry Expiry Date: ${expires}
Domain Status: ${host.shows === 'unresolved' ? 'clientHold' : 'ok'}
Name Server: ${nameServer}
`.replaceAll(/\r?\n/g, '\r\n')
}

/** The names of the WHOIS servers, which need an address. */
export const whoisNames = [whoisRoot, whoisServer]
