import type { Database } from './database.ts'

/** Every company there is, active or not. */
export async function everyCompanyId(database: Database): Promise<number[]> {
  const rows = await database.inIdentity((tx) => tx.selectFrom('companies').select('id').orderBy('id').execute())
  return rows.map(({ id }) => id)
}
