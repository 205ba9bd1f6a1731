import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, expectNoTroubles, keepScreen, newVisitor, openAs, openBrowser } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

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

test('a client sees what joins a campaign, splits a threat off and requests the takedown of the others', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/takedown/campaigns')
  const link = page.getByRole('link', { name: 'Campaign 1', exact: true })
  await link.waitFor()
  await keepScreen(page, 'campaigns')
  await link.click()
  await page.getByRole('heading', { name: 'What links these threats' }).waitFor()
  await page.getByRole('button', { name: /^Certificate key .+ shared by 7 threats$/ }).focus()
  await keepScreen(page, 'campaign')
  expect(await accessibilityFaults(page)).toEqual([])

  await page
    .getByRole('button', { name: /^Split off / })
    .first()
    .click()
  await page.getByLabel('Reason (optional)').fill('A parking page')
  await page.getByRole('dialog').getByRole('button', { name: 'Split off' }).click()
  await page.getByText('A parking page').waitFor()
  await page.getByRole('button', { name: 'Request takedown for all 6' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request takedown' }).click()
  await page.getByText('Takedown requested for 6 threats.').first().waitFor()
  await page.getByText('All decided').waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  await keepScreen(page, 'campaign-phone')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('region', { name: 'Threats in this campaign' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Part of campaign 1 (6 threats)' }).waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})
