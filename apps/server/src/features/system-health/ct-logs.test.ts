import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getCtCoverage, listCtLogs } from '@signet/contract/collection/ct-logs'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'

const world = useWorld()

/** A log in the state that the reader leaves; ages in seconds. */
async function addLog(description: string, more: Record<string, unknown>, ages: Record<string, number> = {}) {
  const columns: Record<string, unknown> = {
    id: randomUUID(),
    log_id: description,
    operator: 'Example',
    description,
    url: 'https://log.example/',
    kind: 'static-ct',
    state: 'reading',
    ...more,
  }
  for (const [name, seconds] of Object.entries(ages)) columns[name] = new Date(Date.now() - seconds * 1000)
  const names = Object.keys(columns)
  await world().database.pool.query(
    `insert into ct_logs (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(columns),
  )
}

test('nothing is covered where no list of logs is configured', async () => {
  const client = await newUser('client', await newCompany())
  const { status, body } = await send(client, getCtCoverage)
  expect(status).toBe(200)
  expect(body).toEqual({
    isOn: false,
    brands: 1,
    logs: 0,
    behind: 0,
    behindSeconds: null,
    stopped: 0,
    checkedAt: null,
  })
})

test('a former log alone covers nothing either', async () => {
  await addLog('former', { is_listed: false, next_index: 5, tree_size: 5 }, { checked_at: 90_000 })
  const client = await newUser('client', await newCompany())
  expect((await send(client, getCtCoverage)).body).toMatchObject({ isOn: false, logs: 0 })
})

// On a busy machine, time passes between the two clock readings.
const about = (seconds: number) => expect.toSatisfy((value: number) => value >= seconds - 5 && value < seconds + 60)

const lagging = { reason: 'LOG_BEHIND', parameters: { log: 'Log A' } }

test('late, stopped and retired logs are distinguished from up-to-date ones', async () => {
  await addLog('at its end', { next_index: 300, tree_size: 300 }, { checked_at: 2, entry_at: 900 })
  await addLog('behind', { next_index: 100, tree_size: 400, gaps: 7 }, { checked_at: 2, entry_at: 240 })
  await addLog(
    'silent',
    { next_index: 100, tree_size: 100, error: JSON.stringify(lagging) },
    { checked_at: 600, entry_at: 900 },
  )
  await addLog('forked', { state: 'stopped', next_index: 9, tree_size: 9 }, { checked_at: 30 })
  await addLog('retired', { state: 'ended', next_index: 9, tree_size: 9 }, { checked_at: 90_000 })

  const company = await newCompany()
  const { body } = await send(await newUser('superAdmin', company), listCtLogs)
  expect(body.isOn).toBe(true)
  const of = (description: string) => body.logs.find((log) => log.description === description)
  expect(of('at its end')).toMatchObject({ backlog: 0, lagSeconds: about(2), isBehind: false })
  expect(of('behind')).toMatchObject({ backlog: 300, lagSeconds: about(240), isBehind: true, gaps: 7 })
  const error = { ...lagging, message: 'Log A shows fewer entries than before.' }
  expect(of('silent')).toMatchObject({ backlog: 0, lagSeconds: about(600), isBehind: true, error })
  expect(of('forked')).toMatchObject({ state: 'stopped', isBehind: true })
  expect(of('retired')).toMatchObject({ state: 'ended', lagSeconds: null, isBehind: false })
  expect(of('former')).toMatchObject({ state: 'ended', isBehind: false })

  const coverage = await send(await newUser('clientPeeker', company), getCtCoverage)
  expect(coverage.body).toMatchObject({
    isOn: true,
    brands: 1,
    logs: 4,
    behind: 3,
    behindSeconds: about(600),
    stopped: 1,
  })
})
