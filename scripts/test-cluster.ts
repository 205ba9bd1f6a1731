// `npm run test:cluster [-- FILES]`: the server suite on a cluster of Citus. `SIGNET_TEST_CLUSTER` is the address of its coordinator; its
// nodes must let the coordinator sign in as every role. Without it, three nodes are started if the files of Citus are installed next to
// PostgreSQL.
import { clusterSuite } from './test/cluster-suite.ts'
import { sumUp } from './test/steps.ts'

const startedAt = performance.now()
await clusterSuite('server, cluster of Citus', process.argv.slice(2), 'failed')
sumUp(startedAt)
