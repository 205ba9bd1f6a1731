import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoTroubles, keepScreen, newVisitor, openAs, openBrowser } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

/** A threat is assigned with the keyboard alone, and read-only users only see the assignee. */

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

test('a threat is assigned to a colleague with the keyboard and found by the filter', async () => {
  const client = await newVisitor(browser, stack.origin)
  const { page } = client
  await openAs(client, 'client@demo.example', '/threats/Domain?status=open&assigned=nobody')
  await page.getByRole('treegrid').getByRole('checkbox').nth(2).waitFor({ timeout: patienceMs })
  await client.settled()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const assignee = page.getByRole('button', { name: /^Assigned to: / })
  await assignee.waitFor({ timeout: patienceMs })
  await assignee.focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole('combobox', { name: 'Assignee' })
  await box.waitFor({ timeout: patienceMs })
  // The caller is the first choice.
  await page.getByRole('option', { name: /You$/ }).waitFor({ timeout: patienceMs })
  await keepScreen(page, 'assign')
  await page.keyboard.press('Enter')
  await page
    .getByText(/^Assigned to /)
    .first()
    .waitFor({ timeout: patienceMs })
  await expect.poll(() => assignee.getAttribute('aria-label'), { timeout: patienceMs }).not.toContain('Unassigned')
  const threatId = new URL(page.url()).searchParams.get('id') ?? ''
  await openAs(client, 'client@demo.example', `/threats/Domain?assigned=me&id=${threatId}`)
  await assignee.waitFor({ timeout: patienceMs })
  expect(await page.getByRole('treegrid').getByRole('checkbox').count()).toBeGreaterThan(1)
  expectNoTroubles(client)
})

test('a read-only user sees the assignee but is not offered to change it', async () => {
  const reader = await newVisitor(browser, stack.origin)
  const { page } = reader
  await openAs(reader, 'clientPeeker@demo.example', '/threats/All?assigned=me')
  await page.getByRole('heading', { name: 'Threats' }).first().waitFor({ timeout: patienceMs })
  await openAs(reader, 'clientPeeker@demo.example', '/threats/All?assigned=anyone')
  await page.getByRole('treegrid').waitFor({ timeout: patienceMs })
  await reader.settled()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'History' }).waitFor({ timeout: patienceMs })
  await reader.settled()
  expect(await page.getByRole('button', { name: /^Assigned to: / }).count()).toBe(0)
  expectNoTroubles(reader)
})
