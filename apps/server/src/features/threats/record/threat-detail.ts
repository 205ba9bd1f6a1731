import { can } from '@signet/contract/access/permissions'
import { isOneOf, isRecord, textIn } from '@signet/contract/narrow'
import { confidenceOf, loweringOf } from '@signet/detection'
import { findingClasses } from '@signet/contract/threats/findings'
import { ReopenedFor } from '@signet/contract/threats/records'
import { remarksMax } from '@signet/contract/threats/remarks'
import { isNamedByHost, type AnySource } from '@signet/contract/threats/sources'
import type { HistoryEvent, NameVerdict, ThreatDetail } from '@signet/contract/threats/threats'
import type { Context } from '../../../app/context.ts'
import { assigneesOf } from '../../assignees/assignments.queries.ts'
import { actorIn, historyText, remarkIn } from '../../audit/history-text.ts'
import { auditOf } from '../../audit/audit.queries.ts'
import { listEvidence } from '../../evidence/evidence.queries.ts'
import { proofsOf } from '../../evidence/lookalike-proofs.queries.ts'
import { filesOf } from '../../evidence/files.queries.ts'
import { loadGlossary } from '../../indicators/glossary.ts'
import type { ThreatScope } from '../list/threat-filter.queries.ts'
import { mergedInto, withMerged } from './merges.queries.ts'
import { markedNameOf } from '../found/marked-names.ts'
import { traitsOf } from '../found/traits.queries.ts'
import { relatedThreats } from './related-threats.ts'
import { countAllRemarks, remarksPage } from './remarks.queries.ts'
import { brandsWithIds, latestSightings, requestsOf } from './threat-detail.queries.ts'
import { toThreat, type ListedRow } from '../threats.queries.ts'

/**
 * A threat with everything needed for a decision.
 *
 * @typeParam S the sources of the requested kind
 */
export async function detailOf<S extends AnySource>(
  context: Context,
  scope: ThreatScope,
  row: ListedRow,
): Promise<ThreatDetail<S>> {
  const { tx, company } = context
  const caseIds = [row.takedown?.id, row.analysis?.id].filter((id) => id !== undefined)
  const merged = await mergedInto(tx, company.id, row.id)
  const sightingList = await latestSightings(tx, company.id, row.id)
  const remarks = (await remarksPage(tx, company.id, row.id, { limit: remarksMax })).toReversed()
  const olderRemarks =
    remarks.length < remarksMax ? 0 : (await countAllRemarks(tx, company.id, row.id)) - remarks.length
  const [brand] = await brandsWithIds(tx, company.id, row.brand_id ? [row.brand_id] : [])
  const [logo] = brand ? await filesOf(context, 'brandLogo', brand.id) : []
  const page = brand ? await officialPictureOf(context, brand.id) : undefined
  const assignedTo = (await assigneesOf(tx, company.id, 'threat', [row.id])).get(row.id)
  const audited = await auditOf(tx, company.id, [row.id, ...caseIds])
  const glossary = await loadGlossary(tx, company.id)
  const isForClient = !can(context.actor.role, 'threats:readUnpublished')
  const history: HistoryEvent[] = [
    { id: row.id, at: row.first_seen.toISOString(), by: null, action: 'threat.detected', text: 'Detected' },
    ...audited
      .filter((entry) => !isForClient || !isInternal(entry, row.published_at))
      .map((entry) => toEvent(entry, row.source, isForClient)),
  ]
  // Not spread, because fields of a source may have any name: TypeScript would apply their type to every other field.
  return Object.assign(toThreat<S>(row, context.fileHref), {
    ...(assignedTo ? { assignedTo } : {}),
    // Includes the sightings of merged duplicates.
    sightings: merged.reduce((sum, { sightings }) => sum + sightings, row.sightings),
    firstSeen: extremeOf(
      [row, ...merged].map(({ first_seen: at }) => at),
      Math.min,
    ),
    lastSeen: extremeOf(
      [row, ...merged].map(({ last_seen: at }) => at),
      Math.max,
    ),
    official: brand?.official ?? [],
    officialBrand: brand
      ? {
          name: brand.name,
          logo: logo?.href ?? null,
          capture: page ? { href: page.href, capturedAt: page.createdAt, size: page.size } : null,
        }
      : null,
    markedName: brand ? markedNameOf(row, brand) : null,
    indicators: row.indicators.map((indicator) => {
      const description = glossary.descriptionOf(indicator.name, row.source)
      return { ...indicator, ...(description ? { description } : {}) }
    }),
    verdict: verdictOf(row),
    evidence: await listEvidence(tx, company.id, withMerged(company.id, row.id), context.fileHref),
    proofs: await proofsOf(tx, company.id, withMerged(company.id, row.id)),
    sightingList: sightingList.map((seen) => ({
      feed: seen.feed,
      line: seen.line,
      text: seen.text,
      seenAt: seen.seen_at.toISOString(),
    })),
    requests: can(context.actor.role, 'requests:read') ? await requestsOf(tx, company.id, row.id) : [],
    history,
    remarks: remarks.map((remark) => ({
      id: remark.id,
      kind: remark.kind,
      text: remark.text,
      by: remark.by_name,
      at: remark.at.toISOString(),
    })),
    ...(olderRemarks > 0 ? { olderRemarks } : {}),
    related: await relatedThreats(tx, scope, row),
    traits: isForClient ? await traitsOf(tx, company.id, row.id) : [],
  })
}

/** The brand's own page: the uploaded picture, which somebody chose, otherwise the latest capture. */
async function officialPictureOf(context: Context, brandId: string) {
  const [uploaded] = await filesOf(context, 'brandCapture', brandId)
  const captured = uploaded ? [] : await filesOf(context, 'officialPage', brandId)
  return uploaded ?? captured.findLast(({ name }) => name.endsWith('desktop-view.png'))
}

/** The meaning of the score if the name detector assigned it; scores from other sources follow their own scale. */
function verdictOf({
  source,
  class: domainClass,
  brand_id: brandId,
  indicators,
  score,
}: ListedRow): NameVerdict | null {
  const found = findingClasses.find((known) => known === domainClass)
  if (!isNamedByHost(source) || found === undefined || indicators.length === 0) return null
  const verdict = { brandId: brandId ?? '', class: found, score: score / 100, indicators }
  return { confidence: confidenceOf(score / 100), lowering: loweringOf(verdict).map(({ text, by }) => ({ text, by })) }
}

function extremeOf(instants: readonly Date[], pick: (...times: number[]) => number): string {
  return new Date(pick(...instants.map((at) => at.getTime()))).toISOString()
}

type Audited = Awaited<ReturnType<typeof auditOf>>[number]

/** Actions of reviewers that only concern the provider until publication, or if it was recalled and published again. */
const internalBefore = ['qa.whitelist', 'threat.corrected', 'threat.added', 'threat.captureRequested'] as const

/** Who reviewed it, and events from before publication, are visible only to the provider. */
function isInternal({ action, at }: Audited, publishedAt: Date | null): boolean {
  if (action === 'qa.publish') return false
  const isBefore = isOneOf(internalBefore, action)
  if (action.startsWith('qa.') && !isBefore) return true
  return isBefore && (publishedAt === null || at < publishedAt)
}

function toEvent(entry: Audited, source: AnySource, isForClient: boolean): HistoryEvent {
  // Remarks that reviewers add when publishing are internal as well. That of a whitelisting is also on the client's allow list.
  const isReview = entry.action.startsWith('qa.') && entry.action !== 'qa.whitelist'
  const remark = isForClient && isReview ? {} : remarkIn(entry.after)
  const until = textIn(entry.after, 'until')
  const changes = isRecord(entry.after) ? ReopenedFor.safeParse(entry.after['changes']).data : undefined
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    by: isForClient ? actorIn(entry) : entry.by_name,
    action: entry.action,
    text: historyText(entry.action, entry.after, source),
    ...remark,
    ...(until ? { until } : {}),
    ...(changes ? { changes } : {}),
  }
}
