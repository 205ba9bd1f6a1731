import { expect, test } from 'vitest'
import { getCtCoverage, listCtLogs } from '@signet/contract/collection/ct-logs'
import { loadCtLogsDemo } from '../src/sources/ct-logs-demo.ts'
import { randomOf } from '../src/random.ts'
import { newCompany, newUser, send, useWorld } from '@signet/server/test/harness'
import { followCtLogs } from '@signet/server/features/intake/certificates/follow-ct-logs'
import { putCtLogs } from '@signet/server/features/intake/certificates/ct-logs.queries'
import { openLog } from '@signet/server/log'

const world = useWorld()
const load = () => loadCtLogsDemo(world().database, randomOf(1, 'ct-logs'))
const coverageOf = async (more: Parameters<typeof newCompany>[0] = {}) =>
  (await send(await newUser('client', await newCompany(more)), getCtCoverage)).body
const all = async () => (await send(await newUser('superAdmin', await newCompany()), listCtLogs)).body

test('a visitor of the demo sees logs, one behind by four minutes and one retired, named as what they are', async () => {
  await load()
  await load()
  const { isOn, logs } = await all()
  expect(isOn).toBe(true)
  expect(logs).toHaveLength(7)
  for (const log of logs) {
    expect(log).toMatchObject({ operator: 'Demo (invented, never read)', isDemo: true, error: null })
    expect(log.description).toMatch(/^Demo log/)
    expect(new URL(log.url).hostname).toMatch(/\.invalid$/)
  }
  expect(logs.filter(({ isBehind }) => isBehind)).toMatchObject([{ state: 'reading', lagSeconds: 240, backlog: 5376 }])
  expect(logs.filter(({ state }) => state === 'ended')).toMatchObject([{ lagSeconds: null }])
  expect(logs.filter(({ gaps }) => gaps > 0)).toHaveLength(1)
  expect(await coverageOf({ isDemo: true })).toMatchObject({
    isOn: true,
    logs: 6,
    behind: 1,
    behindSeconds: 240,
    stopped: 0,
  })
})

test('they stay unchanged: the reader never requests, unlists or writes to them', async () => {
  await load()
  await world().database.pool.query(
    `update ct_logs set created_at = created_at - interval '9 days', entry_at = entry_at - interval '9 days',
      checked_at = checked_at - interval '9 days' where is_demo`,
  )
  const rows = async () =>
    (await world().database.pool.query('select * from ct_logs where is_demo order by log_id')).rows
  const before = await rows()
  const signal = new AbortController().signal
  const parts = { database: world().database, allow: [], log: openLog('silent'), signal, forMs: 50 }
  expect(await followCtLogs({ ...parts, ct: { list: null, stream: null, backfill: 0 } })).toBe(false)
  const nowhere = { list: '/no/such/list.json', stream: null, backfill: 0 }
  expect(await followCtLogs({ ...parts, ct: nowhere })).toBe(false)
  expect(await rows()).toEqual(before)
  expect(await coverageOf({ isDemo: true })).toMatchObject({ behind: 1, behindSeconds: 240 })
})

test('a real company is covered by none of them', async () => {
  await load()
  expect(await coverageOf()).toMatchObject({ isOn: false, logs: 0, checkedAt: null })
})

test('once a real log is followed, they are gone from every screen', async () => {
  await load()
  const real = { logId: 'real', operator: 'Example', description: 'Real log', url: 'https://log.example/' }
  await world().database.inCompanies([], (tx) => putCtLogs(tx, [{ ...real, kind: 'static-ct', isReadable: true }]))
  expect((await all()).logs).toMatchObject([{ description: 'Real log', isDemo: false }])
  expect(await coverageOf({ isDemo: true })).toMatchObject({ isOn: true, logs: 1 })
  await world().database.inCompanies([], (tx) => putCtLogs(tx, []))
})
