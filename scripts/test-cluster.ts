// `npm run test:cluster [-- FILES]`: the server suite on a cluster of Citus. `SIGNET_TEST_CLUSTER` is the address of its coordinator; its nodes
// must let the coordinator sign in as every role. Without it, three nodes are started if the files of Citus are installed next to
// PostgreSQL.
import { findCitus, startCluster } from './test/own-cluster.ts'
import { noCluster } from './test/cluster-step.ts'
import { leaveOut, suite, sumUp } from './test/steps.ts'

const startedAt = performance.now()
const files = process.argv.slice(2)
const configured = process.env['SIGNET_TEST_CLUSTER']
const citus = configured ? null : findCitus()
const own = citus ? await startCluster(citus) : null
const url = configured ?? own?.url
if (url) await suite('server, cluster of Citus', 'server', { files, env: { TEST_DATABASE_URL: url, DATABASE_URL: '' } })
else await leaveOut('server, cluster of Citus', noCluster, 'failed')
await own?.stop()
sumUp(startedAt)
