import { describe, expect, test } from 'vitest'
import {
  addAttempt,
  authoriseTakedown,
  changeAttempt,
  moveTakedown,
  writeOnTakedown,
} from '@signet/contract/takedown-work'
import { getTakedown, listTakedowns } from '@signet/contract/takedowns'
import { decideThreat } from '@signet/contract/threats'
import { hourMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('subAdmin', company)]
  const takedownOf = async (severity: number) => {
    const threat = await newThreat(company, { severity })
    const { body } = await send(client, decideThreat, {
      params: { source: threat.source, threatId: threat.id },
      body: { action: 'takedown', version: 1 },
    })
    return body.takedown?.id as string
  }
  const takedownId = await takedownOf(4)
  const to = { params: { takedownId }, query: { company: company.key } }
  return { company, client, staff, to, takedownId, takedownOf }
}

describe('the channels tried in a takedown', () => {
  test('are recorded with the contacted party and its reply', async () => {
    const { client, staff, to } = await createFixture()
    const added = await send(staff, addAttempt, {
      ...to,
      body: { channel: 'registrar', recipient: 'Harbor Registrar, abuse desk', reference: 'HR-1' },
    })
    expect(added.status).toBe(201)
    const [attempt] = added.body.attempts
    expect(attempt).toMatchObject({
      channel: 'Registrar',
      recipient: 'Harbor Registrar, abuse desk',
      status: 'sent',
      reference: 'HR-1',
    })
    const changed = await send(staff, changeAttempt, {
      params: { ...to.params, attemptId: attempt?.id as string },
      query: to.query,
      body: { status: 'acknowledged', answer: 'We look into it.', reference: '' },
    })
    expect(changed.body.attempts).toEqual([
      {
        id: attempt?.id,
        channel: 'Registrar',
        recipient: 'Harbor Registrar, abuse desk',
        status: 'acknowledged',
        answer: 'We look into it.',
        at: attempt?.at,
        updatedAt: expect.any(String) as string,
      },
    ])
    expect(changed.body.events.slice(-2).map(({ text, remark }) => [text, remark])).toEqual([
      ['Channel contacted', 'Registrar, Harbor Registrar, abuse desk'],
      ['Channel status changed', 'Registrar, Harbor Registrar, abuse desk: “We look into it.”'],
    ])
    expect((await send(client, getTakedown, { params: to.params })).body.attempts).toHaveLength(1)
  })

  test('of another case or company are not found', async () => {
    const { staff, to, takedownOf, company } = await createFixture()
    const stranger = await createFixture()
    const body = { channel: 'hosting', recipient: 'a desk' } as const
    const added = await send(staff, addAttempt, { ...to, body })
    const attemptId = added.body.attempts[0]?.id as string
    const change = (takedownId: string, key: string, by = staff) =>
      send(by, changeAttempt, { params: { takedownId, attemptId }, query: { company: key }, body: { answer: 'x' } })
    expect((await change(await takedownOf(1), company.key)).status).toBe(404)
    expect((await change(stranger.takedownId, stranger.company.key, stranger.staff)).status).toBe(404)
    expect((await send(stranger.staff, addAttempt, { params: to.params, query: stranger.to.query, body })).status).toBe(
      404,
    )
  })
})

describe('a takedown the provider proposed', () => {
  test('continues when the client authorises it, and only while it waits for that', async () => {
    const { company, client, staff } = await createFixture()
    const threat = await newThreat(company)
    const { body } = await send(staff, decideThreat, {
      params: { source: threat.source, threatId: threat.id },
      query: { company: company.key },
      body: { action: 'takedown', version: 1 },
    })
    const takedownId = body.takedown?.id as string
    const yes = (version: number) => send(client, authoriseTakedown, { params: { takedownId }, body: { version } })
    expect((await yes(1)).body).toMatchObject({ status: 'authorised', waitingFor: 'team' })
    expect((await yes(2)).status).toBe(409)
  })
})

describe('writing on a takedown', () => {
  test('appears in its history and notifies the other side', async () => {
    const { company, client, staff, to } = await createFixture()
    const { body } = await send(client, writeOnTakedown, { ...to, body: { text: 'How does it stand?' } })
    expect(body.events.at(-1)).toMatchObject({
      text: 'Message',
      remark: 'How does it stand?',
      action: 'takedown.written',
    })
    const { rows } = await world().database.pool.query(
      `select title from notifications where company_id = $1 and user_id = $2 and title like '%commented on%'`,
      [company.id, staff.id],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('the clocks of a takedown', () => {
  test('say until when what is offline is watched, and only then', async () => {
    const { staff, to } = await createFixture()
    await send(staff, moveTakedown, { ...to, body: { status: 'submitted', version: 1 } })
    const { body } = await send(staff, moveTakedown, { ...to, body: { status: 'offline_monitoring', version: 2 } })
    const { offlineAt = '', watchedUntil = '' } = body.clocks
    expect(Date.parse(watchedUntil) - Date.parse(offlineAt)).toBe(72 * hourMs)
    const resolved = await send(staff, moveTakedown, { ...to, body: { status: 'resolved', version: 3 } })
    expect(resolved.body.clocks).toMatchObject({ offlineAt, resolvedAt: expect.any(String) as string })
    expect(resolved.body.clocks.watchedUntil).toBeUndefined()
  })

  test('list what is due first at the top, whenever it was requested', async () => {
    const { company, client, takedownId: critical, takedownOf } = await createFixture()
    const low = await takedownOf(1)
    // Requested a day earlier, but with four more days left.
    await world().database.pool.query(
      `update takedowns set requested_at = requested_at - interval '1 day' where company_id = $1 and id = $2`,
      [company.id, low],
    )
    const { body } = await send(client, listTakedowns, { query: { sortField: 'dueAt', sortDirection: 'asc' } })
    expect(body.items.map(({ id }) => id)).toEqual([critical, low])
  })
})
