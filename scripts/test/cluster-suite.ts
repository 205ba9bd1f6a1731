import { findCitus, startCluster } from '../../apps/command-line/test/crash/own-cluster.ts'
import { leaveOut, suite } from './steps.ts'

const noCluster =
  'Left out: no Citus is installed next to PostgreSQL here, and SIGNET_TEST_CLUSTER is not set to the address of a coordinator.'

/**
 * Runs tests of the server on the cluster of `SIGNET_TEST_CLUSTER`, or on one that is started if the files of Citus are installed next to
 * PostgreSQL.
 *
 * @param files all of them if there are none
 * @param without how it counts that there is no cluster
 */
export async function clusterSuite(
  name: string,
  files: readonly string[],
  without: 'skipped' | 'failed',
): Promise<void> {
  const configured = process.env['SIGNET_TEST_CLUSTER']
  const citus = configured ? null : findCitus()
  const own = citus ? await startCluster(citus) : null
  const url = configured ?? own?.url
  try {
    if (url) await suite(name, 'server', { files, env: { TEST_DATABASE_URL: url, DATABASE_URL: '' } })
    else await leaveOut(name, noCluster, without)
  } finally {
    await own?.stop()
  }
}
