import { randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'
import { theWorld } from '../../../test/harness.ts'
import { putCompanySize } from './disk-use/sizes.queries.ts'

async function failedJob() {
  const id = randomUUID()
  await theWorld().database.pool.query(
    `insert into pgboss.job (id, name, state, completed_on) values ($1, 'probe', 'failed', now())`,
    [id],
  )
  return { params: { name: 'probe', jobId: id } }
}

/** No process of the tests gives signs of life. */
async function runningProcess() {
  await theWorld().database.pool.query(
    `insert into processes (id, host, pid, services, version) values (gen_random_uuid(), 'here', 1, '{api,worker}', '1')`,
  )
  return {}
}

/** A call of the tests takes no time. */
async function slowCall() {
  await theWorld().database.pool.query(
    `insert into request_counts (hour, method, path, status, bucket, count)
     values (date_trunc('hour', now()), 'GET', '/api/rest/slow', 200, 40, 1) on conflict do nothing`,
  )
  return {}
}

export const examples: Examples = {
  async rows(tx, { company }) {
    await putCompanySize(tx, company.id, { bytes: 1, fileBytes: 1 })
  },
  inputs: {
    discardFailedJob: failedJob,
    getSlowCalls: slowCall,
    async listFailedJobs() {
      await failedJob()
      return {}
    },
    listProcesses: runningProcess,
    retryFailedJob: failedJob,
  },
}
