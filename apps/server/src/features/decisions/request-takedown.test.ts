import { describe, expect, test } from 'vitest'
import { requestTakedown } from '@signet/contract/takedowns/takedown-work'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { getThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, refusal, send, useWorld } from '../../../test/harness.ts'

useWorld()

async function createFixture() {
  const company = await newCompany()
  return { company, client: await newUser('client', company), threat: await newThreat(company) }
}

describe('asking for a takedown by itself', () => {
  test('decides on the threat and opens its case, with the note on both', async () => {
    const { company, client, threat } = await createFixture()
    const body = { company: company.key, threatId: threat.id, note: 'it takes card numbers' }
    const answer = await send(client, requestTakedown, { body })
    expect(answer).toMatchObject({
      status: 201,
      body: { threatId: threat.id, company: company.key, status: 'authorised', version: 1 },
    })
    const params = { source: threat.source, threatId: threat.id }
    expect((await send(client, getThreat, { params })).body).toMatchObject({
      status: 'takedown',
      takedown: { id: answer.body.id },
      remarks: [{ text: 'it takes card numbers' }],
    })
    expect((await send(client, getTakedown, { params: { takedownId: answer.body.id } })).status).toBe(200)
  })

  test('made by staff waits for the client', async () => {
    const { company, threat } = await createFixture()
    const staff = await newUser('admin', company)
    const { body } = await send(staff, requestTakedown, { body: { company: company.key, threatId: threat.id } })
    expect(body).toMatchObject({ status: 'awaiting_authorisation', waitingFor: 'client' })
  })

  test('is rejected while there is a decision', async () => {
    const { company, client, threat } = await createFixture()
    const body = { company: company.key, threatId: threat.id }
    expect((await send(client, requestTakedown, { body })).status).toBe(201)
    expect(await send(client, requestTakedown, { body })).toMatchObject(refusal('DECIDED_ALREADY'))
  })

  test('of a threat that is not published, or not of the company, answers 404', async () => {
    const { company, client } = await createFixture()
    const queued = await newThreat(company, { stage: 'queued' })
    const foreign = await newThreat(await newCompany())
    for (const threatId of [queued.id, foreign.id, crypto.randomUUID()]) {
      const answer = await send(client, requestTakedown, { body: { company: company.key, threatId } })
      expect(answer).toMatchObject(refusal('NOT_FOUND'))
    }
  })
})
