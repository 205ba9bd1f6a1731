import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import css from './page.module.css'

let title = ''
const listeners = new Set<() => void>()

function setTitle(next: string, tab: string): void {
  title = next
  document.title = tab ? `${tab} · Signet` : 'Signet'
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
 * @param tab the title in the tab, if it differs, such as the name of the record that the page shows
 * @param layout `scroll` scrolls as a whole within the page gutter; `fill` takes the height and scrolls inside
 */
export function Page({
  title: name,
  tab = name,
  layout = 'scroll',
  children,
}: {
  title: string
  tab?: string | undefined
  layout?: 'scroll' | 'fill'
  children: ReactNode
}) {
  useEffect(() => setTitle(name, tab), [name, tab])
  return layout === 'fill' ? (
    <div className={`${css.fill} tall`}>{children}</div>
  ) : (
    <div className={css.scroll} data-scroller>
      {children}
    </div>
  )
}
