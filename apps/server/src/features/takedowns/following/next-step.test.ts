import { afterEach, expect, test } from 'vitest'
import {
  addAttempt,
  changeAttempt,
  moveTakedown,
  putNoticeChannel,
  sendAttempt,
} from '@signet/contract/takedowns/takedown-work'
import { changeContactRule, listTakedownContacts } from '@signet/contract/takedowns/abuse-contacts'
import { putTakedownPolicy, usualTakedownPolicy, type TakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import type { AttemptChannel, NoticeLanguage } from '@signet/contract/takedowns/attempts'
import { listNotifications } from '@signet/contract/messages/notifications'
import { getTakedown, listTakedowns } from '@signet/contract/takedowns/takedowns'
import { changeNoticeLetter, getNoticeLetter, resetNoticeLetter } from '@signet/contract/takedowns/notice-letters'
import { addAllowEntry, removeAllowEntry } from '@signet/contract/threats/allow-list'
import { decideThreat } from '@signet/contract/threats/threats'
import { hourMs } from '@signet/contract/time'
import type { OutgoingMail } from '../../../app/mailer.ts'
import { openLog } from '../../../log.ts'
import { earlier } from '../../../../test/earlier.ts'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'
import { whileRefused } from '../../../../test/refuse-rows.ts'
import { sendMail } from '../../mail/send-mail.job.ts'
import { attachEvidence } from '../notices/attach-evidence.ts'
import { followedNotices } from '../notices/attempts.queries.ts'
import { noticeRefusal, noticeSettled } from '../notices/notice-settled.ts'
import { takeNextSteps } from './take-next-step.job.ts'

const world = useWorld()
afterEach(() => world().database.pool.query('delete from notice_channels'))

const registered = {
  domain: 'example',
  isRegistered: true,
  via: 'rdap',
  server: 'https://rdap.example/',
  record: 'https://rdap.example/domain/x',
  registrar: 'Example Registrar',
  abuse: { email: 'abuse@registrar.example', phone: null, form: null },
  registryAbuse: { email: 'abuse@registry.example', phone: null, form: null },
}

/** A case whose notice a mail server accepted; later calls of `wait` run the job. */
async function createFixture({
  policy = {},
  channel = 'registrar',
  recipient = 'abuse@registrar.example',
  language = 'en',
  host,
}: {
  policy?: Partial<TakedownPolicy>
  channel?: AttemptChannel
  recipient?: string
  language?: NoticeLanguage
  host?: string
} = {}) {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('superAdmin', company)]
  const query = { company: company.key }
  const body = { ...usualTakedownPolicy, ...policy }
  expect((await send(staff, putTakedownPolicy, { query, body })).status).toBe(200)
  for (const one of ['registrar', 'registry', 'hosting', 'authority'] as const) {
    await send(staff, putNoticeChannel, { params: { channel: one }, body: { isOn: true } })
  }
  const threat = await newThreat(company, host ? { name: host } : {})
  const { pool } = world().database
  await pool.query(
    `insert into domain_observations (company_id, id, threat_id, kind, facts, hash, observed_at, seen_at, is_settled)
     values ($1, gen_random_uuid(), $2, 'registration', $3, 'x', now(), now(), true)`,
    [company.id, threat.id, JSON.stringify(registered)],
  )
  const decided = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const params = { takedownId: decided.body.takedown?.id as string }
  const read = async () => (await send(staff, getTakedown, { params, query })).body
  const sent: OutgoingMail[] = []
  const mailer = {
    from: { name: 'Signet', address: 'signet@sender.example' },
    origin: 'https://portal.test',
    deliver: (mail: OutgoingMail) => {
      sent.push(mail)
      return Promise.resolve({ state: 'sent' as const })
    },
  }
  const { database, files, queue, log } = world()
  const deliver = async () => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from mails where company_id = $1 and template = 'takedown-notice' and state = 'queued'`,
      [company.id],
    )
    const handlers = {
      mailSettled: noticeSettled(queue.enqueue),
      mailRefusal: noticeRefusal,
    }
    for (const { id } of rows) {
      const mail = { companyId: company.id, mailId: id }
      await attachEvidence(queue.enqueue)({ database, files }, mail)
      await sendMail({ database, files, mailer, ...handlers, log: openLog('silent') }, mail)
    }
  }
  const age = async (hours: number) => {
    const older = (...columns: string[]) =>
      columns.map((column) => `${column} = ${earlier(column, `${hours} hours`)}`).join(', ')
    await pool.query(`update takedown_periods set ${older('began_at')} where company_id = ${company.id}`)
    await pool.query(
      `update takedown_attempts set ${older('at', 'updated_at', 'sent_at', 'answered_at')} where company_id = ${company.id}`,
    )
  }
  /** Lets so many hours pass, and runs the job as two workers at once. */
  const takeSteps = async (hours: number) => {
    await age(hours)
    // A little later than the changes, whose time the database takes from its own clock.
    const now = new Date(Date.now() + 1000)
    const run = () =>
      takeNextSteps({ database, log, enqueue: queue.enqueue, mailer }, now, new AbortController().signal)
    await Promise.all([run(), run()])
  }
  const notice = { way: 'email', subject: 'Abuse report', text: 'Please remove it.' } as const
  await send(staff, addAttempt, { params, query, body: { ...notice, channel, recipient, language } })
  await deliver()
  return { company, staff, params, query, read, sent, deliver, age, takeSteps }
}
type Fixture = Awaited<ReturnType<typeof createFixture>>

const attemptsOf = async ({ read }: Fixture) =>
  (await read()).attempts.map(({ purpose, recipient, status }) => [purpose, recipient, status])
const hoursUntil = (at: string | undefined) => Math.round((Date.parse(at ?? '') - Date.now()) / hourMs)

test('a provider that does not act is reminded by an answer to its notice, once a person sends it', async () => {
  const fixture = await createFixture()
  const { read, sent, deliver, takeSteps, staff, params, query } = fixture
  await takeSteps(0)
  const { nextStep } = await read()
  expect(nextStep).toMatchObject({ kind: 'reminder', recipient: 'abuse@registrar.example' })
  expect(hoursUntil(nextStep?.dueAt)).toBe(48)
  await takeSteps(47)
  expect(await attemptsOf(fixture)).toHaveLength(1)
  await takeSteps(1)
  expect(await attemptsOf(fixture)).toEqual([
    ['request', 'abuse@registrar.example', 'sent'],
    ['reminder', 'abuse@registrar.example', 'proposed'],
  ])
  await deliver()
  expect(sent).toHaveLength(1)
  // It waits for the person, not for more of the same.
  await takeSteps(300)
  const { attempts, events, nextStep: afterwards } = await read()
  expect([attempts.length, afterwards]).toEqual([2, null])
  expect(events.findLast(({ action }) => action === 'takedown.reminderWritten')).toMatchObject({
    by: null,
    remark: 'Registrar, abuse@registrar.example',
  })
  await send(staff, sendAttempt, { params: { ...params, attemptId: attempts[1]?.id as string }, query })
  await deliver()
  expect(sent[1]).toMatchObject({ subject: 'Re: Abuse report', references: [sent[0]?.messageId] })
  expect(sent[1]?.text).toContain('> Please remove it.')
  expect(await read()).toMatchObject({ status: 'submitted' })
})

test('where the policy says so and sending is on, reminder and escalation are sent, and the case is escalated', async () => {
  const fixture = await createFixture({ policy: { followUps: 'send' } })
  const { read, sent, deliver, takeSteps } = fixture
  for (const hours of [48, 48, 24]) {
    await takeSteps(hours)
    await deliver()
  }
  expect(sent.map(({ to }) => to.address)).toEqual([
    'abuse@registrar.example',
    'abuse@registrar.example',
    'abuse@registrar.example',
    'abuse@registry.example',
  ])
  expect(sent[3]?.text).toContain('We reported this to abuse@registrar.example on')
  const { status, events, nextStep } = await read()
  expect(status).toBe('escalated')
  expect(events.findLast(({ action }) => action === 'takedown.moved')).toMatchObject({ by: null })
  expect(nextStep).toMatchObject({ kind: 'reminder', recipient: 'abuse@registry.example' })
})

test('a contact that no mail server accepts is none, and one with a long address is notified once', async () => {
  const long = `abuse@${`${'registry-'.repeat(6)}x.`.repeat(4)}example`
  expect(long.length).toBeGreaterThan(200)
  for (const [email, then] of [
    ['abuse.@registry.example', []],
    [long, [long]],
  ] as const) {
    const fixture = await createFixture({ policy: { followUps: 'send' } })
    await world().database.pool.query(
      `update domain_observations set facts = jsonb_set(facts, '{registryAbuse,email}', to_jsonb($2::text)) where company_id = $1`,
      [fixture.company.id, email],
    )
    for (const hours of [48, 48, 24]) {
      await fixture.takeSteps(hours)
      await fixture.deliver()
    }
    const escalations = (await fixture.read()).attempts.filter(({ purpose }) => purpose === 'escalation')
    expect(escalations.map(({ recipient }) => recipient)).toEqual(then)
    const { contacts } = (
      await send(fixture.staff, listTakedownContacts, { params: fixture.params, query: fixture.query })
    ).body
    expect(contacts.filter(({ recipient }) => recipient === email).map(({ attempted }) => attempted)).toEqual(
      then.map(() => 'sent'),
    )
  }
})

test('what comes next in a case with more attempts than are read follows from the newest', async () => {
  const { company, params } = await createFixture()
  const { database } = world()
  await database.pool.query(
    `insert into takedown_attempts (company_id, takedown_id, id, channel, way, recipient, status, at)
     select $1, $2, gen_random_uuid(), 'registrar', 'form', 'Form ' || n, 'sent', now() - n * interval '1 day' from generate_series(1, 120) n`,
    [company.id, params.takedownId],
  )
  const notices = await database.inCompanies([company.id], (tx) => followedNotices(tx, company.id, params.takedownId))
  expect(notices.map(({ recipient }) => recipient)).toEqual([
    'abuse@registrar.example',
    ...Array.from({ length: 99 }, (_, n) => `Form ${n + 1}`),
  ])
})

test('a contact is not notified again in a case with more attempts than are shown', async () => {
  const fixture = await createFixture({ policy: { followUps: 'send' } })
  const { company, params } = fixture
  await world().database.pool.query(
    `insert into takedown_attempts (company_id, takedown_id, id, channel, way, recipient, status, at)
     select $1, $2, gen_random_uuid(), 'hosting', 'form', 'Form ' || n, 'refused', now() - n * interval '10 days' from generate_series(1, 120) n`,
    [company.id, params.takedownId],
  )
  await world().database.pool.query(
    `insert into takedown_attempts (company_id, takedown_id, id, channel, way, recipient, status, at)
     values ($1, $2, gen_random_uuid(), 'registry', 'form', 'Abuse@registry.example', 'refused', now())`,
    [company.id, params.takedownId],
  )
  const { body } = await send(fixture.staff, listTakedownContacts, { params, query: fixture.query })
  expect(body.contacts.find(({ recipient }) => recipient === 'abuse@registry.example')).toMatchObject({
    attempted: 'refused',
  })
  for (const hours of [48, 48, 24]) {
    await fixture.takeSteps(hours)
    await fixture.deliver()
  }
  const { rows } = await world().database.pool.query(
    `select from takedown_attempts where company_id = $1 and lower(recipient) = 'abuse@registry.example'`,
    [company.id],
  )
  expect(rows).toHaveLength(1)
})

test('a step that fails is tried again an hour later, and stops no step of another case or company', async () => {
  const broken = await createFixture({ policy: { followUps: 'send' } })
  const sound = await createFixture({ policy: { followUps: 'send' } })
  const { pool } = world().database
  const nextStepAt = async () => {
    const { rows } = await pool.query<{ at: Date }>('select next_step_at as at from takedowns where company_id = $1', [
      broken.company.id,
    ])
    return rows[0]?.at.getTime() ?? 0
  }
  await whileRefused({ table: 'takedown_attempts', change: 'insert', companyId: broken.company.id }, async () => {
    await sound.takeSteps(0)
    await sound.age(48)
    await expect(broken.takeSteps(48)).rejects.toThrow(/^failed for 1 of \d+: \d+: failed for 1 of 1: \S+: refused$/)
  })
  const attempts = [
    ['request', 'abuse@registrar.example', 'sent'],
    ['reminder', 'abuse@registrar.example', 'queued'],
  ]
  expect(await attemptsOf(sound)).toEqual(attempts)
  expect(await attemptsOf(broken)).toHaveLength(1)
  expect(Math.round(((await nextStepAt()) - Date.now()) / hourMs)).toBe(1)
  await pool.query(`update takedowns set next_step_at = now() where company_id = $1`, [broken.company.id])
  await broken.takeSteps(0)
  expect(await attemptsOf(broken)).toEqual(attempts)
})

test('the national CERT follows the registry, and is the last contact', async () => {
  const fixture = await createFixture({ policy: { followUps: 'send' }, host: 'bank-login-cert.de' })
  const { read, sent, deliver, takeSteps } = fixture
  for (const hours of [48, 48, 24, 48, 48, 24]) {
    await takeSteps(hours)
    await deliver()
  }
  const { attempts } = await read()
  const above = attempts.filter(({ purpose }) => purpose === 'escalation')
  expect(above.map(({ channel, recipient }) => [channel, recipient])).toEqual([
    ['Registry', 'abuse@registry.example'],
    ['Authority', 'certbund@bsi.bund.de'],
  ])
  const letter = sent.find(({ to }) => to.address === 'certbund@bsi.bund.de')
  expect(letter?.text).toContain('take the steps within your authority')
  expect(letter?.text).toContain('We reported this to abuse@registry.example on')
})

test('what follows a German notice is German, in the letters of the staff', async () => {
  const fixture = await createFixture({ policy: { followUps: 'send' }, language: 'de' })
  const { read, sent, deliver, takeSteps, staff, query } = fixture
  const params = { kind: 'escalation', channel: 'registry', language: 'de' } as const
  const letter = {
    subject: 'Dringend: {title}, {reference}',
    text: '{earlier}\n\n{company} bittet um Sperrung:\n{facts}',
  }
  const { body } = await send(staff, getNoticeLetter, { params, query })
  await send(staff, changeNoticeLetter, { params, query, body: { ...letter, version: body.version } })
  for (const hours of [48, 48, 24, 48]) {
    await takeSteps(hours)
    await deliver()
  }
  await send(staff, resetNoticeLetter, { params, query, body: { version: body.version + 1 } })
  expect((await read()).attempts.map(({ purpose, language }) => [purpose, language])).toEqual([
    ['request', 'de'],
    ['reminder', 'de'],
    ['reminder', 'de'],
    ['escalation', 'de'],
    ['reminder', 'de'],
  ])
  expect(sent[1]?.text).toMatch(/^Sehr geehrte Damen und Herren,\n\nam .* \(UTC\) haben wir Ihnen Folgendes gemeldet:/)
  expect(sent[3]?.subject).toMatch(/^Dringend: /)
  expect(sent[3]?.text).toMatch(/^Wir haben dies am .* an abuse@registrar.example gemeldet, bisher ohne Ergebnis\./)
  expect(sent[4]?.text).toContain('> Wir haben dies am')
})

test('a case whose last contact does not act says so once, and goes to a person', async () => {
  const fixture = await createFixture({ channel: 'hosting', recipient: 'abuse@host.example' })
  const { read, takeSteps, staff, params, query } = fixture
  const attemptId = (await read()).attempts[0]?.id as string
  await send(staff, changeAttempt, {
    params: { ...params, attemptId },
    query,
    body: { status: 'refused', answer: 'No' },
  })
  await takeSteps(0)
  await takeSteps(300)
  const { events, nextStep, attempts, waitingFor, escalationDueAt } = await read()
  expect([nextStep, attempts.length]).toEqual([null, 1])
  expect(events.filter(({ action }) => action === 'takedown.noFurtherContact')).toHaveLength(1)
  const { rows } = await world().database.pool.query<{ escalated_at: Date }>(
    'select escalated_at from takedown_attempts where id = $1',
    [attemptId],
  )
  expect([waitingFor, escalationDueAt]).toEqual(['team', rows[0]?.escalated_at.toISOString()])
  const listed = (await send(staff, listTakedowns, { query })).body.items
  expect(listed.map((row) => [row.waitingFor, row.escalationDueAt])).toEqual([['team', escalationDueAt]])
  // The staff find another contact.
  const byEmail = { way: 'email', channel: 'hosting', subject: 'Abuse report', text: 'Please remove it.' } as const
  await send(staff, addAttempt, { params, query, body: { ...byEmail, recipient: 'abuse@network.example' } })
  expect(await read()).toMatchObject({ waitingFor: 'provider' })
  expect(await read()).not.toHaveProperty('escalationDueAt')
})

test('a case without a further contact has waited for our team until it found one', async () => {
  const { read, takeSteps, staff, params, query } = await createFixture({
    channel: 'hosting',
    recipient: 'abuse@host.example',
  })
  const hoursWaited = async () => {
    const { team, provider } = (await read()).timing.waitingMs
    return [team, provider].map((ms) => Math.round(ms / hourMs))
  }
  const attemptId = (await read()).attempts[0]?.id as string
  const answer = { status: 'refused', answer: 'No' } as const
  await send(staff, changeAttempt, { params: { ...params, attemptId }, query, body: answer })
  await takeSteps(0)
  await takeSteps(300)
  expect(await hoursWaited()).toEqual([0, 300])
  const { rows } = await world().database.pool.query('select escalated_at from takedown_attempts where id = $1', [
    attemptId,
  ])
  await world().database.pool.query('update takedown_attempts set escalated_at = $2 where id = $1', [
    attemptId,
    new Date(rows[0].escalated_at.getTime() - 5 * hourMs),
  ])
  expect(await hoursWaited()).toEqual([5, 295])
  const byEmail = { way: 'email', channel: 'hosting', subject: 'Abuse report', text: 'Please remove it.' } as const
  const body = { ...byEmail, recipient: 'abuse@network.example' }
  expect((await send(staff, addAttempt, { params, query, body })).status).toBe(201)
  expect(await hoursWaited()).toEqual([5, 295])
})

test.each([
  ['active', ['reminder', 'proposed']],
  ['offline', null],
  ['unknown', null],
] as const)('what a provider says it removed is followed by what checks found: %s', async (state, expected) => {
  const { read, takeSteps, staff, params, query } = await createFixture()
  const attemptId = (await read()).attempts[0]?.id as string
  const body = { status: 'actioned', answer: 'The domain has been suspended.' } as const
  expect((await send(staff, changeAttempt, { params: { ...params, attemptId }, query, body })).status).toBe(200)
  await world().database.pool.query('update takedowns set asset_state = $2 where id = $1', [params.takedownId, state])
  await takeSteps(47)
  expect((await read()).attempts).toHaveLength(1)
  await takeSteps(1)
  const [, second] = (await read()).attempts
  expect(second ? [second.purpose, second.status] : null).toEqual(expected)
})

test('a reminder that is held because its provider had too many goes to a person, who gets a notification', async () => {
  const fixture = await createFixture({ policy: { followUps: 'send' } })
  const { company, staff, params, takeSteps } = fixture
  await world().database.pool.query(
    `insert into takedown_attempts (company_id, id, takedown_id, channel, way, recipient, status, at)
     select $1, gen_random_uuid(), $2, 'registrar', 'api', 'abuse@registrar.example', 'refused', now() + interval '48 hours'
     from generate_series(1, 20)`,
    [company.id, params.takedownId],
  )
  await takeSteps(48)
  expect((await attemptsOf(fixture)).filter(([purpose]) => purpose === 'reminder')).toEqual([
    ['reminder', 'abuse@registrar.example', 'limited'],
  ])
  const { body } = await send(staff, listNotifications)
  expect(JSON.stringify(body)).toContain('is ready to send')
})

test('an escalation to a contact that staff entered in capitals has the address as mail servers return it', async () => {
  const fixture = await createFixture({ policy: { followUps: 'send' } })
  const { staff, query, takeSteps } = fixture
  const { pool } = world().database
  const { rows } = await pool.query<{ id: string; version: number }>(
    `insert into abuse_contacts (recipient, email, role, name, origin, seen_at)
     values ('abuse@registry.example', 'abuse@registry.example', 'registry', 'x', 'rdap', now())
     on conflict (recipient) do update set name = 'x' returning id, version`,
  )
  const [contact] = rows
  const body = {
    kind: 'replace' as const,
    replacement: 'Desk@Registry.example',
    reason: 'As they said',
    version: contact?.version ?? 0,
  }
  const decided = await send(staff, changeContactRule, { query, params: { contactId: contact?.id as string }, body })
  expect(decided.status).toBe(200)
  for (const hours of [48, 48, 24]) {
    await takeSteps(hours)
    await fixture.deliver()
  }
  await pool.query(
    'update abuse_contacts set rule = null, replacement = null, rule_reason = null, rule_by_name = null, rule_at = null',
  )
  expect((await attemptsOf(fixture)).at(-1)).toEqual(['escalation', 'desk@registry.example', 'sent'])
})

test('nothing is due while the provider has asked a question', async () => {
  const fixture = await createFixture()
  const { read, takeSteps, staff, params, query } = fixture
  const { version } = await read()
  const body = { status: 'info_requested', note: 'Asks for a document', version } as const
  expect((await send(staff, moveTakedown, { params, query, body })).status).toBe(200)
  await takeSteps(300)
  expect(await attemptsOf(fixture)).toHaveLength(1)
  expect((await read()).nextStep).toBeNull()
})

test('a proposal that a person gives up is not sent, and the next step comes later', async () => {
  const fixture = await createFixture()
  const { read, takeSteps, staff, params, query } = fixture
  await takeSteps(48)
  const attemptId = (await read()).attempts[1]?.id as string
  const body = { status: 'expired' } as const
  expect((await send(staff, changeAttempt, { params: { ...params, attemptId }, query, body })).status).toBe(200)
  await takeSteps(1)
  const { nextStep } = await read()
  expect([nextStep?.kind, hoursUntil(nextStep?.dueAt)]).toEqual(['reminder', 47])
  expect(await send(staff, sendAttempt, { params: { ...params, attemptId }, query })).toMatchObject({ status: 409 })
})

test('without sending, a reminder is a dry run; without a policy for it, there is none', async () => {
  const fixture = await createFixture({ policy: { followUps: 'send' } })
  await world().database.pool.query('delete from notice_channels')
  await fixture.takeSteps(48)
  expect((await attemptsOf(fixture))[1]).toEqual(['reminder', 'abuse@registrar.example', 'held'])
  const off = await createFixture({ policy: { followUps: 'off' } })
  await off.takeSteps(300)
  expect([(await off.read()).nextStep, (await attemptsOf(off)).length]).toEqual([null, 1])
})

test('nothing is due while the target is on the allow list of the company', async () => {
  const fixture = await createFixture({ policy: { followUps: 'send' }, host: 'partner-shop.example' })
  const { read, takeSteps, staff, query } = fixture
  const entry = { kind: 'domain', value: 'partner-shop.example', reason: 'A partner', until: null } as const
  const { body } = await send(staff, addAllowEntry, { query, body: entry })
  await takeSteps(300)
  expect(await attemptsOf(fixture)).toHaveLength(1)
  expect((await read()).nextStep).toBeNull()
  await send(staff, removeAllowEntry, { query, params: { entryId: body.id } })
  expect((await read()).nextStep).toMatchObject({ kind: 'reminder' })
  await takeSteps(1)
  expect((await attemptsOf(fixture))[1]).toEqual(['reminder', 'abuse@registrar.example', 'queued'])
})

test('changed timers apply to running cases; impossible ones are refused', async () => {
  const { company, staff, query, read, takeSteps } = await createFixture()
  await takeSteps(0)
  const timers = { ...usualTakedownPolicy.timers, registrar: { remindHours: 10, escalateHours: 20 } }
  await send(staff, putTakedownPolicy, { query, body: { ...usualTakedownPolicy, timers } })
  expect(hoursUntil((await read()).nextStep?.dueAt)).toBe(10)
  await takeSteps(11)
  expect((await read()).attempts).toHaveLength(2)
  const wrong = { ...timers, hosting: { remindHours: 0, escalateHours: 20 } }
  expect(
    await send(staff, putTakedownPolicy, {
      query: { company: company.key },
      body: { ...usualTakedownPolicy, timers: wrong },
    }),
  ).toMatchObject({ status: 400, body: { details: [{ path: 'body.timers.hosting.remindHours' }] } })
})
