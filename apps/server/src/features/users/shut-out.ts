import { userTokenKinds } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { deleteUserTokens } from '../factors/password-tokens.queries.ts'
import { endSessionsOf } from '../sessions/sessions.queries.ts'
import { setUser } from './managed-users.queries.ts'

/** Disables a locked user: open links stop working and sessions end at once. Runs in an identity transaction. */
export async function shutOut(tx: Tx, userId: string): Promise<void> {
  await setUser(tx, userId, { is_active: false })
  await deleteUserTokens(tx, userId, userTokenKinds)
  await endSessionsOf(tx, { userId }, 'user disabled')
}
