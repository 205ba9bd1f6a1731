import { lazy as lazyOfReact, type ComponentType, type LazyExoticComponent } from 'react'

/** How often a part is asked for while there is a network; a new version on the server may have done away with its file. */
const triesAtMost = 5
const firstWaitMs = 1000
const longestWaitMs = 30_000

/** Ends with the network's return, or after a while when the browser thinks it has one. */
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

/** Reads a part of the script; what fails is tried again, so that the page stays as it is while there is no network. */
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

/** React's `lazy`, for every part of the portal: without a network a menu or dialog waits, and does not take the page with it. */
// oxlint-disable-next-line typescript/no-explicit-any
export function lazy<T extends ComponentType<any>>(read: () => Promise<{ default: T }>): LazyExoticComponent<T> {
  return lazyOfReact(() => readPart(read))
}
