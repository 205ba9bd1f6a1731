import { randomUUID } from 'node:crypto'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { fittedFields } from '@signet/contract/threats/field-kinds'
import { titleOf } from '@signet/contract/threats/sources'
import type { ObservationVerdict } from '@signet/detection'
import type { FieldsOfSource } from '../../threats/found/entered-fields.ts'
import { cutTitle, fingerprintOf, searchTextOf } from '../../threats/found/finding-threat.ts'
import { severityOfScore } from '../../threats/found/severity-of-score.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'

/**
 * What an observation is to the company of the verdict: a threat, or a tout in the list of another source.
 *
 * @param identity among the records of its source
 */
export function threatOfObservation(
  identity: string,
  observation: Pick<SourceObservation, 'at' | 'url'>,
  verdict: ObservationVerdict & FieldsOfSource,
  brandIds: ReadonlyMap<string, string>,
  now: Date,
): IngestedThreat {
  const { kind, source, threatType, indicators } = verdict
  const fields = fittedFields(kind, source, verdict.fields)
  const score = Math.round(verdict.score * 100)
  const title = cutTitle(titleOf(source, threatType, fields))
  const published = observation.at === null ? now : new Date(observation.at)
  return {
    id: randomUUID(),
    kind,
    source,
    fingerprint: fingerprintOf(source, identity),
    title,
    search: searchTextOf(source, title, fields, kind),
    threatType,
    severity: severityOfScore(score),
    category: null,
    url: observation.url,
    fields,
    brandId: (verdict.brandId !== null && brandIds.get(verdict.brandId)) || null,
    class: null,
    score,
    indicators,
    firstSeen: Number.isNaN(published.getTime()) || published > now ? now : published,
    lastSeen: now,
  }
}
