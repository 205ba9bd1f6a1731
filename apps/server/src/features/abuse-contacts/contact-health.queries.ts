import type { Tx } from '../../db/database.ts'

/**
 * Records for all companies that an address doesn't take messages, or does again. The row is shared by all companies and contains nothing
 * of the case; called last in a transaction. Index: abuse_contacts_recipient_key.
 *
 * @param bouncedAt null if the address takes messages
 */
export async function setContactHealth(tx: Tx, recipient: string, bouncedAt: Date | null): Promise<void> {
  await tx
    .updateTable('abuse_contacts')
    .set({ bounced_at: bouncedAt })
    .where('recipient', 'in', [...new Set([recipient, recipient.toLowerCase()])])
    .where('bounced_at', 'is distinct from', bouncedAt)
    .execute()
}

/** Which of some recipients bounced last, and when. Index: abuse_contacts_recipient_key. */
export async function bouncedAmong(tx: Tx, recipients: readonly string[]): Promise<Map<string, Date>> {
  if (recipients.length === 0) return new Map()
  const rows = await tx
    .selectFrom('abuse_contacts')
    .select(['recipient', 'bounced_at'])
    .where('recipient', 'in', [...new Set(recipients)])
    .where('bounced_at', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ recipient, bounced_at: at }) => (at === null ? [] : [[recipient, at]])))
}
