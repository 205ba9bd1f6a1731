import { anySourceOf, threatSources, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { toutSources } from '@signet/contract/touts/tout-sources'
import type { useClientInfo } from '../../session/client-info.ts'

/**
 * The sources of a company that records of a kind can be added to, and the chosen one.
 *
 * @param written as in the address
 */
export function sourceChoice(
  info: ReturnType<typeof useClientInfo>,
  kind: Kind,
  written: string | undefined,
): { choices: readonly AnySource[]; source: AnySource } {
  const all: readonly AnySource[] = kind === 'tout' ? toutSources : threatSources
  const own: readonly string[] = (kind === 'tout' ? info?.toutSources : info?.threatSources) ?? []
  const chosen = all.filter((source) => own.includes(source))
  const choices = chosen.length > 0 ? chosen : all
  const wanted = written ? anySourceOf(written) : null
  return { choices, source: wanted && choices.includes(wanted) ? wanted : (choices[0] ?? 'Domain') }
}
