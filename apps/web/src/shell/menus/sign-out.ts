import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '../../api/query-client.ts'
import { removeDrafts } from '../../session/drafts.ts'
import { endSession } from '../../session/session-store.ts'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { t } from '../words.ts'

/** Ends the session, clears cached data and drafts, and shows the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const isEnded = await endSession()
    removeDrafts()
    if (!isEnded) snackbar(t('signOutUnconfirmed'), { isFailure: true })
    queryClient.clear()
    await navigate({ to: '/', replace: true })
  }
}
