import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, apiCall, expectNoTroubles, newVisitor, openAs, openBrowser } from './browser.ts'
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

test('a super admin sets the account of a service, and a report through it is prepared in a case', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/settings?part=services')
  await page.getByText('Ready, no account needed').waitFor()
  await page.getByRole('button', { name: 'Set account: urlscan.io' }).click()
  await page.getByLabel('Key', { exact: true }).fill('secret-key')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Account set').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  const cases = '/takedown/getTakedown?takedownStatus=submitted&threatSource=Domain'
  const { body } = await apiCall<{ items: { id: string }[] }>(visitor, cases)
  await page.goto(`/takedown/${body.items[0]?.id ?? ''}`)
  await page.getByRole('button', { name: 'Write notice' }).click()
  await page.getByRole('dialog').getByText('Service with an API').click()
  await page.getByLabel('Service', { exact: true }).selectOption({ label: 'urlscan.io' })
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Save dry run' }).click()
  await page.getByText('urlscan.io').first().waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})
