import { can, type Permission } from '@signet/contract/permissions'
import type { SessionUser } from '@signet/contract/session'
import { useSyncExternalStore } from 'react'
import { currentSession, subscribeSession, type Session } from './session-store.ts'

export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, currentSession)
}

/**
 * The signed-in user. Pages inside the shell always have one.
 *
 * @throws Error on a page that does not ask for a session
 */
export function useUser(): SessionUser {
  const { user } = useSession()
  if (!user) throw new Error('This page needs a signed-in user')
  return user
}

/** Whether the signed-in user may do an action; what may not be done is not shown. */
export function useCan(permission: Permission): boolean {
  return can(useUser().role, permission)
}
