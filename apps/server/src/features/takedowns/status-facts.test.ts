import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addAttempt,
  changeAttempt,
  moveTakedown,
  putNoticeChannel,
  sendAttempt,
} from '@signet/contract/takedowns/takedown-work'
import type { CheckView } from '@signet/contract/takedowns/asset-checks'
import { takedownStatuses, type TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { putTakedownPolicy, usualTakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import type { DnsFacts, HttpFacts } from '@signet/contract/threats/observations'
import { decideThreat } from '@signet/contract/threats/threats'
import { dayMs, hourMs } from '@signet/contract/time'
import { messageOf } from '../../errors/sentences.ts'
import type { Delivery } from '../../app/mailer.ts'
import { openLog } from '../../log.ts'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../test/harness.ts'
import { sendMail } from '../mail/send-mail.job.ts'
import { followTakedown } from './following/follow-takedown.ts'
import { takeNextSteps } from './following/take-next-step.job.ts'
import { attachEvidence } from './notices/attach-evidence.ts'
import { noticeRefusal, noticeSettled } from './notices/notice-settled.ts'

const world = useWorld()

/** One call of staff, or one run of the jobs that send emails. */
type Step =
  | { call: 'move'; status: TakedownStatus; note: boolean }
  | { call: 'email' }
  | { call: 'form' }
  | { call: 'change'; status: 'sent' | 'acknowledged' | 'actioned' | 'refused'; reference: boolean; answer: boolean }
  | { call: 'send' }
  | { call: 'switch'; isOn: boolean }
  | { call: 'wait' }
  | { call: 'deliver'; outcome: Delivery }
  | { call: 'check'; desktop: Seen; phone: Seen; hours: number }
type Seen = keyof typeof answers

const page: HttpFacts = {
  host: 'seen.example',
  address: 'https://seen.example/',
  status: 200,
  redirects: [],
  title: 'Sign in',
  server: null,
  contentSketch: null,
  isParked: false,
  hasPasswordField: true,
  problem: null,
}
const answers = { page, gone: { ...page, status: 404 }, parked: { ...page, isParked: true }, failed: null }
const dns: DnsFacts = {
  host: 'seen.example',
  state: 'found',
  a: ['203.0.113.9'],
  aaaa: [],
  cname: [],
  ns: [],
  mx: [],
  txt: [],
  isWildcard: false,
  catchesAll: false,
}
const seen = fc.constantFrom<Seen>('page', 'gone', 'gone', 'parked', 'failed')

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      call: fc.constant('check'),
      desktop: seen,
      phone: seen,
      hours: fc.constantFrom(1, 24 * 8),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      call: fc.constant('move'),
      status: fc.constantFrom(...takedownStatuses),
      note: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ call: 'email' }) },
  { weight: 1, arbitrary: fc.constant({ call: 'form' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      call: fc.constant('change'),
      status: fc.constantFrom('sent', 'acknowledged', 'actioned', 'refused'),
      reference: fc.boolean(),
      answer: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ call: 'send' }) },
  { weight: 1, arbitrary: fc.constant({ call: 'wait' }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('switch'), isOn: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      call: fc.constant('deliver'),
      outcome: fc.constantFrom<Delivery>(
        { state: 'sent' },
        { state: 'refused', reason: messageOf('MAIL_SERVER_REPLIED', { reply: 'no' }), isAddressRefused: false },
        { state: 'unknown', reason: messageOf('MAIL_SERVER_REPLIED', { reply: 'cut off' }) },
      ),
    }),
  },
)

const desk = (email: string) => ({
  name: email,
  holder: email,
  abuse: { email, phone: null, form: null },
  record: 'https://rdap.example/',
})
/** Where the target of each case is, so that there is a contact above its host. */
const hosting = {
  host: 'seen.example',
  addresses: [
    { address: '203.0.113.9', asn: 64500, network: desk('abuse@host.example'), system: desk('abuse@network.example') },
  ],
  cdn: null,
  siteContacts: null,
  hops: [],
}

const check = (desktop: Seen, phone: Seen, hours: number): Step => ({ call: 'check', desktop, phone, hours })

test('no sequence of calls and checks brings a takedown into a status without its fact or the reason of the person who set it', async () => {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('superAdmin', company)]
  const { pool } = world().database
  const query = { company: company.key }
  const policy = { ...usualTakedownPolicy, followUps: 'send' } as const
  expect((await send(staff, putTakedownPolicy, { query, body: policy })).status).toBe(200)

  /** What a mail server accepted and what was recorded with the attempts, from the tables alone. */
  const factsOf = async (takedownId: string, since: string) => {
    const { rows } = await pool.query<{ sent: boolean; escalated: boolean; answered: boolean; refused: boolean }>(
      `select coalesce(bool_or((a.way = 'email' and m.state = 'sent' and m.ended_at >= $3)
           or (a.way = 'form' and a.sent_at >= $3 and coalesce(a.reference, a.proof_file_id::text) is not null)), false) as sent,
         coalesce(bool_or(a.purpose = 'escalation' and m.state = 'sent' and m.ended_at >= $3), false) as escalated,
         coalesce(bool_or(a.answered_at >= $3 and a.answer is not null), false) as answered,
         coalesce(bool_or(a.status = 'refused' and a.answered_at >= $3 and a.answer is not null), false) as refused
       from takedown_attempts a left join mails m on m.company_id = a.company_id and m.id = a.mail_id
       where a.company_id = $1 and a.takedown_id = $2`,
      [company.id, takedownId, since],
    )
    return rows[0] ?? expect.fail('no row')
  }

  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 12 }), async (sequence) => {
      const threat = await newThreat(company)
      const decided = await send(client, decideThreat, {
        params: { source: threat.source, threatId: threat.id },
        body: { action: 'takedown', version: 1 },
      })
      await pool.query(
        `insert into domain_observations (company_id, id, threat_id, kind, facts, hash, observed_at, seen_at, is_settled)
         values ($1, gen_random_uuid(), $2, 'hosting', $3, 'x', now(), now(), true)`,
        [company.id, threat.id, JSON.stringify(hosting)],
      )
      const params = { takedownId: decided.body.takedown?.id as string }
      const read = async () => (await send(staff, getTakedown, { params, query })).body

      // Checks take place in the past, so that they don't end up later than what the calls record now.
      let checkedAt = Date.now() - 400 * dayMs
      /** The states of the last two checks with a result in which all visitors agree on what is offline, latest first. */
      const lastChecks = async () => {
        const { rows } = await pool.query<{ state: string; views: CheckView[] }>(
          `select state, views from takedown_checks where takedown_id = $1 and state <> 'unknown' order by at desc limit 2`,
          [params.takedownId],
        )
        for (const { state, views } of rows) {
          if (state === 'offline') expect(views.map((view) => view.state)).toEqual(['offline', 'offline'])
        }
        return rows.map(({ state }) => state)
      }
      /** The days since which every check with a result found it offline, up to the last one. */
      const watchedDays = async () => {
        const { rows } = await pool.query<{ days: number }>(
          `select extract(epoch from max(at) - min(at))::float8 / 86400 as days from takedown_checks
           where company_id = $2 and takedown_id = $1 and state = 'offline' and at > coalesce((select max(at) from takedown_checks
             where company_id = $2 and takedown_id = $1 and state not in ('offline', 'unknown')), '-infinity')`,
          [params.takedownId, company.id],
        )
        return rows[0]?.days
      }
      const run = async (step: Step): Promise<unknown> => {
        const { version, attempts } = await read()
        const attemptId = attempts.at(-1)?.id ?? crypto.randomUUID()
        const one = { params: { ...params, attemptId }, query }
        switch (step.call) {
          case 'move': {
            const body = { status: step.status, version, ...(step.note ? { note: 'because' } : {}) }
            return send(staff, moveTakedown, { params, query, body })
          }
          case 'email': {
            const words = {
              recipient: `${crypto.randomUUID()}@a.example`,
              subject: 'Report',
              text: 'Please remove it.',
            }
            return send(staff, addAttempt, { params, query, body: { way: 'email', channel: 'hosting', ...words } })
          }
          case 'form':
            return send(staff, addAttempt, {
              params,
              query,
              body: { way: 'form', channel: 'platform', recipient: 'Form' },
            })
          case 'change': {
            const { status } = step
            const body = {
              status,
              ...(step.reference ? { reference: 'X-1' } : {}),
              ...(step.answer ? { answer: 'Yes' } : {}),
            }
            return send(staff, changeAttempt, { ...one, body })
          }
          case 'send':
            return send(staff, sendAttempt, one)
          case 'switch':
            return send(staff, putNoticeChannel, { params: { channel: 'hosting' }, body: { isOn: step.isOn } })
          case 'wait': {
            const { database, queue, log } = world()
            const mailer = {
              from: { name: 'Signet', address: 'signet@sender.example' },
              origin: 'https://portal.test',
              deliver: () => expect.fail('this job sends nothing'),
            }
            const later = new Date(Date.now() + 30 * dayMs)
            return takeNextSteps({ database, log, enqueue: queue.enqueue, mailer }, later, new AbortController().signal)
          }
          case 'check': {
            checkedAt += step.hours * hourMs
            const views = (['desktop', 'phone'] as const).map((profile) => {
              return { profile, exit: null, http: answers[step[profile]] }
            })
            return world().database.inCompanies([company.id], async (tx) => {
              const row = await tx
                .selectFrom('threats')
                .selectAll()
                .where('company_id', '=', company.id)
                .where('id', '=', threat.id)
                .forUpdate()
                .executeTakeFirstOrThrow()
              const follow = followTakedown(world().queue.enqueue)
              return follow(tx, row, { dns, http: answers.gone, views }, new Date(checkedAt))
            })
          }
          case 'deliver': {
            const { rows } = await pool.query<{ id: string }>(
              `select m.id from mails m join takedown_attempts a on a.company_id = m.company_id and a.mail_id = m.id
               where a.company_id = $2 and a.takedown_id = $1 and m.state = 'queued'`,
              [params.takedownId, company.id],
            )
            const mailer = {
              from: { name: 'Signet', address: 'signet@sender.example' },
              origin: 'https://portal.test',
              deliver: () => Promise.resolve(step.outcome),
            }
            const { database, files, queue } = world()
            const parts = {
              database,
              files,
              mailer,
              mailSettled: noticeSettled(queue.enqueue),
              mailRefusal: noticeRefusal,
              log: openLog('silent'),
            }
            for (const { id } of rows) {
              const mail = { companyId: company.id, mailId: id }
              await attachEvidence(queue.enqueue)({ database, files }, mail)
              await sendMail(parts, mail)
            }
            return undefined
          }
        }
      }

      for (const step of sequence) {
        const before = await read()
        await run(step)
        const { status, setManually, events } = await read()
        if (status === before.status) continue
        const { rows } = await pool.query<{ at: string | null }>(
          `select reached_at ->> 'reopened' as at from takedowns where id = $1`,
          [params.takedownId],
        )
        const facts = await factsOf(params.takedownId, rows[0]?.at ?? '2000-01-01')
        const manual = setManually.find((one) => one.status === status)
        if (manual) {
          expect(manual.reason, status).toBe('because')
          const last = events.findLast(({ action }) => action === 'takedown.moved')
          expect(last, status).toMatchObject({ by: manual.by, isManual: true, remark: 'because' })
        } else if (status === 'submitted') expect(facts.sent, status).toBe(true)
        else if (status === 'escalated') expect(facts.escalated, status).toBe(true)
        else if (status === 'acknowledged' || status === 'info_requested') expect(facts.answered, status).toBe(true)
        else if (status === 'refused') expect(facts.refused, status).toBe(true)
        else if (status === 'offline_monitoring') expect(await lastChecks(), status).toEqual(['offline', 'offline'])
        else if (status === 'resolved') expect(await watchedDays(), status).toBeGreaterThanOrEqual(7)
        else if (status === 'reopened') {
          const [last, previous] = await lastChecks()
          expect(['active', 'parked', 'cloaked'], status).toContain(last)
          expect(previous, status).not.toBe('offline')
        } else expect(['authorised', 'awaiting_authorisation']).toContain(status)
      }
    }),
    {
      numRuns: 12,
      examples: [
        // Refused, and sent to the next contact by the product.
        [
          [
            { call: 'switch', isOn: true },
            { call: 'email' },
            { call: 'deliver', outcome: { state: 'sent' } },
            { call: 'wait' },
            { call: 'change', status: 'refused', reference: false, answer: true },
            { call: 'deliver', outcome: { state: 'sent' } },
            { call: 'change', status: 'refused', reference: false, answer: true },
            { call: 'wait' },
            { call: 'deliver', outcome: { state: 'sent' } },
          ],
        ],
        // Offline, back, notified again, and offline for the whole watch.
        [
          [
            { call: 'switch', isOn: true },
            { call: 'email' },
            { call: 'deliver', outcome: { state: 'sent' } },
            check('page', 'page', 1),
            check('gone', 'page', 1),
            check('gone', 'gone', 1),
            check('gone', 'failed', 1),
            check('gone', 'gone', 1),
            check('gone', 'parked', 1),
            check('gone', 'parked', 1),
            { call: 'deliver', outcome: { state: 'sent' } },
            check('gone', 'gone', 1),
            check('gone', 'gone', 1),
            check('gone', 'gone', 24 * 8),
            check('page', 'page', 1),
            check('page', 'page', 1),
          ],
        ],
      ],
    },
  )
})
