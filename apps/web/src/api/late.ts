import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { readPart } from './lazy.ts'
import { queryClient } from './query-client.ts'

/** The first page counts as loaded after this long without a request in progress. */
const quietMs = 80
const latestMs = 4000

let quiet: Promise<void> | null = null

/** Resolves once, when the first page is loaded, or after four seconds even if requests are still in progress. */
function firstQuiet(): Promise<void> {
  quiet ??= new Promise((resolve) => {
    let hasAsked = false
    let pause: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      stop()
      clearTimeout(pause)
      clearTimeout(latest)
      resolve()
    }
    const look = () => {
      clearTimeout(pause)
      if (queryClient.isFetching() > 0) hasAsked = true
      else if (hasAsked) pause = setTimeout(end, quietMs)
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    const latest = setTimeout(end, latestMs)
    look()
  })
  return quiet
}

/** Loads a part of the frame that isn't urgent, after everything that the first page shows. */
// oxlint-disable-next-line typescript/no-explicit-any
export function late<T extends ComponentType<any>>(read: () => Promise<{ default: T }>): LazyExoticComponent<T> {
  return lazy(() => firstQuiet().then(() => readPart(read, Infinity)))
}
