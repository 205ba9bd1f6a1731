import { accessibilityFaults, keepScreen, type Visitor } from './browser.ts'

export interface Look {
  theme: 'light' | 'dark'
  width: number
  height: number
}

/** Light and dark, wide and narrow. The two looks of the same width follow each other. */
export const looks: readonly Look[] = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
  { theme: 'light', width: 390, height: 844 },
]

/** The name of a look, for screenshots and error messages. */
export const nameOf = ({ theme, width }: Look) => `${theme}-${width}`

/** Shows the page in another look without reloading it. */
export async function showIn({ page }: Visitor, { theme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize({ width, height })
}

/**
 * The faults of the current page, one line each. It also saves a screenshot.
 *
 * @param before the look in which the same page was just checked; if the width is the same, only the colours differ
 */
export async function faultsOfLook(
  visitor: Visitor,
  picture: string,
  look: Look,
  before: Look | undefined,
  isColoured = true,
): Promise<string[]> {
  const { page } = visitor
  await keepScreen(page, `${picture}-${nameOf(look)}`)
  const rules = before?.width === look.width ? 'colours' : isColoured ? 'everything' : 'form'
  const faults = await accessibilityFaults(page, rules)
  if (await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)) {
    faults.push('scrolls sideways')
  }
  // The parts of a screen scroll, never the window: the top bar and the menu would leave it, also when something below is focused.
  const isTaller = await page.evaluate(
    () =>
      document.querySelector('main#page') !== null &&
      document.documentElement.scrollHeight > document.documentElement.clientHeight,
  )
  if (isTaller) faults.push('is taller than its window')
  return faults
}
