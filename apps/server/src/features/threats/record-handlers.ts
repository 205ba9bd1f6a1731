import { isOneOf, required } from '@signet/contract/narrow'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { everySource, everySourceName } from '@signet/contract/threats/sources'
import type { FacetField, ThreatDetail, ThreatListQuery } from '@signet/contract/threats/threats'
import type { Context } from '../../app/context.ts'
import { found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { listCollapsedRows, type CollapsedRow } from './collapsed-list.queries.ts'
import { nameMarks } from './marked-names.ts'
import { detailOf } from './threat-detail.ts'
import { publishedScope, type ThreatFilter } from './threat-filter.queries.ts'
import { facetOptions, findThreat, listThreatRows, threatOptions, toThreat, type ListedRow } from './threats.queries.ts'
import { companyOf } from '../../db/companies.queries.ts'

/** The path parameters of one threat or tout. */
export interface RecordPath {
  source: AnySource
  threatId?: string
  toutId?: string
}
type ListQuery = Omit<ThreatListQuery, 'threatSource'> & { threatSource?: AnySource[] | undefined }
type OptionQuery = Pick<ThreatFilter, 'threatSource' | 'category'>

/**
 * The published record that a path names.
 *
 * @throws AppError `NOT_FOUND` if it is outside the company, of another kind or source, or not published
 */
export async function recordAt(context: Context, kind: Kind, path: RecordPath): Promise<ListedRow> {
  const id = required(path.threatId ?? path.toutId, 'an id')
  return found(await findThreat(context.tx, publishedScope(context, kind), id, path.source), kind)
}

/**
 * The handlers that threats and touts share.
 *
 * @typeParam S the sources of the kind
 */
export function recordHandlers<S extends AnySource>(kind: Kind) {
  async function pageOf(context: Context, query: ListQuery, filter: ThreatFilter) {
    const scope = publishedScope(context, kind)
    if (query.similar === 'collapsed') {
      const page = await listCollapsedRows(context.tx, scope, filter, query)
      const markedName = await nameMarks(context.tx, context.company.id, page.items)
      const toRow = (row: CollapsedRow) => ({
        ...toThreat<S>(row, context.fileHref),
        ...markedName(row),
        ...(row.similar > 1 ? { similar: row.similar } : {}),
      })
      return { ...page, items: page.items.map(toRow) }
    }
    const page = await listThreatRows(context.tx, scope, filter, query)
    const markedName = await nameMarks(context.tx, context.company.id, page.items)
    const toRow = (row: ListedRow) => ({ ...toThreat<S>(row, context.fileHref), ...markedName(row) })
    return { ...page, items: page.items.map(toRow) }
  }
  const options =
    (column: 'severity' | 'type' | 'category') =>
    (context: Context, { query }: { query: OptionQuery }) =>
      threatOptions(context.tx, publishedScope(context, kind), column, {
        threatSource: query.threatSource,
        category: query.category,
      })

  return {
    list: (context: Context, { params, query }: { params: { source: AnySource | 'Bookmarks' }; query: ListQuery }) =>
      params.source === 'Bookmarks'
        ? pageOf(context, query, { ...query, bookmarked: true })
        : pageOf(context, query, { ...query, source: params.source }),

    listAll: (context: Context, { query }: { query: ListQuery }) => pageOf(context, query, query),

    async open(context: Context, { params }: { params: RecordPath }) {
      const row = await recordAt(context, kind, params)
      return (await detailOf(context, publishedScope(context, kind), row)) as ThreatDetail<S>
    },

    async addBookmark(
      context: Context,
      { params, body }: { params: RecordPath; body: { note?: string | null | undefined } },
    ) {
      const row = await recordAt(context, kind, params)
      const { note } = body
      const mark = { company_id: context.company.id, user_id: context.actor.userId, threat_id: row.id }
      const { numInsertedOrUpdatedRows: added } = await context.tx
        .insertInto('bookmarks')
        .values({ ...mark, note: note ?? null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      const target = { targetType: 'threat', targetId: row.id } as const
      if (added) await recordAudit(context, { action: 'threat.bookmark', ...target })
      else if (note !== undefined) {
        const { numUpdatedRows: changed } = await context.tx
          .updateTable('bookmarks')
          .set({ note })
          .where('company_id', '=', mark.company_id)
          .where('user_id', '=', mark.user_id)
          .where('threat_id', '=', mark.threat_id)
          .where('note', 'is distinct from', note)
          .executeTakeFirstOrThrow()
        // Records that a note was changed but not its content, which is private.
        if (changed) await recordAudit(context, { action: 'threat.bookmarkNoted', ...target })
      }
      return undefined
    },

    async removeBookmark(context: Context, { params }: { params: RecordPath }) {
      const row = await recordAt(context, kind, params)
      const { numDeletedRows: removed } = await context.tx
        .deleteFrom('bookmarks')
        .where('company_id', '=', context.company.id)
        .where('user_id', '=', context.actor.userId)
        .where('threat_id', '=', row.id)
        .executeTakeFirstOrThrow()
      if (removed) await recordAudit(context, { action: 'threat.unbookmark', targetType: 'threat', targetId: row.id })
      return undefined
    },

    severities: options('severity'),
    types: options('type'),
    categories: options('category'),

    facet: (context: Context, { query }: { query: { field: FacetField; threatSource?: AnySource[] | undefined } }) =>
      facetOptions(context.tx, publishedScope(context, kind), query.field, { threatSource: query.threatSource }),

    /** The company's sources of the kind by label, including those without records. */
    async sources(context: Context) {
      const counted = await threatOptions(context.tx, publishedScope(context, kind), 'source', {})
      const counts = new Map(counted.map(({ value, count }) => [value, count ?? 0]))
      return (await configuredSources(context, kind))
        .map((source) => ({
          value: source,
          label: everySource[source].label,
          count: counts.get(source) ?? 0,
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
    },
  }
}

/** The sources that a company has selected for a kind, in its own order. */
export async function configuredSources(context: Context, kind: Kind): Promise<AnySource[]> {
  const row = await companyOf(context.tx, context.company.id)
  const chosen: readonly string[] = kind === 'tout' ? row.tout_sources : row.threat_sources
  return chosen.filter((word): word is AnySource => isOneOf(everySourceName, word))
}
