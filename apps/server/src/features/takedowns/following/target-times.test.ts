import { listAudit } from '@signet/contract/operation/audit'
import { getCompanyOverview, getTakedownFigures } from '@signet/contract/reports/overview'
import {
  getTakedownPolicy,
  putTakedownPolicy,
  usualTakedownPolicy,
  usualTargetHours,
  type TakedownPolicy,
} from '@signet/contract/takedowns/takedown-policy'
import { getTakedown, listTakedowns } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { hourMs } from '@signet/contract/time'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'

const world = useWorld()
const short = { Critical: 6, High: 12, Medium: 24, Low: 48 }
const long = { Critical: 200, High: 300, Medium: 400, Low: 720 }

async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('admin', company)]
  const query = { company: company.key }
  const set = (targetHours: TakedownPolicy['targetHours']) =>
    send(staff, putTakedownPolicy, { query, body: { ...usualTakedownPolicy, targetHours } })
  /** A critical case that was requested some hours ago with the policy as it is now, and maybe removed `removedAfter` hours later. */
  const request = async (hoursAgo: number, removedAfter?: number) => {
    const threat = await newThreat(company, { severity: 4 })
    const { body } = await send(client, decideThreat, {
      params: { source: threat.source, threatId: threat.id },
      body: { action: 'takedown', version: 1 },
    })
    const at = Date.now() - hoursAgo * hourMs
    await world().database.pool.query('update takedowns set requested_at = $2 where threat_id = $1', [
      threat.id,
      new Date(at),
    ])
    if (removedAfter !== undefined)
      await world().database.pool.query(
        `update takedowns set status = 'resolved',
           reached_at = reached_at || jsonb_build_object('offline_monitoring', $2::text) where threat_id = $1`,
        [threat.id, new Date(at + removedAfter * hourMs).toISOString()],
      )
    const params = { takedownId: body.takedown?.id as string }
    return async () => (await send(client, getTakedown, { params, query })).body.clocks.targetHours
  }
  const figures = async () => (await send(client, getTakedownFigures, { query: { daysBack: 30 } })).body
  /** How many are due soon, which the list and the overview of companies must agree on. */
  const dueSoon = async () => {
    const { total } = (await send(client, listTakedowns, { query: { due: ['dueSoon'] } })).body
    const [row] = (await send(staff, getCompanyOverview, { query: { company: [company.key] } })).body
    expect(row?.takedowns.dueSoon).toBe(total)
    return total
  }
  /** How many are overdue, which the list, the figures and the overview of companies must agree on. */
  const overdue = async () => {
    const { total } = (await send(client, listTakedowns, { query: { due: ['overdue'] } })).body
    const [row] = (await send(staff, getCompanyOverview, { query: { company: [company.key] } })).body
    expect([(await figures()).overdue, row?.takedowns.overdue]).toEqual([total, total])
    return total
  }
  return { company, client, staff, query, set, request, figures, overdue, dueSoon }
}

test('a takedown keeps the target time with which it was requested', async () => {
  const { set, request, overdue } = await createFixture()
  const usual = await request(20)
  await set(short)
  const own = await request(7)
  expect([await usual(), await own()]).toEqual([24, 6])
  // Nobody makes a case late by shortening the target, or in time by lengthening it.
  expect(await overdue()).toBe(1)
  await set(long)
  expect([await usual(), await own(), await overdue()]).toEqual([24, 6, 1])
  await set(null)
  expect([await usual(), await own(), await overdue()]).toEqual([24, 6, 1])
})

test('a target time that is longer than the usual ones counts in every figure', async () => {
  const { client, set, request, overdue, dueSoon } = await createFixture()
  await request(130)
  expect(await overdue()).toBe(1)
  await set(long)
  const own = await request(130)
  expect([await own(), await overdue()]).toEqual([200, 1])
  await request(201)
  expect(await overdue()).toBe(2)
  await request(177)
  await request(175)
  expect(await dueSoon()).toBe(1)
  const query = { sortField: 'dueAt', sortDirection: 'asc' } as const
  const { items } = (await send(client, listTakedowns, { query })).body
  expect(items.map(({ clocks }) => clocks.targetHours)).toEqual([24, 200, 200, 200, 200])
})

test('a removal was in time by the target of its own case', async () => {
  const { set, request, figures } = await createFixture()
  await request(40, 20)
  await set(short)
  await request(30, 20)
  await request(30, 5)
  expect(await figures()).toMatchObject({ removed: 3, removedInTime: 2, targetHours: short })
})

test('the target follows the severity of the threat within the hours of its case', async () => {
  const { company, set, request } = await createFixture()
  await set(short)
  const own = await request(1)
  await set(null)
  await world().database.pool.query('update threats set severity = 1 where company_id = $1', [company.id])
  expect(await own()).toBe(48)
})

test('staff set the target times of a company, the client reads them, and the audit keeps both', async () => {
  const { company, client, staff, query, set, figures } = await createFixture()
  expect((await figures()).targetHours).toEqual(usualTargetHours)
  expect((await set(short)).body.targetHours).toEqual(short)
  expect((await send(client, getTakedownPolicy, { query })).body.targetHours).toEqual(short)
  expect((await figures()).targetHours).toEqual(short)
  const body = { ...usualTakedownPolicy, targetHours: long }
  expect((await send(client, putTakedownPolicy, { query, body })).status).toBe(403)
  const trail = await send(await newUser('superAdmin', company), listAudit, { query })
  expect(trail.body.items.find(({ action }) => action === 'settings.takedownPolicyChanged')).toMatchObject({
    before: { targetHours: null },
    after: { targetHours: short },
  })
  for (const wrong of [0, 721, 1.5])
    expect(
      await send(staff, putTakedownPolicy, { query, body: { ...body, targetHours: { ...long, High: wrong } } }),
    ).toMatchObject({ status: 400, body: { details: [{ path: 'body.targetHours.High' }] } })
})
