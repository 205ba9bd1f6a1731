import type { Actor } from '../../../app/context.ts'
import type { Tx } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import { sql } from 'kysely'

/** The stages of records that can be merged. */
type OpenStage = Tables['threat_merges']['from_stage']

/** Merges a record into another; those merged into it before move with it, and store the record they came through. */
export async function insertMerge(
  tx: Tx,
  companyId: number,
  id: string,
  into: string,
  stage: OpenStage,
  actor: Pick<Actor, 'userId' | 'name'>,
): Promise<void> {
  await tx
    .insertInto('threat_merges')
    .values({
      company_id: companyId,
      threat_id: id,
      into_id: into,
      from_stage: stage,
      merged_by: actor.userId,
      merged_by_name: actor.name,
    })
    .execute()
  await tx
    .updateTable('threat_merges')
    .set({ into_id: into, via: sql<string[]>`via || ${id}::uuid` })
    .where('company_id', '=', companyId)
    .where('into_id', '=', id)
    .execute()
}

/** Undoes a merge, together with those that came through it; returns the other record and the stage before. */
export async function deleteMerge(tx: Tx, companyId: number, id: string) {
  const merge = await tx
    .deleteFrom('threat_merges')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', id)
    .returning(['into_id', 'from_stage'])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('threat_merges')
    .set({ into_id: id, via: sql<string[]>`trim_array(via, 1)` })
    .where('company_id', '=', companyId)
    .where('into_id', '=', merge.into_id)
    // It came through each record once. By position, because an element in an update ends a server of Citus.
    .where(sql<boolean>`array_position(via, ${id}::uuid) = cardinality(via)`)
    .execute()
  return merge
}

/** Users who bookmarked a record get a bookmark of another. */
export async function copyBookmarks(tx: Tx, companyId: number, from: string, to: string): Promise<void> {
  await sql`insert into bookmarks (company_id, user_id, threat_id, at, note)
    select b.company_id, b.user_id, ${to}::uuid, b.at, b.note from bookmarks b where b.company_id = ${companyId} and b.threat_id = ${from}::uuid
    on conflict do nothing`.execute(tx)
}
