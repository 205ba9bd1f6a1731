import type { Finding, NameObservation, Verdict } from '@signet/contract/threats/findings'
import type { AssetIndex } from './compile-assets.ts'
import { type MatchOptions, matchNormalised } from './match-name.ts'
import { normaliseName, type NormalisedName } from '../names/normalise-name.ts'

/** Makes a finding of an observation and its verdict. A lure always concerns the whole address. */
export function findingOf(observation: NameObservation, name: NormalisedName, verdict: Verdict): Finding {
  const isUrl = name.isAddress
  return { ...verdict, observation, source: isUrl ? 'URL' : 'Domain', identity: isUrl ? name.address : name.host }
}

/** All findings of one observation, best first; empty for text without a host. */
export function findingsOf(index: AssetIndex, observation: NameObservation, options: MatchOptions = {}): Finding[] {
  const name = normaliseName(observation.name)
  if (!name) return []
  return matchNormalised(index, name, options).map((verdict) => findingOf(observation, name, verdict))
}

/** The findings of a batch, in the order of the observations; the faster way when the batch is in memory. */
export function matchBatch(
  index: AssetIndex,
  observations: Iterable<NameObservation>,
  options: MatchOptions = {},
): Finding[] {
  const findings: Finding[] = []
  for (const observation of observations) {
    for (const finding of findingsOf(index, observation, options)) findings.push(finding)
  }
  return findings
}

/** The findings of a stream, each as soon as its observation is read. */
export async function* matchObservations(
  index: AssetIndex,
  observations: Iterable<NameObservation> | AsyncIterable<NameObservation>,
  options: MatchOptions = {},
): AsyncGenerator<Finding> {
  for await (const observation of observations) yield* findingsOf(index, observation, options)
}
