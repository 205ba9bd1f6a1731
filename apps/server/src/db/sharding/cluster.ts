import type { ClientBase } from 'pg'

/** The statement that tells whether the database is the coordinator of a cluster of Citus. */
export const clusterQuery = `select exists (select from pg_extension where extname = 'citus') as "isCluster"`

export async function isCluster(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ isCluster: boolean }>(clusterQuery)
  return rows[0]?.isCluster === true
}
