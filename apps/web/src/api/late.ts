import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { readPart } from './lazy.ts'
import { queryClient } from './query-client.ts'

/** Nothing on its way for this long: the first page has what it asked for. */
const quietMs = 80
const latestMs = 4000

let quiet: Promise<void> | null = null

/** Settles once, when the first page has what it asked for; after four seconds whatever is still on its way. */
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

/** A part of the frame that nobody waits for: it is read after what the first page shows. */
// oxlint-disable-next-line typescript/no-explicit-any
export function late<T extends ComponentType<any>>(read: () => Promise<{ default: T }>): LazyExoticComponent<T> {
  return lazy(() => firstQuiet().then(() => readPart(read, Infinity)))
}
