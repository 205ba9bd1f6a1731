import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, expectNoTroubles, newVisitor, openAs, openBrowser } from './browser.ts'
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

test('a client invites a read-only colleague, deactivates and reactivates them, and has no actions on their own account', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/settings?part=users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  await page.getByRole('button', { name: 'Send invitation', exact: true }).click()
  await page.getByText('Enter an email address.').waitFor()
  await page.getByLabel('Email').fill('ines.umber@umber.example')
  await page.getByLabel('Name').fill('Ines Umber')
  await page.getByRole('radio', { name: 'Client (read-only)' }).check()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send invitation', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'ines.umber@umber.example' })
  await row.getByText('Invited', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Deactivate: Ines Umber' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await row.getByText('Deactivated', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Reactivate: Ines Umber' }).click()
  await row.getByText('Invited', { exact: true }).waitFor()
  const own = page.getByRole('listitem').filter({ hasText: 'client@demo.example' })
  await own.waitFor()
  expect(await own.getByRole('button').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  expectNoTroubles(visitor)
  await visitor.context.close()

  const viewer = await newVisitor(browser, stack.origin)
  await openAs(viewer, 'clientPeeker@demo.example', '/settings')
  await viewer.page.getByRole('link', { name: 'Trademarks and documents' }).waitFor()
  expect(await viewer.page.getByRole('link', { name: 'Users' }).count()).toBe(0)
  await viewer.context.close()
})
