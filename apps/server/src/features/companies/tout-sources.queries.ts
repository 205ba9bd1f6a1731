import { isOneOf } from '@signet/contract/narrow'
import { toutSources, type ToutSource } from '@signet/contract/touts/tout-sources'
import type { Database } from '../../db/database.ts'
import { modulesOf } from './company-config.ts'

/** The sources of touts of each of these companies; none for a company without the module. Index: companies_pkey. */
export async function toutSourcesOf(
  database: Pick<Database, 'inIdentity'>,
  companyIds: readonly number[],
): Promise<Map<number, ReadonlySet<ToutSource>>> {
  const rows = await database.inIdentity((tx) =>
    tx.selectFrom('companies').select(['id', 'modules', 'tout_sources']).where('id', 'in', companyIds).execute(),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      new Set(modulesOf(row.modules).touts ? row.tout_sources.filter((source) => isOneOf(toutSources, source)) : []),
    ]),
  )
}
