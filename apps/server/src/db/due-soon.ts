import { sql, type RawBuilder } from 'kysely'
import { dueSoonHours } from '@signet/contract/takedowns/cases'

/** Until when something due soon is due. */
export const soon = sql`(now() + make_interval(hours => ${sql.lit(dueSoonHours)}))`

/** Whether a time that hasn't passed will soon, as a condition. */
export const isSoon = (dueAt: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${dueAt} >= now() and ${dueAt} < ${soon})`

/** Whether one of some conditions holds. */
export const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`
