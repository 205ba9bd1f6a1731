/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingsParts } from '../apps/web/src/features/settings/settings-search.ts'
import { apiCall, follow, newVisitor, openAs, openBrowser, pageChanged, type Visitor } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

let browser: Browser
let stack: Stack
beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

const client = 'client@demo.example'
const reviewer = 'qa@demo.example'

/** Shows another screen without loading the page again. The title stays if it is another part of the same page. */
async function begin(visitor: Visitor, to: string): Promise<void> {
  const { page } = visitor
  const from = new URL(page.url())
  const isOfSamePage = new URL(to, from).pathname === from.pathname
  const title = await page.title()
  await follow(visitor, to)
  if (isOfSamePage) await page.evaluate((same) => (document.title = same), title)
  else await pageChanged(visitor)
}

/** Like `begin`, and waits until the screen is complete. */
async function show(visitor: Visitor, to: string): Promise<void> {
  await begin(visitor, to)
  await visitor.settled()
}

/** The path of the client's first takedown. */
async function pathOfCase(visitor: Visitor): Promise<string> {
  const { body } = await apiCall<{ items: { id: string }[] }>(visitor, '/takedown/getTakedown?limit=1')
  return `/takedown/${body.items[0]?.id}`
}

/** How far the frame is scrolled, in px, by its parts; a part that isn't scrolled is left out. */
const scrolledParts = (page: Page) =>
  page.evaluate(() => {
    const parts = {
      window: scrollY,
      document: document.scrollingElement?.scrollTop,
      main: document.querySelector('main')?.scrollTop,
    }
    return Object.entries(parts).flatMap(([name, px]) => (px === 0 ? [] : [`${name} by ${px} px`]))
  })

/** Focuses the last element of the page that takes the focus. */
const focusLast = (page: Page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea, [tabindex="0"])',
    )
    for (const element of Array.from(all).toReversed()) {
      element.focus()
      if (document.activeElement === element) return
    }
  })

/** Puts a button below the window into the page, as a part would that is too tall, and focuses it. */
const focusBelow = (page: Page) =>
  page.evaluate(() => {
    const button = document.createElement('button')
    button.textContent = 'Below the window'
    button.style.cssText = 'position: absolute; top: 3000px'
    const box = document.querySelector('main > *')
    if (!(box instanceof HTMLElement)) throw new Error('The page is empty')
    box.style.position = 'relative'
    box.append(button)
    button.focus()
  })

/** What scrolls the frame of a screen or makes it higher than its window, one line each. */
async function faultsOfFrame({ page }: Visitor, screen: string): Promise<string[]> {
  const faults: string[] = []
  await focusLast(page)
  faults.push(...(await scrolledParts(page)).map((part) => `${screen}: focus scrolls ${part}`))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  faults.push(...(await scrolledParts(page)).map((part) => `${screen}: Tab scrolls ${part}`))
  const hidden = await page.evaluate(() => {
    const main = document.querySelector('main')
    if (main) main.scrollTop = 9999
    scrollTo(0, 9999)
    return document.documentElement.scrollHeight - document.documentElement.clientHeight
  })
  faults.push(...(await scrolledParts(page)).map((part) => `${screen}: a script scrolls ${part}`))
  if (hidden > 0) faults.push(`${screen} is ${hidden} px taller than its window`)
  return faults
}

test('the frame stays in its window on every part of the settings, and on a home page, a list and a case', async () => {
  const visitor = await newVisitor(browser, stack.origin, { width: 1440, height: 600 })
  const faults: string[] = []
  await openAs(visitor, 'superAdmin@demo.example', '/settings', 'meridian-bank')
  await visitor.settled()
  const screens = [
    '/settings',
    ...settingsParts.map((part) => `/settings?part=${part}`),
    '/admin/home',
    '/threats/All',
    await pathOfCase(visitor),
  ]
  for (const screen of screens) {
    await show(visitor, screen)
    for (const width of [1440, 390]) {
      await visitor.page.setViewportSize({ width, height: 600 })
      faults.push(...(await faultsOfFrame(visitor, `${screen} at ${width} px`)))
    }
  }
  expect(faults).toEqual([])
  await focusBelow(visitor.page)
  expect(await scrolledParts(visitor.page)).toEqual([])
  await visitor.context.close()
})

/** The longest time in ms that an element of the page moves for, with the element, if it is longer than 10 ms. */
const movements = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>()
    for (const element of document.querySelectorAll('body, body *'))
      for (const pseudo of [null, '::before', '::after']) {
        const style = getComputedStyle(element, pseudo)
        // In seconds, as computed.
        const seconds = [
          style.transitionProperty === 'none' ? '0s' : style.transitionDuration,
          style.animationName === 'none' ? '0s' : style.animationDuration,
        ].flatMap((times) => times.split(',').map((time) => Number.parseFloat(time)))
        const ms = Math.max(...seconds) * 1000
        if (ms > 10) found.add(`${element.tagName}.${element.className} ${pseudo ?? ''} ${ms} ms`)
        if (style.scrollBehavior === 'smooth') found.add(`${element.tagName}.${element.className} scrolls smoothly`)
      }
    for (const animation of document.getAnimations())
      if (animation.playState === 'running' && animation.timeline === document.timeline) found.add('an animation runs')
    return [...found]
  })

test('nothing moves for users who asked for reduced motion', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults: string[] = []
  await openAs(visitor, client, '/home')
  const screens = [
    '/home',
    '/threats/Domain',
    '/takedown',
    await pathOfCase(visitor),
    '/activity',
    '/settings',
    '/leaks',
  ]
  for (const screen of screens) {
    await begin(visitor, screen)
    // While it loads, too: a skeleton moves longest.
    faults.push(...(await movements(page)).map((movement) => `${screen} while it loads: ${movement}`))
    await visitor.settled()
    faults.push(...(await movements(page)).map((movement) => `${screen}: ${movement}`))
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or jump' }).waitFor()
  faults.push(...(await movements(page)).map((movement) => `search: ${movement}`))
  expect(faults).toEqual([])
  await visitor.context.close()
})

test('at a zoom of 200 % no screen of a client or reviewer scrolls sideways, nor does daily work at 400 %', async () => {
  const daily = {
    [client]: ['/home', '/threats/All', '/takedown', '/reports', '/addRequest', '/leaks', '/settings'],
    [reviewer]: ['/QA/dashboard', '/QA/addThreats'],
  }
  const faults: string[] = []
  for (const [email, paths] of Object.entries(daily)) {
    const visitor = await newVisitor(browser, stack.origin)
    const { page } = visitor
    await openAs(visitor, email, '/profile', email === client ? undefined : 'meridian-bank')
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await entries.nth(3).waitFor()
    const listed = await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(listed.length).toBeGreaterThan(5)
    const screens = [...new Set([...paths, ...listed])]
    for (const screen of screens) {
      await page.setViewportSize({ width: 720, height: 450 })
      await show(visitor, screen)
      faults.push(...(await faultsOfWidth(page, screen)))
      if (!paths.includes(screen)) continue
      await page.setViewportSize({ width: 320, height: 450 })
      await visitor.settled()
      faults.push(...(await faultsOfWidth(page, screen)))
    }
    await visitor.context.close()
  }
  expect(faults).toEqual([])
})

const faultsOfWidth = (page: Page, screen: string) =>
  page.evaluate((name) => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth ? [`${name} at ${innerWidth} px: ${scrollWidth - clientWidth} px too wide`] : []
  }, screen)
