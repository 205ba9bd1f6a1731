import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCall, apiSend, expectNoTroubles, newVisitor, openAs, openBrowser } from './browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from './looks.ts'
import { startEmbedded, type Stack } from './stack.ts'

const company = 'meridian-bank'
const sample = (name: string) =>
  readFile(path.resolve(import.meta.dirname, '../packages/readers/test/apk', name)).then((buffer) => ({
    name: name.replace('northwind-', ''),
    mimeType: 'application/vnd.android.package-archive',
    buffer,
  }))

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

test('an app is read from its file, shows why it passes for one of the company, and goes to review with it', async () => {
  const admin = await newVisitor(browser, stack.origin)
  await openAs(admin, 'superAdmin@demo.example', '/settings', company)
  const address = `/settings/assets?company=${company}`
  const { body: assets } = await apiCall<{ apps: object[] }>(admin, address)
  const app = { name: 'Northwind Bank', packageName: 'com.northwindbank.mobile', signerSha256: ['ab'.repeat(32)] }
  const { status } = await apiSend(admin, address, { ...assets, company, apps: [...assets.apps, app] }, 'put')
  expect(status).toBe(200)
  await admin.context.close()

  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'qa@demo.example', '/QA/addThreats?source=APK', company)
  const file = page.getByRole('region', { name: 'The app' })
  const damaged = await sample('northwind-official.apk')
  await file.locator('input[type=file]').setInputFiles({ ...damaged, buffer: damaged.buffer.subarray(0, 2000) })
  await file.getByText("can't be read").waitFor({ timeout: 60_000 })
  await file.locator('input[type=file]').setInputFiles(await sample('northwind-fake-same-icon.apk'))
  await file.getByText('fake-same-icon.apk was read').waitFor({ timeout: 60_000 })
  await file.getByRole('button', { name: 'Different signer' }).waitFor()
  expect(await page.getByLabel('App name').inputValue()).toBe('Northwind Bank')
  expect(await page.getByLabel('Signer SHA-256').inputValue()).toMatch(/^[0-9a-f]{64}$/)
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(visitor, look)
    await visitor.settled()
    faults.push(
      ...(await faultsOfLook(visitor, 'add-app', look, looks[at - 1])).map((fault) => `${nameOf(look)}: ${fault}`),
    )
  }
  expect(faults).toEqual([])
  await page.getByText('1 new').waitFor()
  await page.getByRole('button', { name: 'Send to review' }).click()
  await page.getByText('1 threat sent to review').waitFor()
  expect(await file.getByRole('button', { name: 'Different signer' }).count()).toBe(0)
  expectNoTroubles(visitor)
  await visitor.context.close()
})
