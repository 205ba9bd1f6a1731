import { randomUUID } from 'node:crypto'
import { listTakedownContacts } from '@signet/contract/takedowns/abuse-contacts'
import { addAttempt } from '@signet/contract/takedowns/takedown-work'
import { getTakedownStatistics } from '@signet/contract/takedowns/takedown-statistics'
import { hourMs } from '@signet/contract/time'
import { expect, test } from 'vitest'
import { putContacts } from '../../abuse-contacts/abuse-contacts.queries.ts'
import { setContactHealth } from '../../abuse-contacts/contact-health.queries.ts'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'

const world = useWorld()
const run = (text: string, values: unknown[]) => world().database.pool.query(text, values)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)

async function addCase(company: TestCompany, threatId: string, status = 'submitted') {
  const id = randomUUID()
  await run(
    `insert into takedowns (company_id, id, threat_id, status, requested_by_name) values ($1, $2, $3, $4, 'x')`,
    [company.id, id, threatId, status],
  )
  return id
}

/** A case whose provider was notified some time ago; `removedAfter`, `backAfter`: hours until the target went offline, and came back. */
async function addNotified(
  company: TestCompany,
  provider: string,
  {
    sent,
    removedAfter,
    status,
    backAfter,
  }: { sent: number; removedAfter?: number; status?: string; backAfter?: number },
) {
  const id = await addCase(company, (await newThreat(company)).id, status)
  await run(
    `insert into takedown_attempts (company_id, id, takedown_id, channel, way, recipient, provider, status, sent_at)
     values ($1, $2, $3, 'hosting', 'email', $4, $5, 'sent', $6)`,
    [company.id, randomUUID(), id, `abuse@${provider}`, provider, hoursAgo(sent)],
  )
  if (removedAfter === undefined) return
  await run(
    `insert into takedown_periods (company_id, takedown_id, axis, position, state, began_at) values ($1, $2, 'asset', 1, 'offline', $3)`,
    [company.id, id, hoursAgo(sent - removedAfter)],
  )
  if (backAfter === undefined) return
  await run(
    `insert into takedown_periods (company_id, takedown_id, axis, position, status, began_at) values ($1, $2, 'status', 1, 'reopened', $3)`,
    [company.id, id, hoursAgo(sent - backAfter)],
  )
}

const abuse = (domain: string) => ({ email: `abuse@mail.${domain}`, phone: null, form: null })

/** A case of a page with a registrar and a host of their own. */
async function newPageCase(company: TestCompany) {
  const word = randomUUID().slice(0, 8)
  const [host, registrar] = [`host-${word}.example`, `registrar-${word}.example`]
  const name = `login-${word}.example`
  const threat = await newThreat(company, { source: 'URL', name: `https://${name}/login` })
  const network = {
    name: null,
    cidrs: [],
    country: null,
    holder: 'Host',
    abuse: abuse(host),
    record: 'https://rir.example/1',
  }
  const facts = {
    registration: {
      domain: name,
      isRegistered: true,
      via: 'rdap',
      record: 'https://rdap.example/1',
      registrar: 'Registrar',
      created: hoursAgo(48).toISOString(),
      abuse: abuse(registrar),
    },
    hosting: {
      host: name,
      addresses: [{ address: '203.0.113.7', network, asn: null, system: null }],
      cdn: null,
      siteContacts: null,
      hops: [],
    },
  }
  for (const [kind, found] of Object.entries(facts)) {
    await run(
      `insert into domain_observations (company_id, id, threat_id, kind, facts, hash, observed_at, seen_at, is_settled)
       values ($1, gen_random_uuid(), $2, $3, $4, 'x', now(), now(), true)`,
      [company.id, threat.id, kind, JSON.stringify(found)],
    )
  }
  return { takedownId: await addCase(company, threat.id), host, registrar }
}

async function createFixture() {
  const company = await newCompany()
  const staff = await newUser('admin', company)
  const { takedownId, host, registrar } = await newPageCase(company)
  const first = async () => {
    const { body } = await send(staff, listTakedownContacts, { params: { takedownId } })
    return body.contacts.slice(0, 2).map(({ role, outcome }) => [role, outcome])
  }
  return { company, staff, takedownId, host, registrar, first }
}

test('a provider that usually acts on notices of the company comes first, and says why', async () => {
  const { company, host, registrar, first } = await createFixture()
  expect(await first()).toEqual([
    ['host', null],
    ['registrar', null],
  ])
  for (const removedAfter of [2, 4, 6]) await addNotified(company, registrar, { sent: 200, removedAfter })
  await addNotified(company, registrar, { sent: 10, status: 'refused' })
  const soFar = { total: 4, removed: 3, cameBack: 0, medianMs: 4 * hourMs }
  expect(await first()).toEqual([
    ['host', null],
    ['registrar', { ...soFar, medianMs: expect.closeTo(soFar.medianMs, -4) as number, standing: null }],
  ])
  await addNotified(company, registrar, { sent: 300 })
  for (const sent of [200, 210, 220, 230, 240, 250]) await addNotified(company, host, { sent })
  expect(await first()).toMatchObject([
    ['registrar', { total: 5, removed: 3, standing: 'acts' }],
    ['host', { total: 6, removed: 0, medianMs: null, standing: 'seldom' }],
  ])
})

test('a target that came back after it went offline counts as both', async () => {
  const { company, host, first } = await createFixture()
  await addNotified(company, host, { sent: 200, removedAfter: 2, backAfter: 5 })
  await addNotified(company, host, { sent: 200, removedAfter: 5, backAfter: 2 })
  await addNotified(company, host, { sent: 200, backAfter: 2 })
  expect((await first())[0]).toMatchObject(['host', { total: 3, removed: 2, cameBack: 1 }])
})

test('only a contact whose place depends on it says that it usually acts, and a block list claims no removals', async () => {
  const { company, staff, takedownId, registrar } = await createFixture()
  const outcomes = async () => {
    const { body } = await send(staff, listTakedownContacts, { params: { takedownId } })
    return body.contacts.map(({ name, outcome }) => [name, outcome?.removed ?? null, outcome?.standing ?? null])
  }
  for (const sent of [200, 210, 220, 230, 240]) {
    await addNotified(company, 'google.com', { sent, removedAfter: 1 })
    await addNotified(company, registrar, { sent, removedAfter: 1 })
  }
  expect((await outcomes()).slice(0, 3)).toEqual([
    ['Registrar', 5, 'acts'],
    ['Host', null, null],
    ['Google Safe Browsing', null, null],
  ])
  const about = { name: 'Registrar', origin: 'rdap', record: null, reason: 'registeredName', subject: 'x' } as const
  await world().database.inCompanies([company.id], (tx) =>
    putContacts(tx, [{ role: 'registrar', ...about, ...abuse(registrar) }], new Date()),
  )
  await world().database.inCompanies([], (tx) => setContactHealth(tx, `abuse@mail.${registrar}`, new Date()))
  expect((await outcomes()).at(-1)).toEqual(['Registrar', 5, null])
})

test('cases of another company, recent open ones and withdrawn ones say nothing about a provider', async () => {
  const { company, registrar, first } = await createFixture()
  const foreign = await newCompany()
  for (const sent of [200, 210, 220, 230, 240]) await addNotified(foreign, registrar, { sent, removedAfter: 1 })
  await addNotified(company, registrar, { sent: 10 })
  await addNotified(company, registrar, { sent: 300, status: 'withdrawn' })
  expect((await first())[1]).toEqual(['registrar', null])
})

test('a notice is counted for the domain of its recipient, in the statistics too', async () => {
  const { company, staff, takedownId, host } = await createFixture()
  await send(staff, addAttempt, {
    params: { takedownId },
    body: {
      way: 'email',
      channel: 'hosting',
      recipient: `abuse@mail.${host}`,
      subject: 'Abuse',
      text: 'Please remove it.',
    },
  })
  await run(`update takedown_attempts set sent_at = now() where company_id = $1`, [company.id])
  await run(
    `insert into takedown_periods (company_id, takedown_id, axis, position, status, began_at) values ($1, $2, 'status', 1, 'authorised', $3)`,
    [company.id, takedownId, hoursAgo(1)],
  )
  const ofProviders = async () => (await send(staff, getTakedownStatistics, { query: { by: 'provider' } })).body.groups
  expect((await ofProviders())[0]).not.toHaveProperty('name')
  await run(
    `insert into abuse_contacts (recipient, email, role, name, origin, seen_at) values ($1, $1, 'host', 'Ironwood Hosting', 'rdap', now())`,
    [`abuse@mail.${host}`],
  )
  expect(await ofProviders()).toMatchObject([{ label: host, name: 'Ironwood Hosting', count: 1, open: 1 }])
})
