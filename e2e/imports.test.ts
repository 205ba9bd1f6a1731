import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openAs,
  openBrowser,
  type Visitor,
} from './browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from './looks.ts'
import { startEmbedded, type Stack } from './stack.ts'

const company = 'meridian-bank'
const csv = [
  'Website,Owner,Risk,First seen',
  'login-meridian-import.test,Example Registrar,High,2026-11-01',
  'no domain at all,Example Registrar,Low,2026-11-01',
  'meridian-import-pay.test,,Low,31.02.2026',
  'meridian-import-help.test,,,2026-11-03',
].join('\n')
const file = { name: 'suspects.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }

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

/** The faults of the current page in all looks. */
async function faultsIn(visitor: Visitor, picture: string): Promise<string[]> {
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(visitor, look)
    await visitor.settled()
    const found = await faultsOfLook(visitor, picture, look, looks[at - 1])
    faults.push(...found.map((fault) => `${picture}, ${nameOf(look)}: ${fault}`))
  }
  const [usual] = looks
  if (usual) await showIn(visitor, usual)
  return faults
}

const countIn = ({ page }: Visitor, name: string) =>
  page.getByRole('region', { name: 'Result' }).locator('dl > div', { hasText: name }).locator('dd').textContent()

test('a reviewer imports a file with mistakes, reviews what it added, and undoes it', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'qa@demo.example', '/QA/addThreats?source=Domain', company)
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.getByText('No imports yet').waitFor()
  const faults = await faultsIn(visitor, 'imports-empty')

  await page.getByRole('combobox', { name: 'Source' }).selectOption({ label: 'Domain' })
  await page.getByRole('region', { name: 'Import a file' }).locator('input[type=file]').setInputFiles(file)
  await page.getByRole('heading', { name: 'suspects.csv' }).waitFor()
  // No column has a name of the field that names the threats.
  await page.getByText('Choose which column contains Domain name').waitFor()
  const start = page.getByRole('button', { name: 'Start import for Meridian Bank' })
  expect(await start.isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'Website, import as' }).focus()
  await page.keyboard.type('Domain name')
  await page.getByRole('combobox', { name: 'Owner, import as' }).selectOption('field:registrar')
  await page.getByRole('combobox', { name: 'Risk, import as' }).selectOption({ label: 'Severity' })
  expect(await page.getByRole('combobox', { name: 'First seen, import as' }).inputValue()).toBe('firstSeen')
  await page.getByText('2 of the first 4 rows can be imported').waitFor()
  const rows = await page.getByRole('region', { name: 'First rows' }).getByRole('row').allTextContents()
  expect(rows[2]).toMatch(/^Line 3.*Domain name: /)
  expect(rows[3]).toMatch(/^Line 4.*First seen: /)
  faults.push(...(await faultsIn(visitor, 'import-mapping')))

  await start.click()
  await page.getByText('The whole file was read.').waitFor({ timeout: 60_000 })
  expect(await countIn(visitor, 'Added')).toBe('2')
  expect(await countIn(visitor, 'Rejected')).toBe('2')
  faults.push(...(await faultsIn(visitor, 'import-done')))
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^3,Domain name,/)
  expect(lines[2]).toMatch(/^4,First seen,/)

  await page.getByRole('link', { name: 'Review what was imported' }).click()
  await page.getByText('2 matches').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The 2 records that suspects.csv added to Meridian Bank').waitFor()
  faults.push(...(await faultsIn(visitor, 'import-undo')))
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('2 records were removed.').waitFor({ timeout: 60_000 })
  expect(await page.getByRole('button', { name: 'Undo import' }).count()).toBe(0)

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Imports' }).click()
  await page.getByRole('region', { name: 'List of imports' }).getByText('Undone').waitFor()
  faults.push(...(await faultsIn(visitor, 'imports')))
  expect(faults).toEqual([])
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a running import shows its progress, can be cancelled, and keeps what it added', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'qa@demo.example', '/QA/addThreats/imports?source=Domain', company)
  const rows = Array.from({ length: 60_000 }, (_, n) => `meridian-import-${n}.test`)
  await page
    .getByRole('region', { name: 'Import a file' })
    .locator('input[type=file]')
    .setInputFiles({ ...file, name: 'long.csv', buffer: Buffer.from(['domain', ...rows].join('\n')) })
  await page.getByText('The first 20 rows can be imported').waitFor()
  await page.getByRole('button', { name: 'Start import for Meridian Bank' }).click()
  await page.getByRole('progressbar').waitFor()
  await page.getByText('the import continues').waitFor()
  await expect.poll(() => countIn(visitor, 'Added'), { timeout: 60_000 }).not.toBe('0')
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'import-running')
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await page.getByText('What was added before stays until').waitFor()
  expect(Number((await countIn(visitor, 'Added'))?.replace(',', ''))).toBeLessThan(60_000)
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a super admin finds the imports below Add Threats, and an import of another company is not found', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/addThreats', company)
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.waitForURL('**/addThreats/imports?*')
  await page.getByRole('region', { name: 'Import a file' }).getByRole('combobox', { name: 'Company' }).waitFor()
  expectNoTroubles(visitor)
  await page.goto('/addThreats/imports/00000000-0000-4000-8000-000000000000')
  await page.getByText('Import not found').waitFor()
  await visitor.context.close()
})
