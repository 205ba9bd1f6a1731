import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '../../api/query-client.ts'
import { endSession } from '../../session/session-store.ts'

/** Ends the session, clears cached data, and shows the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await endSession()
    queryClient.clear()
    await navigate({ to: '/', replace: true })
  }
}
