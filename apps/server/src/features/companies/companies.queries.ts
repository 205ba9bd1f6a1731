import type { StoredConfig } from '@signet/contract/companies/onboarding'
import { threatSources, type ThreatSource } from '@signet/contract/threats/sources'
import { toutSources, type ToutSource } from '@signet/contract/touts/tout-sources'
import type { Tx } from '../../db/database.ts'
import type { Brand } from '@signet/contract/companies/brands'
import { randomUUID } from 'node:crypto'

export interface NewCompany {
  key: string
  name: string
  threatSources?: readonly ThreatSource[]
  /** All sources if this is left out and the company has touts. */
  toutSources?: readonly ToutSource[]
  modules?: Record<string, boolean>
  config?: StoredConfig
  isDemo?: boolean
}

/** Adds a company unless its key is taken. Runs in an identity transaction. Index: companies_key_key. */
export async function insertCompany(tx: Tx, company: NewCompany): Promise<{ companyId: number; isNew: boolean }> {
  const added = await tx
    .insertInto('companies')
    .values({
      key: company.key,
      name: company.name,
      threat_sources: [...(company.threatSources ?? threatSources)],
      tout_sources: [...(company.toutSources ?? (company.modules?.['touts'] === true ? toutSources : []))],
      modules: JSON.stringify(company.modules ?? {}),
      config: JSON.stringify(company.config ?? {}),
      is_demo: company.isDemo ?? false,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return { companyId: added.id, isNew: true }
  const { id } = await tx.selectFrom('companies').select('id').where('key', '=', company.key).executeTakeFirstOrThrow()
  return { companyId: id, isNew: false }
}

/** Adds brands to those of a company; an existing brand with the same key isn't changed. Returns the id of each by key. */
export async function addBrands(tx: Tx, companyId: number, brands: readonly Brand[]): Promise<Map<string, string>> {
  await tx
    .insertInto('brands')
    .values(
      brands.map((brand) => ({
        company_id: companyId,
        id: randomUUID(),
        key: brand.id,
        name: brand.name,
        aliases: brand.aliases,
        official: brand.official,
      })),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'key']).doNothing())
    .execute()
  const rows = await tx.selectFrom('brands').select(['id', 'key']).where('company_id', '=', companyId).execute()
  return new Map(rows.map(({ id, key }) => [key, id]))
}
