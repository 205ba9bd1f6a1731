import { useEffect } from 'react'
import css from './tips.module.css'

/*
 * One tooltip for all short explanations, in the browser's top layer, so that no edge clips it. It shows the name of an icon button
 * (`data-tip`) on hover and on keyboard focus, and a `title` on keyboard focus, where the browser shows nothing. If the focused element
 * contains a relative time, it shows the full date.
 *
 * By default it is below its element. Within `data-tips-aside` (the sidebar) and `data-tips-next` (rows of a list, the next of which it
 * would cover) it is next to it; that of a row is not below `data-tips-over`. It keeps within the sides of an element with
 * `data-tips-within`.
 *
 * Escape closes the tooltip, and the pointer may rest on it (WCAG 2.2, 1.4.13). Screen readers get the same text from the elements.
 */

const gapPx = 6
const edgePx = 8
/** Long enough to move the pointer across the gap to the tooltip. */
const leaveMs = 120
/** Containers that take the focus as a whole and have no tooltip. */
const wholes = '[role=grid], [role=slider], dialog, [role=dialog], main'

let bubble: HTMLElement | null = null
let owner: Element | null = null
let leaving: ReturnType<typeof setTimeout> | undefined

/** The text of the tooltip for an element with keyboard focus. */
export function tipAtFocus(element: HTMLElement): string | undefined {
  if (element.matches(wholes)) return undefined
  const own = element.dataset['tip'] || element.title
  if (own) return own
  const [time, ...others] = element.querySelectorAll<HTMLElement>('time:is([title], [data-tip])')
  return others.length === 0 ? (time?.dataset['tip'] ?? time?.title) : undefined
}

function place(panel: HTMLElement, at: Element): void {
  const from = at.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const isRtl = getComputedStyle(at).direction === 'rtl'
  const list = at.closest('[data-tips-next]')?.getBoundingClientRect()
  const isAside = list !== undefined || at.closest('[data-tips-aside]') !== null
  const edge = list ?? from
  const bottom = (list && document.querySelector('[data-tips-over]')?.getBoundingClientRect().bottom) ?? innerHeight
  const within = at.closest('[data-tips-within]')?.getBoundingClientRect()
  const [start, end] = within && !isAside ? [within.left, within.right] : [0, innerWidth]
  const middle = from.left + (from.width - width) / 2
  const left = isAside ? (isRtl ? edge.left - gapPx - width : edge.right + gapPx) : middle
  const below = from.bottom + gapPx
  const top = isAside
    ? from.top + (from.height - height) / 2
    : below + height <= innerHeight - edgePx
      ? below
      : from.top - gapPx - height
  panel.style.left = `${Math.max(start + edgePx, Math.min(left, end - width - edgePx))}px`
  panel.style.top = `${Math.max(edgePx, Math.min(top, bottom - height - edgePx))}px`
}

function show(text: string, at: Element): void {
  clearTimeout(leaving)
  if (!bubble) {
    bubble = document.createElement('div')
    bubble.className = css['tip'] ?? ''
    bubble.popover = 'manual'
    bubble.ariaHidden = 'true'
    bubble.addEventListener('pointerenter', () => clearTimeout(leaving))
    bubble.addEventListener('pointerleave', hide)
    document.body.append(bubble)
  }
  // Showing it again puts it above everything that was opened since.
  bubble.hidePopover()
  bubble.textContent = text
  owner = at
  bubble.showPopover()
  place(bubble, at)
}

function hide(): void {
  clearTimeout(leaving)
  owner = null
  bubble?.hidePopover()
}

/** Sidebar entries show their names themselves, except in the narrow sidebar. */
const showsWholeText = (element: Element) =>
  element.closest('[data-tips-aside]') !== null && !matchMedia('(760px < width <= 1180px)').matches

function onPointerOver({ target, pointerType }: PointerEvent): void {
  if (pointerType === 'touch' || !(target instanceof Element)) return
  const holder = target.closest<HTMLElement>('[data-tip]')
  const text = holder?.dataset['tip']
  if (holder && text && !showsWholeText(holder)) {
    if (holder === owner) clearTimeout(leaving)
    else show(text, holder)
  } else if (owner && !bubble?.contains(target)) {
    clearTimeout(leaving)
    leaving = setTimeout(hide, leaveMs)
  }
}

function onFocusIn({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible') || showsWholeText(target)) return
  const text = tipAtFocus(target)
  if (text) show(text, target)
}

/** Shows tooltips while mounted. */
export function Tips() {
  useEffect(startTips, [])
  return null
}

function startTips(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('pointerover', onPointerOver, { signal })
  document.addEventListener('focusin', onFocusIn, { signal })
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('pointerdown', hide, { signal })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  // Escape closes the tooltip in addition to anything else that it closes.
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal, capture: true })
  return () => {
    stop.abort()
    hide()
    bubble?.remove()
    bubble = null
  }
}
