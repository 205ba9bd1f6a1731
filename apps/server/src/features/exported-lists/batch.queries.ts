import { sql, type SelectQueryBuilder } from 'kysely'

/** Where a batch ended: the instant as the database writes it, to the microsecond, and the id. */
export interface BatchCursor {
  at: string
  id: string
}

/**
 * The next rows of a list, newest first, each with the instant it is ordered by as text.
 *
 * @param order the column of the instant, and that of the id, which orders rows of the same instant
 */
export function batchOf<DB, TB extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, TB, Row>,
  order: readonly [at: string, id: string],
  after: BatchCursor | null,
  limit: number,
) {
  const [at, id] = [sql.ref(order[0]), sql.ref(order[1])]
  const isBefore = sql<boolean>`(${at}, ${id}) < (${after?.at}::timestamptz, ${after?.id}::uuid)`
  return found
    .$if(after !== null, (query) => query.where(isBefore))
    .select(sql<string>`${at}::text`.as('cursor'))
    .orderBy(at, 'desc')
    .orderBy(id, 'desc')
    .limit(limit)
    .$castTo<Row & { cursor: string }>()
    .execute()
}
