import { theWorld } from './harness.ts'

/** Does work while the database refuses every change of one kind to a company's rows of a table. */
export async function whileRefused(
  { table, change, companyId }: { table: string; change: 'insert' | 'update' | 'delete'; companyId: number },
  work: () => Promise<void>,
): Promise<void> {
  const { pool } = theWorld().database
  await pool.query(`create function refuse_row() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  try {
    await pool.query(`create trigger refuse_row before ${change} on ${table} for each row
      when (${change === 'insert' ? 'new' : 'old'}.company_id = ${companyId}) execute function refuse_row()`)
    await work()
  } finally {
    await pool.query('drop function refuse_row cascade')
  }
}
