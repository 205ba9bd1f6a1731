import { describe, expect, test } from 'vitest'
import { moveTakedown } from '@signet/contract/takedowns/takedown-work'
import { takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('subAdmin', company)]
  const threat = await newThreat(company)
  const decide = (action: 'takedown' | 'reopen', version: number) =>
    send(client, decideThreat, {
      params: { source: threat.source, threatId: threat.id },
      body: { action, version },
    })
  const takedownId = (await decide('takedown', 1)).body.takedown?.id as string
  const params = { takedownId }
  const move = (status: TakedownStatus, version: number, more: object = {}) =>
    send(staff, moveTakedown, {
      params,
      query: { company: company.key },
      body: { status, version, note: 'reported on the phone', ...more },
    })
  /** Moves through the statuses after `authorised`; returns the final version. */
  const follow = async (...path: TakedownStatus[]) => {
    for (const [index, status] of path.entries()) expect((await move(status, index + 1)).status).toBe(200)
    return path.length + 1
  }
  return { company, client, staff, threat, params, decide, move, follow }
}

describe('moving a takedown', () => {
  test('records the status, when it was reached, the reference and what was noted', async () => {
    const { client, staff, params, move } = await createFixture()
    const { body } = await move('submitted', 1, { note: 'to the registrar', reference: 'ABC-1' })
    expect(body).toMatchObject({
      status: 'submitted',
      waitingFor: 'provider',
      reference: 'ABC-1',
      version: 2,
      clocks: { submittedAt: expect.any(String) as string },
    })
    expect(body.events.at(-1)).toMatchObject({
      action: 'takedown.moved',
      text: 'Notice sent',
      remark: 'to the registrar',
    })
    const read = (await send(client, getTakedown, { params })).body
    // Links are signed for the reader's session, and some clocks are running.
    expect(read).toEqual({ ...body, packHref: read.packHref, timing: read.timing })
    const { rows } = await world().database.pool.query(
      `select before, after, by_email from audit where target_id = $1 and action = 'takedown.moved'`,
      [params.takedownId],
    )
    expect(rows).toEqual([
      {
        before: { status: 'authorised', reference: null },
        after: { status: 'submitted', reference: 'ABC-1', remark: 'to the registrar', isManual: true },
        by_email: staff.email,
      },
    ])
  })

  test('keeps the reference until it is replaced or taken away', async () => {
    const { move } = await createFixture()
    await move('submitted', 1, { reference: 'ABC-1' })
    expect((await move('acknowledged', 2)).body.reference).toBe('ABC-1')
    expect((await move('escalated', 3, { reference: '' })).body.reference).toBeUndefined()
  })

  test.each<TakedownStatus>(['resolved', 'acknowledged', 'authorised', 'draft', 'reopened'])(
    'from authorised to %s is refused and changes nothing',
    async (status) => {
      const { client, params, move } = await createFixture()
      const from = takedownStatusLabels.authorised
      const parameters = { what: 'takedown', from, to: takedownStatusLabels[status] }
      expect(await move(status, 1)).toMatchObject({ status: 409, body: { reason: 'STATUS_NOT_ALLOWED', parameters } })
      const { body } = await send(client, getTakedown, { params })
      expect(body).toMatchObject({ status: 'authorised', version: 1 })
      expect(body.events.map(({ action }) => action)).not.toContain('takedown.moved')
    },
  )

  test('is refused when the takedown has changed since it was read', async () => {
    const { move } = await createFixture()
    await move('submitted', 1)
    expect(await move('acknowledged', 1)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  test('twice at the same moment moves it once', async () => {
    const { move } = await createFixture()
    const answers = await Promise.all([move('submitted', 1), move('submitted', 1), move('withdrawn', 1)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test.each<[object, string]>([
    [{ assetState: 'offline' }, 'body.assetState'],
    [{ note: 'x'.repeat(2001) }, 'body.note'],
    [{ status: 'gone' }, 'body.status'],
    [{ version: 0 }, 'body.version'],
  ])('with %j is refused by name', async (more, path) => {
    const { move } = await createFixture()
    expect(await move('submitted', 1, more)).toMatchObject({ status: 400, body: { details: [{ path }] } })
  })

  test("in another company answers 404, as one that doesn't exist", async () => {
    const { params } = await createFixture()
    const stranger = await createFixture()
    const body = { status: 'submitted', version: 1 }
    const foreign = await send(stranger.staff, moveTakedown, { params, body })
    const missing = await send(stranger.staff, moveTakedown, { params: { takedownId: crypto.randomUUID() }, body })
    expect([foreign.status, foreign.body.message]).toEqual([404, missing.body.message])
  })
})

describe('a takedown that comes back', () => {
  test('is no longer resolved and continues from the notice', async () => {
    const { move, follow } = await createFixture()
    const version = await follow('submitted', 'offline_monitoring', 'resolved')
    const { body } = await move('reopened', version, { note: 'the page is back' })
    expect(body).toMatchObject({ status: 'reopened', waitingFor: 'team' })
    expect(body.clocks.resolvedAt).toBeUndefined()
    expect(body.steps.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed', 'active', 'todo'])
    expect((await move('submitted', version + 1)).status).toBe(200)
  })

  test('stays closed once the client has withdrawn the decision or requested another takedown', async () => {
    const { decide, move, follow } = await createFixture()
    const version = await follow('submitted', 'unsuccessful')
    expect((await decide('reopen', 2)).status).toBe(200)
    expect(await move('reopened', version)).toMatchObject({
      status: 409,
      body: { reason: 'DECISION_UNDONE' },
    })
    expect((await decide('takedown', 3)).status).toBe(200)
    expect(await move('reopened', version)).toMatchObject({
      status: 409,
      body: { reason: 'OTHER_TAKEDOWN_OPEN' },
    })
  })
})
