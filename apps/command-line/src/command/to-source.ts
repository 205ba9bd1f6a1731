import { ProgramError } from '@signet/contract/errors/program-errors'
import { sourceOf, threatSources, type ThreatSource } from '@signet/contract/threats/sources'

/** @throws ProgramError if there is no such source */
export function toSource(word: string): ThreatSource {
  const source = sourceOf(word.trim())
  if (!source) throw new ProgramError('SOURCE_UNKNOWN', { source: word, sources: threatSources.join(', ') })
  return source
}
