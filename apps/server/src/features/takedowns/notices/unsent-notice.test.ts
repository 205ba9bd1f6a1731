import { addAttempt, putNoticeChannel } from '@signet/contract/takedowns/takedown-work'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'
import { waitingForLocks } from '../../../../test/waiting-for-locks.ts'
import { messageOf } from '../../../errors/sentences.ts'
import type { Delivery, PrepareMail } from '../../../app/mailer.ts'
import { openLog } from '../../../log.ts'
import { prepareMail } from '../../mail/prepare-mail.job.ts'
import { mailLimits, sendMail } from '../../mail/send-mail.job.ts'
import { attachEvidence } from './attach-evidence.ts'
import { noticeRefusal, noticeSettled } from './notice-settled.ts'

const world = useWorld()

/** A case with a notice that waits for the mail server. */
async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('subAdmin', company)]
  const superAdmin = await newUser('superAdmin', company)
  await send(superAdmin, putNoticeChannel, { params: { channel: 'registrar' }, body: { isOn: true } })
  const threat = await newThreat(company)
  const decide = (action: 'takedown' | 'reopen', version: number) =>
    send(client, decideThreat, { params: { source: threat.source, threatId: threat.id }, body: { action, version } })
  const takedownId = (await decide('takedown', 1)).body.takedown?.id as string
  const to = { params: { takedownId }, query: { company: company.key } }
  await send(staff, addAttempt, {
    ...to,
    body: { way: 'email', channel: 'registrar', recipient: 'abuse@harbor.example', subject: 'Report', text: 'Please.' },
  })
  const { rows } = await world().database.pool.query<{ id: string }>('select id from mails where company_id = $1', [
    company.id,
  ])
  const deliveries: string[] = []
  const { database, files, queue } = world()
  const mail = { companyId: company.id, mailId: rows[0]?.id as string }
  const settled = { mailSettled: noticeSettled(queue.enqueue), mailRefusal: noticeRefusal }
  const parts = { database, files, ...settled, log: openLog('silent') }
  /** Runs the job that makes the evidence of the notice. */
  const prepare = (attempt = 1, prepareWith: PrepareMail = attachEvidence(queue.enqueue)) =>
    prepareMail({ ...parts, prepareMail: prepareWith }, mail, { attempt })
  /** Runs the job of the notice once. */
  const run = async (answer: () => Promise<Delivery>) => {
    await prepare()
    const mailer = {
      from: { name: 'Signet', address: 'signet@sender.example' },
      origin: 'https://portal.test',
      deliver: ({ messageId }: { messageId: string }) => {
        deliveries.push(messageId)
        return answer()
      },
    }
    await sendMail({ ...parts, mailer }, mail)
  }
  return { company, staff, threat, to, mail, prepare, run, deliveries, withdraw: () => decide('reopen', 2) }
}

test('a worker that takes a notice while its case is being withdrawn does not send it', async () => {
  const { company, staff, threat, to, run, deliveries, withdraw } = await createFixture()
  const { database } = world()
  const connection = await database.pool.connect()
  // What a decision does first: it locks the threat.
  await connection.query('begin')
  await connection.query('select from threats where company_id = $1 and id = $2 for update', [company.id, threat.id])
  const waiting = () => waitingForLocks(database)
  const withdrawal = withdraw()
  await expect.poll(waiting).toBe(1)
  const job = run(() => Promise.resolve({ state: 'sent' }))
  await expect.poll(waiting).toBe(2)
  await connection.query('commit')
  connection.release()
  expect((await withdrawal).status).toBe(200)
  await job
  expect(deliveries).toEqual([])
  expect((await send(staff, getTakedown, to)).body).toMatchObject({
    status: 'withdrawn',
    attempts: [{ status: 'bounced' }],
  })
})

test('a notice that the mail server postponed is not sent after the case was withdrawn', async () => {
  const { staff, to, run, deliveries, withdraw } = await createFixture()
  const postponed = run(async () => {
    expect((await withdraw()).status).toBe(200)
    return { state: 'temporary', reason: messageOf('MAIL_SERVER_REPLIED', { reply: '451 Try again later' }) }
  })
  await expect(postponed).rejects.toThrow('Try again later')
  await run(() => Promise.resolve({ state: 'sent' }))
  expect(deliveries).toHaveLength(1)
  expect((await send(staff, getTakedown, to)).body).toMatchObject({
    status: 'withdrawn',
    attempts: [{ status: 'bounced', problem: { reason: 'MAIL_CASE_CLOSED' } }],
  })
})

test('a notice that the mail server had already taken when the case was withdrawn stays in its history', async () => {
  const { staff, to, run, withdraw } = await createFixture()
  await run(async () => {
    expect((await withdraw()).status).toBe(200)
    return { state: 'sent' }
  })
  const { body } = await send(staff, getTakedown, to)
  expect(body).toMatchObject({ status: 'withdrawn', attempts: [{ status: 'sent' }] })
  expect(body.events.at(-1)?.text).toBe('Notice handed to the mail server')
})

test('a notice of a company that was archived meanwhile is not sent until a person sends it again', async () => {
  const { company, staff, to, run, deliveries } = await createFixture()
  const { pool } = world().database
  await pool.query('update companies set is_active = false where id = $1', [company.id])
  await run(() => Promise.resolve({ state: 'sent' }))
  expect(deliveries).toEqual([])
  await pool.query('update companies set is_active = true where id = $1', [company.id])
  const { body } = await send(staff, getTakedown, to)
  expect(body.attempts).toMatchObject([{ status: 'bounced', problem: { reason: 'MAIL_COMPANY_ARCHIVED' } }])
})

const fails = () => Promise.reject(new Error('no space left'))

test('a notice whose evidence cannot be made says so, is tried again, and fails in the end', async () => {
  const { staff, to, prepare, deliveries } = await createFixture()
  const attempt = async () => (await send(staff, getTakedown, to)).body.attempts[0]
  await expect(prepare(1, fails)).rejects.toThrow('no space left')
  expect(await attempt()).toMatchObject({ status: 'queued', problem: { reason: 'MAIL_EVIDENCE_FAILED' } })
  await prepare(mailLimits.attempts, fails)
  expect(await attempt()).toMatchObject({ status: 'bounced', problem: { reason: 'MAIL_EVIDENCE_FAILED' } })
  expect(deliveries).toEqual([])
})

test('the evidence of a notice is made once, and sent once, by two workers that make it at the same time', async () => {
  const { company, mail, prepare } = await createFixture()
  const { pool } = world().database
  await Promise.all([prepare(), prepare()])
  await prepare()
  const { rows: jobs } = await pool.query(
    `select from pgboss.job where name = 'send-mail' and data ->> 'mailId' = $1`,
    [mail.mailId],
  )
  expect(jobs).toHaveLength(1)
  const { rows: made } = await pool.query(
    `select from mails where company_id = $1 and attachments @> jsonb_build_array(jsonb_build_object('sha256', made_sha256))`,
    [company.id],
  )
  expect(made).toHaveLength(1)
})
