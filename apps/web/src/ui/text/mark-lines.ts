/* How a text fits its place, for styles that leave the rest of the room to what is below it. */
let observer: ResizeObserver | undefined

/**
 * The ref of a text that wraps. `data-lines` says how many lines it has, `data-wide` that a part that doesn't break is too wide,
 * `data-over` that it has more lines than it may show.
 */
export function markLines(text: HTMLElement | null): (() => void) | undefined {
  if (!text) return undefined
  // Called after the layout and before the painting. All texts are measured before one is marked, so there is one further layout at most.
  observer ??= new ResizeObserver((entries) => {
    const texts = entries.map(({ target }) => target)
    for (const each of texts) for (const name of ['data-wide', 'data-over']) each.removeAttribute(name)
    const measured = texts.map((each) => ({
      each,
      lines: linesIn(each),
      isWide: each.scrollWidth > each.clientWidth,
      isOver: each.scrollHeight > each.clientHeight + 1,
    }))
    for (const { each, lines, isWide, isOver } of measured) {
      each.toggleAttribute('data-over', isOver)
      each.setAttribute('data-lines', String(lines))
      each.toggleAttribute('data-wide', isWide)
    }
  })
  const own = observer
  own.observe(text)
  return () => own.unobserve(text)
}

function linesIn(text: Element): number {
  return Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
}
