import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getTakedownStatistics } from '@signet/contract/takedowns/takedown-statistics'
import type { AssetState } from '@signet/contract/takedowns/asset-checks'
import type { AttemptChannel } from '@signet/contract/takedowns/attempts'
import {
  runningTakedownStatuses,
  takedownStatuses,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedown-status'
import { getTakedown, listTakedowns } from '@signet/contract/takedowns/takedowns'
import type { AnySource } from '@signet/contract/threats/sources'
import { hourMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { takedownsSince } from './clock-rows.queries.ts'
import { printedStatistics } from './printed-statistics.ts'

const world = useWorld()

/** Hours after the request, which was 100 hours ago. */
const requestedAgo = 100
const at = (hours: number) => new Date(Date.now() + (hours - requestedAgo) * hourMs)

interface Life {
  source?: AnySource
  statuses: readonly [TakedownStatus, hours: number][]
  states?: readonly [AssetState, hours: number][]
  notices?: readonly { channel: AttemptChannel; sent: number; answered?: number }[]
  relapses?: number
  registrar?: string
}

const run = (text: string, values: unknown[]) => world().database.pool.query(text, values)

/** Adds a takedown with its record: what happened, and how many hours after the request. */
async function addTakedown(company: TestCompany, life: Life): Promise<string> {
  const { statuses, states = [], notices = [], relapses = 0, registrar } = life
  const threat = await newThreat(company, { source: life.source ?? 'Domain' })
  const id = randomUUID()
  await run(`update threats set first_seen = $2, published_at = $3 where id = $1`, [threat.id, at(-4), at(-1)])
  await run(
    `insert into takedowns (company_id, id, threat_id, status, requested_by_name, requested_at, relapse_count)
     values ($1, $2, $3, $4, 'x', $5, $6)`,
    [company.id, id, threat.id, statuses.at(-1)?.[0], at(0), relapses],
  )
  for (const [axis, periods] of Object.entries({ status: statuses, asset: states })) {
    for (const [index, [value, hours]] of periods.entries()) {
      const [status, state] = axis === 'status' ? [value, null] : [null, value]
      const values = [company.id, id, axis, index + 1, status, state, at(hours)]
      await run(`insert into takedown_periods values ($1, $2, $3, $4, $5, $6, $7)`, values)
    }
  }
  for (const { channel, sent, answered } of notices) {
    const answer = answered === undefined ? ['sent', at(sent), null] : ['acknowledged', at(sent), at(answered)]
    await run(
      `insert into takedown_attempts (company_id, id, takedown_id, channel, way, recipient, status, sent_at, answered_at)
       values ($1, $2, $3, $4, 'email', 'abuse@host.example', $5, $6, $7)`,
      [company.id, randomUUID(), id, channel, ...answer],
    )
  }
  if (registrar) {
    await run(
      `insert into domain_observations (company_id, id, threat_id, kind, facts, hash, observed_at, seen_at, is_settled)
       values ($1, $2, $3, 'registration', $4, 'x', now(), now(), true)`,
      [company.id, randomUUID(), threat.id, JSON.stringify({ registrar })],
    )
  }
  return id
}

const authorised = [
  ['draft', 0],
  ['authorised', 1],
] as const satisfies Life['statuses']
/** A takedown whose target went offline some hours after the authorisation. */
const removedAfter = (hours: number, more: Partial<Life> = {}): Life => ({
  statuses: [...authorised, ['submitted', 2], ['offline_monitoring', 1 + hours]],
  states: [
    ['active', 1],
    ['offline', 1 + hours],
  ],
  notices: [{ channel: 'hosting', sent: 2, answered: 5 }],
  ...more,
})
const running: Life = { statuses: [...authorised, ['submitted', 2]], notices: [{ channel: 'registrar', sent: 2 }] }

async function statisticsOf(company: TestCompany, query: object = {}) {
  const { status, body } = await send(await newUser('client', company), getTakedownStatistics, { query })
  expect(status).toBe(200)
  const clock = (key: string) => body.clocks.find((one) => one.key === key)
  return { ...body, clock }
}
const inHours = (ms: number | null | undefined) => (typeof ms === 'number' ? Math.round(ms / hourMs) : ms)

describe('the durations of takedowns', () => {
  test('count open cases, and those that ended without a removal, as not removed so far', async () => {
    const company = await newCompany()
    for (const hours of [10, 20, 30]) await addTakedown(company, removedAfter(hours))
    await addTakedown(company, running)
    for (const end of ['refused', 'withdrawn'] as const) {
      await addTakedown(company, { statuses: [...authorised, [end, 3]] })
    }

    const found = await statisticsOf(company)
    expect(found).toMatchObject({ total: 6, open: 1, removed: 3, withdrawn: 1, refused: 1, failed: 0, uncounted: 0 })
    const removal = found.clock('firstOutage')
    expect(removal).toMatchObject({ count: 6, reached: 3, open: 1, ended: 2, p90Ms: null })
    // Three of six, so the third removal is the median; of the removed ones alone it would be the second.
    expect(inHours(removal?.medianMs)).toBe(30)
    expect(found.curve.map(({ ms, atRisk, share }) => [inHours(ms), atRisk, Number(share.toFixed(3))])).toEqual([
      [10, 6, 0.833],
      [20, 5, 0.667],
      [30, 4, 0.5],
    ])
  })

  test('have outcomes that add up, of which the open ones are those that the list has in progress', async () => {
    const company = await newCompany()
    for (const end of takedownStatuses) await addTakedown(company, { statuses: [...authorised, [end, 3]] })
    const found = await statisticsOf(company)
    const { total, open, removed, withdrawn, refused, failed, uncounted } = found
    expect(open + removed + withdrawn + refused + failed).toBe(total)
    expect(total + uncounted).toBe(takedownStatuses.length)
    const query = { takedownStatus: runningTakedownStatuses, limit: 1 }
    expect(open).toBe((await send(await newUser('client', company), listTakedowns, { query })).body.total)
  })

  test('leave out invalid requests and duplicates, and say how many', async () => {
    const company = await newCompany()
    await addTakedown(company, removedAfter(10))
    await addTakedown(company, { statuses: [...authorised, ['invalid', 2]] })
    await addTakedown(company, { statuses: [...authorised, ['duplicate', 2]] })
    const found = await statisticsOf(company)
    expect(found).toMatchObject({ total: 1, uncounted: 2 })
    expect(found.clock('firstOutage')).toMatchObject({ count: 1, reached: 1 })
  })

  test('are those of the clocks of each case', async () => {
    const company = await newCompany()
    const id = await addTakedown(company, {
      statuses: [
        ...authorised,
        ['submitted', 4],
        ['offline_monitoring', 20],
        ['reopened', 40],
        ['offline_monitoring', 60],
      ],
      states: [
        ['active', 1],
        ['offline', 20],
        ['cloaked', 40],
        ['offline', 60],
      ],
      notices: [
        { channel: 'hosting', sent: 4, answered: 9 },
        { channel: 'registrar', sent: 6 },
      ],
      relapses: 1,
    })
    const { body } = await send(await newUser('client', company), getTakedown, { params: { takedownId: id } })
    const found = await statisticsOf(company)
    expect(found.relapsed).toBe(1)
    for (const { key, ms } of body.timing.spans) {
      if (key !== 'uptime') expect([key, inHours(found.clock(key)?.medianMs)]).toEqual([key, inHours(ms)])
    }
    expect(found.clocks.map(({ reached }) => reached)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('a target that no check can see is offline once its case says so', async () => {
    const company = await newCompany()
    const id = await addTakedown(company, {
      source: 'FB',
      statuses: [...authorised, ['submitted', 2], ['offline_monitoring', 13], ['resolved', 30]],
    })
    const found = await statisticsOf(company)
    expect(inHours(found.clock('firstOutage')?.medianMs)).toBe(12)
    expect(inHours(found.clock('finalOutage')?.medianMs)).toBe(12)
    const { body } = await send(await newUser('client', company), getTakedown, { params: { takedownId: id } })
    expect(body.timing.spans.filter(({ key }) => key.endsWith('Outage')).map(({ ms }) => inHours(ms))).toEqual([12, 12])
  })

  test('only cover the takedowns requested in the range', async () => {
    const company = await newCompany()
    await addTakedown(company, removedAfter(10))
    expect(await statisticsOf(company, { daysBack: 3 })).toMatchObject({ total: 0, curve: [], groups: [] })
    expect(await statisticsOf(company, { daysBack: 5 })).toMatchObject({ total: 1 })
  })
})

describe('the groups', () => {
  test('of channels contain a case in each channel that got a notice', async () => {
    const company = await newCompany()
    await addTakedown(company, removedAfter(10))
    await addTakedown(company, {
      ...removedAfter(20),
      notices: [
        { channel: 'hosting', sent: 2 },
        { channel: 'registrar', sent: 3 },
      ],
    })
    await addTakedown(company, running)
    const { groups } = await statisticsOf(company, { by: 'channel' })
    expect(groups.map(({ label, count, reached, open }) => [label, count, reached, open])).toEqual([
      ['Hosting provider', 2, 2, 0],
      ['Registrar', 2, 1, 1],
    ])
    const answers = (await statisticsOf(company, { by: 'channel', clock: 'answer' })).groups
    expect(answers.map(({ label, reached, medianMs }) => [label, reached, inHours(medianMs)])).toEqual([
      ['Hosting provider', 1, 3],
      ['Registrar', 0, null],
    ])
  })

  test('by registrar and by source are named as in the rest of the product', async () => {
    const company = await newCompany()
    await addTakedown(company, removedAfter(10, { registrar: 'Name House' }))
    await addTakedown(company, removedAfter(10, { registrar: 'Name House' }))
    await addTakedown(company, removedAfter(10, { source: 'FB' }))
    const byRegistrar = (await statisticsOf(company, { by: 'registrar' })).groups
    expect(byRegistrar.map(({ label, count }) => [label, count])).toEqual([['Name House', 2]])
    const bySource = (await statisticsOf(company, { by: 'source' })).groups
    expect(bySource.map(({ label, count }) => [label, count])).toEqual([
      ['Domain', 2],
      ['Facebook', 1],
    ])
  })
})

test('staff see all companies that they work for, or one of them; nobody sees another', async () => {
  const [own, second, foreign] = [await newCompany(), await newCompany(), await newCompany()]
  for (const company of [own, second, foreign]) await addTakedown(company, removedAfter(10))
  const staff = await newUser('admin', own, [own, second])
  expect((await send(staff, getTakedownStatistics)).body.total).toBe(2)
  expect((await send(staff, getTakedownStatistics, { query: { company: [second.key] } })).body.total).toBe(1)
  expect((await send(staff, getTakedownStatistics, { query: { company: [foreign.key] } })).status).toBe(404)
  const client = await newUser('client', own)
  expect((await send(client, getTakedownStatistics)).body.total).toBe(1)
  expect((await send(client, getTakedownStatistics, { query: { company: [second.key] } })).status).toBe(404)
})

test('a printed report has the same figures', async () => {
  const company = await newCompany()
  for (const hours of [10, 20, 30]) await addTakedown(company, removedAfter(hours))
  await addTakedown(company, running)
  const removal = (await statisticsOf(company)).clock('firstOutage')
  expect([removal?.count, removal?.reached, inHours(removal?.medianMs)]).toEqual([4, 3, 20])
  const { figure, chart } = await world().database.inCompanies([company.id], (tx) =>
    printedStatistics(tx, takedownsSince([company.id], at(-1))),
  )
  expect(figure).toMatchObject({ value: '20 h', note: '3 of 4 were offline' })
  expect(chart.data.find(({ label }) => label === 'First offline')?.text).toBe('20 h (3 of 4)')
  expect(chart.data.find(({ label }) => label === 'Notice')?.text).toMatch(
    /^(1 h|60 min) · 90% within (1 h|60 min) \(4 of 4\)$/,
  )
})

test('a printed report without a median says how many takedowns are offline so far', async () => {
  const company = await newCompany()
  await addTakedown(company, removedAfter(10))
  for (const each of [running, running]) await addTakedown(company, each)
  const { figure, chart } = await world().database.inCompanies([company.id], (tx) =>
    printedStatistics(tx, takedownsSince([company.id], at(-1))),
  )
  expect(figure).toEqual({ label: 'Offline so far', value: '1 of 3', note: 'authorised takedowns' })
  expect(chart.data.find(({ label }) => label === 'First offline')?.text).toBe('no median yet (1 of 3)')
})
