import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoTroubles, keepScreen, newVisitor, openAs, openBrowser, type Visitor } from './browser.ts'
import { faultsOfForcedColours } from './forced-colours.ts'
import { startEmbedded, type Stack } from './stack.ts'

/* The main screens in the high contrast of Windows, light and dark. */

const client = 'client@demo.example'
const reviewer = 'qa@demo.example'
const staff = 'superAdmin@demo.example'
const company = 'meridian-bank'

let browser: Browser
let stack: Stack
const visitors = new Map<string, Visitor>()
beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
  for (const email of [client, reviewer, staff]) {
    const visitor = await newVisitor(browser, stack.origin)
    await visitor.page.emulateMedia({ forcedColors: 'active' })
    await openAs(visitor, email, '/profile', email === client ? undefined : company)
    visitors.set(email, visitor)
  }
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

interface Screen {
  name: string
  as: string
  path: string
  /** Waits until the screen is complete, and opens more of it. */
  show: (page: Page) => Promise<unknown>
}

const rowsOf = (page: Page, name: string) =>
  page.getByLabel(name, { exact: true }).getByRole('row').filter({ hasText: /\w/ })
const queue = (page: Page) => page.getByRole('list', { name: 'Threats to review' }).getByRole('listitem')

const screens: Screen[] = [
  { name: 'home', as: client, path: '/home', show: (page) => page.getByText('Threats that need a decision').waitFor() },
  {
    name: 'threats',
    as: client,
    path: '/threats/Domain',
    async show(page) {
      await rowsOf(page, 'Threats').nth(2).getByRole('checkbox').check()
      await rowsOf(page, 'Threats').nth(1).click()
      await page.getByText('Why flagged').waitFor()
    },
  },
  {
    name: 'threats-found',
    as: client,
    path: '/threats/Domain?q=meridian&severity=Critical,High',
    async show(page) {
      await rowsOf(page, 'Threats').nth(1).waitFor()
      await page
        .getByRole('search')
        .getByRole('button', { name: /^Severity/ })
        .first()
        .click()
      await page.getByRole('checkbox', { name: /Critical/ }).waitFor()
    },
  },
  {
    name: 'review',
    as: reviewer,
    path: '/QA/dashboard',
    async show(page) {
      await queue(page).nth(2).getByRole('checkbox').check()
      await page.getByText('Why flagged').waitFor()
    },
  },
  {
    name: 'review-dialog',
    as: reviewer,
    path: '/QA/dashboard',
    async show(page) {
      await page.getByRole('button', { name: 'Request deletion' }).click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'review-published',
    as: reviewer,
    path: '/QA/dashboard/published',
    show: (page) => page.getByRole('row').nth(2).waitFor(),
  },
  {
    name: 'takedown-case',
    as: staff,
    path: '/takedown',
    async show(page) {
      await rowsOf(page, 'Takedowns').nth(1).getByRole('link').first().click()
      await page.getByRole('list', { name: 'Takedown steps' }).waitFor()
    },
  },
  {
    name: 'takedown-statistics',
    as: client,
    path: '/takedown/statistics?range=365',
    show: (page) => page.getByRole('img', { name: /First offline/ }).waitFor(),
  },
  {
    name: 'settings',
    as: client,
    path: '/settings',
    show: (page) => page.getByText('Single-key shortcuts').waitFor(),
  },
  {
    name: 'onboarding',
    as: staff,
    path: '/onboarding?company=meridian-bank&step=modules',
    show: (page) => page.getByRole('checkbox', { name: /^Data Leaks/ }).waitFor(),
  },
]

test.each(screens)(
  '$name loses nothing in forced colours: focus, choices, buttons, text and icons remain visible',
  async ({ name, as, path, show }) => {
    const visitor = visitors.get(as) ?? expect.fail(`${as} isn't signed in`)
    const { page } = visitor
    const faults: string[] = []
    await page.goto(path)
    await show(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      await visitor.settled()
      await keepScreen(page, `forced-${name}-${colorScheme}`)
      faults.push(...(await faultsOfForcedColours(page)).map((fault) => `${colorScheme}: ${fault}`))
    }
    expect(faults).toEqual([])
    expectNoTroubles(visitor)
  },
)
