import type { Tx } from '../../db/database.ts'

/** How many emails of each sending (an announcement, a rule, an email to many) are in each state. Index: mails_of_sending. */
export async function countMails(tx: Tx, companyIds: readonly number[], sendingIds: readonly string[]) {
  if (companyIds.length === 0 || sendingIds.length === 0) return []
  return tx
    .selectFrom('mails')
    .select((select) => ['sending_id', 'state', select.fn.countAll<string>().as('count')])
    .where('company_id', 'in', companyIds)
    .where('sending_id', 'in', sendingIds)
    .groupBy(['sending_id', 'state'])
    .execute()
}

/** How many emails of each sending were not delivered, or may not have been. */
export async function failedMails(
  tx: Tx,
  companyIds: readonly number[],
  sendingIds: readonly string[],
): Promise<Map<string | null, number>> {
  const failed = new Map<string | null, number>()
  for (const { sending_id: id, state, count } of await countMails(tx, companyIds, sendingIds)) {
    if (state === 'failed' || state === 'suppressed' || state === 'unknown')
      failed.set(id, (failed.get(id) ?? 0) + Number(count))
  }
  return failed
}
