import { clientRoles } from '@signet/contract/access/permissions'
import { isOneOf, required } from '@signet/contract/narrow'
import type { Assignee } from '@signet/contract/threats/assignees'
import { everySource, everySourceName, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { FacetField, ThreatListQuery } from '@signet/contract/threats/threats'
import type { Context } from '../../app/context.ts'
import { AppError, found } from '../../errors.ts'
import { assigneesOf } from '../assignees/assignments.queries.ts'
import { hasDone, recordAudit } from '../audit/audit.queries.ts'
import { changeNote, deleteBookmark, insertBookmark } from './record/bookmarks.queries.ts'
import { insertClientView } from './record/client-views.queries.ts'
import { listCollapsedRows, type CollapsedRow } from './list/collapsed-list.queries.ts'
import { countsBySource } from './list/counted.queries.ts'
import { nameMarks } from './found/marked-names.ts'
import { detailOf } from './record/threat-detail.ts'
import { publishedScope, scopeOf, type ThreatFilter } from './list/threat-filter.queries.ts'
import {
  facetOptions,
  findThreat,
  recallReasonOf,
  listThreatRows,
  threatOptions,
  toThreat,
  type ListedRow,
} from './threats.queries.ts'
import { companyOf } from '../../db/company-keys.queries.ts'

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
 * @throws AppError `NOT_FOUND` if it is outside the company, of another kind or source, or not published; `RECALLED` if it was
 */
export async function recordAt(context: Context, kind: Kind, path: RecordPath): Promise<ListedRow> {
  const id = required(path.threatId ?? path.toutId, 'an id')
  const row = await findThreat(context.tx, publishedScope(context, kind), id, path.source)
  const reason = row ? undefined : await recallReasonOf(context.tx, context.company.id, id)
  if (reason !== undefined) throw new AppError('RECALLED', { reason })
  return found(row, kind)
}

/** The assignee of each of these threats, as a field of the threat. */
export async function assigneesOfThreats(
  { tx, company }: Pick<Context, 'tx' | 'company'>,
  rows: readonly { id: string }[],
): Promise<(row: { id: string }) => { assignedTo?: Assignee }> {
  const ids = rows.map(({ id }) => id)
  const assignees = await assigneesOf(tx, company.id, 'threat', ids)
  return ({ id }) => {
    const assignedTo = assignees.get(id)
    return assignedTo ? { assignedTo } : {}
  }
}

/**
 * The record that a path names, for its page. The person who added it sees it before its publication too, as long as it isn't rejected.
 *
 * @throws AppError like `recordAt`
 */
export async function shownRecordAt(context: Context, kind: Kind, path: RecordPath): Promise<ListedRow> {
  const id = required(path.threatId ?? path.toutId, 'an id')
  const unpublished = scopeOf(context, kind, ['queued', 'watchlist'])
  const row = await findThreat(context.tx, unpublished, id, path.source)
  const added = { userId: context.actor.userId, action: 'threat.added', targetId: id }
  const isOwn = row !== null && row.recall_reason === null && (await hasDone(context.tx, context.company.id, added))
  return isOwn ? row : recordAt(context, kind, path)
}

/**
 * The handlers that threats and touts share.
 *
 * @typeParam S the sources of the kind
 */
export function recordHandlers<S extends AnySource>(kind: Kind) {
  async function pageOf(context: Context, query: ListQuery, filter: ThreatFilter) {
    const scope = publishedScope(context, kind)
    const page =
      query.similar === 'collapsed'
        ? await listCollapsedRows(context.tx, scope, filter, query)
        : await listThreatRows(context.tx, scope, filter, query)
    const markedName = await nameMarks(context.tx, context.company.id, page.items)
    const assignedTo = await assigneesOfThreats(context, page.items)
    const toRow = (row: ListedRow | CollapsedRow) => ({
      ...toThreat<S>(row, context.fileHref),
      ...markedName(row),
      ...assignedTo(row),
      ...('similar' in row && row.similar > 1 ? { similar: row.similar } : {}),
      ...('worst' in row && row.worst > row.severity ? { similarSeverity: severityOfRank(row.worst) } : {}),
    })
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
      const row = await shownRecordAt(context, kind, params)
      const isClient = isOneOf(clientRoles, context.actor.role) && !context.actor.ownRoleInView
      if (isClient) await insertClientView(context.tx, context.company.id, row.id)
      return detailOf<S>(context, publishedScope(context, kind), row)
    },

    async addBookmark(
      context: Context,
      { params, body }: { params: RecordPath; body: { note?: string | null | undefined } },
    ) {
      const row = await recordAt(context, kind, params)
      const { note } = body
      const mark = { companyId: context.company.id, userId: context.actor.userId, threatId: row.id }
      const isAdded = await insertBookmark(context.tx, mark, note ?? null)
      const target = { targetType: 'threat', targetId: row.id } as const
      if (isAdded) await recordAudit(context, { action: 'threat.bookmark', ...target })
      // Records that a note was changed but not its content, which is private.
      else if (note !== undefined && (await changeNote(context.tx, mark, note)))
        await recordAudit(context, { action: 'threat.bookmarkNoted', ...target })
      return undefined
    },

    async removeBookmark(context: Context, { params }: { params: RecordPath }) {
      const row = await recordAt(context, kind, params)
      const mark = { companyId: context.company.id, userId: context.actor.userId, threatId: row.id }
      if (await deleteBookmark(context.tx, mark))
        await recordAudit(context, { action: 'threat.unbookmark', targetType: 'threat', targetId: row.id })
      return undefined
    },

    severities: options('severity'),
    types: options('type'),
    categories: options('category'),

    facet: (context: Context, { query }: { query: { field: FacetField; threatSource?: AnySource[] | undefined } }) =>
      facetOptions(context.tx, publishedScope(context, kind), query.field, { threatSource: query.threatSource }),

    /** The company's sources of the kind by label, including those without records. */
    async sources(context: Context, { query }: { query: ThreatFilter }) {
      const counts = await countsBySource(context.tx, publishedScope(context, kind), query)
      return (await configuredSources(context, kind, everySourceName))
        .map((source) => ({
          value: source,
          label: everySource[source].label,
          ...(counts ? { count: counts.get(source) ?? 0 } : {}),
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
    },
  }
}

/** The sources that a company has selected for a kind, in its own order, as far as they are among `sources`. */
export async function configuredSources<S extends AnySource>(
  context: Context,
  kind: Kind,
  sources: readonly S[],
): Promise<S[]> {
  const row = await companyOf(context.tx, context.company.id)
  const chosen: readonly string[] = kind === 'tout' ? row.tout_sources : row.threat_sources
  return chosen.filter((word) => isOneOf(sources, word))
}
