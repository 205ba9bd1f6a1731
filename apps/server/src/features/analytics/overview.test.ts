import { expect, test } from 'vitest'
import {
  getCompanyOverview,
  getLastScan,
  getPeopleActivity,
  getTakedownFigures,
} from '@signet/contract/reports/overview'
import { assignAnalyses, assignTakedowns } from '@signet/contract/requests/assignments'
import { listDeeperAnalyses, openAnalysisStatuses } from '@signet/contract/requests/deeper-analyses'
import { addRequest, listRequests, openRequestStatuses } from '@signet/contract/requests/requests'
import { listTakedowns } from '@signet/contract/takedowns/takedowns'
import { runningTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import type { AssignedFilter } from '@signet/contract/threats/assignees'
import { decideThreat, type Decision } from '@signet/contract/threats/threats'
import { hourMs } from '@signet/contract/time'
import {
  newCompany,
  newThreat,
  newUser,
  send,
  testPassword,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'
import { newVisitor } from '../../../test/visitor.ts'

const world = useWorld()

async function decide(user: TestUser, company: TestCompany, action: Decision, severity = 3): Promise<string> {
  const { id, source } = await newThreat(company, { severity })
  await send(user, decideThreat, { params: { source, threatId: id }, body: { action, version: 1 } })
  return id
}

const inHours = (ms: number | null | undefined) => (typeof ms === 'number' ? Math.round(ms / hourMs) : ms)

/** Sets the status of a case and moves its times into the past. */
function setCase(threatId: string, status: string, hoursAgo: number, reached: Record<string, number> = {}) {
  const times = Object.fromEntries(
    Object.entries(reached).map(([name, hours]) => [name, new Date(Date.now() - hours * hourMs).toISOString()]),
  )
  return world().database.pool.query(
    'update takedowns set status = $2, requested_at = $3, reached_at = reached_at || $4 where threat_id = $1',
    [threatId, status, new Date(Date.now() - hoursAgo * hourMs), JSON.stringify(times)],
  )
}

test('shows what waits in each company the person may choose, the neediest first, and nothing of another', async () => {
  const [calm, needy, foreign] = [await newCompany(), await newCompany(), await newCompany()]
  const admin = await newUser('adminPeeker', calm, [calm, needy])
  const client = await newUser('client', needy)
  for (const severity of [4, 4, 3]) await newThreat(needy, { severity })
  await newThreat(needy, { severity: 4, stage: 'queued' })
  await newThreat(needy, { kind: 'tout', severity: 4, stage: 'queued' })
  // A critical record is reviewed within four hours, unless the company promises something else.
  await world().database.pool.query(
    `update threats set staged_at = now() - interval '5 hours' where company_id = $1 and stage = 'queued'`,
    [needy.id],
  )
  await newThreat(needy, { kind: 'tout', severity: 4, stage: 'queued' })
  await newThreat(needy, { severity: 3, stage: 'queued' })
  await newThreat(calm, { severity: 2 })
  await newThreat(foreign, { severity: 4 })
  // A critical case is overdue after a day, a low one after five.
  await setCase(await decide(client, needy, 'takedown', 4), 'submitted', 25)
  await setCase(await decide(client, needy, 'takedown', 1), 'submitted', 25)
  await setCase(await decide(client, needy, 'takedown', 4), 'resolved', 25)
  await newVisitor(world().server).signIn(client.email, testPassword)

  const { status, body } = await send(admin, getCompanyOverview)
  expect(status).toBe(200)
  expect(body.map(({ company }) => company)).toEqual([needy.key, calm.key])
  expect(body[0]).toMatchObject({ criticalOpen: 2, takedowns: { overdue: 1, unassigned: 2 }, qaBacklog: 4 })
  expect(Date.now() - Date.parse(body[0]?.oldestUndecided ?? '')).toBeLessThan(hourMs)
  expect(Date.now() - Date.parse(body[0]?.lastSignIn ?? '')).toBeLessThan(hourMs)
  expect(body[1]).toMatchObject({
    criticalOpen: 0,
    takedowns: { overdue: 0, dueSoon: 0, unassigned: 0, mine: 0 },
    qaBacklog: 0,
    lastSignIn: null,
  })
  expect(body.map(({ reviews }) => reviews)).toEqual([
    { overdue: 2, dueSoon: 0, critical: 3 },
    { overdue: 0, dueSoon: 0, critical: 0 },
  ])
  const one = await send(admin, getCompanyOverview, { query: { company: [calm.key] } })
  expect(one.body.map(({ company }) => company)).toEqual([calm.key])
  expect((await send(admin, getCompanyOverview, { query: { company: [foreign.key] } })).status).toBe(404)
})

const assigned = (filter: AssignedFilter) => ({ assigned: [filter] })

test('every figure is the number of records that the list with its filter finds', async () => {
  const company = await newCompany()
  const [staff, client] = [await newUser('admin', company), await newUser('client', company)]
  for (let index = 0; index < 3; index++) await setCase(await decide(client, company, 'takedown', 4), 'submitted', 30)
  await setCase(await decide(client, company, 'takedown', 4), 'submitted', 2)
  await setCase(await decide(client, company, 'takedown', 4), 'resolved', 90)
  // A low case is overdue after 120 hours: later than any other. It is due soon in the last 24 of them.
  await setCase(await decide(client, company, 'takedown', 1), 'submitted', 119)
  await setCase(await decide(client, company, 'takedown', 1), 'submitted', 121)
  await setCase(await decide(client, company, 'takedown', 1), 'submitted', 95)
  for (let index = 0; index < 3; index++) await decide(client, company, 'deeperAnalysis')
  const body = { kind: 'question', subject: 'A question', text: 'Please call us about this shop.' } as const
  for (let index = 0; index < 3; index++) await send(client, addRequest, { body })
  const takedowns = (await send(staff, listTakedowns)).body.items.map(({ id }) => id)
  const analyses = (await send(staff, listDeeperAnalyses)).body.items.map(({ id }) => id)
  await world().database.pool.query("update deeper_analyses set due_at = now() - interval '1 hour' where id = $1", [
    analyses[0],
  ])
  await world().database.pool.query(
    `update deeper_analyses set due_at = now() + case when id = $1 then interval '23 hours' else interval '25 hours' end where id = any ($2)`,
    [analyses[1], analyses.slice(1)],
  )
  const requests = (await send(staff, listRequests)).body.items.map(({ id }) => id)
  await world().database.pool.query(
    "update requests set due_at = now() - interval '1 hour', status = case when id = $1 then status else 'waiting' end where id = any ($2)",
    [requests[0], requests.slice(0, 2)],
  )
  for (const [status, hours] of [
    ['open', 23],
    ['waiting', 23],
    ['open', 25],
  ] as const) {
    const { id } = (await send(client, addRequest, { body })).body
    await world().database.pool.query(
      'update requests set status = $2, due_at = now() + make_interval(hours => $3) where id = $1',
      [id, status, hours],
    )
  }
  await send(staff, assignTakedowns, { body: { company: company.key, ids: takedowns.slice(0, 3), assignee: staff.id } })
  const other = await newUser('subAdmin', company)
  await send(staff, assignAnalyses, { body: { company: company.key, ids: analyses.slice(0, 2), assignee: other.id } })

  const running = { takedownStatus: runningTakedownStatuses }
  const open = { deeperAnalysisStatus: openAnalysisStatuses }
  const overdue = { due: ['overdue' as const] }
  const dueSoon = { due: ['dueSoon' as const] }
  const either = { due: ['overdue' as const, 'dueSoon' as const] }
  const cases = async (more: object) =>
    (await send(staff, listTakedowns, { query: { ...running, ...more } })).body.total
  const found = async (more: object) =>
    (await send(staff, listDeeperAnalyses, { query: { ...open, ...more } })).body.total
  const asked = async (more: object) =>
    (await send(staff, listRequests, { query: { status: [...openRequestStatuses], ...more } })).body.total
  const [row] = (await send(staff, getCompanyOverview, { query: { company: [company.key] } })).body
  expect(row?.takedowns).toEqual({
    overdue: await cases(overdue),
    dueSoon: await cases(dueSoon),
    unassigned: await cases(assigned('nobody')),
    mine: await cases(assigned('me')),
  })
  // Of those in time: the critical one of 2 hours ago and the low one of 119 hours ago.
  expect(row?.takedowns).toMatchObject({ overdue: 4, dueSoon: 2 })
  expect(await cases(either)).toBe(6)
  expect(row?.analyses).toEqual({
    overdue: await found(overdue),
    dueSoon: await found(dueSoon),
    unassigned: await found(assigned('nobody')),
    mine: await found(assigned('me')),
  })
  expect(row?.analyses).toEqual({ overdue: 1, dueSoon: 1, unassigned: 1, mine: 0 })
  expect(await found(either)).toBe(2)
  expect(row?.requests).toEqual({
    open: await asked({}),
    overdue: await asked(overdue),
    dueSoon: await asked(dueSoon),
    unassigned: await asked(assigned('nobody')),
    mine: 0,
  })
  // The other one past its due date waits for the client.
  expect(row?.requests).toMatchObject({ overdue: 1, dueSoon: 1, open: 6 })
  expect(await asked(either)).toBe(2)
})

test('counts the decisions of the company’s own users, including undone ones, without staff', async () => {
  const company = await newCompany()
  const [busy, idle] = [await newUser('client', company), await newUser('client', company)]
  const reader = await newUser('clientPeeker', company)
  const staff = await newUser('admin', await newCompany(), [company])
  await decide(busy, company, 'whitelist')
  await decide(busy, company, 'takedown')
  await decide(staff, company, 'whitelist')

  const { body } = await send(reader, getPeopleActivity)
  expect(body.map(({ email, decisions }) => [email, decisions])).toEqual([
    [busy.email, 2],
    ...[idle, reader].map(({ email }) => [email, 0]),
  ])
  expect(body[0]?.lastActive).not.toBeNull()
  expect(body[1]?.lastActive).toBeNull()
  expect((await send(busy, getPeopleActivity)).status).toBe(403)
})

test('counts running takedowns by step, overdue ones, and the time to removal in the range', async () => {
  const company = await newCompany()
  const client = await newUser('client', company)
  const newCase = () => decide(client, company, 'takedown', 4)
  await setCase(await newCase(), 'submitted', 30, { submitted: 2 })
  await setCase(await newCase(), 'submitted', 20, { submitted: 4 })
  await setCase(await newCase(), 'acknowledged', 10, { acknowledged: 1 })
  await setCase(await newCase(), 'resolved', 20, { offline_monitoring: 10, resolved: 1 })
  await setCase(await newCase(), 'offline_monitoring', 40, { offline_monitoring: 10 })
  await setCase(await newCase(), 'resolved', 24 * 10, { resolved: 24 * 10 - 6 })
  await setCase(await newCase(), 'refused', 30, { refused: 3 })

  await newCase()

  const { body } = await send(client, getTakedownFigures, { query: { daysBack: 7 } })
  expect(body).toMatchObject({ running: 4, overdue: 1, removed: 2, removedInTime: 1, refused: 1 })
  expect(body.steps.map(({ label, count }) => [label, count])).toEqual([
    ['Requested', 0],
    // Not checked yet, so this is its status.
    ['Evidence to check', 1],
    ['Notice sent', 2],
    ['Provider replied', 1],
  ])
  expect(body.steps.map(({ medianMs }) => inHours(medianMs))).toEqual([null, 0, 3, 1])
  expect([inHours(body.medianRemovalMs), inHours(body.medianBeforeMs)]).toEqual([20, 6])
})

test('says when names were last looked through, whatever failed or runs since', async () => {
  const { pool } = world().database
  const client = await newUser('client', await newCompany())
  expect((await send(client, getLastScan)).body).toEqual({ at: null })
  await pool.query(
    `insert into scans (id, feed, state, finished_at) values (gen_random_uuid(), 'a', 'done', '2026-05-01T10:00:00Z'),
       (gen_random_uuid(), 'a', 'failed', '2026-05-02T10:00:00Z'), (gen_random_uuid(), 'b', 'running', null)`,
  )
  expect((await send(client, getLastScan)).body).toEqual({ at: '2026-05-01T10:00:00.000Z' })
})
