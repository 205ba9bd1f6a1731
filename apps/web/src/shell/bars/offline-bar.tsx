import { Suspense, useSyncExternalStore } from 'react'
import { late } from '../../api/late.ts'
import { useClientInfo } from '../../session/client-info.ts'
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

/** A bar under the header while the browser is offline, the data on screen couldn't be refreshed, or the internet is simulated. */
export function OfflineBar() {
  const info = useClientInfo()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div className={`${css.region} screen-only`} role="status">
      {isOnline ? (
        <Suspense fallback={null}>
          <StaleBar />
        </Suspense>
      ) : (
        <Inline as="p" wrap weight="medium" tone="caution" className={css.bar}>
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
