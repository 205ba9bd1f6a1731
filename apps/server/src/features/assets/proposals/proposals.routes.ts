import type * as contract from '@signet/contract/companies/asset-proposals'
import type { AssetProposals } from '@signet/contract/companies/asset-proposals'
import type { Assets } from '@signet/contract/companies/assets'
import type { Context } from '../../../app/context.ts'
import type { Handler } from '../../../app/handler.ts'
import type { Row } from '../../../db/rows.ts'
import { AppError, found } from '../../../errors.ts'
import { inEnglish } from '../../../errors/sentences.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { companyTarget } from '../../companies/company-target.ts'
import { findAssets, lockAssets } from '../assets.queries.ts'
import { changeAssets } from '../change-assets.ts'
import { proposeAssetsJob } from './proposals.jobs.ts'
import {
  decideProposals,
  latestSearch,
  lockProposals,
  openProposals,
  startSearch,
  toProposal,
} from './proposals.queries.ts'

export const listAssetProposals: Handler<typeof contract.listAssetProposals> = (context) => all(context)

async function all({ tx, company }: Context): Promise<AssetProposals> {
  const { problems, ...search } = await latestSearch(tx, company.id, new Date())
  return {
    ...search,
    problems: problems.map(({ host, problem }) => ({ host, ...inEnglish(problem) })),
    proposals: (await openProposals(tx, company.id)).map(toProposal),
  }
}

/** @throws AppError `ENRICHMENT_OFF`, `NO_OFFICIAL_DOMAIN`, `SITE_SEARCH_RUNNING` */
export const searchOwnSites: Handler<typeof contract.searchOwnSites> = async (context) => {
  const { tx, company, enqueue, installation } = context
  if (!installation.looksUp) throw new AppError('ENRICHMENT_OFF')
  const { brands, domains } = await findAssets(tx, company.id)
  if (domains.length === 0 && brands.every(({ official }) => official.length === 0))
    throw new AppError('NO_OFFICIAL_DOMAIN')
  if (!(await startSearch(tx, company.id, new Date()))) throw new AppError('SITE_SEARCH_RUNNING')
  await enqueue(tx, proposeAssetsJob, { companyId: company.id })
  await recordAudit(context, {
    action: 'settings.ownSitesSearched',
    targetType: 'company',
    targetId: companyTarget(company.id),
  })
  return all(context)
}

/** @throws AppError `NOT_FOUND` for a brand the company does not have, `LIST_TOO_LONG` if the assets would become too many */
export const decideAssetProposals: Handler<typeof contract.decideAssetProposals> = async (context, { body }) => {
  const { tx, company } = context
  await lockAssets(tx, company.id)
  const before = await findAssets(tx, company.id)
  const decided = await lockProposals(tx, company.id, body.ids)
  found(
    before.brands.find(({ key }) => key === body.brand),
    'brand',
  )
  if (body.isAccepted && decided.length > 0)
    await changeAssets(context, before, withProposals(before, body.brand, decided))
  await decideProposals(
    tx,
    company.id,
    decided.map(({ id }) => id),
    body.isAccepted ? 'accepted' : 'refused',
  )
  if (decided.length > 0) {
    await recordAudit(context, {
      action: body.isAccepted ? 'settings.assetProposalsAccepted' : 'settings.assetProposalsRefused',
      targetType: 'company',
      targetId: companyTarget(company.id),
      after: {
        proposals: decided.map(({ kind, source, value, found_on: foundOn }) => ({ kind, source, value, foundOn })),
      },
    })
  }
  return all(context)
}

/** The longest lists of the assets. */
const listMax = { handles: 100, phones: 100, aliases: 50, domains: 1000, apps: 500 } as const

function withProposals(assets: Assets, key: string, proposals: readonly Row<'asset_proposals'>[]): Assets {
  const of = (kind: contract.ProposalKind) => proposals.filter((each) => each.kind === kind)
  const handles = of('handle').flatMap(({ source, value }) => (source ? [{ source, handle: value }] : []))
  const apps = new Map(assets.apps.map((app) => [app.packageName, app]))
  for (const { value: packageName, signers } of of('app')) {
    const known = apps.get(packageName) ?? { name: packageName.slice(0, 100), packageName, signerSha256: [] }
    apps.set(packageName, { ...known, signerSha256: limited([...known.signerSha256, ...signers], 20) })
  }
  const values = (kind: contract.ProposalKind) => of(kind).map(({ value }) => value)
  return {
    ...assets,
    brands: assets.brands.map((brand) =>
      brand.key === key
        ? {
            ...brand,
            handles: limited([...brand.handles, ...handles], listMax.handles),
            phones: limited([...brand.phones, ...values('phone')], listMax.phones),
            aliases: limited([...brand.aliases, ...values('name').map((name) => name.toLowerCase())], listMax.aliases),
          }
        : brand,
    ),
    domains: limited([...assets.domains, ...values('domain')], listMax.domains),
    apps: limited([...apps.values()], listMax.apps),
  }
}

function limited<T>(list: readonly T[], max: number): T[] {
  const once = [...new Map(list.map((each) => [JSON.stringify(each).toLowerCase(), each])).values()]
  if (once.length > max) throw new AppError('LIST_TOO_LONG', { max }, { at: 'body.ids' })
  return once
}
