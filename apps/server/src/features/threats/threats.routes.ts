import type * as contract from '@signet/contract/threats'
import { sources } from '@signet/contract/sources'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { detailOf } from './threat-detail.ts'
import { publishedScope, type ThreatFilter } from './threat-filter.ts'
import { findThreat, listThreatRows, threatOptions, toThreat } from './threats.queries.ts'

async function pageOf(context: Context, query: contract.ThreatListQuery, filter: ThreatFilter) {
  const page = await listThreatRows(context.tx, publishedScope(context), filter, query)
  return { ...page, items: page.items.map((row) => toThreat(row, context.fileHref)) }
}

export const listThreats: Handler<typeof contract.listThreats> = (context, { params, query }) =>
  pageOf(context, query, { ...query, source: params.source })

export const listAllThreats: Handler<typeof contract.listAllThreats> = (context, { query }) =>
  pageOf(context, query, query)

/** @throws AppError `NOT_FOUND` when the threat is outside the company, of another source, or not published */
export const getThreat: Handler<typeof contract.getThreat> = async (context, { params }) => {
  const scope = publishedScope(context)
  const row = await findThreat(context.tx, scope, params.threatId, params.source)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such threat.')
  return detailOf(context, scope, row)
}

export const addBookmark: Handler<typeof contract.addBookmark> = async (context, { params }) => {
  const row = await findThreat(context.tx, publishedScope(context), params.threatId, params.source)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such threat.')
  const { numInsertedOrUpdatedRows: added } = await context.tx
    .insertInto('bookmarks')
    .values({ company_id: context.company.id, user_id: context.actor.userId, threat_id: row.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (added) await recordAudit(context, { action: 'threat.bookmark', targetType: 'threat', targetId: row.id })
  return undefined
}

export const removeBookmark: Handler<typeof contract.removeBookmark> = async (context, { params }) => {
  const row = await findThreat(context.tx, publishedScope(context), params.threatId, params.source)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such threat.')
  const { numDeletedRows: removed } = await context.tx
    .deleteFrom('bookmarks')
    .where('company_id', '=', context.company.id)
    .where('user_id', '=', context.actor.userId)
    .where('threat_id', '=', row.id)
    .executeTakeFirstOrThrow()
  if (removed) await recordAudit(context, { action: 'threat.unbookmark', targetType: 'threat', targetId: row.id })
  return undefined
}

export const getSeveritiesPerSource: Handler<typeof contract.getSeveritiesPerSource> = (context, { query }) =>
  threatOptions(context.tx, publishedScope(context), 'severity', query)
export const getTypesPerSource: Handler<typeof contract.getTypesPerSource> = (context, { query }) =>
  threatOptions(context.tx, publishedScope(context), 'type', query)
export const getSeveritiesForAllSources: Handler<typeof contract.getSeveritiesForAllSources> = (context) =>
  threatOptions(context.tx, publishedScope(context), 'severity', {})
export const getTypesForAllSources: Handler<typeof contract.getTypesForAllSources> = (context) =>
  threatOptions(context.tx, publishedScope(context), 'type', {})
export const getCategories: Handler<typeof contract.getCategories> = (context, { query }) =>
  threatOptions(context.tx, publishedScope(context), 'category', query)

/** The company's sources in its own order, those without threats too. */
export const getSourceOptions: Handler<typeof contract.getSourceOptions> = async (context) => {
  const { threat_sources: configured } = await context.tx
    .selectFrom('companies')
    .select('threat_sources')
    .where('id', '=', context.company.id)
    .executeTakeFirstOrThrow()
  const counted = await threatOptions(context.tx, publishedScope(context), 'source', {})
  const counts = new Map(counted.map(({ value, count }) => [value, count ?? 0]))
  return configured
    .map((source) => ({
      value: source as string,
      label: sources[source].label as string,
      count: counts.get(source) ?? 0,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}
