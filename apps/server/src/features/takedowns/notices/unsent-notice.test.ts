import { addAttempt, putNoticeChannel } from '@signet/contract/takedowns/takedown-work'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'
import { messageOf } from '../../../errors/sentences.ts'
import type { Delivery, PrepareMail } from '../../../app/mailer.ts'
import { openLog } from '../../../log.ts'
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
  /** Runs the job of the notice once. */
  const run = (answer: () => Promise<Delivery>, prepareMail: PrepareMail = attachEvidence, attempts?: number) => {
    const { database, files, queue } = world()
    const mailer = {
      from: { name: 'Signet', address: 'signet@sender.example' },
      origin: 'https://portal.test',
      deliver: (mail: { messageId: string }) => {
        deliveries.push(mail.messageId)
        return answer()
      },
    }
    const settled = {
      mailSettled: noticeSettled(queue.enqueue),
      mailRefusal: noticeRefusal,
      prepareMail,
    }
    const limits = { ...mailLimits, ...(attempts && { attempts }) }
    const parts = { database, files, mailer, ...settled, limits, log: openLog('silent') }
    return sendMail(parts, { companyId: company.id, mailId: rows[0]?.id as string })
  }
  return { staff, threat, to, run, deliveries, withdraw: () => decide('reopen', 2) }
}

test('a worker that takes a notice while its case is being withdrawn does not send it', async () => {
  const { staff, threat, to, run, deliveries, withdraw } = await createFixture()
  const { database } = world()
  const connection = await database.pool.connect()
  // What a decision does first: it locks the threat.
  await connection.query('begin')
  await connection.query('select from threats where id = $1 for update', [threat.id])
  const waiting = async () => {
    const { rows } = await database.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    )
    return rows[0]?.waiting ?? 0
  }
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

const sent = () => Promise.resolve<Delivery>({ state: 'sent' })
const fails = () => Promise.reject(new Error('no space left'))

test('a notice whose evidence cannot be made says so, is tried again, and fails in the end', async () => {
  const { staff, to, run, deliveries } = await createFixture()
  const attempt = async () => (await send(staff, getTakedown, to)).body.attempts[0]
  await expect(run(sent, fails)).rejects.toThrow('no space left')
  expect(await attempt()).toMatchObject({ status: 'queued', problem: { reason: 'MAIL_EVIDENCE_FAILED' } })
  await run(sent, fails, 2)
  expect(await attempt()).toMatchObject({ status: 'bounced', problem: { reason: 'MAIL_EVIDENCE_FAILED' } })
  expect(deliveries).toEqual([])
})
