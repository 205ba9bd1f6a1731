import { accessibilityFaults, keepScreen, type Visitor } from './browser.ts'

export interface Look {
  theme: 'light' | 'dark'
  width: number
  height: number
}

/** Light and dark, wide and narrow. The two of a width follow each other. */
export const looks: readonly Look[] = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
  { theme: 'light', width: 390, height: 844 },
]

/** The look in a word, for pictures and faults. */
export const nameOf = ({ theme, width }: Look) => `${theme}-${width}`

/** Shows the page in another look, without loading it anew. */
export async function showIn({ page }: Visitor, { theme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize({ width, height })
}

/**
 * What is wrong with the page as it stands, in a line each; leaves a picture of it.
 *
 * @param before the look that the same page was judged in just before: with the same width only its colours are others
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
  return faults
}
