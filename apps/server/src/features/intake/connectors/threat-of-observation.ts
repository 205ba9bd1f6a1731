import { randomUUID } from 'node:crypto'
import type { ConnectorName } from '@signet/contract/collection/connectors'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { titleOf } from '@signet/contract/threats/sources'
import { judgeObservation, type Watch } from '@signet/detection'
import { cutTitle, fingerprintOf, searchTextOf } from '../../threats/found/finding-threat.ts'
import { severityOfScore } from '../../threats/found/severity-of-score.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'

/** The threat that an observation is; null if it is none. */
export function threatOfObservation(
  watch: Watch,
  connector: ConnectorName,
  observation: SourceObservation,
  brandIds: ReadonlyMap<string, string>,
  now: Date,
): IngestedThreat | null {
  const verdict = judgeObservation(watch, observation)
  if (!verdict) return null
  const { source, fields, url } = observation
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
