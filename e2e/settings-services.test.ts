import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeImapAccount, startFakeImap, type FakeImap } from '@signet/connectors/test/fake-imap'
import { fakeTokenClient, startFakeTokenServer, type FakeTokenServer } from '@signet/connectors/test/fake-token-server'
import {
  accessibilityFaults,
  apiCall,
  expectNoTroubles,
  expectRefusal,
  keepScreen,
  newVisitor,
  openAs,
  openBrowser,
} from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

let browser: Browser
let stack: Stack
let mailbox: FakeImap
/** A mailbox that takes the access tokens of `tokens` instead of passwords. */
let oauthMailbox: FakeImap
let tokens: FakeTokenServer

beforeAll(async () => {
  browser = await openBrowser()
  mailbox = await startFakeImap()
  oauthMailbox = await startFakeImap()
  oauthMailbox.oauth.mechanism = 'XOAUTH2'
  tokens = await startFakeTokenServer()
  tokens.onIssue((token) => oauthMailbox.oauth.tokens.add(token))
  const addresses = [mailbox, oauthMailbox, tokens].map(({ address }) => address)
  stack = await startEmbedded({ SIGNET_FEED_ALLOW: addresses.join(',') })
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
  await mailbox.close()
  await oauthMailbox.close()
  await tokens.close()
})

test('a super admin sets the account of a service, and a report through it is prepared in a case', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/settings?part=services')
  await page.getByText('Ready, no account needed').waitFor()
  await page.getByRole('button', { name: 'Add account: urlscan.io' }).click()
  await page.getByLabel('Key', { exact: true }).fill('secret-key')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Account added').waitFor()
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
  await page.getByRole('button', { name: 'Set up mailbox' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mail server').fill('127.0.0.1')
  await dialog.getByLabel('Port').fill(String(mailbox.port))
  await dialog.getByLabel('Encryption').selectOption({ label: 'None (this machine only)' })
  await dialog.getByLabel('User name').fill(fakeImapAccount.user)
  await dialog.getByLabel('Password').fill(fakeImapAccount.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  // No notice of the demo went to this address, so the email belongs to no case.
  mailbox.add('From: desk@quay.example\r\nSubject: Ticket 4711\r\n\r\nHello\r\n')
  await page.getByText('Read 1 email, last checked').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'mailbox')
  await page.goto('/takedown/mails')
  await page.getByText('Ticket 4711').waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a mailbox that takes no password is read with access tokens, and a wrong client secret is named', async () => {
  const visitor = await newVisitor(browser, stack.origin, { theme: 'dark', width: 390 })
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/settings?part=mailbox')
  await page.getByRole('button', { name: /^(Set up|Change) mailbox$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mail server').fill('127.0.0.1')
  await dialog.getByLabel('Port').fill(String(oauthMailbox.port))
  await dialog.getByLabel('Encryption').selectOption({ label: 'None (this machine only)' })
  await dialog.getByLabel('User name').fill(fakeImapAccount.user)
  await dialog.getByLabel('Sign-in').selectOption({ label: 'OAuth 2.0, client credentials' })
  await dialog.getByLabel('Token URL').fill('http://login.example/token')
  await dialog.getByLabel('Client ID').fill(fakeTokenClient.clientId)
  await dialog.getByLabel('Client secret').fill('a wrong secret')
  await dialog.getByLabel('Scope').fill(fakeTokenClient.scope)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter an address that starts with https://.').waitFor()
  expectRefusal(visitor, 400)
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'mailbox-oauth-dialog')
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await accessibilityFaults(page, 'colours')).toEqual([])
  await dialog.getByLabel('Token URL').fill(tokens.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('issues no access token: invalid_client: Invalid client secret provided').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await keepScreen(page, 'mailbox-oauth-refused')

  await page.getByRole('button', { name: 'Change mailbox' }).click()
  await dialog.getByLabel('Client secret').fill(fakeTokenClient.clientSecret)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Read 0 emails, last checked').waitFor()
  await page.getByText('issues no access token').waitFor({ state: 'hidden' })
  expectNoTroubles(visitor)
  await visitor.context.close()
})
