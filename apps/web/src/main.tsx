import './tokens.css'
import './base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { onCallEvents } from './api/call-events.ts'
import { late } from './api/late.ts'
import { queryClient } from './api/query-client.ts'
import { repeatPictures } from './api/repeat-pictures.ts'
import { setOwnZone } from './format/time/own-zone.ts'
import { isAuthPath } from './url/redirect.ts'
import { router, warmUp } from './router/router.tsx'
import { chooseCompany } from './session/company.ts'
import { clientLog } from './session/session-client.ts'
import {
  currentSession,
  refreshSession,
  sessionRefused,
  subscribeSession,
  watchSession,
} from './session/session-store.ts'
import { followSystemTheme } from './session/theme.ts'
import { loadLanguage } from './words/words.ts'

const Toasts = late(() =>
  import('./ui/feedback/messages/toasts-view.tsx').then(({ Toasts: view }) => ({ default: view })),
)

warmUp(location.pathname)
void refreshSession()
watchSession()
followSystemTheme()
repeatPictures(document)

onCallEvents({
  sessionEnded: () => void sessionRefused(),
  companyLost: () => chooseCompany(null),
})

/** After a sign-in or sign-out, in this or another tab, or once the server is back, the redirect rules run again for the current page. */
let lastUser: string | null | undefined
let hasFailed = false
subscribeSession(() => {
  const { status, user } = currentSession()
  setOwnZone(user?.timeZone)
  if (status === 'failed') hasFailed = true
  if (status === 'loading' || status === 'failed') return
  const userId = user?.id ?? null
  if (hasFailed) {
    hasFailed = false
    void router.invalidate()
  } else if (lastUser !== undefined && lastUser !== userId) {
    queryClient.clear()
    if (!user && isAuthPath(location.pathname)) return
    void router.invalidate()
  }
  if (user && lastUser !== userId) void import('./session/look.ts').then(({ showLook }) => showLook(user))
  lastUser = userId
})

addEventListener('error', ({ message }) => void clientLog('error', 'CLIENT_ERROR', message))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    </QueryClientProvider>
  </StrictMode>
)
// The outline in index.html stays until the language and the first page are loaded, so that the screen is never blank in between.
void loadLanguage()
  .then(() => router.load())
  .finally(() => createRoot(root).render(app))
