import type { Pool, PoolClient } from 'pg'

/*
 * What belongs to the installation is read as the owner of the database. Row-level security also holds for an owner that is no superuser.
 */

/** Lets the current transaction of the owner see the rows of every company. */
export async function seeEveryCompany(client: PoolClient): Promise<void> {
  await client.query(`select set_config('app.companies', coalesce(string_agg(id::text, ','), ''), true) from companies`)
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
