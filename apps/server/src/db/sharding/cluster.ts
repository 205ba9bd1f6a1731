import { CompiledQuery, type Kysely } from 'kysely'
import type { ClientBase } from 'pg'
import type { Tables } from '../tables.ts'

interface Answer {
  isCluster: boolean
}
const query = `select exists (select from pg_extension where extname = 'citus') as "isCluster"`
const isYes = ({ rows }: { rows: readonly Answer[] }): boolean => rows[0]?.isCluster === true

/** Whether the database is the coordinator of a cluster of Citus. */
export const isCluster = async (client: Pick<ClientBase, 'query'>): Promise<boolean> =>
  isYes(await client.query<Answer>(query))

/** Whether the rows of companies are spread over the nodes of a cluster. */
export async function isDistributed(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  if (!(await isCluster(client))) return false
  const { rows } = await client.query('select from pg_dist_partition where logicalrelid = to_regclass($1)', [
    'companies',
  ])
  return rows.length > 0
}

/** How transactions of a database begin and end. */
export interface ClusterState {
  isCluster: boolean
  /** Whether its tables are distributed by a version that commits on the nodes and the coordinator together. */
  commitsTogether: boolean
}

export async function clusterState(tx: Kysely<Tables>): Promise<ClusterState> {
  const { rows } = await tx.executeQuery<ClusterState>(
    CompiledQuery.raw(`select exists (select from pg_extension where extname = 'citus') as "isCluster",
      to_regprocedure('commit_together()') is not null as "commitsTogether"`),
  )
  return rows[0] ?? { isCluster: false, commitsTogether: false }
}

/** Like `isCluster`, in a transaction. */
export const isOnCluster = async (tx: Kysely<Tables>): Promise<boolean> =>
  isYes(await tx.executeQuery<Answer>(CompiledQuery.raw(query)))
