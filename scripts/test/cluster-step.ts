import { findCitus, startCluster } from './own-cluster.ts'
import { leaveOut, suite } from './steps.ts'

export const noCluster =
  'Left out: no Citus is installed beside PostgreSQL here, and SIGNET_TEST_CLUSTER is not set to the address of a coordinator.'

/** What `npm test` runs on a cluster: that the tables are distributed, keep their rules, and are asked where they are. */
const files = ['apps/server/src/db/sharding', 'apps/server/src/db/isolation.test.ts']

export async function clusterStep(): Promise<void> {
  const name = 'database, cluster of Citus'
  const configured = process.env['SIGNET_TEST_CLUSTER']
  const citus = configured ? null : findCitus()
  const own = citus ? await startCluster(citus) : null
  const url = configured ?? own?.url
  if (url) await suite(name, 'server', { files, env: { TEST_DATABASE_URL: url, DATABASE_URL: '' } })
  else await leaveOut(name, noCluster, 'skipped')
  await own?.stop()
}
