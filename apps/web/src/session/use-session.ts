import { can, type Permission } from '@signet/contract/access/permissions'
import type { SessionUser } from '@signet/contract/access/session'
import { useSyncExternalStore } from 'react'
import { currentSession, subscribeSession, type Session } from './session-store.ts'

export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, currentSession)
}

/**
 * The signed-in user. Pages inside the shell always have one.
 *
 * @throws Error on a page that doesn't require a session
 */
export function useUser(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('The page needs a user')
  return user
}

/** Whether the signed-in user may take an action. Actions that they may not take are hidden. */
export function useCan(permission: Permission): boolean {
  return can(useUser().role, permission)
}
