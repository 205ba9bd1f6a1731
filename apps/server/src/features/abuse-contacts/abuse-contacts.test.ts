import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  changeContactRule,
  listAbuseContacts,
  listTakedownContacts,
  type ListedContact,
} from '@signet/contract/takedowns/abuse-contacts'
import { addAllowEntry } from '@signet/contract/threats/allow-list'
import { captureProfiles } from '@signet/contract/takedowns/captures'
import type {
  Facts,
  HostingFacts,
  HttpFacts,
  ObservationKind,
  RegistrationFacts,
} from '@signet/contract/threats/observations'
import { addAttempt } from '@signet/contract/takedowns/takedown-work'
import { hourMs } from '@signet/contract/time'
import {
  newCompany,
  newThreat,
  newUser,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'
import { setContactHealth } from './contact-health.queries.ts'
import { putContacts } from './abuse-contacts.queries.ts'

const world = useWorld()

let company: TestCompany
let staff: TestUser
/** Contacts are shared by all companies, so each test has its own. */
let word: string
beforeEach(async () => {
  company = await newCompany()
  staff = await newUser('admin', company)
  word = `w${randomUUID().slice(0, 8)}`
})

const email = (name: string) => `abuse@${name}.${word}.example`
const abuse = (name: string) => ({ email: email(name), phone: null, form: null })
const registration = (host: string): RegistrationFacts => ({
  domain: host,
  isRegistered: true,
  via: 'rdap',
  server: 'rdap.example',
  record: `https://rdap.example/domain/${host}`,
  registrar: 'Example Registrar',
  registrarIanaId: null,
  created: new Date(Date.now() - 48 * hourMs).toISOString(),
  updated: null,
  expires: null,
  status: [],
  nameServers: [],
  abuse: abuse('registrar'),
  registrantOrganisation: null,
  registrantCountry: null,
  redacted: [],
})
const record = (holder: string) => ({
  name: null,
  cidrs: [],
  country: null,
  holder,
  abuse: abuse(holder),
  record: 'https://rir.example/1',
})
const hosting = (host: string): HostingFacts => ({
  host,
  addresses: [{ address: '203.0.113.7', network: record('host'), asn: 64500, system: record('upstream') }],
  cdn: null,
  siteContacts: null,
  hops: [],
})

async function observe(threatId: string, kind: ObservationKind, facts: Facts) {
  await world().database.pool.query(
    `insert into domain_observations (company_id, id, threat_id, kind, facts, hash, observed_at, seen_at, is_settled)
     values ($1, gen_random_uuid(), $2, $3, $4, 'x', '2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z', true)`,
    [company.id, threatId, kind, JSON.stringify(facts)],
  )
}

/** A case of a domain whose registration and hosting were looked up. */
async function newCase(
  host = `login-${word}.example`,
  change: (facts: HostingFacts) => HostingFacts = (facts) => facts,
  http?: HttpFacts,
) {
  const threat = await newThreat(company, { name: host })
  await observe(threat.id, 'registration', registration(host))
  await observe(threat.id, 'hosting', change(hosting(host)))
  if (http) await observe(threat.id, 'http', http)
  return newCaseOf(threat.id)
}
async function newCaseOf(threatId: string) {
  const id = randomUUID()
  await world().database.pool.query(
    `insert into takedowns (company_id, id, threat_id, status, requested_by_name) values ($1, $2, $3, 'authorised', 'x')`,
    [company.id, id, threatId],
  )
  return id
}

const contactsOf = async (takedownId: string) =>
  (await send(staff, listTakedownContacts, { params: { takedownId } })).body
const recipientsOf = async (takedownId: string) =>
  (await contactsOf(takedownId)).contacts.map(({ recipient }) => recipient)

const reasonsOf = async (takedownId: string) =>
  (await contactsOf(takedownId)).contacts.slice(0, 2).map(({ role, reason }) => [role, reason])

/** Stores the contacts of the test as a check of a domain does. */
async function known(name: string, now = new Date()): Promise<ListedContact> {
  const about = { role: 'host', name, origin: 'rdap', record: 'https://rir.example/1', reason: 'servesPage' } as const
  await world().database.inCompanies([company.id], (tx) =>
    putContacts(tx, [{ ...about, ...abuse(name), subject: '203.0.113.7' }], now),
  )
  const { body } = await send(staff, listAbuseContacts, { query: { searchQuery: email(name) } })
  return body.items[0] as ListedContact
}
const decide = (contact: ListedContact, body: object) =>
  send(staff, changeContactRule, {
    params: { contactId: contact.id },
    body: { version: contact.version, ...body } as never,
  })

const inFrance = ({ addresses, ...facts }: HostingFacts): HostingFacts => ({
  ...facts,
  addresses: addresses.map((one) => ({ ...one, network: { ...record('host'), country: 'FR' } })),
})

describe('the contacts of a case', () => {
  test('come in order, each with its reason, its source and when it was seen', async () => {
    const { contacts, leftOut, checkedAt } = await contactsOf(await newCase())
    expect(contacts.map(({ role, recipient, reason }) => [role, recipient, reason])).toEqual([
      ['registrar', email('registrar'), 'nothingServed'],
      ['host', email('host'), 'upstream'],
      ['network', email('upstream'), 'upstream'],
    ])
    expect(contacts[0]).toMatchObject({
      name: 'Example Registrar',
      origin: 'rdap',
      record: `https://rdap.example/domain/login-${word}.example`,
      subject: `login-${word}.example`,
      seenAt: '2026-11-02T10:00:00.000Z',
      attempted: null,
    })
    expect([leftOut, checkedAt]).toEqual([[], '2026-11-02T10:00:00.000Z'])
  })

  const http: HttpFacts = {
    host: 'x.example',
    address: null,
    status: 404,
    redirects: [],
    title: null,
    server: null,
    contentSketch: null,
    isParked: false,
    hasPasswordField: false,
    problem: null,
  }
  const seen = [
    ['host', 'servesPage'],
    ['registrar', 'registeredName'],
  ]
  const unseen = [
    ['registrar', 'nothingServed'],
    ['host', 'upstream'],
  ]

  test.each([
    ['cloaked', 'host', seen],
    ['active', 'host', seen],
    ['parked', 'registrar', unseen],
    ['offline', 'registrar', unseen],
  ] as const)(
    'of a target that a check found %s begin with the %s, also once it is gone',
    async (state, _, expected) => {
      const takedownId = await newCase(undefined, undefined, http)
      expect(await reasonsOf(takedownId)).toEqual(unseen)
      const add = (position: number, found: string) =>
        world().database.pool.query(
          `insert into takedown_periods (company_id, takedown_id, axis, position, state, began_at) values ($1, $2, 'asset', $3, $4, now())`,
          [company.id, takedownId, position, found],
        )
      await add(1, state)
      await add(2, 'offline')
      expect(await reasonsOf(takedownId)).toEqual(expected)
    },
  )

  test.each([
    ['one visitor got the page', { ...http }, [404, 200], 0, seen],
    ['nobody got a page', { ...http }, [404, 503], 0, unseen],
    [
      'everybody got the placeholder that our own look-up knows',
      { ...http, status: 200, isParked: true },
      [200, 200],
      0,
      unseen,
    ],
    [
      'one visitor of a parked name was asked for a password',
      { ...http, status: 200, isParked: true },
      [200, 200],
      1,
      seen,
    ],
  ] as const)(
    'know from a capture whether there is a page: %s',
    async (_, facts, statuses, passwordFields, expected) => {
      const takedownId = await newCase(undefined, undefined, facts)
      const visits = statuses.map((status, index) => ({
        profile: captureProfiles[index],
        exit: null,
        startedAt: '2026-11-02T10:00:00.000Z',
        hops: [
          { url: 'http://x.example/', status, ip: null },
          { url: 'http://x.example/#', status: null, ip: null },
        ],
        title: '',
        passwordFields: index * passwordFields,
        problem: null,
        evidence: [],
      }))
      await world().database.pool.query(
        `insert into captures (company_id, id, threat_id, address, status, trigger, ended_at, visits)
       select company_id, gen_random_uuid(), threat_id, 'http://x.example/', 'done', 'new', now(), $3
       from takedowns where company_id = $1 and id = $2`,
        [company.id, takedownId, JSON.stringify(visits)],
      )
      expect(await reasonsOf(takedownId)).toEqual(expected)
    },
  )

  test('end with the national CERTs of the domain and of its servers', async () => {
    const { contacts } = await contactsOf(await newCase(`login-${word}.de`, inFrance))
    expect(contacts.slice(-2)).toMatchObject([
      {
        role: 'cert',
        name: 'CERT-Bund',
        reason: 'nationalCert',
        subject: '.de',
        origin: 'curated',
        record: 'https://www.bsi.bund.de/',
      },
      {
        role: 'cert',
        name: 'CERT-FR',
        reason: 'nationalCert',
        subject: expect.stringMatching(/^[\d.]+ \(FR\)$/) as string,
      },
    ])
  })

  test('of a profile are the form of its platform, of a page those of block lists and NetBeacon; without a lookup there are none', async () => {
    const channel = await newCaseOf((await newThreat(company, { source: 'Telegram', name: 'channel' })).id)
    expect(await contactsOf(channel)).toMatchObject({
      contacts: [{ role: 'platform', name: 'Telegram', recipient: 'abuse@telegram.org', origin: 'curated' }],
      checkedAt: null,
    })
    const domain = await newCaseOf((await newThreat(company, { name: `new-${word}.example` })).id)
    expect(await contactsOf(domain)).toEqual({ contacts: [], leftOut: [], checkedAt: null })
    const page = await newCaseOf(
      (await newThreat(company, { source: 'URL', name: `https://x.${word}.example/login` })).id,
    )
    expect((await contactsOf(page)).contacts).toMatchObject([
      { role: 'blockList', reason: 'warnsVisitors' },
      { role: 'blockList', reason: 'warnsVisitors' },
      { role: 'registrar', name: 'NetBeacon Reporter', reason: 'reachesRegistrar' },
    ])
  })

  test('never include the client, an allowed partner, this installation or the suspect', async () => {
    const host = `login-${word}.example`
    const { rows } = await world().database.pool.query<{ official: string }>(
      'select official[1] as official from brands where company_id = $1',
      [company.id],
    )
    const partner = { kind: 'domain', value: `partner-${word}.example`, reason: 'a partner', until: null } as const
    expect((await send(staff, addAllowEntry, { body: partner })).status).toBe(201)
    const addresses = [
      `abuse@mail.${rows[0]?.official}`,
      `abuse@desk.partner-${word}.example`,
      `abuse@ns.${host}`,
      'https://localhost/report',
    ]
    const takedownId = await newCase(host, (facts) => ({
      ...facts,
      addresses: addresses.map((address, index) => ({
        address: `203.0.113.${index}`,
        network: {
          ...record('x'),
          abuse: address.includes('@')
            ? { email: address, phone: null, form: null }
            : { email: null, phone: null, form: address },
        },
        asn: null,
        system: null,
      })),
    }))
    const { contacts, leftOut } = await contactsOf(takedownId)
    expect(contacts.map(({ recipient }) => recipient)).toEqual([email('registrar')])
    expect(leftOut.map(({ recipient, why }) => [recipient, why])).toEqual([
      [addresses[0], 'client'],
      [addresses[1], 'client'],
      [addresses[2], 'suspect'],
      [addresses[3], 'ownAddress'],
    ])
  })

  test('say what was tried, and those that bounced come last', async () => {
    const takedownId = await newCase()
    const recipient = email('registrar')
    const added = await send(staff, addAttempt, {
      params: { takedownId },
      body: { way: 'email', channel: 'registrar', recipient, subject: 'Abuse', text: 'Please suspend it.' },
    })
    expect(added.status).toBe(201)
    const attempted = async () =>
      (await contactsOf(takedownId)).contacts.find((one) => one.recipient === recipient)?.attempted
    expect(await attempted()).toBe('held')
    await world().database.pool.query(
      `update mails set state = 'failed', ended_at = now() where company_id = $1 and to_address = $2`,
      [company.id, recipient],
    )
    expect(await attempted()).toBe('bounced')
    expect(await recipientsOf(takedownId)).toEqual([email('host'), email('upstream'), recipient])
  })

  test('come last if they bounced in any case, also of another company', async () => {
    const takedownId = await newCase()
    const [first, ...others] = await recipientsOf(takedownId)
    await known(first === email('registrar') ? 'registrar' : 'host')
    await world().database.inCompanies([], (tx) => setContactHealth(tx, first ?? '', new Date()))
    expect(await recipientsOf(takedownId)).toEqual([...others, first])
    expect((await contactsOf(takedownId)).contacts.at(-1)).toMatchObject({
      attempted: null,
      bouncedAt: expect.any(String),
    })
  })
})

describe('what the staff decides about a contact', () => {
  test('leaves it out, replaces it, or suggests it again, in every case', async () => {
    const takedownId = await newCase()
    const contact = await known('host')
    const ignored = (await decide(contact, { kind: 'ignore', reason: 'Nobody reads it' })).body
    expect(ignored).toMatchObject({ rule: { kind: 'ignore', reason: 'Nobody reads it' }, version: 2 })
    expect((await contactsOf(takedownId)).leftOut).toMatchObject([{ recipient: email('host'), why: 'ignored' }])

    const form = 'https://desk.example/report'
    const replaced = (await decide(ignored, { kind: 'replace', replacement: form, reason: 'Only takes a form' })).body
    const { contacts } = await contactsOf(takedownId)
    expect(contacts[1]).toMatchObject({ recipient: form, form, email: null, replaces: email('host') })

    await decide(replaced, { kind: null })
    expect(await recipientsOf(takedownId)).toContain(email('host'))
    const { rows } = await world().database.pool.query(
      `select action from audit where company_id = $1 and target_id = $2`,
      [company.id, contact.id],
    )
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ action: 'abuseContact.changed' })))
  })

  test("can't bring in an address of the client", async () => {
    const { rows } = await world().database.pool.query<{ official: string }>(
      'select official[1] as official from brands where company_id = $1',
      [company.id],
    )
    const takedownId = await newCase()
    const replacement = `soc@${rows[0]?.official}`
    await decide(await known('host'), { kind: 'replace', replacement, reason: 'By mistake' })
    expect((await contactsOf(takedownId)).leftOut).toMatchObject([{ recipient: replacement, why: 'client' }])
  })

  test('is refused by field when it is incomplete, and when the contact has changed', async () => {
    const contact = await known('host')
    const bad: [body: object, field: string][] = [
      [{ kind: 'ignore' }, 'body.reason'],
      [{ kind: 'replace', reason: 'A reason' }, 'body.replacement'],
      [{ kind: 'replace', reason: 'A reason', replacement: 'no address' }, 'body.replacement'],
      [{ kind: 'replace', reason: 'A reason', replacement: 'a@x.example, b@x.example' }, 'body.replacement'],
      [{ kind: 'replace', reason: 'A reason', replacement: 'http://x.example/' }, 'body.replacement'],
      [{ kind: 'ignore', reason: 'A reason', replacement: 'a@x.example' }, 'body.replacement'],
    ]
    for (const [body, field] of bad) {
      const answer = await decide(contact, body)
      expect([answer.status, JSON.stringify(answer.body)], JSON.stringify(body)).toEqual([
        400,
        expect.stringContaining(field),
      ])
    }
    expect((await decide({ ...contact, version: 9 }, { kind: null })).status).toBe(409)
    expect((await decide({ ...contact, id: randomUUID() }, { kind: null })).status).toBe(404)
  })
})

describe('the list of contacts', () => {
  test('finds contacts by name and address, and keeps decisions when a contact is seen again', async () => {
    const first = await known(`host-${word}`, new Date('2026-11-01T10:00:00Z'))
    expect(first).toMatchObject({ role: 'host', origin: 'rdap', rule: null, seenAt: '2026-11-01T10:00:00.000Z' })
    await decide(first, { kind: 'ignore', reason: 'Nobody reads it' })
    const again = await known(`host-${word}`, new Date('2026-11-02T10:00:00Z'))
    expect(again).toMatchObject({ id: first.id, rule: { kind: 'ignore' }, seenAt: '2026-11-02T10:00:00.000Z' })
    const query = { searchQuery: word.toUpperCase(), role: ['host' as const], rule: ['ignore' as const] }
    const { body } = await send(staff, listAbuseContacts, { query })
    expect(body).toMatchObject({ items: [{ id: first.id }], total: 1 })
  })

  test('is for the staff only', async () => {
    const client = await newUser('client', company)
    expect((await send(client, listAbuseContacts, {})).status).toBe(403)
  })

  test('is filled by two checks at once without waiting for each other', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `many-${index}`)
    const about = { role: 'host', origin: 'rdap', record: null, reason: 'servesPage', subject: 'x' } as const
    const found = names.map((name) => ({ ...about, ...abuse(name), name }))
    const keep = (contacts: typeof found) =>
      world().database.inCompanies([company.id], (tx) => putContacts(tx, contacts, new Date()))
    await Promise.all([keep(found), keep(found.toReversed()), keep(found), keep(found.toReversed())])
    const { body } = await send(staff, listAbuseContacts, { query: { searchQuery: 'many-' } })
    expect(body.total).toBeGreaterThanOrEqual(20)
  })
})
