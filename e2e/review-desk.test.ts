import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCall, expectNoTroubles, newVisitor, openAs, openBrowser, type Visitor } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

/* Where things stand on the review screen: the reasons above the capture, and no message or tooltip over what the reviewer works with. */

const company = 'kestrel-rail'
const widths = [1440, 1100, 900]

let browser: Browser
let stack: Stack
let reviewer: Visitor
beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
  reviewer = await newVisitor(browser, stack.origin)
  await reviewer.page.setViewportSize({ width: 1440, height: 900 })
  await openAs(reviewer, 'qa@demo.example', '/QA/dashboard', company)
})
afterAll(async () => {
  await reviewer.context.close()
  await stack.stop()
  await browser.close()
})

const list = (page: Page) => page.getByRole('list', { name: 'Threats to review' })

test('the risk and the two strongest reasons stand above the capture, all of it without scrolling', async () => {
  const { page } = reviewer
  const { items } = (
    await apiCall<{ items: { id: string; thumbnail?: string; source: string }[] }>(
      reviewer,
      `/qa/getQAThreats?company=${company}&limit=200&threatSource=Domain`,
    )
  ).body
  const withCapture = items.find(({ thumbnail }) => thumbnail !== undefined)
  await page.goto(`/QA/dashboard?id=${withCapture?.id}`)
  const why = page.getByRole('region', { name: 'Why flagged' })
  await why.waitFor()
  const reasonCount = await why.getByRole('listitem').count()
  expect(reasonCount).toBeGreaterThan(0)
  expect(reasonCount).toBeLessThanOrEqual(2)
  expect(await why.textContent()).toMatch(/Critical|High|Medium|Low/)
  expect(await why.textContent()).toMatch(/Score \d+/)
  const capture = page.getByRole('img', { name: /^Capture of / }).first()
  await capture.waitFor()
  await expect
    .poll(async () => {
      const [reasons, picture] = [await why.boundingBox(), await capture.boundingBox()]
      return reasons !== null && picture !== null && reasons.y + reasons.height <= picture.y && picture.y < 450
    })
    .toBe(true)
})

test("a page that was not captured has its place next to the brand's own page, without scrolling", async () => {
  const { page } = reviewer
  const { items } = (
    await apiCall<{ items: { id: string; thumbnail?: string }[] }>(
      reviewer,
      `/qa/getQAThreats?company=${company}&limit=200&threatSource=URL`,
    )
  ).body
  await page.goto(`/QA/dashboard?id=${items.find(({ thumbnail }) => thumbnail === undefined)?.id}`)
  const captures = page.getByRole('region', { name: 'Captures' })
  await captures.getByText('Not captured yet').waitFor()
  await captures.getByRole('img', { name: "'s own page" }).waitFor()
  const boxes = await Promise.all((await captures.getByRole('figure').all()).map((frame) => frame.boundingBox()))
  const [suspect, official] = boxes
  expect(boxes.map((box) => box !== null && box.width >= 230 && box.y + box.height <= 900)).toEqual([true, true])
  expect(official).toMatchObject({ y: suspect?.y, height: suspect?.height })
})

/** The heights of the title and of what is below it, of each row that is shown. */
const heightsOfRows = (page: Page) =>
  page
    .getByRole('list', { name: 'Touts to review' })
    .getByRole('button')
    .evaluateAll((rows) =>
      rows.map((row) => [...(row.children[1]?.children ?? [])].map((line) => line.getBoundingClientRect().height)),
    )

test('the text of a row has at most three lines: next to a title of one line, the reason may have two', async () => {
  const { page } = reviewer
  await page.goto('/QA/touts')
  await page.getByRole('list', { name: 'Touts to review' }).getByRole('button').first().waitFor()
  const lines = async () =>
    (await heightsOfRows(page)).map(([title = 0, reason = 0]) => [Math.round(title / 20), Math.round(reason / 17)])
  await expect.poll(async () => Math.max(...(await lines()).map(([title = 0, reason = 0]) => title + reason))).toBe(3)
  expect(await lines()).toContainEqual([1, 2])
  expect(await lines()).toContainEqual([2, 1])
})

test('a long address in a narrow row is broken, not cut at its side', async () => {
  const { page } = reviewer
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto('/QA/dashboard?overdue=1&source=Domain')
  await list(page).locator('[data-wide]').first().waitFor()
  const cut = await list(page)
    .locator('[data-lines]')
    .evaluateAll((titles) => titles.filter((title) => title.scrollWidth > title.clientWidth).length)
  expect(cut).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a host that has no room in its row keeps the domain that it ends with', async () => {
  const { page } = reviewer
  await page.setViewportSize({ width: 900, height: 900 })
  await page.goto('/QA/dashboard?overdue=1&source=Domain')
  const over = list(page).locator('[data-over]')
  await over.first().waitFor()
  const shown = await over.evaluateAll((titles) =>
    titles.map((title): [text: string, hidden: number] => [
      title instanceof HTMLElement ? title.innerText.replaceAll('\n', '') : '',
      title.scrollHeight - title.clientHeight,
    ]),
  )
  for (const [text, hidden] of shown) {
    expect(text).toMatch(/^[^…]+…[^…]+\[\.\][a-z]+$/)
    expect(hidden).toBeLessThanOrEqual(1)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the head of the queue has three rows: the numbers, the search and the filters', async () => {
  const { page } = reviewer
  await page.goto('/QA/dashboard')
  const head = page.getByRole('region', { name: 'Queue' }).locator('header')
  const overdue = head.getByRole('button', { name: /overdue$/ })
  await overdue.waitFor()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await head.evaluate(({ children }) =>
      [...children].map((row) => Math.round(row.getBoundingClientRect().top)),
    )
    expect(new Set(tops).size, `at ${width} px`).toBe(3)
    const target = await overdue.boundingBox()
    expect(target?.height).toBeGreaterThanOrEqual(24)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

/** What no message or tooltip covers, and the names of those that one covers. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const current = document.querySelector('[aria-current=true]')?.closest('li')
    const kept: [string, Element | null | undefined][] = [
      ['the row in hand', current],
      ['the next row', current?.nextElementSibling],
      [
        'Severity',
        [...document.querySelectorAll('fieldset')].find(
          (each) => each.querySelector('legend')?.textContent === 'Severity',
        ),
      ],
      ['Logout', [...document.querySelectorAll('button, a')].find((each) => /^Logout$/.test(each.textContent ?? ''))],
    ]
    const over = [...document.querySelectorAll('[data-place] > [data-phase], [popover=manual]:popover-open')]
    const found = kept.flatMap(([name, element]) => {
      const own = element?.getBoundingClientRect()
      if (!own || own.width === 0) return []
      return over
        .map((each) => each.getBoundingClientRect())
        .filter(
          (rect) => rect.left < own.right && rect.right > own.left && rect.top < own.bottom && rect.bottom > own.top,
        )
        .map(() => name)
    })
    return { kept: kept.filter(([, element]) => element).length, over: over.length, found }
  })

test.each(widths)('no message or tooltip covers the rows in hand, Severity or Logout at %d px', async (width) => {
  const { page } = reviewer
  await page.setViewportSize({ width, height: 900 })
  await page.goto('/QA/dashboard')
  const current = list(page).locator('[aria-current=true]')
  await current.waitFor()
  await page.getByRole('button', { name: 'Publish to client' }).waitFor()
  for (let n = 0; n < 2; n += 1) {
    const title = await current.textContent()
    await page.keyboard.press('p')
    await expect.poll(() => current.textContent(), { timeout: 15_000 }).not.toBe(title)
  }
  const message = page.locator('[data-phase]', { hasText: 'Published 2 threats' })
  await message.waitFor()
  // The row in hand has the focus, so its tooltip may be open as well.
  const first = await covered(page)
  expect(first).toMatchObject({ kept: 4, found: [] })
  expect(first.over).toBeGreaterThan(0)

  // One Undo is for both.
  await message.getByRole('button', { name: 'Undo' }).click()
  await message.waitFor({ state: 'detached' })

  // The tooltip of a focused row, and that of each tool above the list.
  await list(page).getByRole('button').first().focus()
  await page.keyboard.press('j')
  const tooltip = page.locator('[popover=manual]:popover-open')
  // A row that comes back with the undo closes it.
  await expect
    .poll(async () => {
      await current.focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
      await page.waitForTimeout(1000)
      return tooltip.count()
    })
    .toBe(1)
  // What the Undo brought back may still be said.
  const second = await covered(page)
  expect(second.found).toEqual([])
  expect(second.over).toBeGreaterThan(0)
  const tools = await page.getByRole('region', { name: 'Queue' }).locator('header [data-tip]').all()
  for (const held of [...tools, current.locator('[data-tip]')]) {
    await page.mouse.move(700, 20)
    await tooltip.waitFor({ state: 'detached' })
    await held.hover()
    await tooltip.waitFor()
    expect((await covered(page)).found).toEqual([])
  }
  expectNoTroubles(reviewer)
})

test('from the queues of all companies, N leads on through them, whichever company has the next record', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'qa@demo.example', '/QA/dashboard/companies')
  const rows = page.getByRole('main').getByRole('table').getByRole('row')
  await rows.nth(6).waitFor()
  const inOrder = await rows.locator('td:nth-child(2)').allTextContents()
  await rows.nth(1).getByRole('button').first().click()
  const selected = () => page.locator('[aria-keyshortcuts="Alt+C"]')
  for (const name of inOrder.slice(0, 5)) {
    await selected().filter({ hasText: name }).waitFor()
    await page.getByRole('button', { name: /^Next: / }).waitFor()
    const { search } = new URL(page.url())
    await page.keyboard.press('n')
    await page.waitForURL((url) => url.search !== search)
  }
  expect(new Set(inOrder.slice(0, 5)).size).toBeGreaterThan(1)
  expectNoTroubles(visitor)
  await visitor.context.close()
})
