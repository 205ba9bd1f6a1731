import { firstScanFeed, isOpenScan, permutationsFeed, type Setup } from '@signet/contract/collection/scans'
import type * as contract from '@signet/contract/collection/scans'
import type { Handler, IdentityHandler } from '../../../app/handler.ts'
import { AppError } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { aroundOf, holdScans, insideOf, lastScans, newestScans, toScan } from './company-scans.queries.ts'
import { collectingSources } from '../connectors/collecting-sources.ts'
import { queueScan } from './queue-scan.ts'
import { feedLabel } from './scan-feed.ts'
import { stagesOf } from './scan-stages.queries.ts'

export const listScans: Handler<typeof contract.listScans> = async ({ tx, company }) => {
  const rows = await lastScans(tx, company.id)
  const stages = await stagesOf(tx, rows)
  return rows.map((row) => toScan(row, stages(row)))
}

/**
 * Queues a scan of one company.
 *
 * @throws AppError `CONFLICT` while another one is running, for a company without brands (nothing could be found for it), for permutations
 *   if look-ups are disabled, and for a first scan if look-ups and certificate logs are both disabled
 */
export const startScan: Handler<typeof contract.startScan> = async (context, { body }) => {
  const { tx, company, actor } = context
  const { looksUp, followsLogs } = context.installation
  if (body.feed === permutationsFeed && !looksUp) throw new AppError('ENRICHMENT_OFF')
  if (body.feed === firstScanFeed && !looksUp && !followsLogs) throw new AppError('SCAN_SOURCES_OFF')
  await holdScans(tx, company.id)
  const [before] = await lastScans(tx, company.id)
  if (before && isOpenScan(before)) throw new AppError('SCAN_RUNNING')
  const inside = await insideOf(tx, [company.id])
  if ((inside.get(company.id)?.brands ?? 0) === 0) throw new AppError('NO_BRANDS')

  const scanId = await queueScan(tx, context.enqueue, { companyId: company.id, feed: body.feed, byName: actor.name })
  const after = { feed: feedLabel(body.feed) }
  await recordAudit(context, { action: 'scan.started', targetType: 'scan', targetId: scanId, after })
  const [row] = await lastScans(tx, company.id)
  if (!row) throw new Error('The scan that was just written is not there')
  return toScan(row, (await stagesOf(tx, [row]))(row))
}

export const listSetups: IdentityHandler<typeof contract.listSetups> = {
  withIdentity: async ({ tx, identity, companies, installation }) => {
    const ids = companies.map(({ id }) => id)
    const inside = await insideOf(tx, ids)
    const around = await identity((people) => aroundOf(people, ids))
    const scans = await newestScans(tx, ids)
    const stages = await stagesOf(tx, scans)
    const sourcesOf = await collectingSources(tx, ids)
    const newest = new Map(scans.map((row) => [row.company_id, row]))
    return companies.map(({ id, key }): Setup => {
      const scan = newest.get(id)
      const { brands = 0, officialDomains = 0, apps = 0, people = 0, hasThreats = false } = inside.get(id) ?? {}
      const { trademarks = 0, isAuthorised = false } = inside.get(id) ?? {}
      const { hasLogo = false, clients = 0, reviewers = 0, signIn = null } = around.get(id) ?? {}
      return {
        company: key,
        brands,
        officialDomains,
        apps,
        people,
        hasLogo,
        clients,
        reviewers,
        signIn,
        hasThreats,
        sources: sourcesOf(id),
        trademarks,
        isAuthorised,
        looksUp: installation.looksUp,
        followsLogs: installation.followsLogs,
        lastScan: scan ? toScan(scan, stages(scan)) : null,
      }
    })
  },
}
