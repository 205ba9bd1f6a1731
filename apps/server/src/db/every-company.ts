import type { Pool, PoolClient } from 'pg'
import { companyScope } from './company-scope.ts'
import { isCluster } from './sharding/cluster.ts'

/*
 * What belongs to the installation is read as the owner of the database. Row-level security also holds for an owner that is no superuser.
 */

/** Lets the current transaction of the owner see the rows of every company, on a cluster also those of its nodes. */
export async function seeEveryCompany(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ companies: string }>(
    `select coalesce(string_agg(id::text, ','), '') as companies from companies`,
  )
  // A message of its own: Citus repeats it on the nodes, but not `set_config()`.
  if (await isCluster(client)) await client.query(`set local citus.propagate_set_commands = 'local'`)
  await client.query(companyScope(rows[0]?.companies ?? ''))
}

/** Reads rows of every company, as the owner of the database. */
export async function readEveryCompany<Found>(
  pool: Pool,
  read: (client: PoolClient) => Promise<Found>,
): Promise<Found> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin read only')
    await seeEveryCompany(client)
    const found = await read(client)
    await client.query('commit')
    isDone = true
    return found
  } finally {
    // After a failure the connection is closed, and its transaction with it.
    client.release(!isDone)
  }
}
