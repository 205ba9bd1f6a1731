import { sql, type RawBuilder } from 'kysely'
import type { TraitKind } from '@signet/contract/threats/traits'
import type { Tx } from '../../../db/database.ts'

/** A trait that more threats than this share means nothing: it belongs to a hosting provider or a registrar. */
export const sharersMax = 50
/** The traits that make threats similar, the most significant first: others too often belong to a hosting provider. */
export const similarKinds = ['certificateKey', 'registration'] as const satisfies readonly TraitKind[]
/** Maximum number of threats of one domain that are checked. */
const domainMax = 200

/**
 * Sets the trait by which a threat and all threats of its domain are similar to others: the most significant that another domain shares;
 * null if none is shared. Threats that share it get it too, with all of their domains. The result determines `similar_key`.
 *
 * A threat locked by another transaction is left for the next check of its domain, so that two checks of similar threats never wait for
 * each other.
 *
 * Indexes: threats_pkey, threats_registrable_domain, threat_traits_threat, threat_traits_pkey, threats_similar.
 */
export async function putSimilarTrait(tx: Tx, companyId: number, threatId: string): Promise<void> {
  const { rows: ofDomain } = await sql<{ id: string }>`
    select id from threats where company_id = ${companyId} and id = ${threatId}
    union
    (select id from threats where company_id = ${companyId} and registrable_domain =
      (select registrable_domain from threats where company_id = ${companyId} and id = ${threatId}) limit ${domainMax})`.execute(
    tx,
  )
  const own = ofDomain.map(({ id }) => id)
  const { rows: traits } = await sql<{ kind: (typeof similarKinds)[number]; value: string; sharers: string[] }>`
    select own.kind, own.value, array(select threat_id from threat_traits
      where company_id = ${companyId} and kind = own.kind and value = own.value limit ${sharersMax + 2}) as sharers
    from (select distinct kind, value from threat_traits
      where company_id = ${companyId} and threat_id = any (${own}::uuid[]) and kind = any (${similarKinds}::text[])) own
    order by own.value`.execute(tx)
  const ofAll = traits.filter(({ sharers }) => sharers.length > sharersMax + 1)
  for (const { kind, value } of ofAll) await forgetSimilarTrait(tx, companyId, nameOf(kind, value))
  const isOwn = new Set(own)
  const shared = traits.filter((trait) => !ofAll.includes(trait) && trait.sharers.some((id) => !isOwn.has(id)))
  const decisive = similarKinds.flatMap((kind) => shared.find((trait) => trait.kind === kind) ?? []).at(0)
  if (!decisive) {
    await setSimilarTrait(tx, companyId, own, null)
    return
  }
  await setSimilarTrait(tx, companyId, own, nameOf(decisive.kind, decisive.value))
  const { rows: others } = await sql<{ id: string }>`
    select id from threats where company_id = ${companyId} and id = any (${decisive.sharers}::uuid[])
    union
    (select id from threats where company_id = ${companyId} and registrable_domain in
      (select registrable_domain from threats where company_id = ${companyId} and id = any (${decisive.sharers}::uuid[]))
      limit ${domainMax})`.execute(tx)
  const rest = others.flatMap(({ id }) => (isOwn.has(id) ? [] : [id]))
  // A more significant trait isn't replaced.
  const [most] = similarKinds
  const isFree = sql`(similar_trait is null or not starts_with(similar_trait, ${`${most} `}))`
  await setSimilarTrait(
    tx,
    companyId,
    rest,
    nameOf(decisive.kind, decisive.value),
    decisive.kind === most ? undefined : isFree,
  )
}

const nameOf = (kind: TraitKind, value: string) => `${kind} ${value}`

/** A trait shared by more threats than the limit makes none similar. */
async function forgetSimilarTrait(tx: Tx, companyId: number, name: string): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from threats where company_id = ${companyId} and similar_trait = ${name}
    and similar_key = hashtextextended('trait ' || ${name}, 0)`.execute(tx)
  await setSimilarTrait(
    tx,
    companyId,
    rows.map(({ id }) => id),
    null,
  )
}

/** @param where the condition for the threats that are changed */
async function setSimilarTrait(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
  name: string | null,
  where: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update threats set similar_trait = ${name}
    where company_id = ${companyId} and id in (
      select id from threats where company_id = ${companyId} and id = any (${ids}::uuid[])
        and similar_trait is distinct from ${name} and ${where}
      for update skip locked)`.execute(tx)
}
