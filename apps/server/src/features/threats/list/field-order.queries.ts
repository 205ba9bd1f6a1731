import { sql, type RawBuilder } from 'kysely'
import type { FieldSort } from '@signet/contract/threats/field-kinds'
import type { SortDirection } from '@signet/contract/wire'
import type { Tx } from '../../../db/database.ts'
import { columnOf } from './own-columns.ts'
import { columnRef, isOfColumn, sortedField } from './own-fields.queries.ts'
import { whereThreats, type ThreatFilter, type ThreatScope } from './threat-filter.queries.ts'

/** An order by a field of a source. */
interface FieldOrder {
  field: FieldSort
  direction: SortDirection
}

/**
 * The first threats in the order of a field that has a column, for a `with`: `placed` has their id, `similar_key` and place from 1 on. Null
 * for other fields.
 *
 * Records without a value come last in both directions, which no index has. They are only read if those with a value don't fill the list:
 * then these are all that have one, so the rest needs no look at the column. Indexes: threats_own_number … of the column,
 * threats_own_text_1.
 */
export function placedByField(
  tx: Tx,
  scope: ThreatScope,
  filter: ThreatFilter,
  { field, direction }: FieldOrder,
  most: number,
): RawBuilder<unknown> | null {
  const own = columnOf(sortedField(field), { ...filter, kind: scope.kind })
  if (!own) return null
  const key = columnRef(own)
  const some = () => whereThreats(tx.selectFrom('threats'), scope, filter)
  const withValue = some()
    .where(isOfColumn(own))
    .where(sql<boolean>`${key} is not null`)
    .select(['threats.id', 'threats.similar_key', key.as('key')])
    .orderBy(key, direction)
    .orderBy('threats.id', direction)
    .limit(most)
  const isInAnyIndex = own.column === 'own_text_1' && own.sources === null
  const without = some()
    .where(sql<boolean>`(select count(*) from with_value) < ${most}::bigint`)
    .where(isInAnyIndex ? sql<boolean>`${key} is null` : sql<boolean>`threats.id not in (select id from with_value)`)
    .select(['threats.id', 'threats.similar_key'])
  return sql`with_value as materialized (${withValue}), without_value as materialized (${without}),
    placed as materialized (
      select id, similar_key, row_number() over (order by is_last, key ${sql.raw(direction)}, id ${sql.raw(direction)}) as place
      from (
        select id, similar_key, key, false as is_last from with_value
        union all select id, similar_key, null, true from without_value
      ) as read
      order by place limit ${most}
    )`
}
