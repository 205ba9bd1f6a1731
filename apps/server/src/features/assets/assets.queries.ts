import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Assets } from '@signet/contract/companies/assets'
import type { Tx } from '../../db/database.ts'
import { brandFileKinds, type StoredPerson } from '../../db/columns.ts'

/** What a company protects, with brands in the order they were entered. Indexes: brands_pkey, company_assets_pkey. */
export async function findAssets(tx: Tx, companyId: number): Promise<Assets> {
  const brands = await tx
    .selectFrom('brands')
    .select(['key', 'name', 'aliases', 'official', 'handles', 'phones', 'accounts'])
    .where('company_id', '=', companyId)
    .orderBy('place')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const row = await tx
    .selectFrom('company_assets')
    .select(['version', 'domains', 'people', 'apps', 'partners'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return {
    brands,
    domains: row?.domains ?? [],
    people: (row?.people ?? []).map(({ name, title, emails, handles }) => ({ name, title, emails, handles })),
    apps: row?.apps ?? [],
    partners: row?.partners ?? [],
    version: row?.version ?? 1,
  }
}

/** The ids of a company's brands by their keys. Index: brands of the company. */
export async function findBrandIds(tx: Tx, companyId: number): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('brands').select(['key', 'id']).where('company_id', '=', companyId).execute()
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** Locks the assets of a company, so that changes run one after the other. Returns their version. */
export async function lockAssets(tx: Tx, companyId: number): Promise<number> {
  await tx
    .insertInto('company_assets')
    .values({ company_id: companyId })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
  const { version } = await tx
    .selectFrom('company_assets')
    .select('version')
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

/**
 * Replaces everything that a company protects. A brand keeps its id, which threats refer to, and its logo as long as its key stays the
 * same; a person keeps the id as long as the name stays the same. The caller must have locked the assets.
 */
export async function replaceAssets(tx: Tx, companyId: number, assets: Omit<Assets, 'version'>): Promise<void> {
  const keys = assets.brands.map(({ key }) => key)
  const dropped = await tx
    .deleteFrom('brands')
    .where('company_id', '=', companyId)
    .where((where) => where.not(where('key', '=', where.fn.any(where.val(keys)))))
    .returning('id')
    .execute()
  if (dropped.length > 0) {
    const ids = dropped.map(({ id }) => id)
    await tx
      .deleteFrom('files')
      .where('company_id', '=', companyId)
      .where('owner_kind', 'in', brandFileKinds)
      .where('owner_id', 'in', ids)
      .execute()
  }
  if (assets.brands.length > 0) {
    await tx
      .insertInto('brands')
      .values(
        assets.brands.map((brand, place) => ({
          ...brand,
          company_id: companyId,
          id: randomUUID(),
          handles: JSON.stringify(brand.handles),
          place,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'key']).doUpdateSet((set) => ({
          name: set.ref('excluded.name'),
          aliases: set.ref('excluded.aliases'),
          official: set.ref('excluded.official'),
          handles: set.ref('excluded.handles'),
          phones: set.ref('excluded.phones'),
          accounts: set.ref('excluded.accounts'),
          place: set.ref('excluded.place'),
        })),
      )
      .execute()
  }
  const { people } = await tx
    .selectFrom('company_assets')
    .select('people')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('company_assets')
    .set({
      domains: assets.domains,
      people: JSON.stringify(withIds(assets.people, people)),
      apps: JSON.stringify(assets.apps),
      partners: JSON.stringify(assets.partners),
      version: sql`version + 1`,
      updated_at: new Date(),
    })
    .where('company_id', '=', companyId)
    .execute()
}

/** People with their previous ids; if several have the same name, each takes the next id. */
function withIds(people: Assets['people'], known: readonly StoredPerson[]): StoredPerson[] {
  const left = [...known]
  return people.map((person) => {
    const at = left.findIndex(({ name }) => name === person.name)
    const [same] = at === -1 ? [] : left.splice(at, 1)
    return { ...person, id: same?.id ?? randomUUID(), ...(same?.isDemo && { isDemo: true }) }
  })
}

/** Adds people to those a company watches. */
export async function addPeople(tx: Tx, companyId: number, people: readonly StoredPerson[]): Promise<void> {
  await tx
    .insertInto('company_assets')
    .values({ company_id: companyId, people: JSON.stringify(people) })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet({ people: sql`company_assets.people || excluded.people` }),
    )
    .execute()
}
