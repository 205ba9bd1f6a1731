import { ProgramError } from '@signet/contract/errors/program-errors'
import { isOneOf } from '@signet/contract/narrow'
import { anySourceOf, sourceOf, threatSources, type ThreatSource } from '@signet/contract/threats/sources'
import { toutSources, type ToutSource } from '@signet/contract/touts/tout-sources'

/** @throws ProgramError if there is no such source */
export function toSource(word: string): ThreatSource {
  return sourceOf(word.trim()) ?? refuse(word, threatSources)
}

/** @throws ProgramError if touts have no such source */
export function toToutSource(word: string): ToutSource {
  const source = anySourceOf(word.trim())
  return isOneOf(toutSources, source) ? source : refuse(word, toutSources)
}

function refuse(source: string, sources: readonly string[]): never {
  throw new ProgramError('SOURCE_UNKNOWN', { source, sources: sources.join(', ') })
}
