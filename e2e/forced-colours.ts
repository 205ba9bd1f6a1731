/// <reference lib="dom" />
import type { Page } from 'playwright-core'

/*
 * What gets lost when the system replaces the colours of a page, as Windows does for high contrast: backgrounds and shadows disappear, and
 * what only they said is said by nothing.
 */

/** How many controls a person would go through with the Tab key. */
const controls = 40

/** The faults of the current page in forced colours, one line each. */
export async function faultsOfForcedColours(page: Page): Promise<string[]> {
  return [...(await page.evaluate(lostParts)), ...(await unseenFocus(page))]
}

/** The controls that show nothing when the Tab key reaches them. */
async function unseenFocus(page: Page): Promise<string[]> {
  const faults = new Set<string>()
  for (let step = 0; step < controls; step += 1) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return null
      const row = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '')
      const boxes = [focused, row, focused.closest('label'), focused.closest('.input-box, .choice')]
      // A scroll button of a row is no element: its row has the focus.
      const buttons = ['start', 'end'].map((end) => getComputedStyle(focused, `::scroll-button(inline-${end})`))
      const styles = [...boxes.filter((box) => box !== null).map((box) => getComputedStyle(box)), ...buttons]
      const isOutlined = styles.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
      )
      const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)
      return isOutlined ? null : `focus isn't visible on ${focused.tagName} "${name}"`
    })
    if (fault) faults.add(fault)
  }
  return [...faults]
}

// It runs in the page, which knows nothing outside of it.
/* oxlint-disable unicorn/consistent-function-scoping */
/** What the current page shows only by what forced colours take away. */
function lostParts(): string[] {
  const faults = new Set<string>()
  const all = (selector: string) =>
    [...document.querySelectorAll<HTMLElement | SVGElement>(selector)].filter((element) => element.checkVisibility())
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
  const isClear = (colour: string) => colour === 'transparent' || /^rgba\(.* 0\)$/.test(colour)

  /** The colour behind an element: the nearest background. */
  const behind = (element: Element): string => {
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { backgroundColor } = getComputedStyle(box)
      if (!isClear(backgroundColor)) return backgroundColor
    }
    return 'none'
  }
  const bordersOf = (element: Element): string[] => {
    const style = getComputedStyle(element)
    return (['top', 'right', 'bottom', 'left'] as const).map((side) => {
      const colour = style.getPropertyValue(`border-${side}-color`)
      const isDrawn = style.getPropertyValue(`border-${side}-style`) !== 'none' && colour !== behind(element)
      return isDrawn ? `${style.getPropertyValue(`border-${side}-width`)} ${colour}` : '0px'
    })
  }
  const outlineOf = (element: Element): string => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle === 'none' ? '0px' : outlineWidth
  }
  /** All lines around an element and around the first element in it, for comparing it with others. */
  const linesOf = (element: Element): string =>
    [element, element.firstElementChild ?? element].flatMap((each) => [outlineOf(each), ...bordersOf(each)]).join(' ')
  const hasLine = (element: Element) => /[1-9]/.test(linesOf(element).replaceAll(/rgba?\([^)]*\)/g, ''))

  const chosen =
    '[aria-current]:not([aria-current=false]), [role=tab][aria-selected=true], [role=option][aria-selected=true], [aria-pressed=true], ' +
    '[data-on], [data-chosen], [data-cursor], tr[data-current]'
  for (const element of all(chosen)) {
    const peer = [...(element.parentElement?.parentElement?.querySelectorAll(element.tagName) ?? [])].find(
      (other) =>
        other.getAttribute('class') === element.getAttribute('class') &&
        other.role === element.role &&
        !other.matches(chosen),
    )
    if (!hasLine(element) || (peer && linesOf(peer) === linesOf(element)))
      faults.add(`only its background says that it is chosen: ${nameOf(element)}`)
  }
  for (const element of all('input:is([type=checkbox], [type=radio]):checked')) {
    const isHidden = element.getBoundingClientRect().width < 4 || getComputedStyle(element).opacity === '0'
    if (!isHidden && getComputedStyle(element).appearance === 'none') faults.add(`no tick: ${nameOf(element)}`)
  }
  for (const element of all('a[aria-current=page]')) {
    if (new URL((element as HTMLAnchorElement).href).pathname !== location.pathname && element.closest('main'))
      faults.add(`isn't the current page: ${nameOf(element)}`)
  }
  for (const element of all('button:not([role], .option, .row, .name-link, :is(th, [role=columnheader]) *)')) {
    const isUnderlined = getComputedStyle(element).textDecorationLine === 'underline'
    if (!isUnderlined && bordersOf(element).every((border) => border === '0px'))
      faults.add(`a button without a border: ${nameOf(element)}`)
  }
  for (const element of all('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const isIcon = element.tagName === 'svg' && element.getAttribute('stroke') === 'currentColor'
    if ((hasText || isIcon) && getComputedStyle(element).color === behind(element))
      faults.add(`in the colour of its background: ${nameOf(element)}`)
  }
  const parts = 'i, main svg :is(path, rect, line, circle), main [style*="--icon"]'
  for (const element of all(parts)) {
    const style = getComputedStyle(element)
    const back = behind(element.parentElement ?? element)
    const colours = [style.backgroundColor, ...bordersOf(element).map((border) => border.replace(/^\S+ ?/, ''))]
    if (element instanceof SVGElement) colours.push(style.fill, style.stroke)
    const isSeen = colours.some((colour) => colour && colour !== 'none' && !isClear(colour) && colour !== back)
    const isDrawnAtAll = element instanceof SVGElement ? style.fill !== 'none' || style.stroke !== 'none' : true
    if (isDrawnAtAll && !isSeen) faults.add(`vanishes: ${element.outerHTML.slice(0, 120)}`)
  }
  return [...faults]
}
