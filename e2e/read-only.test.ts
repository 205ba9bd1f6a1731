import { definitions } from '@signet/contract'
import { can, type Role } from '@signet/contract/access/permissions'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyActions } from '../apps/web/src/ui/keys/key-actions.ts'
import { settingsParts } from '../apps/web/src/features/settings/settings-search.ts'
import { expectNoTroubles, newVisitor, openAs, openBrowser } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

/* Read-only users open every screen of their menu and a record of each list, and are offered nothing that they may not do. */

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

const basePath = '/api/rest'

/** The name of the call that a request makes, if the role may not make it. */
function barredCall(role: Role, method: string, pathname: string): string | undefined {
  const call = Object.entries(definitions).find(([, { method: own, path }]) => {
    const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+')
    return own === method && new RegExp(`^${basePath}${pattern}$`).test(pathname)
  })
  return call && call[1].access !== 'PUBLIC' && !can(role, call[1].access) ? call[0] : undefined
}

/** Buttons that change something, by their names in English. */
const offers =
  /^(Add|Assign|Bookmark|Claim|Create|Deactivate|Delete|Edit|Export|False positive|Ignore|Invite|New|Publish|Remove|Reopen|Request|Resend|Resolve|Reveal|Save view|Save$|Schedule|Send|Show password|Undo|Upload|Whitelist|Withdraw)\b/

async function offeredOn(page: Page): Promise<string[]> {
  const names = await page
    .locator('main')
    .getByRole('button', { disabled: false })
    .evaluateAll((buttons) =>
      buttons.map((button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()),
    )
  return names.filter((name) => offers.test(name))
}

/** The first record of a list; the head of the list is row 1. */
const firstRow = (page: Page) => page.locator('main [role=row][aria-rowindex="2"]')

/** Keys that lead away or write into a search field. */
const skipped = new Set(['open', 'search', 'go', 'keys', 'views'])

const screenMs = 600_000

test.each<Role>(['clientPeeker', 'adminPeeker'])(
  '%s is offered no action that the server would refuse, on no screen and by no key',
  async (role) => {
    const visitor = await newVisitor(browser, stack.origin)
    const { page } = visitor
    const found: string[] = []
    page.on('request', (request) => {
      const call = barredCall(role, request.method(), new URL(request.url()).pathname)
      if (call) found.push(`${page.url()} calls ${call}`)
    })
    await openAs(visitor, `${role}@demo.example`, '/settings', role === 'adminPeeker' ? 'meridian-bank' : undefined)
    await visitor.settled()
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const menu = await entries.evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    )
    expect(menu).toContain('/settings')
    const screens = [...menu, ...settingsParts.map((part) => `/settings?part=${part}`)]
    const check = async () => {
      await visitor.settled()
      for (const { action, key } of keyActions) if (!skipped.has(action)) await page.keyboard.press(key)
      await page.keyboard.press('Escape')
      for (const name of await offeredOn(page)) found.push(`${page.url()} offers "${name}"`)
    }
    for (const screen of screens) {
      await page.goto(screen)
      await check()
      const row = firstRow(page)
      if ((await row.count()) > 0) {
        await row.click()
        await check()
      }
    }
    expect(found).toEqual([])
    expectNoTroubles(visitor)
    await visitor.context.close()
  },
  screenMs,
)

test('the same look at a threat finds what a client is offered', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  await openAs(visitor, 'client@demo.example', '/threats/All')
  await visitor.settled()
  await firstRow(visitor.page).click()
  await expect
    .poll(() => offeredOn(visitor.page))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^Whitelist/)]))
  await visitor.context.close()
})
