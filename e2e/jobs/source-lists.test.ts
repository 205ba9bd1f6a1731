import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoTroubles, newVisitor, openAs, openBrowser } from '../browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from '../looks.ts'
import { startEmbedded, type Stack } from '../stack.ts'

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

test('a client sorts the profiles of a network by their followers and filters them', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/threats/Instagram')
  const followers = async () => {
    const shown = await page
      .locator('[role=row] [title]')
      .filter({ hasText: /^[\d,]+$/ })
      .allTextContents()
    return shown.map((text) => Number(text.replaceAll(',', '')))
  }
  await page.getByRole('button', { name: /Followers/ }).click()
  await page.waitForURL(/sort=fields\.followers/)
  // Read together: the rows in the old order stay until the sorted ones are here.
  const isSorted = async () => {
    const shown = await followers()
    return shown.length > 3 && String(shown.toSorted((one, other) => other - one)) === String(shown)
  }
  await expect.poll(isSorted).toBe(true)

  await page.getByRole('button', { name: 'More filters' }).click()
  const from = page.getByLabel('Followers, from')
  await from.fill('100')
  await from.press('Enter')
  await page.waitForURL(/fields=followers:from:100/)
  await page.keyboard.press('Escape')
  await page.getByText('Followers ≥ 100').waitFor()
  await expect.poll(async () => Math.min(...(await followers()))).toBeGreaterThanOrEqual(100)

  await page.reload()
  await page.getByText('Followers ≥ 100').waitFor()
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(visitor, look)
    await visitor.settled()
    const found = await faultsOfLook(visitor, 'source-list', look, looks[at - 1])
    faults.push(...found.map((fault) => `${nameOf(look)}: ${fault}`))
  }
  expect(faults).toEqual([])
  expectNoTroubles(visitor)
})
