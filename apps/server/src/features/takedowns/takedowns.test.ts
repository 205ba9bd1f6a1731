import { describe, expect, test, vi } from 'vitest'
import {
  getTakedown,
  getTakedownSeverities,
  getTakedownSources,
  getTakedownStatuses,
  getTakedownTypes,
  listTakedowns,
} from '@signet/contract/takedowns/takedowns'
import { addAttempt, moveTakedown } from '@signet/contract/takedowns/takedown-work'
import { getThreat, decideThreat } from '@signet/contract/threats/threats'
import { preserveEvidence } from './packs/preserve-evidence.job.ts'
import {
  newCompany,
  newThreat,
  newUser,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'

const world = useWorld({ works: true })

async function takedownOf(user: TestUser, more: Parameters<typeof newThreat>[1] = {}) {
  const threat = await newThreat(user.company, more)
  const params = { source: threat.source, threatId: threat.id }
  const { body } = await send(user, decideThreat, { params, body: { action: 'takedown', version: 1 } })
  return { threat, params, takedownId: body.takedown?.id as string }
}
const move = (company: TestCompany, takedownId: string, status: string, at = '2026-01-01T00:00:00Z') =>
  world().database.pool.query('update takedowns set status = $3, requested_at = $4 where company_id = $1 and id = $2', [
    company.id,
    takedownId,
    status,
    at,
  ])

async function createFixture() {
  const company = await newCompany()
  return { company, user: await newUser('client', company) }
}

const values = (answer: { body: { value: string; label: string; count?: number | undefined }[] }) =>
  answer.body.map(({ value, label, count }) => [value, label, count])

describe('the list of takedowns', () => {
  test('is found by filters, days and words, and counts what it found', async () => {
    const { company, user } = await createFixture()
    const first = await takedownOf(user, { name: 'shop-one.example', severity: 4 })
    const second = await takedownOf(user, { name: 'https://shop-two.example/x', source: 'URL', severity: 1 })
    await move(company, first.takedownId, 'submitted', '2026-01-01T12:00:00Z')
    await move(company, second.takedownId, 'resolved', '2026-01-02T12:00:00Z')
    const found = async (raw: Record<string, string>) => {
      const { body } = await send(user, listTakedowns, { raw })
      expect(body.total).toBe(body.items.length)
      return body.items.map(({ id }) => id)
    }
    expect(await found({})).toEqual([second.takedownId, first.takedownId])
    expect(await found({ sortField: 'severity' })).toEqual([first.takedownId, second.takedownId])
    expect(await found({ threatSeverity: 'Critical' })).toEqual([first.takedownId])
    expect(await found({ threatSource: 'URL' })).toEqual([second.takedownId])
    expect(await found({ takedownStatus: 'resolved,refused' })).toEqual([second.takedownId])
    expect(await found({ takedownStatus: '' })).toHaveLength(2)
    expect(await found({ threatType: 'Phishing site' })).toEqual([])
    expect(await found({ fromDate: '2026-01-01', toDate: '2026-01-01' })).toEqual([first.takedownId])
    expect(await found({ searchQuery: 'SHOP-TWO' })).toEqual([second.takedownId])
    expect(await found({ searchQuery: '%' })).toEqual([])
    expect(await found({ searchQuery: first.takedownId })).toEqual([first.takedownId])
    expect(await found({ searchQuery: '00000000-0000-4000-8000-000000000000' })).toEqual([])
    expect((await send(user, listTakedowns, { raw: { takedownStatus: 'nonsense' } })).status).toBe(400)
  })

  test('pages without overlap when many were requested at the same moment', async () => {
    const { company, user } = await createFixture()
    const ids = new Set<string>()
    for (let index = 0; index < 7; index += 1) {
      const { takedownId } = await takedownOf(user)
      await move(company, takedownId, 'submitted')
      ids.add(takedownId)
    }
    const seen: string[] = []
    for (const pageNumber of [1, 2, 3]) {
      const { body } = await send(user, listTakedowns, { query: { pageNumber, limit: 3 } })
      seen.push(...body.items.map(({ id }) => id))
    }
    expect(seen.toSorted()).toEqual([...ids].toSorted())
  })

  test('offers the values that occur, statuses in their order of progress', async () => {
    const { company, user } = await createFixture()
    const first = await takedownOf(user, { severity: 1 })
    await takedownOf(user, { severity: 4, source: 'URL', name: 'https://x.example' })
    await move(company, first.takedownId, 'resolved')
    expect(values(await send(user, getTakedownStatuses))).toEqual([
      ['authorised', 'Authorised', 1],
      ['resolved', 'Resolved', 1],
    ])
    expect(values(await send(user, getTakedownSeverities))).toEqual([
      ['Critical', 'Critical', 1],
      ['Low', 'Low', 1],
    ])
    expect(values(await send(user, getTakedownSources))).toEqual([
      ['Domain', 'Domain', 1],
      ['URL', 'URL', 1],
    ])
    expect(values(await send(user, getTakedownTypes, { query: { threatSource: ['URL'] } }))).toEqual([
      ['Look-alike domain', 'Look-alike domain', 1],
    ])
  })
})

describe('one takedown', () => {
  test('shows its steps, its clocks and everything that happened', async () => {
    const { company, user } = await createFixture()
    const { takedownId, threat } = await takedownOf(user, { severity: 4 })
    const stepsNow = async () =>
      (await send(user, getTakedown, { params: { takedownId } })).body.steps.map(({ label, state }) => [label, state])
    // The evidence is unchecked, both at first and after the job has stored its record.
    const steps = [
      ['Requested', 'completed'],
      ['Evidence checked', 'active'],
      ['Notice sent', 'todo'],
      ['Provider replied', 'todo'],
      ['Removed', 'todo'],
    ]
    expect(await stepsNow()).toEqual(steps)
    await vi.waitUntil(
      async () => (await send(user, getTakedown, { params: { takedownId } })).body.events.length === 2,
      { timeout: 20_000, interval: 50 },
    )
    const { body } = await send(user, getTakedown, { params: { takedownId } })
    expect(body).toMatchObject({
      id: takedownId,
      threatId: threat.id,
      company: company.key,
      status: 'authorised',
      statusLabel: 'Authorised',
      waitingFor: 'team',
      clocks: { targetHours: 24, authorisedAt: expect.any(String) as string },
      attempts: [],
      version: 1,
    })
    expect(await stepsNow()).toEqual(steps)
    expect(body.steps[1]).toEqual({ key: 'evidence', label: 'Evidence checked', state: 'active' })
    expect(body.events.map(({ text, by }) => [text, by === null])).toEqual([
      ['Takedown requested', false],
      ['Evidence preserved', true],
    ])
  })

  test('has its evidence checked once the team has moved it on', async () => {
    const { company, user } = await createFixture()
    const staff = await newUser('subAdmin', company)
    const { takedownId } = await takedownOf(user)
    const moved = await send(staff, moveTakedown, {
      params: { takedownId },
      body: { status: 'submitted', note: 'sent by post', version: 1 },
    })
    expect(moved.body.steps.map(({ key, state }) => `${key} ${state}`)).toEqual([
      'requested completed',
      'evidence completed',
      'sent completed',
      'replied active',
      'removed todo',
    ])
    // The time of the check is unknown, so it isn't returned.
    expect(moved.body.steps[1]).not.toHaveProperty('at')
  })

  test('has its evidence checked when a person wrote the first notice', async () => {
    const { company, user } = await createFixture()
    const staff = await newUser('subAdmin', company)
    const { takedownId } = await takedownOf(user)
    const params = { takedownId }
    const notice = { way: 'email', channel: 'hosting', subject: 'Phishing', text: 'Please remove it.' } as const
    const body = { ...notice, recipient: 'abuse@host.example' }
    const written = await send(staff, addAttempt, { params, body })
    expect(written.body.steps[1]).toEqual({ key: 'evidence', label: 'Evidence checked', state: 'active' })
    await send(staff, addAttempt, { params, body })
    const moved = { status: 'submitted', note: 'sent by post', version: written.body.version } as const
    const { steps, attempts } = (await send(staff, moveTakedown, { params, body: moved })).body
    expect(steps[1]).toMatchObject({ state: 'completed', at: attempts[0]?.at })
  })

  test('keeps when the client first opened its threat, not when it was opened again', async () => {
    const { company, user } = await createFixture()
    const [staff, reader] = [await newUser('subAdmin', company), await newUser('clientPeeker', company)]
    const { params, takedownId } = await takedownOf(user)
    const opened = async () => {
      const { body } = await send(staff, getTakedown, { params: { takedownId } })
      return body.timing.moments.find(({ key }) => key === 'seenByClient')
    }
    await send(staff, getThreat, { params })
    expect(await opened()).toBeUndefined()
    await send(reader, getThreat, { params })
    const first = await opened()
    expect(first).toMatchObject({ count: 1 })
    await send(user, getThreat, { params })
    expect(await opened()).toEqual(first)
  })

  test('of another company answers 404, as one that does not exist', async () => {
    const { user } = await createFixture()
    const stranger = await createFixture()
    const { takedownId } = await takedownOf(stranger.user)
    const foreign = await send(user, getTakedown, { params: { takedownId } })
    const missing = await send(user, getTakedown, { params: { takedownId: crypto.randomUUID() } })
    expect([foreign.status, foreign.body.message]).toEqual([404, missing.body.message])
  })
})

describe('the evidence of a takedown', () => {
  test('is preserved when the takedown is requested, and can be opened', async () => {
    const { user } = await createFixture()
    const { params, takedownId, threat } = await takedownOf(user, { name: 'frozen.example' })
    const evidenceOf = async () => (await send(user, getThreat, { params })).body.evidence
    await vi.waitUntil(async () => (await evidenceOf()).length === 1, { timeout: 20_000, interval: 50 })
    const [file] = await evidenceOf()
    expect(file).toMatchObject({ kind: 'record', type: 'application/json' })
    const answer = await world().server.inject(file?.href as string)
    const record = answer.json<{ takedownId: string; threat: { id: string; title: string }; sightings: object[] }>()
    expect(record).toMatchObject({ takedownId, threat: { id: threat.id, title: 'frozen.example' } })
    expect(record.sightings).toHaveLength(1)
    expect(answer.rawPayload.length).toBe(file?.size)
  })

  test('is kept once, however often the job runs', async () => {
    const { company, user } = await createFixture()
    const { params, takedownId, threat } = await takedownOf(user)
    const evidenceOf = async () => (await send(user, getThreat, { params })).body.evidence
    await vi.waitUntil(async () => (await evidenceOf()).length === 1, { timeout: 20_000, interval: 50 })
    const data = { companyId: company.id, threatId: threat.id, takedownId }
    for (let run = 1; run <= 2; run += 1) await preserveEvidence(world(), data)
    expect(await evidenceOf()).toHaveLength(1)
    const { rowCount } = await world().database.pool.query(
      `select from audit where company_id = $1 and action = 'evidence.preserved'`,
      [company.id],
    )
    expect(rowCount).toBe(1)
  })

  test('of a takedown that is not of the company is not made', async () => {
    const { company } = await createFixture()
    const stranger = await createFixture()
    const { takedownId, threat } = await takedownOf(stranger.user)
    await preserveEvidence(world(), { companyId: company.id, threatId: threat.id, takedownId })
    const { rowCount } = await world().database.pool.query('select from evidence where company_id = $1', [company.id])
    expect(rowCount).toBe(0)
  })
})
