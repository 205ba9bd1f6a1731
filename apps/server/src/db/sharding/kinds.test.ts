import { expect, test } from 'vitest'
import { useWorld } from '../../../test/harness.ts'
import { coordinatorTables, kindOf, referenceTables } from './kinds.ts'

const world = useWorld()

test('a cluster knows where every table belongs: the tables of companies are those with forced row-level security', async () => {
  const { rows } = await world().database.pool.query<{ name: string; isCompanys: boolean }>(
    `select relname as name, relforcerowsecurity as "isCompanys" from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') order by 1`,
  )
  const names = rows.map(({ name }) => name)
  for (const name of [...referenceTables, ...coordinatorTables]) expect(names).toContain(name)
  const elsewhere = new Set(['live_events'])
  for (const { name, isCompanys } of rows)
    expect(kindOf(name) === 'company', name).toBe(isCompanys && !elsewhere.has(name))
})

test('what is distributed is keyed by the company, and has no reference that leaves it', async () => {
  const { rows } = await world().database.pool.query<{ name: string; table: string; columns: string[] }>(
    `select k.conname as name, c.relname as table, array(select attname::text from pg_attribute
       where attrelid = k.conrelid and attnum = any (k.conkey)) as columns
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f')`,
  )
  const companys = rows.filter(({ table }) => kindOf(table) === 'company')
  expect(companys.length).toBeGreaterThan(200)
  for (const { name, columns } of companys) expect(columns, name).toContain('company_id')
})
