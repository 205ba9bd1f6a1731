import type { Database } from './database.ts'

/** The ids of all companies, active or not. */
export async function everyCompanyId(database: Database): Promise<number[]> {
  const rows = await database.inIdentity((tx) => tx.selectFrom('companies').select('id').orderBy('id').execute())
  return rows.map(({ id }) => id)
}
