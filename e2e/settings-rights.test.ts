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

test('a client enters the rights of the company, and its viewers read them', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/settings?part=rights')
  const lines = page.getByLabel('Trademarks, one per line')
  await page.getByLabel('Registered owner').fill('Meridian Bank AG')
  await lines.fill('Meridian; EUIPO; 018123456; 9, 36; 2031-05-01\nMeridian Pay')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Line 2: enter name; office; number').waitFor()
  await lines.fill('Meridian; EUIPO; 018123456; 9, 36; 2031-05-01')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.getByLabel('Valid until').fill('2031-05-01')
  await page.setInputFiles('input[type=file]', {
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n'),
  })
  await page.getByRole('link', { name: 'letter.pdf' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expectNoTroubles(visitor)
  await visitor.context.close()

  const viewer = await newVisitor(browser, stack.origin)
  await openAs(viewer, 'clientPeeker@demo.example', '/settings?part=rights')
  await viewer.page.getByRole('link', { name: 'letter.pdf' }).waitFor()
  expect(await viewer.page.getByLabel('Registered owner').inputValue()).toBe('Meridian Bank AG')
  expect(await viewer.page.getByLabel('Registered owner').isDisabled()).toBe(true)
  expect(await viewer.page.getByRole('button', { name: /Delete/ }).count()).toBe(0)
  await viewer.context.close()
})
