import { clusterSuite } from './cluster-suite.ts'

/**
 * What `npm test` runs on a cluster: that the tables are distributed, keep their rules, and are asked where they are, and that a node
 * commits together with the coordinator. Draining a node takes more than a minute, so only `npm run test:cluster` does.
 */
const files = [
  'apps/server/src/db/sharding/kinds.test.ts',
  'apps/server/src/db/sharding/one-shard.test.ts',
  'apps/server/src/db/sharding/sharding.test.ts',
  'apps/server/src/db/isolation.test.ts',
  'apps/command-line/src/installation/shard.test.ts',
  'apps/command-line/test/crash/commit-together.test.ts',
]

export const clusterStep = (): Promise<void> => clusterSuite('database, cluster of Citus', files, 'skipped')
