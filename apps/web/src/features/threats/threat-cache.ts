import type { Page } from '@signet/contract/wire'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyThreat, Records } from './records.ts'

/** Updates threats everywhere in the cache: in the pages of all lists, and in the open panel. */
export function patchThreats(
  client: QueryClient,
  { name }: Records,
  company: string,
  ids: ReadonlySet<string>,
  change: (threat: AnyThreat) => Partial<AnyThreat>,
): void {
  const patch = <T extends AnyThreat>(threat: T): T => (ids.has(threat.id) ? { ...threat, ...change(threat) } : threat)
  client.setQueriesData<Page<AnyThreat>>({ queryKey: [company, name, 'list'] }, (page) =>
    page?.items.some(({ id }) => ids.has(id)) ? { ...page, items: page.items.map(patch) } : page,
  )
  for (const id of ids) {
    client.setQueryData<AnyThreat>([company, name, 'detail', id], (threat) => (threat ? patch(threat) : threat))
  }
}

/** The threat as it is in the cache, with the version of the last response. */
export function cachedThreat(
  client: QueryClient,
  { name }: Records,
  company: string,
  threatId: string,
): AnyThreat | undefined {
  const lists = client.getQueriesData<Page<AnyThreat>>({ queryKey: [company, name, 'list'] })
  for (const [, page] of lists) {
    const found = page?.items.find(({ id }) => id === threatId)
    if (found) return found
  }
  return client.getQueryData<AnyThreat>([company, name, 'detail', threatId])
}

/** After a decision, the counts and the open panel are reloaded. The list keeps its rows. */
export function refreshAfterDecision(client: QueryClient, { name }: Records, company: string): void {
  for (const part of ['detail', 'options', 'frequency']) {
    void client.invalidateQueries({ queryKey: [company, name, part] })
  }
  for (const feature of ['home', 'takedowns', 'activity', 'analyses'])
    void client.invalidateQueries({ queryKey: [company, feature] })
}
