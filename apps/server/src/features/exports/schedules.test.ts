import { describe, expect, test } from 'vitest'
import { listExports } from '@signet/contract/reports/exports'
import { addReportSchedule, deleteReportSchedule, listReportSchedules } from '@signet/contract/reports/report-schedules'
import { changeCompany } from '@signet/contract/companies/onboarding'
import { newCompany, newUser, refusal, send, useWorld } from '../../../test/harness.ts'
import { makeScheduled } from './make-scheduled.job.ts'
import { daysBefore, nextDay } from './schedule-days.ts'

const world = useWorld()

const schedule = { rhythm: 'monthly', sections: ['threats', 'takedowns'], format: 'csv' } as const

async function createFixture() {
  const company = await newCompany()
  const client = await newUser('client', company)
  const { status, body } = await send(client, addReportSchedule, { body: schedule })
  expect(status).toBe(201)
  const makeDue = (day: string) =>
    world().database.pool.query(`update report_schedules set next_on = $2 where id = $1`, [body.id, day])
  const exportsOf = async () => (await send(client, listExports)).body.items
  return { company, client, body, makeDue, exportsOf }
}
const run = (now: string) =>
  makeScheduled({ ...world(), enqueue: world().queue.enqueue, signal: new AbortController().signal }, new Date(now))

describe('a scheduled report', () => {
  test('belongs to its creator, who can delete it', async () => {
    const { company, client, body } = await createFixture()
    expect(body).toMatchObject({ ...schedule, nextOn: nextDay('monthly', new Date()) })
    const colleague = await newUser('client', company)
    expect((await send(colleague, listReportSchedules)).body).toEqual([])
    const params = { scheduleId: body.id }
    expect((await send(colleague, deleteReportSchedule, { params })).status).toBe(404)
    expect((await send(client, listReportSchedules)).body).toEqual([body])
    expect((await send(client, deleteReportSchedule, { params })).status).toBe(204)
    expect((await send(client, listReportSchedules)).body).toEqual([])
  })

  test('creates one file per section about the previous month, once, and again a month later', async () => {
    const { client, makeDue, exportsOf } = await createFixture()
    await makeDue('2026-03-01')
    await run('2026-03-01T04:05:00Z')
    await run('2026-03-01T04:05:10Z')
    const made = await exportsOf()
    expect(made.map(({ kind }) => kind).toSorted()).toEqual(['takedowns', 'threats'])
    expect(made[0]).toMatchObject({ format: 'csv', filters: { fromDate: '2026-02-01', toDate: '2026-02-28' } })
    expect((await send(client, listReportSchedules)).body[0]?.nextOn).toBe('2026-04-01')
    await run('2026-04-02T04:05:00Z')
    expect(await exportsOf()).toHaveLength(4)
  })

  test('is made in the morning of the company, about its own month', async () => {
    const { company, client, makeDue, exportsOf } = await createFixture()
    const superAdmin = await newUser('superAdmin', company)
    const zoned = await send(superAdmin, changeCompany, {
      params: { company: company.key },
      body: { config: { timeZone: 'America/Los_Angeles' }, version: 1 },
    })
    expect(zoned.body.config.timeZone).toBe('America/Los_Angeles')
    await makeDue('2026-04-01')
    // It is still the evening of 31 March there, and then before four o'clock.
    await run('2026-04-01T04:05:00Z')
    await run('2026-04-01T10:05:00Z')
    expect(await exportsOf()).toEqual([])
    await run('2026-04-01T11:05:00Z')
    const made = await exportsOf()
    expect(made).toHaveLength(2)
    expect(made[0]?.filters).toEqual({ fromDate: '2026-03-01T08:00:00.000Z', toDate: '2026-04-01T07:00:00.000Z' })
    expect((await send(client, listReportSchedules)).body[0]?.nextOn).toBe('2026-05-01')
  })

  test('ends when its creator loses the permission', async () => {
    const { client, makeDue, exportsOf } = await createFixture()
    await makeDue('2026-03-01')
    await world().database.pool.query(`update users set role = 'clientPeeker' where id = $1`, [client.id])
    await run('2026-03-01T04:05:00Z')
    await world().database.pool.query(`update users set role = 'client' where id = $1`, [client.id])
    expect(await exportsOf()).toEqual([])
    expect((await send(client, listReportSchedules)).body).toEqual([])
  })

  test('is refused for a part the company does not use, and for more than ten', async () => {
    const { client } = await createFixture()
    const add = (sections: ['touts'] | ['threats']) =>
      send(client, addReportSchedule, { body: { ...schedule, sections } })
    expect(await add(['touts'])).toMatchObject(refusal('MODULE_OFF'))
    for (let count = 1; count < 10; count += 1) expect((await add(['threats'])).status).toBe(201)
    expect(await add(['threats'])).toMatchObject(refusal('TOO_MANY_SCHEDULES'))
  })
})

describe('the days of a schedule', () => {
  test('begin on the next Monday or first of a month, never today', () => {
    expect(nextDay('weekly', new Date('2026-11-16T12:00:00Z'))).toBe('2026-11-23')
    expect(nextDay('weekly', new Date('2026-11-22T23:59:00Z'))).toBe('2026-11-23')
    expect(nextDay('monthly', new Date('2026-12-01T00:00:00Z'))).toBe('2027-01-01')
  })

  test('are the last whole week or month', () => {
    expect(daysBefore('weekly', new Date('2026-11-23T04:00:00Z'))).toEqual({
      fromDate: '2026-11-16',
      toDate: '2026-11-22',
    })
    expect(daysBefore('weekly', new Date('2026-11-25T04:00:00Z')).fromDate).toBe('2026-11-16')
    expect(daysBefore('monthly', new Date('2027-01-01T04:00:00Z'))).toEqual({
      fromDate: '2026-12-01',
      toDate: '2026-12-31',
    })
  })
})
