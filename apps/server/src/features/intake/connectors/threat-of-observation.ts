import { randomUUID } from 'node:crypto'
import type { ConnectorName } from '@signet/contract/collection/connectors'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { fittedFields } from '@signet/contract/threats/field-kinds'
import { titleOf } from '@signet/contract/threats/sources'
import type { ObservationVerdict } from '@signet/detection'
import { cutTitle, fingerprintOf, searchTextOf } from '../../threats/found/finding-threat.ts'
import { severityOfScore } from '../../threats/found/severity-of-score.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'

/** The threat that an observation is to the company of the verdict. */
export function threatOfObservation(
  connector: ConnectorName,
  observation: SourceObservation,
  verdict: ObservationVerdict,
  brandIds: ReadonlyMap<string, string>,
  now: Date,
): IngestedThreat {
  const { source, url } = observation
  const fields = fittedFields('threat', source, observation.fields)
  const { threatType, indicators } = verdict
  const score = Math.round(verdict.score * 100)
  const title = cutTitle(titleOf(source, threatType, fields))
  const published = observation.at === null ? now : new Date(observation.at)
  return {
    id: randomUUID(),
    kind: 'threat',
    source,
    // Each connector has ids of its own.
    fingerprint: fingerprintOf(source, `${connector}\n${observation.id}`),
    title,
    search: searchTextOf(source, title, fields),
    threatType,
    severity: severityOfScore(score),
    category: null,
    url,
    fields,
    brandId: (verdict.brandId !== null && brandIds.get(verdict.brandId)) || null,
    class: null,
    score,
    indicators,
    firstSeen: Number.isNaN(published.getTime()) || published > now ? now : published,
    lastSeen: now,
  }
}
