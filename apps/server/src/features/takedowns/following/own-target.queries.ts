import { normaliseName, seenIn } from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import type { TakedownRow, ThreatRow } from '../../../db/rows.ts'
import { suppressedBy } from '../../allow-list/suppressed-by.ts'
import { protectedNames } from '../../companies/watched-brands.queries.ts'

/** What a target is known by. */
type Target = Pick<ThreatRow, 'company_id' | 'source' | 'fields' | 'url'>

/** Whether a target is by now the company's own, e.g. a domain that was transferred to it, or on its allow list. */
export async function isOwnOrAllowed(tx: Tx, target: Target, now: Date): Promise<boolean> {
  const companyId = target.company_id
  const seen = seenIn(target)
  const [allowed] = await suppressedBy(tx, companyId, [seen], now)
  if (allowed) return true
  const host = seen.place === null ? null : normaliseName(seen.place)?.host
  if (!host) return false
  const own = (await protectedNames(tx, companyId)).flatMap((name) => normaliseName(name)?.host ?? [])
  return own.some((name) => host === name || host.endsWith(`.${name}`))
}

/** The same for the target of a case. Index: threats_pkey. */
export async function isTargetKept(
  tx: Tx,
  row: Pick<TakedownRow, 'company_id' | 'threat_id'>,
  now: Date,
): Promise<boolean> {
  const target = await tx
    .selectFrom('threats')
    .select(['company_id', 'source', 'fields', 'url'])
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.threat_id)
    .executeTakeFirstOrThrow()
  return isOwnOrAllowed(tx, target, now)
}
