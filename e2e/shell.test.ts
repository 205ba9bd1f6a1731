import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, expectNoTroubles, newVisitor, openAs, openBrowser, signIn, startTab } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

const client = 'client@demo.example'

let browser: Browser
let stack: Stack
beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

/** The first loaded row. */
const row = (page: Page) =>
  page
    .getByRole('treegrid', { name: 'Threats' })
    .getByRole('row')
    .filter({ hasText: /ago|Yesterday/ })
    .first()

test('the palette finds pages, sources and threats, and Enter opens them', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, client, '/threats/Domain')
  await row(page).click()
  await page.waitForURL((url) => url.searchParams.has('id'))
  const id = new URL(page.url()).searchParams.get('id')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump' })
  await palette.getByRole('combobox').fill('takedowns')
  await palette
    .getByRole('option', { name: /^Takedowns/ })
    .first()
    .waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/takedown')
  await palette.waitFor({ state: 'hidden' })

  // Finds a threat by its id, from any page.
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill(id ?? '')
  await palette.getByRole('option', { name: /Threat$/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/threats/Domain' && url.searchParams.get('id') === id)
  await palette.waitFor({ state: 'hidden' })
  // No other company and no staff pages.
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('notifications manager')
  await palette.getByText('No matches.').waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('G and a letter open the page they name, and no shortcut of the current page reacts to the letter', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, client, '/threats/All')
  await row(page).waitFor()
  await visitor.settled()
  await page.keyboard.press('j')
  await page.keyboard.press('g')
  // D requests a deeper analysis on this page. After G it opens the takedowns.
  await page.keyboard.press('d')
  await page.waitForURL((url) => url.pathname === '/takedown')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.waitForURL((url) => url.pathname === '/home')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Search or jump').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  // The button above a list opens the same sheet with the shortcuts of that list.
  await page.goto('/threats/All')
  await row(page).waitFor()
  await visitor.settled()
  await page.getByRole('button', { name: 'Keyboard shortcuts', exact: true }).click()
  await sheet.getByText('Show similar', { exact: true }).waitFor()
  await sheet.getByText('Request takedown', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await visitor.context.close()
})

test('the bell counts unread notifications, filters them by type, opens them and marks them as read', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await signIn(visitor, client)
  const bell = page.getByRole('button', { name: /^Notifications, [\d,]+ unread$/ })
  await bell.click()
  const centre = page.getByRole('dialog', { name: 'Notifications' })
  const lines = centre.getByRole('listitem')
  await lines.first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await centre.getByRole('button', { name: 'Cases' }).click()
  await centre.getByRole('button', { name: 'Cases', pressed: true }).waitFor()
  await centre.getByRole('button', { name: 'All', exact: true }).click()
  await centre.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('notifications reach the bell while the page is open', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await signIn(visitor, client)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor()
  await page.keyboard.press('Escape')
  const before = await page.getByRole('button', { name: /^Notifications/ }).getAttribute('aria-label')
  const staff = await newVisitor(browser, stack.origin)
  await signIn(staff, 'admin@demo.example')
  // When a case of the client's company changes, its users are notified.
  const moved = await staff.page.evaluate(async () => {
    const session = (await (await fetch('/api/auth/session')).json()) as { user: { accessToken: string } }
    const headers = { authorization: `Bearer ${session.user.accessToken}`, 'content-type': 'application/json' }
    const company = 'meridian-bank'
    const query = `company=${company}&takedownStatus=awaiting_authorisation&limit=1`
    const list = (await (await fetch(`/api/rest/takedown/getTakedown?${query}`, { headers })).json()) as {
      items: { id: string; version: number }[]
    }
    const [first] = list.items
    if (!first) return 0
    const body = JSON.stringify({ status: 'authorised', version: first.version })
    return (await fetch(`/api/rest/takedown/${first.id}?company=${company}`, { method: 'PATCH', headers, body })).status
  })
  expect(moved).toBe(200)
  await expect
    .poll(() => page.getByRole('button', { name: /^Notifications/ }).getAttribute('aria-label'), { timeout: 15_000 })
    .not.toBe(before)
  await visitor.context.close()
  await staff.context.close()
})

test('single-key shortcuts do nothing once turned off, and the sheet says so', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  // A user who isn't part of the other tests, because the server stores the setting for the person.
  await signIn(visitor, 'client.kestrel@demo.example')
  await page.evaluate(async () => {
    const session = (await (await fetch('/api/auth/session')).json()) as { user: { accessToken: string; id: string } }
    const kept = JSON.stringify({ values: { keysOff: true }, unsent: ['keysOff'] })
    localStorage.setItem(`signet.portal.${session.user.id}`, kept)
  })
  await page.goto('/threats/All')
  await row(page).waitFor()
  await visitor.settled()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.waitForTimeout(600)
  expect(new URL(page.url()).pathname).toBe('/threats/All')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('dialog', { name: 'Your account' }).getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.getByText('Single-key shortcuts are turned off in your settings.').waitFor()
  await page.keyboard.press('Escape')
  // Shortcuts other than single letters still work.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or jump' }).waitFor()
  await visitor.context.close()
})

test('the portal switches to German and back to English', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, client, '/threats/All')
  await row(page).waitFor()
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('navigation', { name: 'Hauptnavigation' }).getByText('Bedrohungen', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  expect(new URL(page.url()).pathname).toBe('/threats/All')
  await page.getByRole('button', { name: /^Ihr Konto/ }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByText('Threats', { exact: true }).waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('the theme follows the choice, also after a reload', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await signIn(visitor, client)
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
  await expect.poll(theme).toBe('dark')
  await page.reload()
  await expect.poll(theme).toBe('dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('button', { name: 'System' }).click()
  await expect.poll(theme).toBe('light')
  await visitor.context.close()
})

test('an offline bar shows until the network is back', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page, context } = visitor
  await openAs(visitor, client, '/threats/All')
  await row(page).waitFor()
  await context.setOffline(true)
  const bar = page.getByText("You're offline.")
  await bar.waitFor()
  // The loaded data stays visible.
  expect(await row(page).isVisible()).toBe(true)
  // A menu whose code isn't loaded yet waits for the network, and the page stays.
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('dialog', { name: 'Theme' }).waitFor()
  await page.waitForTimeout(500)
  expect(await row(page).isVisible()).toBe(true)
  await context.setOffline(false)
  await bar.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'System' }).waitFor()
  await context.close()
})

test('print shows only the page, black on white', async () => {
  const visitor = await newVisitor(browser, stack.origin, { theme: 'dark' })
  const { page } = visitor
  await openAs(visitor, client, '/threats/All')
  await row(page).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Theme' }).isVisible()).toBe(false)
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  const colours = await page.evaluate(() => {
    const style = getComputedStyle(document.body)
    return [style.backgroundColor, style.color]
  })
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  // Nothing scrolls inside, so the whole page is printed.
  const clipped = await page.evaluate(() => {
    const main = document.querySelector('main')
    return main ? main.scrollHeight - main.clientHeight : -1
  })
  expect(clipped).toBe(0)
  await visitor.context.close()
})

test('the sidebar counts what is open, and what is new until it was seen', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await signIn(visitor, 'client.kestrel@demo.example')
  const entries = page.getByRole('navigation', { name: 'Main' })
  await entries.getByRole('link', { name: /^Touts\W*\d/ }).waitFor()
  await entries.getByRole('link', { name: /^Deeper Analysis\W*\d/ }).waitFor()
  const leaks = entries.getByRole('link', { name: /^Data Leaks/ })
  await leaks.getByTitle(/^[\d,]+ new since your last visit$/).waitFor()
  await leaks.click()
  await page.waitForURL((url) => url.pathname === '/leaks')
  await leaks.getByTitle(/new since/).waitFor({ state: 'detached' })
  await page.reload()
  await entries.getByRole('link', { name: /^Touts\W*\d/ }).waitFor()
  await visitor.settled()
  expect(await leaks.getByTitle(/new since/).count()).toBe(0)

  // New items are also marked on their cards until the user leaves the page.
  const news = entries.getByRole('link', { name: /^News/ })
  await news.getByTitle(/^\d+ new since your last visit$/).waitFor()
  await news.click()
  await page.waitForURL((url) => url.pathname === '/news')
  await news.getByTitle(/new since/).waitFor({ state: 'detached' })
  const cards = page.getByRole('article')
  await cards.getByText('New', { exact: true }).first().waitFor()
  await page.reload()
  await cards.first().waitFor()
  await visitor.settled()
  expect(await cards.getByText('New', { exact: true }).count()).toBe(0)
  expect(await news.getByTitle(/new since/).count()).toBe(0)
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('the menu of a super admin is whole in a window of 900 px, in groups, with targets of 24 px', async () => {
  const visitor = await newVisitor(browser, stack.origin, { width: 1440, height: 900 })
  const { page } = visitor
  // A company with every module and pages of its own.
  await openAs(visitor, 'superAdmin@demo.example', '/admin/home', 'meridian-bank')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: /^Executive Leak Monitor/ }).waitFor()
  const seen = await menu.evaluate((nav) => ({
    hidden: nav.scrollHeight - nav.clientHeight,
    lowest: Math.min(...Array.from(nav.querySelectorAll('a'), (link) => link.getBoundingClientRect().height)),
    groups: Array.from(nav.querySelectorAll('[data-group]'), (item) => item.getAttribute('data-group')),
  }))
  expect(seen).toMatchObject({ hidden: 0, groups: ['Work', 'Company', 'Provider', 'People', 'Operation'] })
  expect(seen.lowest).toBeGreaterThanOrEqual(24)
  await visitor.context.close()
})

test('an icon button shows its tooltip on keyboard focus too, and Escape hides it', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await signIn(visitor, client)
  await visitor.settled()
  const tip = (text: string) => page.locator('[popover=manual]:popover-open').filter({ hasText: text })
  const theme = page.getByRole('button', { name: 'Theme' })
  // Tooltips are active shortly after the page has loaded.
  const tipOfTheme = async () => {
    await page.getByRole('button', { name: /^Search or jump/ }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    return tip('Theme').count()
  }
  await expect.poll(tipOfTheme, { timeout: 30_000 }).toBe(1)
  expect(await theme.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => tip('Theme').count()).toBe(0)

  // The narrow sidebar has no room for names. Its last entry must be reachable however low the window is.
  await page.setViewportSize({ width: 1000, height: 420 })
  const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()
  await last.scrollIntoViewIfNeeded()
  await last.hover()
  await tip('What').waitFor()
  expect(await last.isVisible()).toBe(true)
  await visitor.context.close()
})

/** A colour of the system as the page computes it. It runs in the page. */
const colourOf = (name: string) => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = name
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

test('forced colours still show the current page and the severity of a threat', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, client, '/threats/All')
  await row(page).waitFor()
  await page.emulateMedia({ forcedColors: 'active' })
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  expect(await current.evaluate((entry) => getComputedStyle(entry).outlineStyle)).toBe('solid')
  const bar = row(page).locator('[data-severity] i').first()
  expect(await bar.evaluate((sign) => getComputedStyle(sign).forcedColorAdjust)).toBe('none')
  // Filled and empty bars have colours of the system, and an icon has the colour of its label.
  const high = page.locator('[data-severity=High] [aria-hidden]').first()
  const [text, empty] = [await page.evaluate(colourOf, 'CanvasText'), await page.evaluate(colourOf, 'GrayText')]
  const fills = high.evaluate((bars) => Array.from(bars.children, (each) => getComputedStyle(each).backgroundColor))
  expect(await fills).toEqual([text, text, text, empty])
  const tab = page.locator('[data-source]:not([aria-current])').first()
  const colours = tab.evaluate((label) => [
    getComputedStyle(label).color,
    getComputedStyle(label.querySelector('span') ?? label).backgroundColor,
  ])
  const [label, icon] = await colours
  expect(icon).toBe(label)
  const chip = await page
    .getByRole('row')
    .getByText('New', { exact: true })
    .first()
    .evaluate((status) => getComputedStyle(status).borderTopStyle)
  expect(chip).toBe('solid')
  await visitor.context.close()
})

test("the preview of an email has its styles and keeps to the portal's content policy", async () => {
  const visitor = await newVisitor(browser, stack.origin, { keepsPolicy: true })
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/email')
  await page.getByLabel('Subject', { exact: true }).fill('What we found this week')
  const body = page.frameLocator('iframe[title="Email preview"]').locator('body')
  await expect
    .poll(() => body.evaluate((mail) => getComputedStyle(mail).backgroundColor), { timeout: 30_000 })
    .toBe('rgb(245, 246, 248)')
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a page of one company opens by its URL in a tab without a chosen company', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await signIn(visitor, 'qa@demo.example')
  await page.getByRole('list', { name: 'Threats to review' }).waitFor()
  for (const [company, path] of [
    ['kestrel-rail', '/QA/touts'],
    // Its reviewers have no touts.
    ['larkspur-lottery', '/QA/dashboard'],
  ] as const) {
    await startTab(visitor, company)
    await page.goto('/QA/touts')
    await page.waitForURL((url) => url.pathname === path && url.searchParams.has('id'))
  }
  expectNoTroubles(visitor)
  await visitor.context.close()
})
