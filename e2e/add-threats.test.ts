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
  const file = page.getByRole('region', { name: 'App', exact: true })
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

test('an email is read from its file, and what is ticked in it goes to review', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'qa@demo.example', '/QA/addThreats?mode=mail', company)
  const region = page.getByRole('region', { name: 'The email', exact: true })
  const upload = (name: string, text: string) =>
    region.locator('input[type=file]').setInputFiles({ name, mimeType: 'message/rfc822', buffer: Buffer.from(text) })
  await upload('notes.eml', 'no headers of an email')
  await region.getByRole('alert').waitFor()
  const lure = 'Your Meridian Bank account will be blocked today. Enter your password and PIN at'
  await upload(
    'warning.eml',
    `From: x@evil.example\r\nSubject: Last warning\r\n\r\n${lure} https://upload-lure.example/login\r\nCall +44 20 7946 0958.`,
  )
  await page.getByRole('heading', { name: 'Found in “Last warning”' }).waitFor({ timeout: 60_000 })
  const link = page.getByRole('checkbox', { name: /upload-lure/ })
  const number = page.getByRole('checkbox', { name: /442079460958/ })
  await link.waitFor()
  if (await number.isChecked()) await number.uncheck()
  await link.uncheck()
  await page.getByText('Nothing selected').waitFor()
  await link.focus()
  await page.keyboard.press('Space')
  await page.getByText('1 selected').waitFor()
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(visitor, look)
    await visitor.settled()
    const found = await faultsOfLook(visitor, 'add-mail', look, looks[at - 1])
    faults.push(...found.map((fault) => `${nameOf(look)}: ${fault}`))
  }
  expect(faults).toEqual([])
  await page.getByRole('button', { name: 'Send to review' }).click()
  await page.getByText('1 threat sent to review').waitFor()
  await visitor.context.close()
})
