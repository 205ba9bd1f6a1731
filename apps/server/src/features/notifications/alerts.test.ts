import { describe, expect, test } from 'vitest'
import { changeDetails, putPreferences } from '@signet/contract/access/account'
import { getAlerts, putAlerts, type AlertRule } from '@signet/contract/messages/alerts'
import { listNotifications } from '@signet/contract/messages/notifications'
import { publishThreat, restoreThreat, reviewThreats } from '@signet/contract/review/qa'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { isMatch } from './raise-alerts.ts'
import { sendDigests } from './send-digests.job.ts'

const world = useWorld()

const rule: AlertRule = { name: 'Worst', sources: [], severities: ['Critical'], channels: ['bell', 'mail'] }

const mailsOf = (company: TestCompany) =>
  world().database.inCompanies([company.id], (tx) =>
    tx
      .selectFrom('mails')
      .select(['to_address', 'subject', 'template', 'text'])
      .where('company_id', '=', company.id)
      .orderBy('to_address')
      .orderBy('subject')
      .execute(),
  )

describe('the rules of a company', () => {
  test('are empty by default and can be changed from the latest version only', async () => {
    const company = await newCompany()
    const client = await newUser('client', company)
    expect((await send(client, getAlerts)).body).toEqual({ rules: [], recipients: [], version: 0 })
    const body = { rules: [rule], recipients: ['soc@bank.example'], version: 0 }
    expect((await send(client, putAlerts, { body })).body).toEqual({ ...body, version: 1 })
    expect(await send(client, putAlerts, { body })).toMatchObject(refusal('STALE_VERSION'))
    expect(await send(client, putAlerts, { body: { ...body, version: 7 } })).toMatchObject(refusal('STALE_VERSION'))
    const next = await send(client, putAlerts, { body: { ...body, recipients: [], version: 1 } })
    expect(next.body).toEqual({ rules: [rule], recipients: [], version: 2 })
    const reader = await newUser('clientPeeker', company)
    expect((await send(reader, getAlerts)).body.version).toBe(2)
  })

  test.each([
    ['rules.0.channels', 'LIST_TOO_SHORT', { rules: [{ ...rule, channels: [] }] }],
    ['rules', 'REPEATED', { rules: [rule, rule] }],
    ['rules.0.severities.0', 'NOT_AN_OPTION', { rules: [{ ...rule, severities: ['Huge'] }] }],
    ['rules.0.minScore', 'NUMBER_TOO_LARGE', { rules: [{ ...rule, minScore: 101 }] }],
    ['recipients', 'REPEATED', { recipients: ['a@b.example', 'a@b.example'] }],
    ['recipients.0', 'INVALID_FORMAT', { recipients: ['a@b.example\r\nBcc: c@d.example'] }],
    ['recipients.0', 'INVALID_FORMAT', { recipients: ['Clara <a@b.example>'] }],
  ] as const)('are refused when they say nothing or too much: %s is %s in %j', async (path, reason, wrong) => {
    const client = await newUser('client', await newCompany())
    const body = { rules: [rule], recipients: [], version: 0, ...wrong }
    expect(await send(client, putAlerts, { body })).toMatchObject(refusal(reason, `body.${path}`))
  })

  test('match by source, severity, type and score; an empty list means all', () => {
    const threat = {
      id: 'x',
      kind: 'threat' as const,
      title: 'x',
      source: 'Domain' as const,
      severity: 4,
      threat_type: 'Phishing',
      score: 80,
    }
    const any: AlertRule = { name: 'x', sources: [], severities: [], channels: ['bell'] }
    expect(isMatch(any, threat)).toBe(true)
    expect(
      isMatch({ ...any, sources: ['Domain'], severities: ['Critical'], types: ['Phishing'], minScore: 80 }, threat),
    ).toBe(true)
    expect(isMatch({ ...any, sources: ['URL'] }, threat)).toBe(false)
    expect(isMatch({ ...any, severities: ['High'] }, threat)).toBe(false)
    expect(isMatch({ ...any, types: ['Other'] }, threat)).toBe(false)
    expect(isMatch({ ...any, minScore: 81 }, threat)).toBe(false)
  })
})

describe('a published threat', () => {
  test('that a rule is about warns in the bell and by mail, once, also when it is published again', async () => {
    const company = await newCompany()
    const [client, qa, second] = [
      await newUser('client', company),
      await newUser('qa', company),
      await newUser('qa', company),
    ]
    const recipients = ['soc@bank.example', 'night@bank.example']
    await send(client, putAlerts, { body: { rules: [rule], recipients, version: 0 } })
    const threat = await newThreat(company, { stage: 'queued', severity: 4, name: 'fake-bank.example' })
    const mild = await newThreat(company, { stage: 'queued', severity: 2 })
    for (const { id } of [threat, mild])
      await send(qa, publishThreat, { params: { threatId: id }, body: { version: 1 } })
    const mails = await mailsOf(company)
    expect(mails.map(({ to_address: to, subject }) => [to, subject])).toEqual([
      ['night@bank.example', 'Worst: new threat fake-bank.example'],
      ['soc@bank.example', 'Worst: new threat fake-bank.example'],
    ])
    expect(mails[0]?.text).toContain(`/threats/Domain?id=${threat.id}`)
    const alerts = (await send(client, listNotifications)).body.items.filter(({ type }) => type === 'alert')
    expect(alerts.map(({ title }) => title)).toEqual(['Worst: new threat fake-bank.example'])

    // Recalled and published again.
    await world().database.inCompanies([company.id], (tx) =>
      tx.updateTable('threats').set({ stage: 'deleted' }).where('company_id', '=', company.id).execute(),
    )
    await send(second, restoreThreat, { params: { threatId: threat.id }, body: { version: 2 } })
    const again = await send(qa, publishThreat, { params: { threatId: threat.id }, body: { version: 3 } })
    expect(again.status).toBe(200)
    expect(await mailsOf(company)).toHaveLength(2)
  })

  test('is mailed in the language of the recipient, and in English to an address without an account', async () => {
    const company = await newCompany()
    const [client, qa] = [await newUser('client', company), await newUser('qa', company)]
    await send(client, changeDetails, { body: { locale: 'de' } })
    const recipients = [client.email, 'soc@bank.example']
    await send(client, putAlerts, { body: { rules: [rule], recipients, version: 0 } })
    const threat = await newThreat(company, { stage: 'queued', severity: 4 })
    await send(qa, publishThreat, { params: { threatId: threat.id }, body: { version: 1 } })
    const mails = await mailsOf(company)
    const textTo = (address: string) => mails.find(({ to_address: to }) => to === address)?.text
    expect(textTo(client.email)).toContain('Im Portal öffnen')
    expect(textTo('soc@bank.example')).not.toContain('Im Portal öffnen')
  })

  test('is named with its number in the bell and in the mail', async () => {
    const company = await newCompany()
    const [client, qa] = [await newUser('client', company), await newUser('qa', company)]
    await send(client, putAlerts, { body: { rules: [rule], recipients: ['soc@bank.example'], version: 0 } })
    // The first of the company is another.
    await newThreat(company, { name: 'earlier.example' })
    const threat = await newThreat(company, { stage: 'queued', name: 'numbered.example', severity: 4 })
    await send(qa, publishThreat, { params: { threatId: threat.id }, body: { version: 1 } })
    const line = 'Critical: numbered.example (T-2, Look-alike domain, Domain)'
    const alerts = (await send(client, listNotifications)).body.items.filter(({ type }) => type === 'alert')
    expect(alerts.map(({ body }) => body)).toEqual([line])
    expect((await mailsOf(company))[0]?.text).toContain(line)
  })

  test('of many is one mail a rule and recipient', async () => {
    const company = await newCompany()
    const [client, qa] = [await newUser('client', company), await newUser('qa', company)]
    await send(client, putAlerts, {
      body: { rules: [rule, { ...rule, name: 'Other' }], recipients: ['soc@bank.example'], version: 0 },
    })
    const ids = []
    for (let count = 0; count < 30; count += 1)
      ids.push((await newThreat(company, { stage: 'queued', severity: 4 })).id)
    await send(qa, reviewThreats, { body: { kind: 'threat', ids, action: 'publish' } })
    const mails = await mailsOf(company)
    expect(mails.map(({ subject }) => subject)).toEqual(['Other: 30 new threats', 'Worst: 30 new threats'])
    expect(mails[0]?.text).toContain('and 5 more.')
  })

  test('is sent even if its title contains a line break', async () => {
    const company = await newCompany()
    const [client, qa] = [await newUser('client', company), await newUser('qa', company)]
    await send(client, putAlerts, { body: { rules: [rule], recipients: ['soc@bank.example'], version: 0 } })
    const name = 'x\r\nBcc: evil@evil.example'
    const { id } = await newThreat(company, { stage: 'queued', severity: 4, name })
    expect((await send(qa, publishThreat, { params: { threatId: id }, body: { version: 1 } })).status).toBe(200)
    expect((await mailsOf(company)).map(({ subject }) => subject)).toEqual([
      'Worst: new threat x Bcc: evil@evil.example',
    ])
  })
})

const publishAt = (company: TestCompany, threatId: string, at: string) =>
  world().database.inCompanies([company.id], (tx) =>
    tx
      .updateTable('threats')
      .set({ published_at: new Date(at) })
      .where('company_id', '=', company.id)
      .where('id', '=', threatId)
      .execute(),
  )
const add = async (company: TestCompany, name: string, severity: number, at: string) =>
  publishAt(company, (await newThreat(company, { name, severity })).id, at)

describe('a digest', () => {
  const signal = new AbortController().signal
  const run = (now: Date) => sendDigests({ ...world(), enqueue: world().queue.enqueue, signal }, now)
  test('is sent to each subscriber for all their companies, once per period however often the job runs', async () => {
    const [own, assigned, foreign] = [await newCompany(), await newCompany(), await newCompany()]
    const daily = await newUser('admin', own, [assigned])
    const weekly = await newUser('client', assigned)
    const silent = await newUser('client', own)
    await send(daily, putPreferences, { body: { mail: 'daily', severities: ['High', 'Critical'], sources: [] } })
    await send(weekly, putPreferences, { body: { mail: 'weekly', severities: [], sources: [] } })
    await send(silent, putPreferences, { body: { mail: 'off', severities: [], sources: [] } })
    await add(own, 'yesterday-own.example', 3, '2026-03-01T23:59:59Z')
    await add(assigned, 'yesterday-given.example', 4, '2026-03-01T00:00:00Z')
    await add(assigned, 'mild.example', 1, '2026-03-01T12:00:00Z')
    await add(assigned, 'days-ago.example', 4, '2026-02-25T12:00:00Z')
    await add(own, 'today.example', 4, '2026-03-02T00:00:00Z')
    await add(foreign, 'foreign.example', 4, '2026-03-01T12:00:00Z')

    // A Monday.
    for (const hour of ['05', '06', '23']) await run(new Date(`2026-03-02T${hour}:40:00Z`))
    const [mail, ...others] = await mailsOf(own)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to_address: daily.email,
      subject: '2 new threats yesterday',
      template: 'digest-daily',
    })
    expect(mail?.text).toContain('yesterday-own.example')
    expect(mail?.text).toContain('yesterday-given.example')
    expect(mail?.text).not.toMatch(/mild|days-ago|today\.example|foreign/)
    const ofWeek = await mailsOf(assigned)
    expect(ofWeek.map(({ to_address: to, subject }) => [to, subject])).toEqual([
      [weekly.email, '3 new threats last week'],
    ])

    await run(new Date('2026-03-03T05:40:00Z'))
    expect((await mailsOf(own)).map(({ subject }) => subject).toSorted()).toEqual([
      '1 new threat yesterday',
      '2 new threats yesterday',
    ])
    expect(await mailsOf(assigned)).toHaveLength(1)
  })

  test('names each threat with its severity and number', async () => {
    const company = await newCompany()
    const reader = await newUser('client', company)
    await send(reader, putPreferences, { body: { mail: 'daily', severities: [], sources: [] } })
    await add(company, 'one.example', 4, '2026-07-06T10:00:00Z')
    await add(company, 'two.example', 2, '2026-07-06T11:00:00Z')
    await run(new Date('2026-07-07T05:40:00Z'))
    const [mail] = await mailsOf(company)
    for (const line of ['Critical: one.example (T-1)', 'Medium: two.example (T-2)']) expect(mail?.text).toContain(line)
  })

  test('is about the day of the company, and comes in its morning', async () => {
    const company = await newCompany()
    await world().database.pool.query(
      `update companies set config = config || '{"timeZone": "Asia/Kolkata"}' where id = $1`,
      [company.id],
    )
    const reader = await newUser('client', company)
    await send(reader, putPreferences, { body: { mail: 'daily', severities: [], sources: [] } })
    // 5 May in this time zone is from 18:30 of the day before until 18:30, UTC.
    await add(company, 'first.example', 3, '2026-05-04T18:30:00Z')
    await add(company, 'last.example', 3, '2026-05-05T18:29:59Z')
    await add(company, 'before.example', 3, '2026-05-04T18:29:59Z')
    await add(company, 'after.example', 3, '2026-05-05T18:30:00Z')
    await run(new Date('2026-05-05T22:40:00Z'))
    expect(await mailsOf(company)).toEqual([])
    await run(new Date('2026-05-05T23:40:00Z'))
    await run(new Date('2026-05-06T04:40:00Z'))
    const mails = await mailsOf(company)
    expect(mails.map(({ subject }) => subject)).toEqual(['2 new threats yesterday'])
    expect(mails[0]?.text).toMatch(/first\.example[^]*last\.example|last\.example[^]*first\.example/)
  })
})
