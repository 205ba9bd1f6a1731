import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityFaults, expectNoTroubles, keepScreen, newVisitor, openBrowser, openAs } from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

/** Staff test the detector: pasted names, and a new brand on the stored names before it is saved. */

const workMs = 30_000
let browser: Browser
let stack: Stack

beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

test('pasted names each get a verdict with its indicators', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'subAdmin@demo.example', '/settings?part=names')
  await page.getByLabel('Company', { exact: true }).selectOption({ label: 'Meridian Bank' })
  const names = ['unrelated.example', 'login-meridianbank.example', 'www.meridianbank.example', '...']
  await page.getByRole('textbox', { name: /^Names/ }).fill(names.join('\n'))
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('4 names, 1 finding').waitFor({ timeout: workMs })
  const rows = page.getByRole('table').getByRole('row')
  // The best result comes first, whatever the order of the pasted names.
  await expect.poll(() => rows.nth(1).innerText(), { timeout: workMs }).toMatch(/login-meridianbank\[\.\]example/)
  expect(await page.getByRole('table').innerText()).toMatch(/Official/)
  await rows
    .nth(1)
    .getByText(/indicators?$/)
    .click()
  await rows.nth(1).getByText('points').first().waitFor({ state: 'attached', timeout: workMs })
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'bench')
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a new brand is tested on the stored names before it is saved', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'admin@demo.example', '/settings?part=assets')
  await page.getByRole('button', { name: 'Add brand' }).click()
  await page.getByLabel('Name', { exact: true }).last().fill('MetaMask')
  await page.getByRole('button', { name: 'Test on stored names' }).last().click()
  await page.getByText(/^Would have found [\d,]+ match(?:es)? in [\d,]+ stored names\.$/).waitFor({ timeout: workMs })
  expect(await page.getByRole('list', { name: 'Examples' }).getByRole('listitem').count()).toBe(3)
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'back-test')
  // The previous result doesn't apply to another name.
  await page.getByLabel('Name', { exact: true }).last().fill('Qqzzxx Unheard')
  await page.getByRole('list', { name: 'Examples' }).waitFor({ state: 'detached', timeout: workMs })
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a domain that imitates says where, and what was seen of it', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/threats/Domain')
  // Rows that are loading are skeletons without text. The first row with text is the header.
  await page.getByRole('row').filter({ hasText: /\w/ }).nth(1).click()
  await page.getByLabel('How this name imitates the brand').waitFor({ timeout: workMs })
  await page.getByRole('heading', { name: 'What would lower the score' }).waitFor({ timeout: workMs })
  await page.getByRole('tab', { name: 'Technical' }).click()
  await page.getByRole('heading', { name: 'Change history' }).waitFor({ timeout: workMs })
  await visitor.settled()
  expect(await accessibilityFaults(page)).toEqual([])
  expectNoTroubles(visitor)
  await visitor.context.close()
})
