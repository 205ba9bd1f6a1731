import { describe, expect, test } from 'vitest'
import {
  addNotificationRule,
  changeNotificationRule,
  deleteNotificationRule,
  listNotificationRules,
  type NotificationRuleBody,
} from '@signet/contract/messages/notification-rules'
import { listNotifications } from '@signet/contract/messages/notifications'
import { reviewThreats } from '@signet/contract/review/qa'
import { addRequest } from '@signet/contract/requests/requests'
import { decideThreats } from '@signet/contract/threats/threats'
import { minuteMs } from '@signet/contract/time'
import { listAudit } from '@signet/contract/operation/audit'
import { openLog } from '../../log.ts'
import { deliver } from '../mail/deliver.ts'
import { mailLimits, sendMail } from '../mail/send-mail.job.ts'
import { openFakeSmtp, type FakeSmtpServer } from '../../../test/outside/smtp-server.ts'
import {
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'

const world = useWorld()

const rule = (more: Partial<NotificationRuleBody> = {}): NotificationRuleBody => ({
  name: 'Rule',
  event: 'requestAdded',
  severities: [],
  companies: [],
  channels: ['bell', 'mail'],
  roles: ['admin'],
  addresses: [],
  ...more,
})
const bellOf = async (user: TestUser) =>
  (await send(user, listNotifications, { query: { type: ['alert'] } })).body.items.map(({ title, href }) => [
    title,
    href,
  ])
const mailsOf = async (company: TestCompany) =>
  world().database.inCompanies([company.id], (tx) =>
    tx
      .selectFrom('mails')
      .select(['to_address', 'subject', 'text', 'sending_id'])
      .where('company_id', '=', company.id)
      .where('template', '=', 'notification-rule')
      .orderBy('to_address')
      .execute(),
  )
async function createFixture(more: Partial<NotificationRuleBody> = {}) {
  const company = await newCompany()
  const superAdmin = await newUser('superAdmin', await newCompany())
  const people = { admin: await newUser('admin', company), client: await newUser('client', company) }
  const added = await send(superAdmin, addNotificationRule, { body: rule({ companies: [company.key], ...more }) })
  expect(added.status).toBe(201)
  return { company, superAdmin, ...people, added: added.body }
}
/** Sends every waiting email of the company to a mail server, as the job does. */
async function sendAll(company: TestCompany, { port }: FakeSmtpServer): Promise<void> {
  const target = { host: '127.0.0.1', port, isSecure: false, user: '', password: '' }
  const timeouts = { connectMs: 30_000, greetingMs: 30_000, silenceMs: 30_000 }
  const mailer = {
    from: { name: 'Signet', address: 'signet@sender.example' },
    origin: 'https://portal.test',
    deliver: (mail: Parameters<typeof deliver>[1]) => deliver(target, mail, timeouts),
  }
  const { rows } = await world().database.pool.query<{ id: string }>(
    `select id from mails where company_id = $1 and state = 'queued' order by created_at`,
    [company.id],
  )
  for (const { id } of rows) {
    await sendMail(
      {
        ...world(),
        mailer,
        mailSettled: async () => {},
        mailRefusal: () => Promise.resolve(null),
        log: openLog('silent'),
        limits: mailLimits,
      },
      { companyId: company.id, mailId: id },
    )
  }
}
const ask = (client: TestUser, subject = 'Please look') =>
  send(client, addRequest, { body: { kind: 'threat', subject, text: 'At this.' } })
const listed = async (superAdmin: TestUser, id: string) =>
  (await send(superAdmin, listNotificationRules)).body.find((one) => one.id === id)

describe('a rule', () => {
  test('notifies its roles and addresses at once, in the portal and by email', async () => {
    const { company, superAdmin, admin, client, added } = await createFixture({ addresses: ['Duty@soc.example'] })
    expect(await listed(superAdmin, added.id)).toMatchObject({ lastSentAt: null, sent30Days: 0, failed: 0 })
    const before = Date.now()
    const requested = await ask(client)
    expect(requested.status).toBe(201)
    expect(await bellOf(admin)).toEqual([['New request: Please look', `/addRequest/${requested.body.id}`]])
    expect(await bellOf(client)).toEqual([])
    const mails = await mailsOf(company)
    expect(mails.map(({ to_address: to }) => to).toSorted()).toEqual([admin.email, 'duty@soc.example'].toSorted())
    expect(mails[0]).toMatchObject({ subject: 'New request: Please look', sending_id: added.id })
    expect(mails[0]?.text).toContain('rule “Rule”')
    const fate = await listed(superAdmin, added.id)
    expect(fate).toMatchObject({ sent30Days: 1, failed: 0 })
    expect(Date.parse(fate?.lastSentAt ?? '')).toBeGreaterThanOrEqual(before - minuteMs)
  })

  test('has its mails sent over SMTP, and says how many did not arrive', async () => {
    const { company, superAdmin, client, added } = await createFixture({
      roles: [],
      addresses: ['duty@soc.example'],
      channels: ['mail'],
    })
    const smtp = await openFakeSmtp()
    try {
      await ask(client, 'First')
      await sendAll(company, smtp)
      expect(smtp.messages).toHaveLength(1)
      expect(smtp.commands).toContain('RCPT TO:<duty@soc.example>')
      expect(await listed(superAdmin, added.id)).toMatchObject({ sent30Days: 1, failed: 0 })
      smtp.manners = { RCPT: '550 no such user' }
      await ask(client, 'Second')
      await sendAll(company, smtp)
      expect(smtp.messages).toHaveLength(1)
      expect(await listed(superAdmin, added.id)).toMatchObject({ sent30Days: 2, failed: 1 })
    } finally {
      await smtp.close()
    }
  })

  test('notifies no one while it is paused or after it is deleted', async () => {
    const { superAdmin, admin, client, added } = await createFixture({ channels: ['bell'] })
    const params = { ruleId: added.id }
    const paused = await send(superAdmin, changeNotificationRule, { params, body: { isPaused: true, version: 1 } })
    expect(paused.body).toMatchObject({ isPaused: true, version: 2, event: 'requestAdded' })
    await ask(client, 'One')
    expect(await bellOf(admin)).toEqual([])
    await send(superAdmin, changeNotificationRule, { params, body: { isPaused: false, version: 2 } })
    await ask(client, 'Two')
    expect((await bellOf(admin)).map(([title]) => title)).toEqual(['New request: Two'])
    expect((await send(superAdmin, deleteNotificationRule, { params })).status).toBe(204)
    await ask(client, 'Three')
    expect(await bellOf(admin)).toHaveLength(1)
    expect((await send(superAdmin, deleteNotificationRule, { params })).status).toBe(404)
  })

  test('only covers its companies, and notifies every superAdmin if they are a recipient', async () => {
    const { superAdmin, added } = await createFixture({ roles: ['superAdmin'], channels: ['bell'] })
    const elsewhere = await newCompany()
    const requested = await ask(await newUser('client', elsewhere))
    expect(requested.status).toBe(201)
    expect(await bellOf(superAdmin)).toEqual([])
    const body = { companies: [elsewhere.key], version: added.version }
    const changed = await send(superAdmin, changeNotificationRule, { params: { ruleId: added.id }, body })
    expect(changed.body.companies).toEqual([elsewhere.key])
    await ask(await newUser('client', elsewhere), 'Now')
    expect((await bellOf(superAdmin)).map(([title]) => title)).toEqual(['New request: Now'])
  })

  test('about threats counts what has its severity, in one line, and a threat once', async () => {
    const { company, admin } = await createFixture({
      event: 'threatPublished',
      severities: ['Critical'],
      name: 'Worst',
    })
    const reviewer = await newUser('qa', company)
    const threats = [
      await newThreat(company, { stage: 'queued', severity: 4 }),
      await newThreat(company, { stage: 'queued', severity: 4 }),
      await newThreat(company, { stage: 'queued', severity: 1 }),
    ]
    const ids = threats.map(({ id }) => id)
    await publish(reviewer, company, ids)
    expect(await bellOf(admin)).toEqual([['Worst: 2 new threats', '/threats/All']])
    await world().database.pool.query(`update threats set stage = 'queued' where id = any($1)`, [ids])
    await publish(reviewer, company, ids)
    expect(await bellOf(admin)).toHaveLength(1)
    expect((await mailsOf(company)).map(({ subject }) => subject)).toEqual(['Worst: 2 new threats'])
  })

  test('about takedowns reports each requested one', async () => {
    const { company, admin, client } = await createFixture({ event: 'takedownRequested', channels: ['bell'] })
    const { id } = await newThreat(company, { name: `shop-${company.key}.example` })
    const body = { company: company.key, selection: { ids: [id] }, action: 'takedown' } as const
    expect((await send(client, decideThreats, { body })).body.done).toEqual([id])
    expect(await bellOf(admin)).toEqual([
      [`Takedown requested: shop-${company.key}.example`, `/threats/Domain?id=${id}`],
    ])
  })

  test('is recorded, and rejected without recipients', async () => {
    const { superAdmin, added } = await createFixture()
    const { body } = await send(superAdmin, listAudit, { query: { target: added.id } })
    expect(body.items.map(({ action }) => action)).toEqual(['notificationRule.added'])
    const add = (more: Partial<NotificationRuleBody>) => send(superAdmin, addNotificationRule, { body: rule(more) })
    const outside = { roles: [], addresses: ['a@b.example'], channels: ['bell' as const] }
    expect(await add({ roles: [] })).toMatchObject(refusal('NO_RECIPIENTS', 'body.roles'))
    expect(await add(outside)).toMatchObject(refusal('ADDRESS_WITHOUT_MAIL', 'body.channels'))
    expect(await add({ channels: [] })).toMatchObject(refusal('LIST_TOO_SHORT', 'body.channels'))
    expect(await add({ companies: ['nowhere'] })).toMatchObject(refusal('COMPANY_NOT_FOUND'))
    const params = { ruleId: added.id }
    const stale = await send(superAdmin, changeNotificationRule, { params, body: { name: 'x', version: 9 } })
    expect(stale).toMatchObject(refusal('STALE_VERSION'))
  })

  test('is one of fifty of the installation', async () => {
    const { superAdmin, added } = await createFixture()
    await world().database.pool.query(
      `insert into notification_rules (id, name, event, channels, roles, by_name)
       select gen_random_uuid(), 'filler', event, channels, roles, by_name from notification_rules, generate_series(1, 50)
       where id = $1`,
      [added.id],
    )
    expect(await send(superAdmin, addNotificationRule, { body: rule() })).toMatchObject(refusal('TOO_MANY_RULES'))
    await world().database.pool.query("delete from notification_rules where name = 'filler'")
  })
})

const publish = (reviewer: TestUser, company: TestCompany, threatIds: string[]) =>
  send(reviewer, reviewThreats, {
    query: { company: company.key },
    body: { kind: 'threat', ids: threatIds, action: 'publish' },
  })
