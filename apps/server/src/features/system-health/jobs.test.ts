import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAudit } from '@signet/contract/operation/audit'
import {
  discardFailedJob,
  jobNames,
  listFailedJobs,
  listJobKinds,
  listProcesses,
  retryFailedJob,
} from '@signet/contract/operation/jobs'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'
import { jobs } from '../../jobs/jobs.generated.ts'
import { openLog } from '../../log.ts'
import { startBeats } from './processes.ts'

const world = useWorld({ works: true })
const superAdmin = async () => newUser('superAdmin', await newCompany())

async function failedJob(data: object = {}, name = 'probe'): Promise<string> {
  const id = randomUUID()
  await world().database.pool.query(
    `insert into pgboss.job (id, name, state, data, output, retry_limit, retry_count, completed_on)
     values ($1, $2, 'failed', $3, $4, 2, 2, now())`,
    [id, name, data, { name: 'Error', message: 'the provider hung up\nwith a second line' }],
  )
  return id
}
const stateOf = async (id: string) =>
  (await world().database.pool.query<{ state: string }>('select state from pgboss.job where id = $1', [id])).rows[0]
    ?.state

test('every kind of job of the program is known by its name', () => {
  expect(jobs.map(({ name }) => name).toSorted()).toEqual([...jobNames].toSorted())
})

test('every kind of job is listed with what waits, runs and failed', async () => {
  const user = await superAdmin()
  await failedJob()
  const probes = async () => (await send(user, listJobKinds)).body.find(({ name }) => name === 'probe')
  expect((await send(user, listJobKinds)).body).toHaveLength(jobNames.length)
  // The queue counts every few seconds.
  await expect.poll(async () => (await probes())?.failed, { timeout: 20_000 }).toBeGreaterThanOrEqual(1)
  expect(await probes()).toMatchObject({ waiting: 0, running: 0, oldestSeconds: null })
})

test('a failed job is listed with its company and the first line of its error, without what it worked with', async () => {
  const user = await superAdmin()
  const company = await newCompany()
  const jobId = await failedJob({ companyId: company.id, address: 'planted-secret' }, 'capture')
  const { body } = await send(user, listFailedJobs, { query: { name: 'capture' } })
  expect(body).toMatchObject({
    total: 1,
    items: [{ id: jobId, name: 'capture', company: company.key, attempts: 3, error: 'the provider hung up' }],
  })
  expect(JSON.stringify(body)).not.toContain('planted-secret')
  await send(user, discardFailedJob, { params: { name: 'capture', jobId } })
})

test('a failed job that is retried runs again, once, and the retry is recorded', async () => {
  const user = await superAdmin()
  const jobId = await failedJob()
  const params = { name: 'probe', jobId } as const
  expect((await send(user, retryFailedJob, { params })).status).toBe(204)
  await expect.poll(() => stateOf(jobId), { timeout: 20_000 }).toBe('completed')
  expect((await send(user, retryFailedJob, { params })).status).toBe(404)
  const trail = await send(user, listAudit, { query: { company: user.company.key } })
  expect(trail.body.items.map(({ action }) => action)).toEqual(['systemHealth.jobRetried'])
})

test('a failed job that is discarded is gone, and one that did not fail cannot be discarded', async () => {
  const user = await superAdmin()
  const jobId = await failedJob()
  const params = { name: 'probe', jobId } as const
  expect((await send(user, discardFailedJob, { params: { ...params, name: 'capture' } })).status).toBe(404)
  expect((await send(user, discardFailedJob, { params })).status).toBe(204)
  expect(await stateOf(jobId)).toBeUndefined()
  expect((await send(user, discardFailedJob, { params })).status).toBe(404)
})

test('jobs and processes of the installation are shown to its operators alone', async () => {
  const admin = await newUser('admin', await newCompany())
  for (const { status } of [
    await send(admin, listFailedJobs),
    await send(admin, listJobKinds),
    await send(admin, listProcesses),
  ])
    expect(status).toBe(403)
  const params = { name: 'probe', jobId: await failedJob() } as const
  expect((await send(admin, retryFailedJob, { params })).status).toBe(403)
  expect((await send(admin, discardFailedJob, { params })).status).toBe(403)
})

test('a running process is listed until it stops, and one that died is shown as silent', async () => {
  const user = await superAdmin()
  const { database } = world()
  const version = `test-${randomUUID()}`
  const own = async () => (await send(user, listProcesses)).body.filter((one) => one.version === version)
  const beats = startBeats({ database, log: openLog('silent') }, { services: ['worker'], version })
  await expect.poll(async () => (await own()).length).toBe(1)
  expect(await own()).toMatchObject([{ pid: process.pid, services: ['worker'], isSilent: false }])
  await database.pool.query(`update processes set beat_at = now() - interval '1 minute' where version = $1`, [version])
  expect(await own()).toMatchObject([{ isSilent: true }])
  await beats.stop()
  expect(await own()).toEqual([])
})
