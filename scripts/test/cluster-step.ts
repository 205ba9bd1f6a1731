import { clusterSuite } from './cluster-suite.ts'

/** What `npm test` runs on a cluster: that the tables are distributed, keep their rules, and are asked where they are. */
const files = [
  'apps/server/src/db/sharding',
  'apps/server/src/db/isolation.test.ts',
  'apps/command-line/src/installation/shard.test.ts',
]

export const clusterStep = (): Promise<void> => clusterSuite('database, cluster of Citus', files, 'skipped')
