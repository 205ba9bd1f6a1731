import { theWorld } from './harness.ts'

/** Does work while the database refuses every change of one kind to a company's rows of a table. */
export async function whileRefused(
  { table, change, companyId }: { table: string; change: 'insert' | 'update' | 'delete'; companyId: number },
  work: () => Promise<void>,
): Promise<void> {
  const client = await theWorld().database.pool.connect()
  try {
    // Without it, a cluster refuses triggers; one server doesn't know the setting.
    await client.query('set citus.enable_unsafe_triggers = on')
    await client.query(
      `create function refuse_row() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
    )
    try {
      await client.query(`create trigger refuse_row before ${change} on ${table} for each row
        when (${change === 'insert' ? 'new' : 'old'}.company_id = ${companyId}) execute function refuse_row()`)
      await work()
    } finally {
      await client.query('drop function refuse_row cascade')
    }
  } finally {
    client.release(true)
  }
}
