import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openBrowser,
  openAs,
  type Visitor,
} from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

/** A client sends a request with a file; staff of the provider answer and complete it; the client sees all messages. */

const subject = 'A page that looks like our loan form'
const address = 'https://loans-of-meridian.example/apply'
// The server checks the content of the file. This is the smallest possible image.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const patienceMs = 30_000

let stack: Stack
let browser: Browser
let client: Visitor
let staff: Visitor
let requestPath: string

beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
  client = await newVisitor(browser, stack.origin)
  staff = await newVisitor(browser, stack.origin)
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

const fileLink = ({ page }: Visitor) =>
  page.getByRole('list', { name: 'Request files' }).getByRole('link', { name: 'loan-form.png' })

test('the client sends a request with a file, and an empty field says what to enter', async () => {
  const { page } = client
  await openAs(client, 'client@demo.example', '/addRequest')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Enter a subject.').waitFor()
  await page.getByRole('radio', { name: 'Takedown support' }).check()
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('URLs or domains, one per line').fill(address)
  await page.getByLabel('What happened, and what do you need?').fill('A customer called. Please take it down.')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'loan-form.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('list', { name: 'Selected files' }).getByText('loan-form.png').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('heading', { name: subject }).waitFor({ timeout: patienceMs })
  requestPath = new URL(page.url()).pathname
  expect(requestPath).toMatch(/^\/addRequest\/[0-9a-f-]{36}$/)
  await fileLink(client).waitFor()
  await page.getByRole('list', { name: 'URLs' }).getByText('hxxps://loans-of-meridian[.]example/apply').waitFor()
  await keepScreen(page, 'request')
})

test('staff find it first in their list, assign it to themselves and ask back', async () => {
  const { page } = staff
  await openAs(staff, 'subAdmin@demo.example', '/addRequest', 'meridian-bank')
  await page.getByRole('region', { name: 'Company requests' }).getByRole('link', { name: subject }).click()
  await page.getByRole('heading', { name: subject }).waitFor({ timeout: patienceMs })
  await fileLink(staff).waitFor()
  await page.getByText('No messages yet.').waitFor()
  await page.getByRole('button', { name: 'Assigned to: Unassigned' }).click()
  await page.getByRole('listbox', { name: 'Assignee' }).getByRole('option').nth(1).click()
  await page.getByRole('button', { name: 'Assigned to: Unassigned' }).waitFor({ state: 'detached' })
  await keepScreen(page, 'request-assigned')
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await page.getByText('In progress').first().waitFor()
  await page.getByRole('textbox', { name: 'Message the client' }).fill('Since when is it there?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Since when is it there?').waitFor()
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change status' })
  await dialog.getByRole('radio', { name: 'Waiting for the client' }).check()
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Waiting for the client').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('the client sees it waiting for them, and an answer puts it in progress again', async () => {
  const { page } = client
  await page.goto(requestPath)
  await page.getByText('Waiting for you', { exact: true }).first().waitFor({ timeout: patienceMs })
  await page.getByText('Since when is it there?').waitFor()
  const message = page.getByRole('textbox', { name: 'Message Signet' })
  await message.pressSequentially('@')
  const people = page.getByRole('listbox', { name: 'People to mention' })
  await people.getByRole('option').nth(1).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'request-mention')
  await page.keyboard.press('ArrowDown')
  const name = await people.getByRole('option', { selected: true }).locator('span').first().textContent()
  await page.keyboard.press('Enter')
  await people.waitFor({ state: 'detached' })
  await message.pressSequentially('Since this morning.')
  await expect.poll(() => message.inputValue()).toBe(`@${name ?? ''} Since this morning.`)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Since this morning.').waitFor()
  await page.getByText('Waiting for you', { exact: true }).first().waitFor({ state: 'detached' })
})

test('staff finish it, and the client sees it done with every message', async () => {
  const { page } = staff
  await page.goto(requestPath)
  await page.getByText('Since this morning.').waitFor({ timeout: patienceMs })
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change status' })
  await dialog.getByRole('radio', { name: 'Done' }).check()
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await dialog.waitFor({ state: 'detached' })
  await client.page.goto(requestPath)
  await client.page.getByRole('heading', { name: subject }).waitFor({ timeout: patienceMs })
  await client.page.getByText('Done', { exact: true }).first().waitFor()
  await client.page.getByText('Since when is it there?').waitFor()
  expectNoTroubles(client, staff)
})
