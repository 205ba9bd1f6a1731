import type { Database, Tx } from './database.ts'
import type { Row } from './rows.ts'

/** The ids of all companies, active or not. */
export async function everyCompanyId(database: Database): Promise<number[]> {
  const rows = await database.inIdentity((tx) => tx.selectFrom('companies').select('id').orderBy('id').execute())
  return rows.map(({ id }) => id)
}

/** The companies that scheduled work is done for, with their configuration. */
export function activeCompanies(database: Database): Promise<Pick<Row<'companies'>, 'id' | 'config'>[]> {
  return database.inIdentity((tx) =>
    tx.selectFrom('companies').select(['id', 'config']).where('is_active', '=', true).orderBy('id').execute(),
  )
}

/** A company, active or not. Index: companies_pkey. */
export function companyOf(tx: Tx, companyId: number): Promise<Row<'companies'>> {
  return tx.selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirstOrThrow()
}

/** A company by its key, active or not. Runs in an identity transaction. Index: companies_key_key. */
export function findCompanyByKey(tx: Tx, key: string): Promise<Row<'companies'> | undefined> {
  return tx.selectFrom('companies').selectAll().where('key', '=', key).executeTakeFirst()
}

/** Every company's key by its id, in the order of the keys, including archived companies. Runs in an identity transaction. */
export async function companyKeys(tx: Tx): Promise<Map<number, string>> {
  const rows = await tx.selectFrom('companies').select(['id', 'key']).orderBy('key').execute()
  return new Map(rows.map(({ id, key }) => [id, key]))
}
