import { describe, expect, test } from 'vitest'
import { addAttempt, authoriseTakedown, changeAttempt, moveTakedown } from '@signet/contract/takedowns/takedown-work'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { addEvidence } from '@signet/contract/threats/files'
import { decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, refusal, send, tinyPng, useWorld } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('superAdmin', company)]
  const threat = await newThreat(company)
  const ofThreat = { source: threat.source, threatId: threat.id }
  const decided = await send(client, decideThreat, { params: ofThreat, body: { action: 'takedown', version: 1 } })
  const query = { company: company.key }
  const to = { params: { takedownId: decided.body.takedown?.id as string }, query }
  return { company, client, staff, ofThreat, to }
}

const form = { way: 'form', channel: 'platform', recipient: 'Impersonation form' } as const
const email = {
  way: 'email',
  channel: 'registrar',
  recipient: 'abuse@harbor.example',
  subject: 'A',
  text: 'B',
} as const

describe('a notice', () => {
  test('has no answer before it was sent', async () => {
    const { staff, to } = await createFixture()
    const { attempts } = (await send(staff, addAttempt, { ...to, body: form })).body
    const params = { ...to.params, attemptId: attempts[0]?.id as string }
    const answered = await send(staff, changeAttempt, {
      ...to,
      params,
      body: { status: 'acknowledged', answer: 'Thanks' },
    })
    expect(answered).toMatchObject(refusal('ANSWER_BEFORE_NOTICE'))
  })

  test('is one of a hundred of its takedown', async () => {
    const { company, staff, to } = await createFixture()
    await world().database.pool.query(
      `insert into takedown_attempts (company_id, id, takedown_id, channel, way, recipient, status)
       select $1, gen_random_uuid(), $2, 'platform', 'form', n, 'queued' from generate_series(1, 100) n`,
      [company.id, to.params.takedownId],
    )
    expect(await send(staff, addAttempt, { ...to, body: form })).toMatchObject(refusal('TOO_MANY_ATTEMPTED_CHANNELS'))
  })

  test('carries files of 8 MB in total', async () => {
    const { company, staff, ofThreat, to } = await createFixture()
    const files: string[] = []
    for (const name of ['one', 'two']) {
      const added = await send(staff, addEvidence, {
        ...to,
        params: ofThreat,
        form: { files: [{ bytes: tinyPng(name) }] },
      })
      files.push(added.body.id)
    }
    const sized = (size: number) =>
      world().database.pool.query('update evidence set size = $2 where company_id = $1', [company.id, size])
    await sized(4_000_001)
    const refused = await send(staff, addAttempt, { ...to, body: { ...email, files } })
    expect(refused).toMatchObject(refusal('NOTICE_FILES_TOO_LARGE', 'body.files'))
    await sized(4_000_000)
    expect((await send(staff, addAttempt, { ...to, body: { ...email, files } })).status).toBe(201)
  })
})

describe('a takedown', () => {
  test('the client requested waits for no authorisation', async () => {
    const { client, to } = await createFixture()
    const answer = await send(client, authoriseTakedown, { ...to, body: { version: 1 } })
    expect(answer).toMatchObject(refusal('NOT_AWAITING_AUTHORISATION'))
  })

  test('is moved with a reason when nothing recorded in it shows the step', async () => {
    const { staff, to } = await createFixture()
    const refused = await send(staff, moveTakedown, { ...to, body: { status: 'submitted', version: 1 } })
    expect(refused).toMatchObject(refusal('STATUS_REASON_MISSING', 'body.note'))
    expect((await send(staff, getTakedown, to)).body).toMatchObject({ status: 'authorised', version: 1 })
  })
})
