import { sql } from 'kysely'
import { dayMs, hourMs } from '@signet/contract/time'
import type { Tx } from '../../db/database.ts'
import type { ColumnValue } from '../../db/columns.ts'
import { hashOf, newToken } from '../../secret-token.ts'

type UserTokenKind = ColumnValue<'user_tokens.kind'>

/** Tokens that allow their holder to set a password. */
export const passwordTokenKinds = ['reset', 'invite'] as const satisfies readonly UserTokenKind[]

const lifeMs: Record<UserTokenKind, number> = {
  reset: hourMs,
  /** Gives people time to read an invitation when they are back at work. */
  invite: 7 * dayMs,
  /** From the right password to the first code of a new authenticator. */
  enrol: hourMs / 4,
}

export interface PasswordToken {
  /** Used in a link and not stored anywhere. */
  token: string
  expiresAt: Date
}

/**
 * A token that allows its holder to set the password of a user once, with POST AUTH password/reset. The portal's page for it is
 * `/auth/reset?token=…`. Runs in an identity transaction.
 */
export function newPasswordToken(
  tx: Tx,
  userId: string,
  kind: (typeof passwordTokenKinds)[number],
): Promise<PasswordToken> {
  return newUserToken(tx, userId, kind)
}

export async function newUserToken(tx: Tx, userId: string, kind: UserTokenKind): Promise<PasswordToken> {
  const token = newToken()
  const expiresAt = new Date(Date.now() + lifeMs[kind])
  await tx
    .insertInto('user_tokens')
    .values({ token_hash: hashOf(token), user_id: userId, kind, expires_at: expiresAt })
    .execute()
  return { token, expiresAt }
}

/** The owner of a token if it is valid; the token stays valid. */
export function findUserToken(tx: Tx, token: string, kinds: readonly UserTokenKind[]) {
  return tx
    .selectFrom('user_tokens')
    .select(['user_id', 'kind'])
    .where('token_hash', '=', hashOf(token))
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Uses up a token; false if it isn't valid, or another request used it first. */
export async function useUserToken(tx: Tx, token: string, kinds: readonly UserTokenKind[]): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashOf(token))
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Invalidates every open token of these kinds. Index: user_tokens_user. */
export async function deleteUserTokens(tx: Tx, userId: string, kinds: readonly UserTokenKind[]): Promise<void> {
  await tx
    .deleteFrom('user_tokens')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute()
}

/** How many links for a new password a user was sent since then. Index: user_tokens_user. */
export async function countResetTokens(tx: Tx, userId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('user_tokens')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'reset')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}
