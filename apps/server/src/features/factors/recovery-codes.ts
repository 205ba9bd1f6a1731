import { createHmac, randomInt } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { replaceRecoveryCodes, spendRecoveryCode } from './factors.queries.ts'

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
  const hashes = codes.map((code) => hashOfCode(key, userId, code))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

/** Whether it is an unused code of this user; a correct code is used up by the check. */
export function useRecoveryCode(tx: Tx, key: Buffer, userId: string, code: string): Promise<boolean> {
  return spendRecoveryCode(tx, userId, hashOfCode(key, userId, code))
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
