import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addBookmark, decideThreat, decideThreats } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestCompany } from '../../../test/harness.ts'

const world = useWorld()

async function clientWithThreat() {
  const company = await newCompany()
  const user = await newUser('client', company)
  const threat = await newThreat(company)
  const params = { source: threat.source, threatId: threat.id }
  return { company, user, threat, params }
}

async function changesIn(company: TestCompany) {
  const { rows } = await world().database.pool.query<{ audited: number; takedowns: number; keys: number }>(
    `select (select count(*)::int from audit where company_id = $1) as audited,
      (select count(*)::int from takedowns where company_id = $1) as takedowns,
      (select count(*)::int from idempotency_keys where company_id = $1) as keys`,
    [company.id],
  )
  return rows[0]
}

const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key })

describe('a write repeated with its Idempotency-Key', () => {
  test('gets the same answer and changes nothing more', async () => {
    const { company, user, params } = await clientWithThreat()
    const input = { params, body: { action: 'takedown', version: 1 } as const, headers: withKey() }
    const first = await send(user, decideThreat, input)
    const again = await send(user, decideThreat, input)
    expect(first).toMatchObject({ status: 200, body: { status: 'takedown', version: 2 } })
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await changesIn(company)).toEqual({ audited: 2, takedowns: 1, keys: 1 })
  })

  test('gets the same answer when both arrive at the same moment', async () => {
    const { company, user, params } = await clientWithThreat()
    const input = { params, body: { action: 'takedown', version: 1 } as const, headers: withKey() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(user, decideThreat, input)))
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual(answers[0]?.body)
    }
    expect(await changesIn(company)).toEqual({ audited: 2, takedowns: 1, keys: 1 })
  })

  test('keeps an empty answer empty', async () => {
    const { user, params } = await clientWithThreat()
    const input = { params, headers: withKey() }
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      expect(await send(user, addBookmark, input)).toMatchObject({ status: 204, body: undefined })
    }
  })

  test('is refused when the body is another one', async () => {
    const { company, user, params } = await clientWithThreat()
    const headers = withKey()
    await send(user, decideThreat, { params, body: { action: 'whitelist', version: 1 }, headers })
    const other = await send(user, decideThreat, { params, body: { action: 'takedown', version: 1 }, headers })
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } })
    expect(await changesIn(company)).toEqual({ audited: 1, takedowns: 0, keys: 1 })
  })

  test('is refused when the call or the threat is another one', async () => {
    const { company, user, params } = await clientWithThreat()
    const headers = withKey()
    const second = await newThreat(company)
    const body = { action: 'whitelist', version: 1 } as const
    await send(user, decideThreat, { params, body, headers })
    const otherThreat = await send(user, decideThreat, {
      params: { source: second.source, threatId: second.id },
      body,
      headers,
    })
    const selection = { ids: [second.id] }
    const otherCall = await send(user, decideThreats, {
      body: { company: company.key, selection, action: 'whitelist' },
      headers,
    })
    expect([otherThreat.body.code, otherCall.body.code]).toEqual(['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_CONFLICT'])
    expect(await changesIn(company)).toMatchObject({ audited: 1 })
  })

  test('runs again when the first attempt failed', async () => {
    const { company, user, params } = await clientWithThreat()
    const headers = withKey()
    const stale = await send(user, decideThreat, { params, body: { action: 'whitelist', version: 7 }, headers })
    expect(stale.status).toBe(409)
    expect(await changesIn(company)).toEqual({ audited: 0, takedowns: 0, keys: 0 })
    const right = await send(user, decideThreat, { params, body: { action: 'whitelist', version: 1 }, headers })
    expect(right.status).toBe(200)
  })
})

test('the same key of another person or of another company is another key', async () => {
  const key = withKey('1')
  const { company, user, params } = await clientWithThreat()
  await send(user, decideThreat, { params, body: { action: 'whitelist', version: 1 }, headers: key })
  const colleague = await newUser('client', company)
  const own = await send(colleague, decideThreat, { params, body: { action: 'reopen', version: 2 }, headers: key })
  expect(own).toMatchObject({ status: 200, body: { status: 'open' } })
  const stranger = await clientWithThreat()
  const theirs = await send(stranger.user, decideThreat, {
    params: stranger.params,
    body: { action: 'falsePositive', version: 1 },
    headers: key,
  })
  expect(theirs).toMatchObject({ status: 200, body: { status: 'falsePositive' } })
})

test('a key without characters or with more than 200 is refused', async () => {
  const { company, user, params } = await clientWithThreat()
  for (const key of ['', 'k'.repeat(201)]) {
    const answer = await send(user, decideThreat, {
      params,
      body: { action: 'whitelist', version: 1 },
      headers: withKey(key),
    })
    expect(answer).toMatchObject(refusal('IDEMPOTENCY_KEY_INVALID'))
  }
  const longest = await send(user, decideThreat, {
    params,
    body: { action: 'whitelist', version: 1 },
    headers: withKey('k'.repeat(200)),
  })
  expect(longest.status).toBe(200)
  expect(await changesIn(company)).toMatchObject({ audited: 1 })
})
