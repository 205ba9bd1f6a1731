import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import css from './page.module.css'

let title = ''
const listeners = new Set<() => void>()

function setTitle(next: string): void {
  title = next
  document.title = next ? `${next} · Signet` : 'Signet'
  for (const listener of listeners) listener()
}

/** The title of the current page, for the top bar. */
export function usePageTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => title,
  )
}

/**
 * The frame of a page, which sets the title in the top bar and the tab.
 *
 * @param layout `scroll` scrolls as a whole within the page gutter; `fill` takes the height and scrolls inside
 */
export function Page({
  title: name,
  layout = 'scroll',
  children,
}: {
  title: string
  layout?: 'scroll' | 'fill'
  children: ReactNode
}) {
  useEffect(() => setTitle(name), [name])
  return layout === 'fill' ? (
    <div className={`${css.fill} tall`}>{children}</div>
  ) : (
    <div className={css.scroll} data-scroller>
      {children}
    </div>
  )
}
