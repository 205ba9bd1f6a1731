import { randomUUID } from 'node:crypto'
import type { Role } from '@signet/contract/access/permissions'
import type { Tx } from '../../db/database.ts'

export interface NewUser {
  email: string
  name: string
  role: Role
  companyId: number
  adminCompanyIds: readonly number[]
  passwordHash: string
  isDemo?: boolean
  /** Whether a second factor is required, as it is for staff. */
  needsFactor?: boolean
}

/** Adds a user unless the email address is taken; returns the id and whether it is new. Runs in an identity transaction. */
export async function addUser(tx: Tx, user: NewUser): Promise<{ userId: string; isNew: boolean }> {
  const email = user.email.toLowerCase()
  const added = await tx
    .insertInto('users')
    .values({
      id: randomUUID(),
      email,
      name: user.name,
      role: user.role,
      company_id: user.companyId,
      password_hash: user.passwordHash,
      is_demo: user.isDemo ?? false,
      needs_factor: user.needsFactor ?? false,
      phone: null,
      last_sign_in_at: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) {
    const { id } = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    return { userId: id, isNew: false }
  }
  if (user.adminCompanyIds.length > 0) {
    await tx
      .insertInto('user_companies')
      .values(user.adminCompanyIds.map((companyId) => ({ user_id: added.id, company_id: companyId })))
      .execute()
  }
  return { userId: added.id, isNew: true }
}

/** Locks a user until the transaction ends, so that concurrent attempts are counted and changes made one after the other. */
export async function holdUser(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}
