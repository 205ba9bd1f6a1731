import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { proposalsMax, type AssetProposal, type ProposalKind } from '@signet/contract/companies/asset-proposals'
import type { AnySource } from '@signet/contract/threats/sources'
import type { Tx } from '../../../db/database.ts'
import type { Row } from '../../../db/rows.ts'
import type { SiteProblem } from '../../../db/columns.ts'

/** Something that a site names. */
export interface FoundAsset {
  kind: ProposalKind
  source: AnySource | null
  value: string
  /** The form in which two are compared. */
  compared: string
  signers: string[]
  foundOn: string
}

/** A search that takes longer than its job may is not running any more. */
const searchMaxMs = 10 * 60_000

/** Starts a search; false if one is running. Index: company_assets_pkey. */
export async function startSearch(tx: Tx, companyId: number, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('company_assets')
    .values({ company_id: companyId, search_started_at: now })
    .onConflict((conflict) =>
      conflict
        .column('company_id')
        .doUpdateSet({ search_started_at: now })
        .where((where) =>
          where.or([
            where('company_assets.search_started_at', 'is', null),
            where('company_assets.search_started_at', '<', new Date(now.getTime() - searchMaxMs)),
          ]),
        ),
    )
    .returning('company_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records the end of a search. Index: company_assets_pkey. */
export async function endSearch(
  tx: Tx,
  companyId: number,
  { now, files, problems }: { now: Date; files: number; problems: readonly SiteProblem[] },
): Promise<void> {
  await tx
    .updateTable('company_assets')
    .set({
      search_started_at: null,
      searched_at: now,
      search_files: files,
      search_problems: JSON.stringify(problems),
    })
    .where('company_id', '=', companyId)
    .execute()
}

/** The latest search. Index: company_assets_pkey. */
export async function latestSearch(tx: Tx, companyId: number, now: Date) {
  const row = await tx
    .selectFrom('company_assets')
    .select(['search_started_at', 'searched_at', 'search_files', 'search_problems'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const startedAt = row?.search_started_at
  return {
    isSearching: startedAt != null && now.getTime() - startedAt.getTime() < searchMaxMs,
    searchStartedAt: startedAt?.toISOString() ?? null,
    searchedAt: row?.searched_at?.toISOString() ?? null,
    filesRead: row?.search_files ?? 0,
    problems: row?.search_problems ?? [],
  }
}

/** Adds what was never proposed. Index: asset_proposals_company_id_kind_compared_key. */
export async function addProposals(
  tx: Tx,
  companyId: number,
  found: readonly FoundAsset[],
  now: Date,
): Promise<number> {
  const { open } = await tx
    .selectFrom('asset_proposals')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('company_id', '=', companyId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  const added = found.slice(0, Math.max(0, proposalsMax - open))
  if (added.length === 0) return 0
  const rows = await tx
    .insertInto('asset_proposals')
    .values(
      added.map(({ foundOn, ...asset }) => ({
        ...asset,
        company_id: companyId,
        id: randomUUID(),
        found_on: foundOn,
        found_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'kind', 'compared']).doNothing())
    .returning('id')
    .execute()
  return rows.length
}

const open = (tx: Tx, companyId: number) =>
  tx.selectFrom('asset_proposals').selectAll().where('company_id', '=', companyId).where('state', '=', 'open')

/** The open proposals, by kind. Index: asset_proposals_pkey. */
export const openProposals = (tx: Tx, companyId: number): Promise<Row<'asset_proposals'>[]> =>
  open(tx, companyId).orderBy('kind').orderBy('source').orderBy('value').orderBy('id').limit(proposalsMax).execute()

/** Those of some proposals that are open, locked for a decision. Index: asset_proposals_pkey. */
export const lockProposals = (tx: Tx, companyId: number, ids: readonly string[]): Promise<Row<'asset_proposals'>[]> =>
  open(tx, companyId).where('id', 'in', ids).orderBy('id').limit(proposalsMax).forUpdate().execute()

/** Index: asset_proposals_pkey. */
export async function decideProposals(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
  state: 'accepted' | 'refused',
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('asset_proposals')
    .set({ state })
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute()
}

/** A proposal as it is sent. */
export const toProposal = (row: Row<'asset_proposals'>): AssetProposal => ({
  id: row.id,
  kind: row.kind,
  source: row.source,
  value: row.value,
  signerSha256: row.signers,
  foundOn: row.found_on,
  foundAt: row.found_at.toISOString(),
})
