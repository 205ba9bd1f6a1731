import { captureStatuses } from '@signet/contract/takedowns/captures'
import { openAnalysisStatuses } from '@signet/contract/requests/deeper-analyses'
import { unfinishedStates } from '@signet/contract/run-states'
import { openTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { expect, test } from 'vitest'
import { useWorld } from '../../test/harness.ts'
import { tableTypesOf } from '../../test/table-types.ts'
import { checkedValues } from './columns.ts'

const world = useWorld()

/** Partial indexes that cover some values of a column, and those values. */
const indexedValues = {
  'captures_open.status': captureStatuses.filter((status) => status !== 'done' && status !== 'failed'),
  'deeper_analyses_open_uq.status': openAnalysisStatuses,
  'exports_unfinished.status': unfinishedStates,
  'takedowns_open_uq.status': openTakedownStatuses,
}

/** Lists of values in any order: maps `name.column` to a set. */
type ValueLists = Record<string, Set<string | number>>
const asSets = (lists: Record<string, readonly (string | number)[]>): ValueLists =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, new Set(list)]))

/** The value lists in the constraints that a query selects, each with the `name` of its table or index. */
async function listedValues(query: string): Promise<ValueLists> {
  const { rows } = await world().database.pool.query<{ name: string; rule: string }>(query)
  const lists: ValueLists = {}
  for (const { name, rule } of rows)
    for (const [, column, list = ''] of rule.matchAll(/(\w+) (?:= ANY|<@) \(?ARRAY\[([^\]]*)\]/g))
      lists[`${name}.${column}`] = new Set(
        list.split(', ').map((value) => /^'(.*)'::text$/.exec(value)?.[1] ?? Number(value)),
      )
  return lists
}

test('every check that lists values lists those of the contract', async () => {
  const listed = await listedValues(
    `select conrelid::regclass as name, pg_get_constraintdef(oid) as rule from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  expect(listed).toEqual(asSets(checkedValues))
})

test('every partial index over some statuses is over those of the contract', async () => {
  const listed = await listedValues(
    `select i.indexrelid::regclass as name, pg_get_expr(i.indpred, i.indrelid) as rule
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indpred is not null and c.relnamespace = 'public'::regnamespace`,
  )
  expect(listed).toEqual(asSets(indexedValues))
})

test('tables.ts is what the database says (after a change: npm run tables)', async () => {
  await expect(await tableTypesOf(world().database)).toMatchFileSnapshot('./tables.ts')
})
