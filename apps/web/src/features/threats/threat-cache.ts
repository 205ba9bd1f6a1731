import type { Threat } from '@signet/contract/threats'
import type { Page } from '@signet/contract/wire'
import type { QueryClient } from '@tanstack/react-query'

/** Changes threats wherever the cache holds them: in the pages of every list, and open in the panel. */
export function patchThreats(
  client: QueryClient,
  company: string,
  ids: ReadonlySet<string>,
  change: (threat: Threat) => Partial<Threat>,
): void {
  const patch = <T extends Threat>(threat: T): T => (ids.has(threat.id) ? { ...threat, ...change(threat) } : threat)
  client.setQueriesData<Page<Threat>>({ queryKey: [company, 'threats', 'list'] }, (page) =>
    page?.items.some(({ id }) => ids.has(id)) ? { ...page, items: page.items.map(patch) } : page,
  )
  for (const id of ids) {
    client.setQueryData<Threat>([company, 'threats', 'detail', id], (threat) => (threat ? patch(threat) : threat))
  }
}

/** The threat as the cache knows it now, with the version of the last answer. */
export function cachedThreat(client: QueryClient, company: string, threatId: string): Threat | undefined {
  const lists = client.getQueriesData<Page<Threat>>({ queryKey: [company, 'threats', 'list'] })
  for (const [, page] of lists) {
    const found = page?.items.find(({ id }) => id === threatId)
    if (found) return found
  }
  return client.getQueryData<Threat>([company, 'threats', 'detail', threatId])
}

/** After a decision: counts and the open panel are read again, the list keeps its rows. */
export function refreshAfterDecision(client: QueryClient, company: string): void {
  for (const part of ['detail', 'options', 'frequency']) {
    void client.invalidateQueries({ queryKey: [company, 'threats', part] })
  }
  for (const feature of ['home', 'takedowns']) void client.invalidateQueries({ queryKey: [company, feature] })
}
