import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

const count = 10
// Excludes letters and digits that are easily confused. 12 of 31 characters are 59 bits.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 3
const groupLength = 4

/**
 * Replaces all earlier codes with ten new ones; shown once, stored hashed. Runs in an identity transaction.
 *
 * @returns e.g. `['k3f9-2mwx-q7ra', …]`
 */
export async function newRecoveryCodes(tx: Tx, key: Buffer, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOfCode(key, userId, code), used_at: null })))
    .execute()
  return codes
}

/** Whether it is an unused code of this user; a correct code is used up by the check. Index: the primary key. */
export async function useRecoveryCode(tx: Tx, key: Buffer, userId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOfCode(key, userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function newCode(): string {
  return Array.from({ length: groups }, newGroup).join('-')
}

function newGroup(): string {
  return Array.from({ length: groupLength }, () => signs.charAt(randomInt(signs.length))).join('')
}

/** Keyed, so that guesses can't be verified with the database alone. Case, spaces and dashes are ignored. */
function hashOfCode(key: Buffer, userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return createHmac('sha256', key).update(`recovery:${userId}:${plain}`).digest()
}
