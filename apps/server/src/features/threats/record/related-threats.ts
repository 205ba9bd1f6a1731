import { canBeDuplicates } from '@signet/contract/review/qa-merge'
import { severityOfRank } from '@signet/contract/threats/severities'
import { fieldOf } from '@signet/contract/threats/sources'
import { traitText } from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import type { ThreatRow } from '../../../db/rows.ts'
import type { ThreatScope } from '../list/threat-filter.queries.ts'
import { alikeThreats, otherThreats } from './related-threats.queries.ts'
import { sharersOf, type Sharer } from '../found/traits.queries.ts'

const relatedMax = 10
/** Maximum number of threats with shared traits that are read: some aren't visible to this reader, some are deleted. */
const sharersMax = 100

/**
 * Other threats of the company: up to ten with the same registrable domain or title, newest first; then, for clients, up to ten that share
 * traits, the most significant first.
 */
export async function relatedThreats(tx: Tx, scope: ThreatScope, row: ThreatRow) {
  const registrable = row.registrable_domain ?? fieldOf(row.fields, 'host')
  const isForReview = scope.stages.length > 1
  const found = await alikeThreats(tx, scope, row, registrable, relatedMax)
  // To a reviewer they are duplicates that can be merged.
  const alike = isForReview ? found.filter(({ source }) => canBeDuplicates(source, row.source)) : found
  const sharers = isForReview ? [] : (await sharersOf(tx, scope.companyId, row.id)).slice(0, sharersMax)
  const sharedBy = new Map(sharers.map((sharer) => [sharer.threatId, sharer.shared]))
  const known = new Set(alike.map(({ id }) => id))
  const wanted = sharers.filter(({ threatId }) => !known.has(threatId)).map(({ threatId }) => threatId)
  const others = wanted.length === 0 ? [] : await otherThreats(tx, scope, row).where('id', 'in', wanted).execute()
  const place = new Map(wanted.map((threatId, at) => [threatId, at]))
  const placeOf = ({ id }: { id: string }) => place.get(id) ?? 0
  const withTraits = others.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, relatedMax)
  return [...alike, ...withTraits].map(
    ({ first_seen: firstSeen, registrable_domain: domain, severity, stage, ...related }) => ({
      ...related,
      severity: severityOfRank(severity),
      firstSeen: firstSeen.toISOString(),
      match: !known.has(related.id)
        ? ('traits' as const)
        : registrable !== null && domain === registrable
          ? ('domain' as const)
          : ('title' as const),
      shared: (sharedBy.get(related.id) ?? noTraits).map((trait) => ({ ...trait, text: traitText(trait) })),
      ...(isForReview ? { stage } : {}),
    }),
  )
}

const noTraits: Sharer['shared'] = []
