import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { describe, expect, test, vi } from 'vitest'
import { addExport, deleteExport, getExport } from '@signet/contract/reports/exports'
import { listNotifications } from '@signet/contract/messages/notifications'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { openLog } from '../../log.ts'
import type { FileStore } from '../../files/file-store.ts'
import { runExport } from './export.job.ts'

// There is no worker: each test runs the job itself.
const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const client = await newUser('client', company)
  const { body } = await send(client, addExport, { body: { kind: 'threats', format: 'csv' } })
  const data = { companyId: company.id, exportId: body.id, userId: client.id }
  const run = (more: { files?: FileStore; attempt?: number; signal?: AbortSignal } = {}) =>
    runExport({ database: world().database, files: more.files ?? world().files, log: openLog('silent') }, data, {
      attempt: more.attempt ?? 1,
      signal: more.signal ?? new AbortController().signal,
    })
  const read = async () => (await send(client, getExport, { params: { exportId: data.exportId } })).body
  const fileCount = async () =>
    (await world().database.pool.query('select from files where owner_id = $1', [data.exportId])).rowCount
  /** The states and notifications that the requester received. */
  const notices = async () => {
    const { rows } = await world().database.pool.query<{ state: string }>(
      `select data ->> 'state' as state from live_events
       where type = 'job.changed' and user_id = $1 and data ->> 'jobId' = $2 order by seq`,
      [client.id, data.exportId],
    )
    const { items } = (await send(client, listNotifications)).body
    return { states: rows.map(({ state }) => state), bell: items.map(({ title }) => title) }
  }
  return { company, client, data, run, read, fileCount, notices }
}

/** Creates threats with the same instant of discovery, so that only the id shows where a batch ended. */
async function manyThreats(company: TestCompany, count: number): Promise<void> {
  await newThreat(company, { name: 'first.example' })
  await world().database.pool.query(
    `insert into threats (company_id, id, source, fingerprint, title, search, threat_type, severity, stage, fields, score,
       first_seen, last_seen)
     select company_id, gen_random_uuid(), source, sha256(n::text::bytea), 'threat-' || n, search, threat_type, severity, stage,
       fields, score, first_seen, last_seen
     from threats, generate_series(2, $2) as n where company_id = $1`,
    [company.id, count],
  )
}

/** A store that runs a callback before it stores a file. */
function storeThat(before: () => Promise<void> | void): FileStore {
  return {
    ...world().files,
    put: async (content, limit) => {
      await before()
      return world().files.put(content, limit)
    },
  }
}

describe('the job of an export', () => {
  test('reads every row once, over many batches with one instant', async () => {
    const { company, run, read } = await createFixture()
    await manyThreats(company, 3456)
    await run()
    const made = await read()
    expect(made).toMatchObject({ status: 'done', progress: { rows: 3456, total: 3456 } })
    const answer = await world().server.inject(made.file?.href as string)
    const rows: Record<string, string>[] = parse(answer.rawPayload, { bom: true, columns: true })
    expect(new Set(rows.map((row) => row['ID'])).size).toBe(3456)
  })

  test('cut off at any point and run again leaves one file and one status', async () => {
    const { company, run, read, fileCount } = await createFixture()
    await manyThreats(company, 2500)
    const killed = storeThat(() => Promise.reject(new Error('killed')))
    await expect(run({ files: killed })).rejects.toThrow('killed')
    const control = new AbortController()
    const aborting = { ...world().files }
    aborting.put = async (content) => {
      let pieces = 0
      for await (const _piece of content as AsyncIterable<Uint8Array>) {
        pieces += 1
        // The byte order mark, the header, the first thousand rows.
        if (pieces === 3) control.abort(new Error('stopping'))
      }
      throw new Error('read to its end although it was stopped')
    }
    await expect(run({ files: aborting, signal: control.signal })).rejects.toThrow('stopping')
    expect(await read()).toMatchObject({ status: 'running', progress: { rows: 1000, total: 2500 } })
    await run()
    await run()
    expect((await read()).status).toBe('done')
    expect(await fileCount()).toBe(1)
  })

  test('run twice at the same moment makes one file', async () => {
    const { company, run, read, fileCount, notices } = await createFixture()
    await manyThreats(company, 1200)
    await Promise.all([run(), run()])
    expect((await read()).status).toBe('done')
    expect(await fileCount()).toBe(1)
    const { states, bell } = await notices()
    expect([states[0], states[1], states.at(-1)]).toEqual(['queued', 'running', 'done'])
    expect(states.filter((state) => state === 'done')).toHaveLength(1)
    expect(bell).toEqual([expect.stringContaining('Your export is ready')])
  })

  test('stops when the export is deleted meanwhile, and leaves nothing', async () => {
    const { client, data, run, fileCount } = await createFixture()
    const files = storeThat(async () => {
      await send(client, deleteExport, { params: { exportId: data.exportId } })
    })
    await run({ files })
    expect(await fileCount()).toBe(0)
  })

  test('says that it failed after the last attempt, in words without a cause', async () => {
    const { run, read, notices } = await createFixture()
    const files = storeThat(() => {
      throw new Error('disk /dev/sda1 is full')
    })
    for (const attempt of [1, 2, 3]) await expect(run({ files, attempt })).rejects.toThrow('full')
    expect((await read()).status).toBe('running')
    await run({ files, attempt: 4 })
    expect(await read()).toMatchObject({
      status: 'failed',
      error: { reason: 'EXPORT_NOT_MADE', parameters: {} },
    })
    const { states, bell } = await notices()
    expect([states[0], states.at(-1)]).toEqual(['queued', 'failed'])
    expect(bell).toEqual(['Your export of threats failed'])
  })

  test('creates nothing if the user can no longer export', async () => {
    const { client, run, read, fileCount } = await createFixture()
    await world().database.pool.query(`update users set role = 'clientPeeker' where id = $1`, [client.id])
    await run()
    expect(await fileCount()).toBe(0)
    await world().database.pool.query(`update users set role = 'client' where id = $1`, [client.id])
    expect((await read()).status).toBe('failed')
  })

  test('runs twice at once for a company and no more; a third waits, another company does not', async () => {
    const company = await newCompany()
    const client = await newUser('client', company)
    const other = await createFixture()
    const { promise: stopped, resolve: goOn } = Promise.withResolvers<void>()
    let [atOnce, most] = [0, 0]
    const files = storeThat(async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await stopped
      atOnce -= 1
    })
    const runs = [1, 2, 3].map(async () => {
      const { body } = await send(client, addExport, {
        body: { kind: 'threats', format: 'csv' },
        headers: { 'idempotency-key': randomUUID() },
      })
      const data = { companyId: company.id, exportId: body.id, userId: client.id }
      const run = { attempt: 1, signal: new AbortController().signal }
      await runExport({ database: world().database, files, log: openLog('silent') }, data, run)
    })
    await vi.waitUntil(() => atOnce === 2, { timeout: 20_000 })
    await other.run()
    expect((await other.read()).status).toBe('done')
    goOn()
    await Promise.all(runs)
    expect(most).toBe(2)
  })
})
