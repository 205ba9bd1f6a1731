import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, keepScreen, newVisitor, openAs, openBrowser } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

/** A staff user sees the portal as a client, can't change anything, and returns. */

const patienceMs = 30_000

let stack: Stack
let browser: Browser

beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

test('staff view the portal as a client, whose menu and pages they see without changing anything', async () => {
  const staff = await newVisitor(browser, stack.origin)
  const { page } = staff
  await openAs(staff, 'admin@demo.example', '/home')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: /^View .* as a client$/ }).click()
  const bar = page.getByText(/^You're viewing the portal as a client of /)
  await bar.waitFor({ timeout: patienceMs })
  await page.waitForURL((url) => url.pathname === '/home')
  expect(await page.getByRole('link', { name: 'All companies' }).count()).toBe(0)
  await keepScreen(page, 'client-view')
  expect(await accessibilityFaults(page)).toEqual([])

  // A client may decide. During the view, the server refuses it.
  await page.goto(`${stack.origin}/threats/All?status=open`)
  await page.getByRole('treegrid').getByRole('checkbox').nth(2).waitFor({ timeout: patienceMs })
  await staff.settled()
  await page.keyboard.press('j')
  await page.keyboard.press('b')
  await page
    .getByText(/viewing the portal as a client, so nothing can be changed/)
    .first()
    .waitFor({ timeout: patienceMs })

  await page.getByRole('button', { name: 'End view' }).click()
  await page.waitForURL((url) => url.pathname === '/admin/home', { timeout: patienceMs })
  expect(await bar.count()).toBe(0)
  await staff.context.close()
})
