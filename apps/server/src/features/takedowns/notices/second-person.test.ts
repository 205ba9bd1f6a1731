import { putTakedownPolicy, usualTakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import { addAttempt, draftNotice, putNoticeChannel, sendAttempt } from '@signet/contract/takedowns/takedown-work'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'

const world = useWorld()
const email = {
  way: 'email',
  channel: 'registrar',
  recipient: 'abuse@harbor.example',
  subject: 'Report',
  text: 'Please.',
}

/** The notifications of a user about notices that wait for a second person. */
const notified = async ({ id }: { id: string }) => {
  const { rows } = await world().database.pool.query<{ title: string }>(
    `select title from notifications where user_id = $1 and words->'title'->>'reason' = 'NOTICE_UNRELEASED'`,
    [id],
  )
  return rows.map(({ title }) => title)
}

/** An authorised case of a company whose notices need a second person, while sending is on. */
async function createFixture({ needsSecondPerson = true } = {}) {
  const company = await newCompany()
  const client = await newUser('client', company)
  const [author, second] = [await newUser('subAdmin', company), await newUser('subAdmin', company)]
  const superAdmin = await newUser('superAdmin', company)
  await send(superAdmin, putNoticeChannel, { params: { channel: 'registrar' }, body: { isOn: true } })
  const query = { company: company.key }
  const setPolicy = (on: boolean) =>
    send(superAdmin, putTakedownPolicy, { query, body: { ...usualTakedownPolicy, needsSecondPerson: on } })
  await setPolicy(needsSecondPerson)
  const threat = await newThreat(company)
  const { body } = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const to = { params: { takedownId: body.takedown?.id as string }, query }
  const write = async () => {
    const added = await send(author, addAttempt, { ...to, body: email })
    const one = { params: { ...to.params, attemptId: added.body.attempts[0]?.id as string }, query }
    return { added, one }
  }
  return { company, author, second, to, setPolicy, write }
}

test('a notice waits for a second person, who is notified and sends it; its author may not', async () => {
  const { author, second, to, write } = await createFixture()
  expect((await send(author, draftNotice, { ...to, query: { ...to.query, channel: 'registrar' } })).body.sending).toBe(
    'secondPerson',
  )
  const { added, one } = await write()
  expect(added.body).toMatchObject({ status: 'authorised', attempts: [{ status: 'unreleased', writtenBy: author.id }] })
  expect(await notified(second)).toEqual([expect.stringContaining('harbor.example')])
  expect(await notified(author)).toEqual([])
  expect(await send(author, sendAttempt, one)).toMatchObject({
    status: 409,
    body: { reason: 'NOTICE_NEEDS_SECOND_PERSON' },
  })
  const released = await send(second, sendAttempt, one)
  expect(released.body.attempts[0]?.status).toBe('queued')
  expect(released.body.events.at(-1)).toMatchObject({ text: 'Notice released for sending' })
})

test('a notice that failed is sent again by anyone, because a second person has seen it', async () => {
  const { company, author, second, write } = await createFixture()
  const { one } = await write()
  await send(second, sendAttempt, one)
  await world().database.pool.query(`update mails set state = 'failed' where company_id = $1`, [company.id])
  expect((await send(author, sendAttempt, one)).body.attempts[0]?.status).toBe('queued')
})

test('an author may send a waiting notice once the policy is off, and a form never waits', async () => {
  const { author, to, write, setPolicy } = await createFixture()
  const { one } = await write()
  await setPolicy(false)
  expect((await send(author, getTakedown, to)).body.attempts[0]).not.toHaveProperty('writtenBy')
  expect((await send(author, sendAttempt, one)).body.attempts[0]?.status).toBe('queued')
  const form = { way: 'form', channel: 'platform', recipient: 'Impersonation form' }
  await setPolicy(true)
  await send(author, addAttempt, { ...to, body: form })
  expect((await send(author, getTakedown, to)).body.attempts[1]).toMatchObject({ way: 'form', status: 'queued' })
})

test('nobody waits for a second person where the company does not want it', async () => {
  const { second, write } = await createFixture({ needsSecondPerson: false })
  expect((await write()).added.body.attempts[0]?.status).toBe('queued')
  expect(await notified(second)).toEqual([])
})
