import type { TakedownTiming } from '@signet/contract/takedowns/takedown-clocks'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { takedownTiming } from '@signet/detection'
import type { Context } from '../../../app/context.ts'
import { foundAt, periodsOf } from '../../cases/takedown-periods.queries.ts'
import { escalationWaits, type TakedownWithThreat } from '../../cases/takedowns.queries.ts'

/** The clocks of a takedown now. */
export async function timingOf(
  { tx, company }: Pick<Context, 'tx' | 'company'>,
  row: TakedownWithThreat,
  { attempts, blockLists }: Pick<TakedownDetail, 'attempts' | 'blockLists'>,
): Promise<TakedownTiming> {
  const threat = await foundAt(tx, company.id, row.threat_id)
  const record = {
    detected: threat.first_seen.toISOString(),
    reviewed: threat.published_at?.toISOString() ?? null,
    seenByClient: threat.client_saw_at?.toISOString() ?? null,
    requested: row.requested_at.toISOString(),
    ...(await periodsOf(tx, company.id, row.id)),
    unescalated: await escalationWaits(tx, company.id, row.id),
    noticesSent: attempts.flatMap(({ sentAt }) => sentAt ?? []),
    answers: attempts.flatMap(({ answeredAt }) => answeredAt ?? []),
    blocked: blockLists.flatMap(({ firstListedAt }) => firstListedAt ?? []),
  }
  return takedownTiming(record, Date.now())
}
