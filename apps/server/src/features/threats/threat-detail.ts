import { textIn } from '@signet/contract/narrow'
import { confidenceOf, loweringOf } from '@signet/detection'
import { findingClasses } from '@signet/contract/threats/findings'
import type { HistoryEvent, NameVerdict, ThreatDetail } from '@signet/contract/threats/threats'
import type { Context } from '../../app/context.ts'
import { historyText } from '../audit/history-text.ts'
import { auditOf } from '../audit/audit.queries.ts'
import { listEvidence } from '../evidence/evidence.queries.ts'
import { filesOf } from '../evidence/files.queries.ts'
import { loadGlossary } from '../indicators/glossary.ts'
import type { ThreatScope } from './threat-filter.queries.ts'
import { mergedInto, withMerged } from './merges.queries.ts'
import { isNamed, markedNameOf } from './marked-names.ts'
import { relatedThreats } from './related-threats.ts'
import { toThreat, type ListedRow } from './threats.queries.ts'

/** A threat with everything needed for a decision. */
export async function detailOf(context: Context, scope: ThreatScope, row: ListedRow): Promise<ThreatDetail> {
  const { tx, company } = context
  const caseIds = [row.takedown?.id, row.analysis?.id].filter((id) => id !== undefined)
  const merged = await mergedInto(tx, company.id, row.id)
  const sightingList = await tx
    .selectFrom('sightings')
    .select(['feed', 'line', 'text', 'seen_at'])
    .where('company_id', '=', company.id)
    .where('threat_id', 'in', withMerged(company.id, row.id))
    .orderBy('seen_at', 'desc')
    .orderBy('scan_id')
    .limit(50)
    .execute()
  const remarks = await tx
    .selectFrom('remarks')
    .select(['id', 'kind', 'text', 'by_name', 'at'])
    .where('company_id', '=', company.id)
    .where('threat_id', 'in', withMerged(company.id, row.id))
    .orderBy('at')
    .limit(100)
    .execute()
  const brand = row.brand_id
    ? await tx
        .selectFrom('brands')
        .select(['id', 'name', 'aliases', 'official'])
        .where('company_id', '=', company.id)
        .where('id', '=', row.brand_id)
        .executeTakeFirst()
    : undefined
  const [logo] = brand ? await filesOf(context, 'brandLogo', brand.id) : []
  const [page] = brand ? await filesOf(context, 'brandCapture', brand.id) : []
  const audited = await auditOf(tx, company.id, [row.id, ...caseIds])
  const glossary = await loadGlossary(tx)
  const isForClient = context.actor.role !== 'qa'
  const history: HistoryEvent[] = [
    { id: row.id, at: row.first_seen.toISOString(), by: null, action: 'threat.detected', text: 'Detected' },
    ...audited
      .filter((entry) => !isForClient || !isInternal(entry, row.published_at))
      .map((entry) => toEvent(entry, isForClient)),
  ]
  return {
    ...toThreat(row, context.fileHref),
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
    sightingList: sightingList.map((seen) => ({
      feed: seen.feed,
      line: seen.line,
      text: seen.text,
      seenAt: seen.seen_at.toISOString(),
    })),
    history,
    remarks: remarks.map((remark) => ({
      id: remark.id,
      kind: remark.kind,
      text: remark.text,
      by: remark.by_name,
      at: remark.at.toISOString(),
    })),
    related: await relatedThreats(tx, scope, row),
  } as ThreatDetail
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
  if (!isNamed(source) || found === undefined || indicators.length === 0) return null
  const verdict = { brandId: brandId ?? '', class: found, score: score / 100, indicators }
  return { confidence: confidenceOf(score / 100), lowering: loweringOf(verdict).map(({ text, by }) => ({ text, by })) }
}

function extremeOf(instants: readonly Date[], pick: (...times: number[]) => number): string {
  return new Date(pick(...instants.map((at) => at.getTime()))).toISOString()
}

type Audited = Awaited<ReturnType<typeof auditOf>>[number]

/** Who reviewed it, and events from before publication, are visible only to the provider. */
function isInternal({ action, at }: Audited, publishedAt: Date | null): boolean {
  if (action.startsWith('qa.')) return action !== 'qa.publish'
  const isBefore = action === 'threat.corrected' || action === 'threat.added'
  return isBefore && (publishedAt === null || at < publishedAt)
}

function toEvent(entry: Audited, isForClient: boolean): HistoryEvent {
  const isReview = entry.action.startsWith('qa.')
  // Remarks that reviewers add when publishing are internal as well.
  const remark = isForClient && isReview ? undefined : textIn(entry.after, 'remark')
  const until = textIn(entry.after, 'until')
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    by: isForClient && entry.by_role === 'qa' ? 'Review team' : entry.by_name,
    action: entry.action,
    text: historyText(entry.action, entry.after),
    ...(remark ? { remark } : {}),
    ...(until ? { until } : {}),
  }
}
