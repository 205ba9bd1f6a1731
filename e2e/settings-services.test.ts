import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeImapAccount, startFakeImap, type FakeImap } from '@signet/connectors/test/fake-imap'
import {
  accessibilityFaults,
  apiCall,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openAs,
  openBrowser,
} from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

let browser: Browser
let stack: Stack
let mailbox: FakeImap

beforeAll(async () => {
  browser = await openBrowser()
  mailbox = await startFakeImap()
  stack = await startEmbedded({ SIGNET_FEED_ALLOW: mailbox.address })
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
  await mailbox.close()
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

test('a super admin sets a mailbox, and an email in it arrives', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/settings?part=mailbox')
  await page.getByRole('button', { name: 'Set mailbox' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mail server').fill('127.0.0.1')
  await dialog.getByLabel('Port').fill(String(mailbox.port))
  await dialog.getByLabel('Encryption').selectOption({ label: 'None (this machine only)' })
  await dialog.getByLabel('User name').fill(fakeImapAccount.user)
  await dialog.getByLabel('Password').fill(fakeImapAccount.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  mailbox.add('From: abuse@harbor.example\r\nSubject: Ticket 4711\r\n\r\nHello\r\n')
  await page.getByText('Read 1 email, last checked').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'mailbox')
  await page.goto('/takedown/mails')
  await page.getByText('Ticket 4711').waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})
