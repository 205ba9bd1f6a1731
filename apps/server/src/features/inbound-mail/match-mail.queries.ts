import { sql } from 'kysely'
import { openTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import type { Tx } from '../../db/database.ts'

/** The latest notices that may have been received, newest first. */
export function sentAttempts(tx: Tx, companyId: number) {
  return tx
    .selectFrom('takedown_attempts')
    .select(['id', 'takedown_id', 'mail_id', 'recipient'])
    .where('company_id', '=', companyId)
    .where('way', '=', 'email')
    .where((where) =>
      where.or([
        where('sent_at', 'is not', null),
        where.exists(
          where
            .selectFrom('mails')
            .select('mails.id')
            .where('mails.company_id', '=', companyId)
            .whereRef('mails.id', '=', 'takedown_attempts.mail_id')
            .where('mails.sending_at', 'is not', null)
            .where('mails.state', 'in', ['queued', 'sending', 'unknown']),
        ),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(500)
}

/** At most two cases whose id starts with one of these references of eight digits. Index: takedowns_pkey. */
export async function casesWithIds(tx: Tx, companyId: number, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return []
  const rows = await tx
    .selectFrom('takedowns')
    .select('id')
    .where('company_id', '=', companyId)
    .where((where) =>
      where.or(
        references.map((start) =>
          where.between('id', `${start}-0000-0000-0000-000000000000`, `${start}-ffff-ffff-ffff-ffffffffffff`),
        ),
      ),
    )
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

/** Notices whose case number of the provider is in a text in lower case, and not within a longer number or word. */
export async function attemptsNumberedIn(tx: Tx, companyId: number, text: string) {
  const found = await sentAttempts(tx, companyId)
    .select('reference')
    .where(sql<boolean>`length(reference) >= 5 and position(lower(reference) in ${text}) > 0`)
    .execute()
  return found.filter(({ reference }) => reference !== null && isWhole(reference.toLowerCase(), text))
}

function isWhole(number: string, text: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + number.length)]
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}

/** Notices of open cases to an address. */
export function openAttemptsTo(tx: Tx, companyId: number, address: string) {
  return sentAttempts(tx, companyId)
    .where('recipient', '=', address)
    .where((where) =>
      where.exists(
        where
          .selectFrom('takedowns')
          .select('takedowns.id')
          .where('takedowns.company_id', '=', companyId)
          .whereRef('takedowns.id', '=', 'takedown_attempts.takedown_id')
          .where('takedowns.status', 'in', openTakedownStatuses),
      ),
    )
    .execute()
}
