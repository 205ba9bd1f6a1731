import { secondMs } from '@signet/contract/time'

/** An overloaded server refuses for a second. */
const repeatsMax = 2
const waitMs = 1.5 * secondMs

/**
 * Loads each picture again that could not be loaded, up to twice, as calls are repeated: an overloaded server refuses both for a moment,
 * and a browser asks for a picture once. What shows something in place of a broken picture learns of the last failure only.
 */
export function repeatPictures(page: Document): void {
  const failures = new WeakMap<HTMLImageElement, { src: string; count: number }>()
  const onError = (event: Event) => {
    const picture = event.target
    if (!(picture instanceof HTMLImageElement) || !picture.src.startsWith(`${location.origin}/api/`)) return
    const { src } = picture
    const before = failures.get(picture)
    const count = before?.src === src ? before.count + 1 : 1
    failures.set(picture, { src, count })
    if (count > repeatsMax) return
    event.stopImmediatePropagation()
    setTimeout(() => {
      if (picture.isConnected && picture.src === src) picture.src = src
    }, waitMs * count)
  }
  // Errors of pictures don't bubble, and their own listeners come after this one.
  page.addEventListener('error', onError, true)
}
