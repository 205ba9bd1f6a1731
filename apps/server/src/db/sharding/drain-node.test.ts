import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { createDatabase, databaseOf, dropDatabase } from '../../../test/cluster.ts'
import { cleanUpLater } from '../../../test/new-folder.ts'
import { addThreats, numbersIn } from '../../../test/numbered-threats.ts'
import { onCluster } from '../../../test/on-cluster.ts'
import { openDatabase, type Database } from '../database.ts'
import { migrate } from '../migrate.ts'

/** A database that is distributed over the nodes. */
async function newDistributed(): Promise<Database> {
  const name = `signet_drain_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(inject('server'), 1)
  await createDatabase(admin, name)
  const database = openDatabase(databaseOf(inject('server'), name), 2)
  cleanUpLater(async () => {
    await database.close()
    await dropDatabase(admin, name)
    await admin.close()
  })
  await migrate(database)
  return database
}

/** Moves every table twice, so `npm test` leaves it out (scripts/test/cluster-step.ts). */
test.skipIf(!onCluster)(
  'a node is drained, the others go on without it, and it is used again once it is added',
  async () => {
    const database = await newDistributed()
    const { rows: companies } = await database.pool.query<{ id: number }>(
      `insert into companies (key, name, threat_sources) values ('one', 'One', '{}'), ('two', 'Two', '{}') returning id`,
    )
    const ids = companies.map(({ id }) => id)
    const find = async (title: string) => {
      for (const id of ids) await database.inCompanies([id], (tx) => addThreats(tx, id, [title]))
    }
    await find('before')

    const client = await database.pool.connect()
    const shardsOn = async (port: number) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_dist_shard_placement p join pg_dist_shard s using (shardid)
       join pg_dist_partition t on t.logicalrelid = s.logicalrelid and t.partmethod = 'h' where p.nodeport = $1`,
        [port],
      )
      return rows[0]?.count
    }
    try {
      await client.query('set citus.enable_unsafe_triggers = on')
      await client.query('set statement_timeout = 0')
      const { rows } = await client.query<{ port: number }>(
        'select nodeport as port from pg_dist_node where shouldhaveshards order by nodeport limit 1',
      )
      const port = rows[0]?.port ?? 0
      expect(await shardsOn(port)).toBeGreaterThan(0)
      await client.query(`select citus_drain_node('127.0.0.1', $1, 'block_writes')`, [port])
      expect(await shardsOn(port)).toBe(0)
      await client.query(`select citus_remove_node('127.0.0.1', $1)`, [port])
      await find('without the node')
      await client.query(`select citus_add_node('127.0.0.1', $1)`, [port])
      await client.query(`select rebalance_table_shards(shard_transfer_mode => 'block_writes')`)
      expect(await shardsOn(port)).toBeGreaterThan(0)
    } finally {
      client.release(true)
    }

    await find('with the node')
    for (const id of ids) expect(await numbersIn(database, id)).toEqual([1, 2, 3])
    // The rules came along.
    expect(await database.inCompanies([], (tx) => tx.selectFrom('threats').select('id').execute())).toEqual([])
  },
)
