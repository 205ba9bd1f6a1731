import { Suspense, useSyncExternalStore } from 'react'
import { late } from '../../api/late.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useUser } from '../../session/use-session.ts'
import { Inline } from '../../ui/layout/parts.tsx'
import css from './offline-bar.module.css'
import { t } from '../words.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

const StaleBar = late(() => import('./stale-bar.tsx').then(({ StaleBar: bar }) => ({ default: bar })))

const SimulatedBar = late(() => import('./simulated-bar.tsx').then(({ SimulatedBar: bar }) => ({ default: bar })))

const ClientViewBar = late(() => import('./client-view-bar.tsx').then(({ ClientViewBar: bar }) => ({ default: bar })))

/**
 * A bar under the header while the browser is offline, the data on screen couldn't be refreshed, the internet is simulated, or the user
 * views the portal as a client.
 */
export function OfflineBar() {
  const info = useClientInfo()
  const viewed = useUser().viewsAsClientOf
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div className={`${css.region} screen-only`} role="status">
      {viewed ? (
        <Suspense fallback={null}>
          <ClientViewBar company={viewed} />
        </Suspense>
      ) : null}
      {isOnline ? (
        <Suspense fallback={null}>
          <StaleBar />
        </Suspense>
      ) : (
        <Inline as="p" wrap weight="medium" tone="caution" pad="2 5" className={css.bar}>
          {t('offline')}
        </Inline>
      )}
      {info?.isInternetSimulated ? (
        <Suspense fallback={null}>
          <SimulatedBar clockFactor={info.clockFactor} />
        </Suspense>
      ) : null}
    </div>
  )
}
