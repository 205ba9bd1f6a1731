import { chromiumPath } from '@signet/connectors/test/chromium-path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  abuseReportServices,
  addressesOf,
  capturePage,
  fetchBootstrap,
  parseBootstrap,
  readAddressNetwork,
  readBlockList,
  readCertificate,
  readDns,
  readOrigin,
  readPage,
  readRdap,
  readWhois,
} from '@signet/connectors'
import { startControl, type FakenetControl } from '@signet/connectors/test/fakenet/control'
import { startFakenet, type Fakenet, type FakenetEvent } from '@signet/connectors/test/fakenet/fakenet'
import type { ShownPage } from '@signet/connectors/test/fakenet/host-pages'
import { providers, registrar } from '@signet/connectors/test/fakenet/providers'
import { playTakedown, storyTimes } from '@signet/connectors/test/fakenet/takedown-story'
import { hourMs } from '@signet/contract/time'
import type { OutgoingMail } from '../src/app/mailer.ts'
import { readEnv } from '../src/env.ts'
import { deliver } from '../src/features/mail/deliver.ts'

const host = 'meridianbank-signin.example'
const byWhois = 'meridianbank-login.test'
let net: Fakenet
let control: FakenetControl
beforeAll(async () => {
  net = await startFakenet({ speed: 7200 })
  control = await startControl(net)
  net.setHost(host, { brand: 'Meridian Bank', shows: 'cloaked' })
  net.setHost(byWhois, { brand: 'Meridian Bank', provider: 'frontline' })
})
afterAll(() => Promise.all([control.close(), net.close()]))

/** What Signet reads from the printed settings. */
function settings() {
  const { lookUps, mail } = readEnv({ ...net.environment(), SIGNET_DEMO: '1' })
  if (!lookUps?.ports || !mail) expect.fail('the settings lack a service')
  const { allow: allowAddress, dnsServers: servers, ports, rdapBootstrap, whoisRoot } = lookUps
  const options = { allowAddress, lookup: (name: string) => addressesOf(name, { servers }) }
  return { options, servers, ports, rdapBootstrap, whoisRoot, mail }
}

function put(place: string, body: object): Promise<Response> {
  return fetch(`${control.url}${place}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Sends an email and returns what Signet knows about it. */
function sendTo(address: string) {
  const { mail } = settings()
  const letter: OutgoingMail = {
    messageId: `c1.${net.mails.length}@signet.example`,
    references: [],
    from: mail.from,
    replyTo: null,
    to: { name: '', address },
    subject: 'Phishing at the domain',
    text: 'Please examine this report.',
    html: null,
    attachments: [],
  }
  return deliver(mail.smtp, letter)
}

test('a host has an address, a thin and a thick registration record, and a network with an abuse contact', async () => {
  const { options, servers, rdapBootstrap, whoisRoot, ports } = settings()
  const { a } = await readDns(host, host, { servers })
  const placed = net.providers.copperline
  expect(a).toEqual([placed.address])
  const bootstrapOf = async (file: string) =>
    parseBootstrap((await fetchBootstrap(new URL(file, rdapBootstrap).href, null, options)).text ?? '')
  const registration = await readRdap(host, await bootstrapOf('dns.json'), options)
  expect(registration).toMatchObject({ registrar: registrar.name, abuse: { email: registrar.abuse } })
  const [ipv4, ipv6, asn] = await Promise.all(['ipv4.json', 'ipv6.json', 'asn.json'].map(bootstrapOf))
  if (!ipv4 || !ipv6 || !asn) expect.fail('a bootstrap file is missing')
  const network = await readAddressNetwork(placed.address, { ipv4, ipv6, asn }, options)
  expect(network).toMatchObject({ holder: placed.name, abuse: { email: placed.abuse } })
  expect(await readOrigin(placed.address, { servers })).toBe(placed.asn)
  expect(await readWhois(byWhois, { ...options, root: whoisRoot, port: ports.whois })).toMatchObject({
    registrar: registrar.name,
    abuse: { email: registrar.abuse },
  })
})

test('nothing is said about names of the real internet', async () => {
  const { options, servers, whoisRoot, ports } = settings()
  await expect(readDns('www.debian.org', 'debian.org', { servers })).rejects.toMatchObject({
    reason: 'DNS_NOT_ANSWERING',
  })
  expect(await readWhois('debian.org', { ...options, root: whoisRoot, port: ports.whois })).toBeNull()
})

test('a host has a certificate, and its page changes with the controls', async () => {
  const { options, ports } = settings()
  const { certificate } = await readCertificate(host, { ...options, port: ports.https })
  expect(certificate?.names).toEqual([host])
  const read = () => readPage(host, { ...options, ports })
  expect((await read()).html).toContain('Petal and Stem')
  expect((await put(`/hosts/${host}`, { shows: 'suspended', provider: 'northgate' })).status).toBe(200)
  expect((await read()).html).toContain(`${providers.northgate.name} has suspended`)
  expect((await put(`/hosts/${host}`, { shows: 'anything' })).status).toBe(400)
  await put(`/hosts/${host}`, { shows: 'unresolved' })
  expect((await read()).problem).toBe('noResponse')
  await put(`/hosts/${host}`, { shows: 'cloaked', provider: 'copperline' })
  expect(net.events.filter(({ about }) => about === host).map(({ detail }) => detail)).toEqual([
    'cloaked',
    'suspended',
    'unresolved',
    'cloaked',
  ])
})

test('a capture of a cloaked page shows the phone another page than the desktop', { timeout: 90_000 }, async () => {
  const { options, servers, ports } = settings()
  const visits = await capturePage(`http://${host}:${ports.http}/`, {
    browser: { program: chromiumPath },
    dnsServers: servers,
    allowAddress: options.allowAddress,
  })
  expect(visits.map(({ facts }) => [facts.profile, facts.page?.title])).toEqual([
    ['desktop', 'Petal and Stem'],
    ['phone', 'Meridian Bank: sign in'],
  ])
})

test('mail is refused, greylisted, returned later, or answered', async () => {
  await put('/desks/nobody@provider.example', { delivery: 'rejects' })
  await put('/desks/slow@provider.example', { delivery: 'greylists' })
  await put('/desks/gone@provider.example', { delivery: 'bounces' })
  const answers = [
    { kind: 'outOfOffice', afterMs: hourMs },
    { kind: 'asks', afterMs: 4 * hourMs },
  ]
  await put('/desks/abuse@provider.example', { answers })
  expect(await sendTo('nobody@provider.example')).toMatchObject({ state: 'refused', isAddressRefused: true })
  expect(await sendTo('slow@provider.example')).toMatchObject({ state: 'temporary' })
  expect(await sendTo('slow@provider.example')).toEqual({ state: 'sent' })
  expect(await sendTo('gone@provider.example')).toEqual({ state: 'sent' })
  expect(await sendTo('abuse@provider.example')).toEqual({ state: 'sent' })
  await expect.poll(() => net.mailbox.messages).toHaveLength(3)
  const [bounce, automatic, question] = net.mailbox.messages
  expect(bounce).toMatch(
    /report-type=delivery-status[^]*Final-Recipient: rfc822; gone@provider\.example[^]*Message-ID: <c1\.1@/,
  )
  expect(automatic).toMatch(/^Auto-Submitted: auto-replied/m)
  expect(question).toMatch(/^In-Reply-To: <c1\.2@signet\.example>[^]*please provide the full URL/m)
  expect(net.mails.map(({ to }) => to)).toEqual([
    'slow@provider.example',
    'gone@provider.example',
    'abuse@provider.example',
  ])
  const [mailed, answered] = ['mail', 'answer'].map((what) => net.events.findLast((event) => event.what === what))
  expect(Number(answered?.at) - Number(mailed?.at)).toBeGreaterThanOrEqual(4 * hourMs)
})

test('a host is on the block list some minutes after a service took its report, or when the controls say so', async () => {
  const { abuseReportServicesUrl, feedAllow, lookUps } = readEnv({ ...net.environment(), SIGNET_DEMO: '1' })
  const isListed = (name: string) =>
    readBlockList(lookUps?.blockLists[0] ?? '', name, { servers: lookUps?.dnsServers ?? [] })
  expect(await isListed(host)).toBe(false)
  const account = { account: '', key: 'a key', base: `${abuseReportServicesUrl}/netcraft`, allowAddress: feedAllow }
  const report = {
    reference: 'ab12cd34',
    url: `https://${host}/login`,
    kind: 'phishing' as const,
    brand: 'Meridian Bank',
    officialUrl: null,
    text: 'It imitates Meridian Bank.',
    reporter: { name: 'Meridian Bank', email: 'brand@meridianbank.example' },
  }
  expect(await abuseReportServices.netcraft.submit(account, report)).toMatchObject({ state: 'sent' })
  await expect.poll(() => isListed(host), { timeout: 30_000 }).toBe(true)
  expect(net.events.filter(({ about }) => about === host).map(({ what }) => what)).toEqual(
    expect.arrayContaining(['report', 'listing']) as unknown[],
  )
  expect((await put(`/listings/${host}`, { state: 'not listed' })).status).toBe(200)
  expect(await isListed(host)).toBe(false)
})

test('the takedown of a host takes its course, and the events say when', async () => {
  const name = 'meridianpay-unlock.example'
  net.setHost(name, { brand: 'MeridianPay', provider: 'northgate' })
  const times = { ...storyTimes, relapseAfterMs: 6 * hourMs }
  playTakedown(net, name, times)
  const desk = providers.northgate.abuse
  const shows = (page: ShownPage) => expect.poll(() => net.hosts.get(name)?.shows, { timeout: 30_000 }).toBe(page)
  const arrived = (what: FakenetEvent['what'], about: string) =>
    expect
      .poll(() => net.events.filter((event) => event.what === what && event.about === about).length, {
        timeout: 30_000,
      })
      .toBeGreaterThan(0)
  expect(await sendTo(registrar.abuse)).toEqual({ state: 'sent' })
  await arrived('bounce', registrar.abuse)
  expect(await sendTo(desk)).toEqual({ state: 'sent' })
  await arrived('answer', desk)
  expect(net.hosts.get(name)?.shows).toBe('login')
  expect(await sendTo(desk)).toEqual({ state: 'sent' })
  await shows('suspended')
  await shows('cloaked')
  expect(await sendTo(desk)).toEqual({ state: 'sent' })
  await shows('suspended')
  const story = net.events.filter(({ about, what }) => about === name || (about === desk && what === 'mail'))
  expect(story.map(({ what, detail }) => (what === 'mail' ? what : detail))).toEqual([
    'login',
    'mail',
    'mail',
    'suspended',
    'cloaked',
    'mail',
    'suspended',
  ])
  const [, , answeredAt, offlineAt, relapsedAt] = story.map(({ at }) => at.getTime())
  expect(Number(offlineAt) - Number(answeredAt)).toBeGreaterThanOrEqual(times.offlineAfterMs)
  expect(Number(relapsedAt) - Number(answeredAt)).toBeGreaterThanOrEqual(times.relapseAfterMs)
})

test('Signet refuses the ports of a local internet outside the demo', () => {
  expect(() => readEnv(net.environment())).toThrow('LOOKUP_PORTS_OUTSIDE_DEMO')
})

test('Signet refuses an accelerated clock on the real internet', () => {
  const fast = { SIGNET_DEMO: '1', SIGNET_CLOCK_FACTOR: '60' }
  expect(readEnv({ ...net.environment(), ...fast })).toMatchObject({ clockFactor: 60 })
  expect(() => readEnv({ SIGNET_ENRICH: '1', ...fast })).toThrow('CLOCK_FACTOR_OUTSIDE_DEMO')
})
