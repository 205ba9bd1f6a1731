import css from './tips.module.css'

/*
 * One bubble for all short explanations, in the browser's top layer, so that no edge cuts it: the name of a button without words
 * (`data-tip`) at the pointer and at the keyboard's focus, and what a `title` says at the keyboard's focus, where the browser
 * shows nothing. A focus that holds a relative time shows the whole date.
 *
 * Escape takes it away, and the pointer may rest on it (WCAG 2.2, 1.4.13). Screen readers have the same words from the elements.
 */

const gapPx = 6
const edgePx = 8
/** Long enough to reach the bubble across the gap. */
const leaveMs = 120
/** Lists: they have the focus as a whole. */
const wholes = '[role=grid], [role=slider], dialog, [role=dialog], main'

let bubble: HTMLElement | null = null
let owner: Element | null = null
let leaving: ReturnType<typeof setTimeout> | undefined

/** What the bubble says at an element that has the keyboard's focus. */
export function tipAtFocus(element: HTMLElement): string | undefined {
  if (element.matches(wholes)) return undefined
  const own = element.dataset['tip'] || element.title
  if (own) return own
  const times = element.querySelectorAll<HTMLElement>('time[title]')
  return times.length === 1 ? times[0]?.title : undefined
}

function place(panel: HTMLElement, at: Element): void {
  const from = at.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const isRtl = getComputedStyle(at).direction === 'rtl'
  const isBeside = at.closest('[data-tips-beside]') !== null
  const middle = from.left + (from.width - width) / 2
  const left = isBeside ? (isRtl ? from.left - gapPx - width : from.right + gapPx) : middle
  const below = from.bottom + gapPx
  const top = isBeside
    ? from.top + (from.height - height) / 2
    : below + height <= innerHeight - edgePx
      ? below
      : from.top - gapPx - height
  panel.style.left = `${Math.max(edgePx, Math.min(left, innerWidth - width - edgePx))}px`
  panel.style.top = `${Math.max(edgePx, Math.min(top, innerHeight - height - edgePx))}px`
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
  // Shown again, it is on top of everything opened since.
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

/** Entries of the sidebar say their name themselves, but in the narrow one. */
const showsWholeText = (element: Element) =>
  element.closest('[data-tips-beside]') !== null && !matchMedia('(760px < width <= 1180px)').matches

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

/** Shows tips from now on, until the answer is called. */
export function startTips(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('pointerover', onPointerOver, { signal })
  document.addEventListener('focusin', onFocusIn, { signal })
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('pointerdown', hide, { signal })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  // Whatever else Escape closes, it closes as well.
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal, capture: true })
  return () => {
    stop.abort()
    hide()
    bubble?.remove()
    bubble = null
  }
}
