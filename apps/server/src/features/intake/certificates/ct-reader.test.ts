import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCtWorld, type CtWorld } from '@signet/connectors/test/ct-world'
import { listCtLogs } from '@signet/contract/collection/ct-logs'
import { newCompany, newUser, send, useWorld } from '../../../../test/harness.ts'
import { putCtLogs, toListed } from './ct-logs.queries.ts'
import { CtReader } from './ct-reader.ts'
import type { WatchedBrands } from '../brands/watched-brands.ts'

const world = useWorld()
let ct: CtWorld
beforeAll(async () => {
  ct = await startCtWorld({ 'one-log': 'static-ct' })
  for (const log of ct.logs) ct.grow(log, 20)
})
afterAll(() => ct.close())

test('a log that another process reads at the same time is left to it', async () => {
  const { database } = world()
  const [log] = ct.listed
  if (!log) throw new Error('the world has no log')
  await database.inCompanies([], (tx) => putCtLogs(tx, [toListed(log, true)]))
  // The other process stores a batch after this one has read the position.
  const refresh = () => database.pool.query('update ct_logs set next_index = next_index + 1')
  const brands = { refresh, match: () => [], ownNames: () => new Map() } as unknown as WatchedBrands
  const reader = new CtReader({ database, brands, allow: [ct.address], backfill: 100 })
  expect(await reader.readSome(log, new AbortController().signal)).toMatchObject({ kind: 'wait' })
  const { logs } = (await send(await newUser('superAdmin', await newCompany()), listCtLogs)).body
  expect(logs).toMatchObject([{ error: { reason: 'LOG_READ_TWICE' } }])
})
