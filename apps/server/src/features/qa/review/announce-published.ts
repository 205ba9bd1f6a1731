import { minuteMs } from '@signet/contract/time'
import type { Context } from '../../../app/context.ts'
import type { Enqueue } from '../../../app/jobs.ts'
import { clockFactorOf } from '../../../db/clock-factor.ts'
import type { Database } from '../../../db/database.ts'
import type { ThreatRow } from '../../../db/rows.ts'
import { notifyPublished, offerPublished } from '../../notifications/notify-changes.ts'
import { announcementJob, type PublishedRecords } from '../qa.jobs.ts'
import { reviewPolicyOf } from './review-policy.queries.ts'
import { setAnnounced } from './review.queries.ts'

/** How long a company isn't notified of what was published, milliseconds. */
export async function graceOf({ tx, company }: Pick<Context, 'tx'> & { company: { id: number } }): Promise<number> {
  const { graceMinutes } = await reviewPolicyOf(tx, company.id)
  return (graceMinutes * minuteMs) / (await clockFactorOf(tx))
}

/** When the client is or was notified of a published record, with the grace period of its company in milliseconds; null if it isn't. */
export function announcedAtOf(row: ThreatRow, grace: number): Date | null {
  if (row.announced_at || row.auto_filtered || !row.published_at) return row.announced_at
  return new Date(row.published_at.getTime() + grace)
}

/**
 * Shows the client records that were published just now, and notifies it of them: at once, or by a job when the grace period of the company
 * is over.
 *
 * @param publishedAt when their stage changed
 */
export async function announcePublished(
  context: Pick<Context, 'tx' | 'enqueue'> & { company: { id: number }; actor: { userId: string } | null },
  threats: readonly ThreatRow[],
  publishedAt: Date,
): Promise<void> {
  const { tx, enqueue, company, actor } = context
  const threatIds = threats.map(({ id }) => id)
  await offerPublished(context, threats)
  const grace = await graceOf(context)
  if (grace === 0) return notifyPublished(context, await setAnnounced(tx, company.id, threatIds, publishedAt))
  const announcement = {
    companyId: company.id,
    threatIds,
    publishedAt: publishedAt.toISOString(),
    userId: actor?.userId ?? null,
  }
  await enqueue(tx, announcementJob, announcement, { at: new Date(publishedAt.getTime() + grace) })
}

/** Notifies the client of those records that are still published. A run after a crash notifies nobody twice. */
export async function runAnnouncement(
  { database, enqueue }: { database: Database; enqueue: Enqueue },
  { companyId, threatIds, publishedAt, userId }: PublishedRecords,
): Promise<void> {
  await database.inCompanies([companyId], async (tx) => {
    const rows = await setAnnounced(tx, companyId, threatIds, new Date(publishedAt))
    await notifyPublished({ tx, enqueue, company: { id: companyId }, actor: userId ? { userId } : null }, rows)
  })
}
