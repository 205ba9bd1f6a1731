import { joinWeight, traitWeights } from '@signet/contract/threats/traits'
import type { Database, Tx } from '../../db/database.ts'
import { sharersMax } from '../threats/found/similar-trait.queries.ts'
import { assignCampaigns, type KnownCampaign } from './assign-campaigns.ts'
import {
  addCampaign,
  campaignsOfThreats,
  domainsOfThreats,
  hasChanges,
  holdersOf,
  joiningTraits,
  lockCampaigns,
  mergeInto,
  putInto,
  removeThreats,
  setChanged,
  takeChanges,
  traitsOfThreats,
  type Change,
} from './join.queries.ts'

/** Changes of one transaction. */
const changesMax = 500

/**
 * Brings the campaigns of a company up to date with what changed. The result is the same as if all campaigns were calculated anew, but only
 * threats that a change can join or separate are read.
 */
export async function keepCampaigns(database: Database, companyId: number, signal?: AbortSignal): Promise<void> {
  let isBehind = true
  while (isBehind) {
    signal?.throwIfAborted()
    isBehind = await database.inCompanies([companyId], (tx) => applyChanges(tx, companyId))
  }
}

/** Applies the oldest changes; returns whether there are more. */
async function applyChanges(tx: Tx, companyId: number): Promise<boolean> {
  if (!(await hasChanges(tx, companyId))) return false
  await lockCampaigns(tx, companyId)
  const changes = await takeChanges(tx, companyId, changesMax)
  if (changes.length > 0) await rejoin(tx, companyId, await affectedBy(tx, companyId, changes))
  return changes.length === changesMax
}

/** The threats that a change of traits or threats can join or separate. */
async function affectedBy(tx: Tx, companyId: number, changes: readonly Change[]): Promise<string[]> {
  const threatIds = [...new Set(changes.map(({ threatId }) => threatId))]
  const whole = changes.flatMap(({ threatId, trait }) => (trait ? [] : [threatId]))
  const traits = [...changes.flatMap(({ trait }) => trait ?? []), ...(await traitsOfThreats(tx, companyId, whole))]
  // A trait that too many threats had before these changes as well as after them joined nothing and joins nothing.
  const counted = Map.groupBy(traits, ({ kind, value }) => `${kind} ${value}`)
  const crossing = [...counted.values()].flatMap((same) =>
    same.slice(0, 1).map((one) => ({ ...one, max: sharersMax + same.length })),
  )
  return [...new Set([...threatIds, ...(await holdersOf(tx, companyId, crossing))])]
}

/** Calculates the campaigns of these threats, and of all threats that are or were joined with them. The campaigns are locked. */
export async function rejoin(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<void> {
  const joined: Joined = new Map()
  let known: KnownCampaign[] = []
  for (let next = threatIds; next.length > 0;) {
    await reach(tx, companyId, joined, next)
    known = await campaignsOfThreats(tx, companyId, [...joined.keys()])
    next = known.flatMap(({ members }) => members).filter((id) => !joined.has(id))
  }
  const domains = await domainsOfThreats(tx, companyId, [...joined.keys()])
  // Pages of one domain are one matter, and lists already show them as one row.
  const groups = groupsOf(joined).filter((group) => new Set(group.map((id) => domains.get(id))).size > 1)
  await store(tx, companyId, groups, known)
}

async function store(
  tx: Tx,
  companyId: number,
  found: readonly (readonly string[])[],
  known: readonly KnownCampaign[],
): Promise<void> {
  const { groups, merged } = assignCampaigns(found, known)
  const isIn = new Set(found.flat())
  const left = known.flatMap(({ members }) => members.filter((threatId) => !isIn.has(threatId)))
  await removeThreats(tx, companyId, left)
  const ids: string[] = []
  for (const { campaignId, threatIds } of groups) {
    const id = campaignId ?? (await addCampaign(tx, companyId))
    await putInto(tx, companyId, id, threatIds)
    ids.push(id)
  }
  for (const [fromId, at] of merged) {
    const intoId = ids[at]
    if (intoId) await mergeInto(tx, companyId, fromId, intoId)
  }
  const now = new Map(groups.map(({ threatIds }, at) => [ids[at], new Set(threatIds)]))
  const changed = known.filter(({ id, members }) => !isSame(new Set(members), now.get(id) ?? new Set()))
  await setChanged(
    tx,
    companyId,
    changed.map(({ id }) => id),
  )
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id))

/** The threats that each threat is joined with directly. */
type Joined = Map<string, ReadonlySet<string>>

/** Adds these threats and everything that they are joined with, directly or through others. */
async function reach(tx: Tx, companyId: number, joined: Joined, threatIds: readonly string[]): Promise<void> {
  for (let next = [...new Set(threatIds)]; next.length > 0;) {
    const sums = new Map<string, Map<string, number>>(next.map((id) => [id, new Map()]))
    for (const { kind, threatIds: holders } of await joiningTraits(tx, companyId, next)) {
      for (const one of holders) {
        const sumOf = sums.get(one)
        if (!sumOf) continue
        for (const other of holders) if (other !== one) sumOf.set(other, (sumOf.get(other) ?? 0) + traitWeights[kind])
      }
    }
    for (const [one, sumOf] of sums)
      joined.set(one, new Set([...sumOf].flatMap(([other, sum]) => (sum >= joinWeight ? [other] : []))))
    next = [...new Set(next.flatMap((id) => [...(joined.get(id) ?? [])]))].filter((id) => !joined.has(id))
  }
}

/** The groups of joined threats; threats that are alone are left out. */
function groupsOf(joined: Joined): string[][] {
  const seen = new Set<string>()
  const groups: string[][] = []
  for (const start of joined.keys()) {
    const group = new Set(seen.has(start) ? [] : [start])
    // A set can grow while it is read: what is added is read too.
    for (const id of group) for (const other of joined.get(id) ?? []) group.add(other)
    for (const id of group) seen.add(id)
    if (group.size > 1) groups.push([...group])
  }
  return groups
}
