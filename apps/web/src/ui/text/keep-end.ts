/*
 * Cuts a text before its end. The front ends at a whole letter, directly before an ellipsis that belongs to the end. `text-overflow` alone
 * leaves a hole as wide as the letter that didn't fit.
 */
let observer: ResizeObserver | undefined

/** The ref of an element with two parts: a front (`.front`), and an end that is kept. It needs its text as a key. */
export function keepEnd(whole: HTMLElement | null): (() => void) | undefined {
  if (!whole) return undefined
  // Called after the layout and before the painting, so measuring causes no further layout unless something is cut.
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) if (target instanceof HTMLElement) fit(target)
  })
  const own = observer
  own.observe(whole)
  return () => own.unobserve(whole)
}

function fit(whole: HTMLElement): void {
  const front = whole.querySelector<HTMLElement>('.front')
  if (!front) return
  if (front.dataset['cut'] !== undefined) {
    delete front.dataset['cut']
    front.style.maxWidth = ''
  }
  if (front.scrollWidth <= front.clientWidth) return
  // The ellipsis of the end takes a part of the room.
  front.dataset['cut'] = ''
  front.style.maxWidth = `${widthOfLetters(front, front.clientWidth)}px`
}

/** The width of as many letters as fit. */
function widthOfLetters(front: HTMLElement, room: number): number {
  const range = document.createRange()
  range.setStart(front, 0)
  const texts = document.createTreeWalker(front, NodeFilter.SHOW_TEXT)
  let width = 0
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const widthUntil = (offset: number) => {
      range.setEnd(node, offset)
      return range.getBoundingClientRect().width
    }
    let fitting = 0
    let more = (node.nodeValue ?? '').length
    if (widthUntil(more) <= room) {
      width = widthUntil(more)
      continue
    }
    while (more - fitting > 1) {
      const middle = (fitting + more) >> 1
      if (widthUntil(middle) <= room) fitting = middle
      else more = middle
    }
    return fitting > 0 ? widthUntil(fitting) : width
  }
  return width
}
