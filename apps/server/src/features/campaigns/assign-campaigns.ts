/** A campaign as it was before a change. */
export interface KnownCampaign {
  id: string
  number: number
  /** Its threats. */
  members: readonly string[]
}

/** What becomes of the campaigns after a change. */
export interface Assignment {
  /** The threats of each group, and the campaign that the group continues; null if it is a new one. */
  groups: { campaignId: string | null; threatIds: readonly string[] }[]
  /** Campaigns whose threats are now in another one, which is an index of `groups`. */
  merged: Map<string, number>
}

/**
 * Decides which campaign each group of joined threats continues: the one that most of its threats were in, the oldest of several. A
 * campaign continues in one group only, and one that continues in none was merged into the group that most of its threats are in now.
 *
 * The result depends on the sets alone, not on their order.
 */
export function assignCampaigns(groups: readonly (readonly string[])[], known: readonly KnownCampaign[]): Assignment {
  const sorted = groups.map((group) => group.toSorted()).toSorted((a, b) => compare(a[0] ?? '', b[0] ?? ''))
  const groupOf = new Map(sorted.flatMap((group, at) => group.map((threatId) => [threatId, at])))
  const overlaps = known.flatMap(({ id, number, members }) => {
    const counts = new Map<number, number>()
    for (const member of members) {
      const at = groupOf.get(member)
      if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + 1)
    }
    return [...counts].map(([at, count]) => ({ id, number, at, count }))
  })
  overlaps.sort((a, b) => b.count - a.count || a.number - b.number || a.at - b.at)
  const idOf = new Map<number, string>()
  const merged = new Map<string, number>()
  const continued = new Set<string>()
  for (const { id, at } of overlaps) {
    if (idOf.has(at) || continued.has(id)) continue
    idOf.set(at, id)
    continued.add(id)
  }
  for (const { id, at } of overlaps) if (!continued.has(id) && !merged.has(id)) merged.set(id, at)
  return {
    groups: sorted.map((threatIds, at) => ({ campaignId: idOf.get(at) ?? null, threatIds })),
    merged,
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
