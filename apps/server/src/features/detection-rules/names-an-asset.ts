import type { SourceFields, ThreatSource } from '@signet/contract/threats/sources'
import { isNamedByHost } from '@signet/contract/threats/sources'
import { factsOfThreat, isAboutWatched, matchName, type Watch } from '@signet/detection'

/** The name of the watched brand that a host or address imitates; null if it imitates none. */
export function imitatedBrand(watch: Watch, name: string): string | null {
  const [verdict] = matchName(watch.index, name)
  return verdict ? (watch.watched.get(verdict.brandId)?.name ?? null) : null
}

/** Whether a stored threat imitates or names a watched brand or person. */
export function isNamedIn(
  watch: Watch,
  threat: { source: ThreatSource; title: string; url: string | null; fields: SourceFields },
): boolean {
  const { source, title, url, fields } = threat
  if (isNamedByHost(source)) return imitatedBrand(watch, url ?? title) !== null
  return isAboutWatched(watch, {
    source,
    kind: 'post',
    id: '',
    at: null,
    url,
    fields,
    names: [title],
    handle: null,
    text: factsOfThreat(threat).written,
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  })
}
