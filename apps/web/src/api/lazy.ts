import { lazy as lazyOfReact, type ComponentType, type LazyExoticComponent } from 'react'

/** Maximum number of attempts while the browser is online. A deployment may have removed the file. */
const triesAtMost = 5
const firstWaitMs = 1000
const longestWaitMs = 30_000

/** Resolves when the browser is back online, or after `waitMs` if it reports that it already is. */
function nextTry(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener('online', end)
      clearTimeout(timer)
      resolve()
    }
    const timer = navigator.onLine ? setTimeout(end, waitMs) : undefined
    addEventListener('online', end)
  })
}

/** Loads a chunk and tries again after a failure, so that the page stays as it is while there is no network. */
export async function readPart<T>(read: () => Promise<T>, tries = triesAtMost, waitMs = firstWaitMs): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (navigator.onLine && tries <= 1) throw error
    const left = navigator.onLine ? tries - 1 : tries
    await nextTry(waitMs)
    return readPart(read, left, Math.min(longestWaitMs, waitMs * 2))
  }
}

/** React's `lazy` for all parts of the portal: without a network, a menu or dialog waits instead of breaking the page. */
// oxlint-disable-next-line typescript/no-explicit-any
export function lazy<T extends ComponentType<any>>(read: () => Promise<{ default: T }>): LazyExoticComponent<T> {
  return lazyOfReact(() => readPart(read))
}
