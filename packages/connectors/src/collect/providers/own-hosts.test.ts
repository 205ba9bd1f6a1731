import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeDns, type FakeDns } from '../../../test/fake-dns.ts'
import { startFakeServer, type FakeServer } from '../../../test/fake-server.ts'
import { startFakeSites, type FakeSites } from '../../../test/fake-sites.ts'
import { ConnectorError } from '../../connector-error.ts'
import type { OwnHost } from '../../own-hosts/own-host.ts'
import type { Access, Batch } from '../connector.ts'
import { ownHosts } from './own-hosts.ts'

let dns: FakeDns
let refusing: FakeDns
let sites: FakeSites
let registry: FakeServer
let turns = 0

const domain = 'harbour.example'
const search = (...hosts: OwnHost[]) => ({ terms: [], handles: [], domains: [], countries: [], ownHosts: hosts })
const theDomain: OwnHost = { host: domain, isDomain: true }
const below = (name: string): OwnHost => ({ host: `${name}.${domain}`, isDomain: false })

beforeAll(async () => {
  ;[dns, refusing, sites, registry] = await Promise.all([
    startFakeDns(),
    startFakeDns(),
    startFakeSites(),
    startFakeServer(),
  ])
  refusing.serveOnly('nothing.test')
  registry.on('/dns.json', (_, response) =>
    response.end(JSON.stringify({ services: [[['example'], [registry.url('/')]]] })),
  )
  registry.on(`/domain/${domain}`, (_, response) =>
    response.writeHead(200, { 'content-type': 'application/rdap+json' }).end(
      JSON.stringify({
        objectClassName: 'domain',
        ldhName: domain,
        events: [{ eventAction: 'expiration', eventDate: '2027-03-01T00:00:00Z' }],
      }),
    ),
  )
})
afterAll(() => Promise.all([dns.close(), refusing.close(), sites.close(), registry.close()]))
beforeEach(() => {
  turns = 0
  dns.questions.length = 0
  sites.requests.length = 0
})

const access = (more: Partial<Access> = {}): Access => ({
  credentials: {},
  base: '',
  before: () => {
    turns += 1
    return Promise.resolve()
  },
  hosts: {
    dnsServers: [dns.address],
    dnsTimeoutMs: 200,
    lookup: undefined,
    ports: { ...sites.ports, dns: Number(dns.address.split(':')[1]) },
    rdapBootstrap: registry.url('/dns.json'),
    allowAddress: [
      registry.address,
      `ns1.${domain}:${dns.address.split(':')[1]}`,
      ...sites.allow(domain, `www.${domain}`, `pages.${domain}`, `mta-sts.${domain}`),
    ],
  },
  ...more,
})

async function batchesOf(hosts: readonly OwnHost[], cursor: string | null = null): Promise<Batch[]> {
  const batches: Batch[] = []
  for await (const batch of ownHosts.collect(access(), search(...hosts), cursor)) batches.push(batch)
  return batches
}
const readingsOf = (batches: readonly Batch[]) => batches.flatMap(({ readings = [] }) => readings)
const foundIn = (batches: readonly Batch[]) =>
  batches.flatMap(({ foundHosts = [] }) => foundHosts.map(({ host, origin }) => `${origin} ${host}`)).toSorted()

function setSoundZone(): void {
  dns.set(domain, {
    a: ['127.0.0.1'],
    ns: [`ns1.${domain}`],
    mx: [
      [10, `mx1.${domain}`],
      [20, 'mx.mail-host.example'],
    ],
    txt: ['v=spf1 mx include:_spf.mail-host.example -all', 'google-site-verification=1'],
  })
  dns.set(`ns1.${domain}`, { a: ['127.0.0.1'] })
  dns.set(`mx1.${domain}`, { a: ['127.0.0.1'] })
  dns.set('mx.mail-host.example', { a: ['127.0.0.1'] })
  dns.set('_spf.mail-host.example', { txt: ['v=spf1 a:one.example a:two.example ip4:192.0.2.0/24 ?all'] })
  dns.set(`_dmarc.${domain}`, { txt: ['v=DMARC1; p=reject'] })
  dns.set(`www.${domain}`, { a: ['127.0.0.1'] })
}

const authority = 'Test Authority R1'
const farAway = new Date('2049-01-01T00:00:00Z')
const usualAuthorities = getCACertificates()
const trust = (certificate: string) => setDefaultCACertificates([...usualAuthorities, certificate])
afterEach(() => setDefaultCACertificates(usualAuthorities))

const mtaStsOf = async () => readingsOf(await batchesOf([theDomain]))[0]?.domain?.mailPolicy?.mtaSts

describe('reading a host', () => {
  beforeEach(setSoundZone)

  test('reads the certificate and one page over http and https, and follows no redirect', async () => {
    const host = `www.${domain}`
    sites.setCertificate(host, { notAfter: new Date('2026-04-02T03:04:05Z'), issuer: 'Test Authority R1' })
    sites.setPage(host, (request, response) =>
      'encrypted' in request.socket
        ? response.writeHead(200, { 'strict-transport-security': 'max-age=1' }).end('<title>Harbour</title>')
        : response.writeHead(301, { location: '/elsewhere' }).end(),
    )
    const [reading] = readingsOf(await batchesOf([below('www')]))
    expect(reading).toMatchObject({
      host,
      addresses: { state: 'found', addresses: ['127.0.0.1'] },
      alias: null,
      tls: {
        facts: { certificate: { names: [host], notAfter: '2026-04-02T03:04:05.000Z' }, isTrusted: false },
        strength: { keyType: 'ec', keyBits: 256, digest: 'sha256' },
      },
      web: {
        http: { status: 301, location: `http://${host}:${sites.ports.http}/elsewhere` },
        https: { status: 200, headers: ['strict-transport-security'], text: '<title>Harbour</title>' },
      },
      domain: null,
    })
    expect(sites.requests.toSorted()).toEqual([`GET http://${host}/`, `GET https://${host}/`])
  })

  test('reads mail servers, name servers, the mail policy and the registration of a domain', async () => {
    const [reading] = readingsOf(await batchesOf([theDomain]))
    expect(reading?.domain).toMatchObject({
      mailExchangers: [
        { name: `mx1.${domain}`, state: 'found' },
        { name: 'mx.mail-host.example', state: 'found' },
      ].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      nameServers: [{ name: `ns1.${domain}`, state: 'answers' }],
      // mx, include, and two in what is included.
      mailPolicy: {
        spf: ['v=spf1 mx include:_spf.mail-host.example -all'],
        spfLookUps: 4,
        dmarc: ['v=DMARC1; p=reject'],
      },
      registration: { expires: '2027-03-01T00:00:00Z' },
    })
  })

  test('reads the policy for encrypted email of a domain that announces one, and follows no redirect', async () => {
    const host = `mta-sts.${domain}`
    const policy = 'version: STSv1\nmode: enforce\nmx: mx1.harbour.example\n'
    expect(await mtaStsOf()).toEqual({ records: [], policy: { state: 'unknown' } })
    dns.set(`_mta-sts.${domain}`, { txt: ['v=STSv1; id=20260101'] })
    expect(await mtaStsOf()).toMatchObject({ policy: { state: 'missing' } })
    dns.set(host, { a: ['127.0.0.1'] })
    sites.setPage(host, (_, response) => response.writeHead(200).end(policy))
    sites.setCertificate(host, { notAfter: farAway })
    expect(await mtaStsOf()).toMatchObject({ policy: { state: 'invalidCertificate' } })
    trust(
      sites.setCertificate(host, {
        names: ['other.example'],
        commonName: authority,
        issuer: authority,
        notAfter: farAway,
      }),
    )
    expect(await mtaStsOf()).toMatchObject({ policy: { state: 'invalidCertificate' } })
    trust(sites.setCertificate(host, { commonName: authority, issuer: authority, notAfter: farAway }))
    expect(await mtaStsOf()).toEqual({ records: ['v=STSv1; id=20260101'], policy: { state: 'found', text: policy } })
    expect(sites.requests).toContain(`GET https://${host}/.well-known/mta-sts.txt`)
    sites.setPage(host, (_, response) => response.writeHead(301, { location: '/policy.txt' }).end())
    expect(await mtaStsOf()).toMatchObject({ policy: { state: 'missing' } })
    sites.setPage(host, (_, response) => response.writeHead(503).end())
    expect(await mtaStsOf()).toMatchObject({ policy: { state: 'unknown' } })
  })

  test('tells a missing target, mail server and name server from one that does not answer', async () => {
    dns.set(domain, { a: ['127.0.0.1'], ns: ['ns.gone.example'], mx: [[10, 'mx.gone.example']] })
    dns.set(`pages.${domain}`, { cname: ['harbour.gone.example'] })
    dns.set('silent.example', { trouble: 'servfail' })
    dns.set(`www.${domain}`, { cname: ['silent.example'] })
    const [own, pages, www] = readingsOf(await batchesOf([theDomain, below('pages'), below('www')]))
    expect(own?.domain?.nameServers).toEqual([{ name: 'ns.gone.example', state: 'absent' }])
    expect(own?.domain?.mailExchangers).toEqual([{ name: 'mx.gone.example', state: 'absent', addresses: [] }])
    expect(pages?.alias).toEqual({ name: 'harbour.gone.example', state: 'absent', addresses: [] })
    expect(www?.alias).toMatchObject({ name: 'silent.example', state: 'unknown' })
  })

  test('a name server that refuses the zone', async () => {
    const port = Number(refusing.address.split(':')[1])
    const { hosts } = access()
    if (!hosts) throw new Error('no hosts')
    const away = access({
      hosts: {
        ...hosts,
        ports: { ...sites.ports, dns: port },
        allowAddress: [registry.address, `ns1.${domain}:${port}`],
      },
    })
    const batches: Batch[] = []
    for await (const batch of ownHosts.collect(away, search(theDomain), null)) batches.push(batch)
    expect(readingsOf(batches)[0]?.domain?.nameServers).toEqual([{ name: `ns1.${domain}`, state: 'refuses' }])
  })

  test('an address that is not public is not connected to', async () => {
    dns.set(`intern.${domain}`, { a: ['127.0.0.1'] })
    const [reading] = readingsOf(await batchesOf([below('intern')]))
    expect(reading).toMatchObject({
      tls: { facts: { certificate: null, problem: 'notPublic' } },
      web: { http: null, https: null },
    })
    expect(sites.requests).toEqual([])
  })
})

describe('discovery', () => {
  beforeEach(setSoundZone)

  test('finds usual names, mail servers, name servers and aliases below the domain', async () => {
    dns.set(`vpn.${domain}`, { cname: [`gate7.${domain}`], a: ['127.0.0.1'] })
    expect(foundIn(await batchesOf([theDomain]))).toEqual([
      `alias gate7.${domain}`,
      `mailServer mx1.${domain}`,
      `nameServer ns1.${domain}`,
      `usualName vpn.${domain}`,
      `usualName www.${domain}`,
    ])
    dns.remove(`vpn.${domain}`)
  })

  test('a wildcard says nothing about a name, unless the name has an answer of its own', async () => {
    dns.set(`*.${domain}`, { a: ['192.0.2.9'] })
    expect(foundIn(await batchesOf([theDomain]))).toEqual([
      `mailServer mx1.${domain}`,
      `nameServer ns1.${domain}`,
      `usualName www.${domain}`,
    ])
    dns.remove(`*.${domain}`)
  })

  test('nor does a wildcard that leads to a name that is gone', async () => {
    dns.set(`*.${domain}`, { cname: ['gone.hosting.example'] })
    expect(foundIn(await batchesOf([theDomain]))).toEqual([
      `mailServer mx1.${domain}`,
      `nameServer ns1.${domain}`,
      `usualName www.${domain}`,
    ])
    dns.remove(`*.${domain}`)
  })

  test('nothing is guessed below a host that is no domain of the company', async () => {
    const batches = await batchesOf([below('www')])
    expect(foundIn(batches)).toEqual([])
    expect(dns.questions.some((question) => question.includes('vpn'))).toBe(false)
  })
})

const names = (batches: readonly Batch[]) => readingsOf(batches).map(({ host }) => host)
async function run(of: Access): Promise<void> {
  for await (const batch of ownHosts.collect(of, search(below('www')), null)) expect(batch.foundHosts).toEqual([])
}

describe('a run', () => {
  beforeEach(setSoundZone)
  const hosts = [theDomain, below('www'), below('mx1')]

  test('continues after each batch as if it had not been interrupted, and waits for its turn', async () => {
    const whole = await batchesOf(hosts)
    expect(whole).toHaveLength(4)
    expect(turns).toBe(4)
    expect(names(whole)).toEqual(hosts.map(({ host }) => host))
    for (const [index, { cursor }] of whole.slice(0, -1).entries()) {
      const rest = await batchesOf(hosts, cursor)
      expect([...names(whole.slice(0, index + 1)), ...names(rest)]).toEqual(hosts.map(({ host }) => host))
    }
    expect(names(await batchesOf(hosts, whole.at(-1)?.cursor))).toEqual(names(whole))
  })

  test('begins anew with a cursor whose host is gone, or of another version', async () => {
    for (const cursor of ['{"next":"check gone.harbour.example"}', '{"of":"another version"}', 'x'])
      expect(readingsOf(await batchesOf(hosts, cursor))).toHaveLength(3)
  })

  test('without hosts, nothing is read', async () => {
    expect(await batchesOf([])).toEqual([{ observations: [], skipped: [], cursor: '{"next":null}' }])
  })

  test('fails if no name could be resolved, or the installation looks nothing up', async () => {
    const { hosts: reached } = access()
    if (!reached) throw new Error('no hosts')
    const silent = access({ hosts: { ...reached, dnsServers: [refusing.address] } })
    await expect(run(silent)).rejects.toMatchObject({ kind: 'unreachable', reason: 'DNS_NOT_ANSWERING' })
    const { hosts: _, ...off } = access()
    await expect(run(off)).rejects.toMatchObject({ reason: 'OBSERVATIONS_OFF' })
    await expect(ownHosts.check(off)).rejects.toBeInstanceOf(ConnectorError)
    dns.set('example.com', { ns: ['a.iana-servers.example'] })
    expect(await ownHosts.check(access())).toBe('OK')
  })
})
