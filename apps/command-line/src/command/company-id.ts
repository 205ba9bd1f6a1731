import { ProgramError } from '@signet/contract/errors/program-errors'
import { findCompanyByKey } from '@signet/server/db/company-keys.queries'
import type { Program } from './program.ts'

/** @throws ProgramError if there is no such company */
export async function companyIdOf({ database }: Pick<Program, 'database'>, key: string): Promise<number> {
  const row = await database.inIdentity((tx) => findCompanyByKey(tx, key))
  if (!row) throw new ProgramError('COMPANY_UNKNOWN', { key })
  return row.id
}
