import { sql } from 'kysely'
import { traitKinds, traitWeights, type TraitKind } from '@signet/contract/threats/traits'
import type { Trait } from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import { putSimilarTrait, sharersMax } from './similar-trait.queries.ts'

/**
 * Sets the traits that a threat may share with others, and by which of them it is similar to others. Indexes: threat_traits_threat,
 * threat_traits_pkey.
 *
 * @param ofKinds traits of other kinds stay as they are
 */
export async function insertTraits(
  tx: Tx,
  companyId: number,
  threatId: string,
  traits: readonly Trait[],
  ofKinds: readonly TraitKind[] = traitKinds,
): Promise<void> {
  const kinds = traits.map(({ kind }) => kind)
  const values = traits.map(({ value }) => value)
  await sql`
    delete from threat_traits where company_id = ${companyId} and threat_id = ${threatId} and kind = any (${ofKinds}::text[])
      and (kind, value) not in (select * from unnest(${kinds}::text[], ${values}::text[]))`.execute(tx)
  await sql`
    insert into threat_traits (company_id, kind, value, threat_id)
    select ${companyId}, t.kind, t.value, ${threatId}::uuid from unnest(${kinds}::text[], ${values}::text[]) as t (kind, value)
    on conflict do nothing`.execute(tx)
  await putSimilarTrait(tx, companyId, threatId)
}

/** The traits of a threat, the most specific first, and which of them too many threats have to be related by. Index: threat_traits_pkey. */
export async function traitsOf(
  tx: Tx,
  companyId: number,
  threatId: string,
): Promise<(Trait & { isCommon: boolean })[]> {
  const { rows } = await sql<Trait & { isCommon: boolean }>`
    select own.kind, own.value, others.count > ${sharersMax} as "isCommon"
    from (select kind, value from threat_traits where company_id = ${companyId} and threat_id = ${threatId}) own
    cross join lateral (
      select count(*) from (
        select 1 from threat_traits
        where company_id = ${companyId} and kind = own.kind and value = own.value and threat_id != ${threatId}
        limit ${sharersMax + 1}
      ) sharing
    ) others`.execute(tx)
  return rows.toSorted(
    (a, b) => traitKinds.indexOf(a.kind) - traitKinds.indexOf(b.kind) || (a.value < b.value ? -1 : 1),
  )
}

/** A threat that shares traits with another. */
export interface Sharer {
  threatId: string
  /** The most significant first. */
  shared: Trait[]
}

/**
 * The threats that share traits with one, sorted by the most significant shared trait. Traits of more than 50 threats are excluded, and no
 * more are read for any trait, so that the time stays the same in a company of a million threats. Index: threat_traits_pkey.
 */
export async function sharersOf(tx: Tx, companyId: number, threatId: string): Promise<Sharer[]> {
  const { rows } = await sql<Trait & { threat_id: string }>`
    select own.kind, own.value, other.threat_id
    from (select kind, value from threat_traits where company_id = ${companyId} and threat_id = ${threatId}) own
    cross join lateral (
      select threat_id from threat_traits
      where company_id = ${companyId} and kind = own.kind and value = own.value and threat_id != ${threatId}
      limit ${sharersMax + 1}
    ) other`.execute(tx)
  const sharers = new Map<string, Trait[]>()
  for (const having of Map.groupBy(rows, ({ kind, value }) => `${kind} ${value}`).values()) {
    if (having.length > sharersMax) continue
    for (const { kind, value, threat_id: id } of having) sharers.set(id, [...(sharers.get(id) ?? []), { kind, value }])
  }
  const weightOf = ({ shared }: Sharer) => shared.reduce((sum, { kind }) => sum + traitWeights[kind], 0)
  return [...sharers]
    .map(([id, shared]) => ({
      threatId: id,
      shared: shared.toSorted((a, b) => traitKinds.indexOf(a.kind) - traitKinds.indexOf(b.kind)),
    }))
    .toSorted((a, b) => weightOf(b) - weightOf(a) || (a.threatId < b.threatId ? -1 : 1))
}
