import { attemptChannels, type Attempt } from '@signet/contract/takedowns'
import type { Tx } from '../../db/database.ts'

/** Maximum number of channels of one case; more than exist. */
export const attemptsMax = 100

export const attemptColumns = [
  'id',
  'channel',
  'recipient',
  'status',
  'reference',
  'answer',
  'at',
  'updated_at',
] as const

/** The channels tried in a case, oldest first. Index: takedown_attempts_takedown. */
export async function attemptsOf(tx: Tx, companyId: number, takedownId: string): Promise<Attempt[]> {
  const rows = await tx
    .selectFrom('takedown_attempts')
    .select(attemptColumns)
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .orderBy('at')
    .orderBy('id')
    .limit(attemptsMax)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channel: attemptChannels[row.channel],
    recipient: row.recipient,
    status: row.status,
    ...(row.reference ? { reference: row.reference } : {}),
    ...(row.answer ? { answer: row.answer } : {}),
    at: row.at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}
