import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAttempt, putNoticeChannel } from '@signet/contract/takedowns/takedown-work'
import {
  getTakedownPolicy,
  putTakedownPolicy,
  usualTakedownPolicy,
  type TakedownPolicy,
} from '@signet/contract/takedowns/takedown-policy'
import type { AttemptStatus } from '@signet/contract/takedowns/attempts'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { addAllowEntry } from '@signet/contract/threats/allow-list'
import { decideThreat } from '@signet/contract/threats/threats'
import { dayMs, minuteMs } from '@signet/contract/time'
import type { FollowCheck } from '../../../app/follow-check.ts'
import type { OutgoingMail } from '../../../app/mailer.ts'
import { openLog } from '../../../log.ts'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'
import { placeholder, signInPage, startOutside, type Outside } from '../../../../test/outside/outside-world.ts'
import { enrichCompany } from '../../enrichment/enrich.job.ts'
import { sendMail } from '../../mail/send-mail.job.ts'
import { followTakedown } from './follow-takedown.ts'
import { attachEvidence } from '../notices/attach-evidence.ts'
import { noticeRefusal, noticeSettled } from '../notices/notice-settled.ts'

const world = useWorld()
let outside: Outside
beforeAll(async () => {
  outside = await startOutside()
})
afterAll(() => outside.close())
let counter = 0

/** A case whose notice was sent and whose target went offline for it. */
async function createFixture({ policy }: { policy?: TakedownPolicy } = {}) {
  counter += 1
  const host = `back-again-${counter}.example`
  outside.dns.set(host, { a: ['127.0.0.1'], ns: ['ns1.host.example'] })
  outside.registered(host, 'Example Registrar')
  outside.page(signInPage)
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('superAdmin', company)]
  const query = { company: company.key }
  if (policy) await send(staff, putTakedownPolicy, { query, body: policy })
  const threat = await newThreat(company, { name: host })
  const { pool } = world().database
  await pool.query(
    `insert into domain_watches (company_id, threat_id, host, next_at) values ($1, $2, $3, '2020-01-01')`,
    [company.id, threat.id, host],
  )
  const { body } = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const params = { takedownId: body.takedown?.id as string }
  const read = async () => (await send(staff, getTakedown, { params, query })).body
  const sent: OutgoingMail[] = []
  /** Sends what waits in the outbox. */
  const deliver = async () => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from mails where company_id = $1 and template = 'takedown-notice' and state = 'queued'`,
      [company.id],
    )
    const mailer = {
      from: { name: 'Signet', address: 'signet@sender.example' },
      origin: 'https://portal.test',
      deliver: (mail: OutgoingMail) => {
        sent.push(mail)
        return Promise.resolve({ state: 'sent' as const })
      },
    }
    const { database, files, queue } = world()
    const handlers = {
      mailSettled: noticeSettled(queue.enqueue),
      mailRefusal: noticeRefusal,
    }
    const parts = { database, files, mailer, ...handlers, log: openLog('silent') }
    for (const { id } of rows) {
      const mail = { companyId: company.id, mailId: id }
      await attachEvidence(queue.enqueue)({ database, files }, mail)
      await sendMail(parts, mail)
    }
  }
  let now = new Date()
  const enrich = (follow: FollowCheck) =>
    enrichCompany(
      {
        database: world().database,
        log: world().log,
        settings: outside.settings(host),
        signal: new AbortController().signal,
        follow,
        now: () => now,
      },
      company.id,
    )
  const follow = () => followTakedown(world().queue.enqueue)
  /** Waits until the next check is due, or longer. */
  const later = async (ms = 0) => {
    const { rows } = await pool.query<{ next_at: Date }>('select next_at from domain_watches where threat_id = $1', [
      threat.id,
    ])
    now = new Date(Math.max(rows[0]?.next_at.getTime() ?? 0, now.getTime() + 6 * minuteMs) + ms)
    await pool.query(`update answer_gates set next_at = '2020-01-01'`)
  }
  const look = async (ms = 0) => {
    await later(ms)
    expect(await enrich(follow())).toBe(1)
  }
  /** Checks until a change is about to be confirmed, and waits for the next check. */
  const lookAlmostTwice = async () => {
    await look()
    const certainAt = now.getTime() + 30 * minuteMs
    for (;;) {
      await later()
      if (now.getTime() >= certainAt) return
      expect(await enrich(follow())).toBe(1)
    }
  }
  const lookTwice = async () => {
    await lookAlmostTwice()
    expect(await enrich(follow())).toBe(1)
  }
  await send(staff, putNoticeChannel, { params: { channel: 'hosting' }, body: { isOn: true } })
  await send(staff, addAttempt, {
    params,
    query,
    body: {
      way: 'email',
      channel: 'hosting',
      recipient: 'abuse@host.example',
      subject: 'Abuse report',
      text: 'Dear Sir or Madam,\n\nplease remove it.',
    },
  })
  await deliver()
  await look()
  outside.dns.remove(host)
  await lookTwice()
  expect(await read()).toMatchObject({ status: 'offline_monitoring' })
  const back = () => outside.dns.set(host, { a: ['127.0.0.1'], ns: ['ns1.host.example'] })
  /** The provider was notified of other targets within the last hour. */
  const notifiedOften = (times: number) =>
    pool.query(
      `insert into takedown_attempts (company_id, id, takedown_id, channel, way, recipient, status)
        select $1, gen_random_uuid(), $2, 'hosting', 'api', 'abuse@host.example', 'refused' from generate_series(1, $3)`,
      [company.id, params.takedownId, times],
    )
  return {
    host,
    notifiedOften,
    staff,
    query,
    read,
    sent,
    deliver,
    enrich,
    follow,
    look,
    lookTwice,
    lookAlmostTwice,
    later,
    back,
  }
}

type Fixture = Awaited<ReturnType<typeof createFixture>>

const waysBack: [state: string, remark: RegExp, show: () => void][] = [
  ['active', /^Reachable again/, () => outside.page(signInPage)],
  ['parked', /^Back as a parked page/, () => outside.page(placeholder)],
  ['cloaked', /^Visible to some visitors again/, () => outside.web.on('/', (_, answer) => answer.writeHead(403).end())],
  [
    'cloaked',
    /^Visible to some visitors again/,
    () =>
      outside.web.on('/', ({ headers }, answer) =>
        /Mobile/.test(headers['user-agent'] ?? '') ? answer.end(signInPage) : answer.writeHead(404).end(),
      ),
  ],
  [
    'redirecting',
    /^Back as a redirect/,
    () => outside.web.on('/', (_, answer) => answer.writeHead(302, { location: 'https://elsewhere.example/' }).end()),
  ],
]

test.each(waysBack)(
  'a target that is back as %s reopens its case with a notice that follows the old one',
  async (state, remark, show) => {
    const { read, sent, deliver, lookTwice, back } = await createFixture()
    back()
    show()
    await lookTwice()
    const { events, attempts, ...reopened } = await read()
    expect(reopened).toMatchObject({ status: 'reopened', assetState: state, relapses: 1 })
    expect(events.findLast(({ text }) => text === 'Reopened')?.remark).toMatch(remark)
    expect(attempts.map(({ status, recipient }) => [status, recipient])).toEqual([
      ['sent', 'abuse@host.example'],
      ['queued', 'abuse@host.example'],
    ])
    await deliver()
    const [first, second] = sent
    expect(second).toMatchObject({ subject: 'Re: Abuse report', references: [first?.messageId] })
    expect(second?.text).toContain('is back')
    expect(second?.text).toContain('> please remove it.')
    expect(second?.attachments.map(({ name }) => name)).toEqual(first?.attachments.map(({ name }) => name))
    // The notice was sent, so the case waits for the provider again.
    expect(await read()).toMatchObject({ status: 'submitted', waitingFor: 'provider', relapses: 1 })
  },
)

test('a case is reopened once, also when two workers check at the same time or one is killed in the middle', async () => {
  const { read, enrich, follow, lookAlmostTwice, later, back } = await createFixture()
  back()
  outside.page(signInPage)
  await lookAlmostTwice()
  // The worker ends after the case was reopened, before the transaction is committed.
  const killed: FollowCheck = async (...check) => {
    await follow()(...check)
    throw new Error('killed')
  }
  await expect(enrich(killed)).rejects.toThrow('killed')
  expect(await read()).toMatchObject({ status: 'offline_monitoring', relapses: 0 })
  await later()
  const checked = await Promise.all([enrich(follow()), enrich(follow())])
  expect(checked.toSorted()).toEqual([0, 1])
  const { attempts, events, ...after } = await read()
  expect(after).toMatchObject({ status: 'reopened', relapses: 1 })
  expect(attempts).toHaveLength(2)
  expect(events.filter(({ text }) => text === 'Reopened')).toHaveLength(1)
})

test('the notice of a provider that had twenty within the hour waits for a person', async () => {
  const { notifiedOften, read, sent, deliver, lookTwice, back } = await createFixture()
  await notifiedOften(19)
  back()
  outside.page(signInPage)
  await lookTwice()
  await deliver()
  expect(sent).toHaveLength(1)
  const { attempts, status } = await read()
  expect(status).toBe('reopened')
  expect(attempts.filter(({ hasNotice }) => hasNotice).map((attempt) => attempt.status)).toEqual(['sent', 'limited'])
})

test.each([
  [
    'is allowed by now',
    async ({ staff, query, host }: Fixture) => {
      const body = { kind: 'domain', value: host, reason: 'A partner', until: null } as const
      expect((await send(staff, addAllowEntry, { query, body })).status).toBe(201)
    },
  ],
  [
    'was transferred to the company',
    async ({ staff, query, host }: Fixture) => {
      const { body } = await send(staff, getAssets, { query })
      expect((await send(staff, putAssets, { query, body: { ...body, domains: [host] } })).status).toBe(200)
    },
  ],
])('nobody is asked to remove a target again that %s', async (_why, change) => {
  const fixture = await createFixture()
  const { read, sent, deliver, lookTwice, back } = fixture
  await change(fixture)
  back()
  outside.page(signInPage)
  await lookTwice()
  await deliver()
  expect(sent).toHaveLength(1)
  expect(await read()).toMatchObject({ status: 'offline_monitoring', assetState: 'active', relapses: 0 })
})

test('each time it comes back is counted and answered', async () => {
  const { read, sent, deliver, lookTwice, back } = await createFixture()
  for (const times of [1, 2]) {
    back()
    outside.page(signInPage)
    await lookTwice()
    await deliver()
    expect(await read()).toMatchObject({ status: 'submitted', relapses: times })
    outside.web.on('/', (_, answer) => answer.writeHead(410).end())
    await lookTwice()
    expect(await read()).toMatchObject({ status: 'offline_monitoring' })
  }
  expect(sent.map(({ subject }) => subject)).toEqual(['Abuse report', 'Re: Abuse report', 'Re: Abuse report'])
  expect(sent.at(-1)?.references).toEqual(sent.slice(0, 2).map(({ messageId }) => messageId))
})

test('the policy of a company sets how long it is watched, and whether the provider is notified again', async () => {
  const { staff, query, read, look, lookTwice, back } = await createFixture({
    policy: { ...usualTakedownPolicy, watchDays: 2, repeatsNotice: false },
  })
  expect((await send(staff, getTakedownPolicy, { query })).body).toEqual({
    ...usualTakedownPolicy,
    watchDays: 2,
    repeatsNotice: false,
  })
  await look(dayMs)
  expect(await read()).toMatchObject({ status: 'offline_monitoring' })
  await look(dayMs)
  expect(await read()).toMatchObject({ status: 'resolved' })
  back()
  outside.page(signInPage)
  await lookTwice()
  const { attempts, ...after } = await read()
  expect(after).toMatchObject({ status: 'reopened', relapses: 1 })
  expect(attempts.map(({ status }) => status)).toEqual<AttemptStatus[]>(['sent'])
})

test('a policy with an impossible period is refused', async () => {
  const company = await newCompany()
  const staff = await newUser('superAdmin', company)
  const body = { ...usualTakedownPolicy, watchDays: 0 }
  expect(await send(staff, putTakedownPolicy, { query: { company: company.key }, body })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'body.watchDays' }] },
  })
})
