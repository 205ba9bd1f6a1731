import { useSyncExternalStore } from 'react'
import css from './offline-bar.module.css'
import { t } from '../words/words.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** A bar under the header while the browser has no network. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div className={css.region} role="status">
      {!isOnline && (
        <p className={css.bar}>{t('You are offline. What you see may be old; changes cannot be saved.')}</p>
      )}
    </div>
  )
}
