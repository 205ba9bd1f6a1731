import { fakeProviders, fakeStores } from '../providers/fakes.ts'
import { startFakeProviders, type Manner } from '../providers/fake-provider.ts'
import { startFakeAbuseReportServices } from '../fake-abuse-report-services.ts'
import type { AskedConnectorName } from '@signet/contract/collection/connectors'
import { startFakeCertstream, certificateUpdate } from '../fake-certstream.ts'
import { startFakeDns, type FakeZone } from '../fake-dns.ts'
import { startFakeTimestampAuthority } from '../fake-timestamp-authority.ts'
import { type Desk, quietDesk } from './desks.ts'
import { startFakeHosting } from './fake-hosting.ts'
import { startFakeMailExchange, type ReceivedMail } from './fake-mail-exchange.ts'
import { startFakeMailbox, type Mailbox } from './fake-mailbox.ts'
import { nameServer, startFakeRegistries, whoisNames } from './fake-registries.ts'
import type { FakeHost } from './host-pages.ts'
import { answerTo, bounceOf, headOf, type AnswerKind } from './mail-answers.ts'
import { listingsOf } from './provider-listings.ts'
import { placedProviders, type Provider, type ProviderName } from './providers.ts'

/** A host, and where its address is. */
export interface PlacedHost extends FakeHost {
  provider: ProviderName
}

/** Something that happened on the local internet: the truth that a case is compared with. */
export interface FakenetEvent {
  /** In its own, possibly accelerated time. */
  at: Date
  what: 'host' | 'mail' | 'answer' | 'bounce' | 'certificate' | 'report' | 'listing' | 'platform'
  /** The host or the address. */
  about: string
  /** What the host shows since then, the subject of the message, the service that took a report, or whether a block list has the host. */
  detail: string
}

/** A local internet on loopback addresses: names, registries, hosts, mail and certificates, and what a script makes them do. */
export interface Fakenet {
  /** Its time, which runs faster than that of the machine by the factor it was started with. */
  now(): Date
  /** The time of the machine at an instant of its own time. */
  machineTime(at: Date): Date
  /** Runs the work after a time of the local internet; not after it was closed. */
  after(ms: number, work: () => void): void
  /** With the addresses that they have on this machine. */
  providers: Readonly<Record<ProviderName, Provider>>
  hosts: ReadonlyMap<string, PlacedHost>
  /** Adds a host or changes what is named. */
  setHost(name: string, change: Partial<Omit<PlacedHost, 'name'>>): void
  /** Adds DNS records to those that a name has as a host. */
  setRecords(name: string, records: FakeZone): void
  /** Puts a host on the block list, or takes it off. */
  setListed(name: string, isListed: boolean): void
  /** Says how a platform that connectors collect from answers from now on. */
  setPlatform(name: AskedConnectorName, manner: Manner): void
  desks: ReadonlyMap<string, Desk>
  setDesk(address: string, change: Partial<Desk>): void
  /** The mails that were accepted, in order. */
  mails: readonly ReceivedMail[]
  onMail(listener: (mail: ReceivedMail) => void): void
  /** Answers an email that was accepted, now. */
  answer(mail: ReceivedMail, kind: AnswerKind): void
  mailbox: Mailbox
  /** Writes a certificate for the names into the certificate stream. */
  announce(...names: string[]): void
  /** Calls the function when somebody starts to read the certificate stream. */
  onReader(listener: () => void): void
  events: readonly FakenetEvent[]
  /** The settings that make Signet use it, as environment variables. A host that is added later needs its name in them. */
  environment(): Record<string, string>
  close(): Promise<void>
}

/** How a local internet is started. */
export interface FakenetOptions {
  /** How many times faster than the machine's its time runs; 1 by default. */
  speed?: number
}

const mailboxAddress = 'takedowns@signet.example'
const bounceAfterMs = 60_000
/** A block list that is published over DNS. */
const blockList = 'blocklist.fakenet.example'
/** In the time of this machine. */
const throttledMs = 60_000
/** After a service took a report of a host. */
const listedAfterMs = 600_000

export async function startFakenet({ speed = 1 }: FakenetOptions = {}): Promise<Fakenet> {
  const startedAt = Date.now()
  const now = () => new Date(startedAt + (Date.now() - startedAt) * speed)
  const machineTime = (at: Date) => new Date(startedAt + (at.getTime() - startedAt) / speed)
  const timers = new Set<NodeJS.Timeout>()
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        work()
      },
      // A timer may fire a millisecond early.
      Math.ceil(ms / speed) + 1,
    )
    timers.add(timer)
  }
  const events: FakenetEvent[] = []
  const note = (what: FakenetEvent['what'], about: string, detail: string) =>
    void events.push({ at: now(), what, about, detail })

  const hosts = new Map<string, PlacedHost>()
  const placed = await placedProviders()
  const find = (name: string) => hosts.get(name.toLowerCase()) ?? null
  const [dns, registries, hosting, stream, timestamps, mailbox, services, platforms] = await Promise.all([
    startFakeDns(),
    startFakeRegistries(Object.values(placed), find),
    startFakeHosting(Object.values(placed), (name) => {
      const host = find(name)
      return host && { host, provider: placed[host.provider] }
    }),
    startFakeCertstream(),
    startFakeTimestampAuthority(),
    startFakeMailbox(),
    startFakeAbuseReportServices(),
    startFakeProviders({ ...fakeProviders, ...fakeStores }),
  ])
  // Of all other names, nothing is known here: that they don't exist would be a lie.
  dns.serveOnly('example', 'test', 'origin.asn.cymru.com')
  for (const name of [...whoisNames, nameServer]) dns.set(name, { a: ['127.0.0.1'] })
  for (const { address, cidr, asn } of Object.values(placed)) {
    dns.set(`${address.split('.').toReversed().join('.')}.origin.asn.cymru.com`, {
      txt: [`${asn} | ${cidr} | DE | ripencc | 2020-01-01`],
    })
  }
  const setHost: Fakenet['setHost'] = (name, change) => {
    const known = hosts.get(name)
    const host = { brand: name, shows: 'login' as const, provider: 'copperline' as const, ...known, ...change, name }
    hosts.set(name, host)
    if (host.shows === 'unresolved') dns.remove(name)
    else dns.set(name, { a: [placed[host.provider].address], ns: [nameServer] })
    if (known?.shows !== host.shows) note('host', name, host.shows)
  }

  const setRecords: Fakenet['setRecords'] = (name, records) => {
    const host = hosts.get(name)
    const own = host ? { a: [placed[host.provider].address], ns: [nameServer] } : {}
    dns.set(name, { ...own, ...records })
  }
  const setListed: Fakenet['setListed'] = (name, isListed) => {
    if (isListed) dns.set(`${name}.${blockList}`, { a: ['127.0.1.4'] })
    else dns.remove(`${name}.${blockList}`)
    note('listing', name, isListed ? 'listed' : 'not listed')
  }
  services.onTaken(({ path, body }) => {
    const text = decodeURIComponent(body.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
    for (const name of hosts.keys()) {
      if (!text.includes(`//${name}`)) continue
      note('report', name, path.split('/', 2)[1] ?? '')
      after(listedAfterMs, () => setListed(name, true))
    }
  })

  Object.assign(platforms.world, { pageSize: 10, listings: listingsOf })
  const setPlatform: Fakenet['setPlatform'] = (name, manner) => {
    platforms.world.freeAt = new Date(Date.now() + throttledMs)
    platforms.mannerOf.set(name, manner)
    note('platform', name, manner)
  }

  const desks = new Map<string, Desk>()
  const deskOf = (address: string) => desks.get(address.toLowerCase()) ?? quietDesk
  const mails: ReceivedMail[] = []
  const mailListeners: ((mail: ReceivedMail) => void)[] = []
  const greylisted = new Set<string>()
  const judge = (recipient: string) => {
    const { delivery } = deskOf(recipient)
    if (delivery === 'rejects') return '550 5.1.1 No such user here'
    if (delivery !== 'greylists' || greylisted.has(recipient)) return '250 ok'
    greylisted.add(recipient)
    return '451 4.7.1 Greylisted, try again later'
  }
  const answer = (mail: ReceivedMail, kind: AnswerKind) => {
    note('answer', mail.to, kind)
    const caseNumber = `FN-${1001 + mails.indexOf(mail)}`
    mailbox.deliver(answerTo(headOf(mail.message, mail), kind, caseNumber, now()))
  }
  const receive = (mail: ReceivedMail) => {
    const head = headOf(mail.message, mail)
    mails.push(mail)
    note('mail', mail.to, head.subject)
    const { delivery, answers } = deskOf(mail.to)
    if (delivery === 'bounces') {
      after(bounceAfterMs, () => {
        note('bounce', mail.to, head.subject)
        mailbox.deliver(bounceOf(head, now()))
      })
    }
    for (const { kind, afterMs } of delivery === 'bounces' ? [] : answers) {
      after(afterMs, () => answer(mail, kind))
    }
    for (const listener of mailListeners) listener(mail)
  }
  const exchange = await startFakeMailExchange(judge, receive)

  return {
    now,
    machineTime,
    after,
    providers: placed,
    hosts,
    setHost,
    setRecords,
    setListed,
    setPlatform,
    desks,
    setDesk: (address, change) => void desks.set(address.toLowerCase(), { ...deskOf(address), ...change }),
    mails,
    onMail: (listener) => void mailListeners.push(listener),
    answer,
    mailbox,
    announce(...names) {
      note('certificate', names[0] ?? '', names.join(' '))
      stream.send(certificateUpdate(names))
    },
    onReader: stream.onConnection,
    events,
    environment: () => ({
      SIGNET_ENRICH: '1',
      SIGNET_CLOCK_FACTOR: String(speed),
      // A capture of a real name would only say that it is not reachable here.
      SIGNET_CAPTURE_SCORE: '101',
      SIGNET_DNS_SERVERS: dns.address,
      SIGNET_RDAP_BOOTSTRAP: registries.bootstrapUrl,
      SIGNET_WHOIS_ROOT: registries.whois.root,
      SIGNET_LOOKUP_PORTS: `http=${hosting.ports.http},https=${hosting.ports.https},whois=${registries.whois.port}`,
      SIGNET_LOOKUP_ALLOW: [
        ...registries.addresses,
        ...[...hosts.keys()].flatMap((name) => Object.values(hosting.ports).map((port) => `${name}:${port}`)),
      ].join(','),
      SIGNET_SMTP_URL: `smtp://127.0.0.1:${exchange.port}`,
      SIGNET_MAIL_FROM: `Signet <${mailboxAddress}>`,
      SIGNET_CERTSTREAM_URL: stream.url,
      SIGNET_BLOCK_LISTS: blockList,
      SIGNET_ABUSE_REPORT_SERVICES_URL: `http://${services.server.address}`,
      SIGNET_CONNECTORS_URL: `http://${platforms.server.address}`,
      SIGNET_FEEDS: 'https://feeds.example/shared.csv',
      SIGNET_FEED_ALLOW: [stream.address, mailbox.address, services.server.address, platforms.server.address].join(','),
      SIGNET_TIMESTAMP_URL: timestamps.url,
    }),
    async close() {
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([
        dns.close(),
        registries.close(),
        hosting.close(),
        stream.close(),
        exchange.close(),
        timestamps.close(),
        mailbox.close(),
        services.close(),
        platforms.close(),
      ])
    },
  }
}
