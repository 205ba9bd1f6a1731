import { inject } from 'vitest'
import { openDatabase } from '../src/db/database.ts'
import { isCluster } from '../src/db/sharding/cluster.ts'

const probe = openDatabase(inject('server'), 1)
/** Whether `TEST_DATABASE_URL` leads to the coordinator of a cluster. */
export const onCluster: boolean = await isCluster(probe.pool)
await probe.close()
