import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  apiCall,
  expectNoTroubles,
  newVisitor,
  openBrowser,
  openAs,
  signIn,
  type Visitor,
} from './browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from './looks.ts'
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

const choose = ({ page }: Visitor, name: string) => page.getByText(name, { exact: true }).first().click()

test('settings are saved automatically and follow the person to another browser', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/settings')
  await choose(visitor, 'Dark')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  expect(await accessibilityFaults(page)).toEqual([])
  await choose(visitor, 'Compact')
  await page.getByLabel('Keep messages open until I close them').check()
  await page.getByLabel('Source', { exact: true }).selectOption('All')
  const kept = async () => (await apiCall<{ portal: object }>(visitor, '/user/preferences')).body.portal
  await expect.poll(kept).toMatchObject({ density: 'compact', keepMessages: true, defaultSource: 'All' })
  expectNoTroubles(visitor)
  await visitor.context.close()

  const other = await newVisitor(browser, stack.origin)
  await openAs(other, 'client@demo.example', '/settings')
  await other.page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[value=compact]')?.checked)
  expect(await other.page.getByLabel('Keep messages open until I close them').isChecked()).toBe(true)
  await other.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Threats/ })
    .click()
  await other.page.waitForURL('**/threats/All**')
  await other.context.close()
})

test('whether similar threats are grouped is set once, and kept in the address where it differs', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/settings')
  await choose(visitor, 'Separate rows')
  await page.goto('/threats/URL')
  await page.getByRole('grid', { name: 'Threats', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Group similar', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('similar') === 'one')
  await page.getByRole('treegrid', { name: 'Threats', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show individually', exact: true }).click()
  await page.waitForURL((url) => !url.searchParams.has('similar'))
  await page.getByRole('grid', { name: 'Threats', exact: true }).waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('the list of settings sections leads to a section and shows it as current', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  await signIn(visitor, 'clientPeeker@demo.example')
  const { page } = visitor
  await page.goto('/settings')
  const index = page.getByRole('navigation', { name: 'Settings sections' })
  const devices = index.getByRole('link', { name: 'Active sessions' })
  await devices.click()
  await page.getByRole('region', { name: 'Active sessions' }).getByText('This session').waitFor()
  await expect.poll(() => devices.getAttribute('aria-current'), { timeout: 30_000 }).toBe('true')
  expect(await index.locator('[aria-current=page]').allTextContents()).toEqual(['Personal'])
  await index.getByRole('link', { name: 'Allow list' }).click()
  await expect.poll(() => index.locator('[aria-current=page]').allTextContents()).toEqual(['Allow list'])
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('an alert rule is added and saved, and leaving before saving asks', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/settings?part=alerts')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByLabel('Name', { exact: true }).last().fill('Nightly worries')
  await choose(visitor, 'Personal')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Email addresses').fill('nobody at all')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText("isn't an email address").waitFor()
  await page.getByLabel('Email addresses').fill('soc@meridian.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Nightly worries' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('protected assets are read by clients and edited by admins', async () => {
  const client = await newVisitor(browser, stack.origin)
  await openAs(client, 'client@demo.example', '/settings?part=assets')
  await client.page.getByRole('heading', { name: 'Company-wide' }).waitFor()
  await client.page.getByRole('heading', { name: 'Time zone' }).waitFor()
  expect(await client.page.getByRole('link', { name: 'Change time zone' }).count()).toBe(0)
  expect(await client.page.getByRole('button', { name: 'Add brand' }).count()).toBe(0)
  expect(await accessibilityFaults(client.page)).toEqual([])
  await client.context.close()

  const admin = await newVisitor(browser, stack.origin)
  await openAs(admin, 'admin@demo.example', '/settings?part=assets')
  await admin.page.getByLabel(/^Other domains/).fill('mail.umber.example')
  await admin.page.getByRole('button', { name: 'Save', exact: true }).click()
  await admin.page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
  expect(await admin.page.getByLabel(/^Other domains/).inputValue()).toBe('mail.umber.example')
  expect(await accessibilityFaults(admin.page)).toEqual([])
  expectNoTroubles(admin)
  await admin.context.close()
})

test('the allow list is read by clients, and added to and removed from by admins', async () => {
  const client = await newVisitor(browser, stack.origin)
  await openAs(client, 'client@demo.example', '/settings?part=allowList')
  await client.page
    .getByText(/^Suppressed/)
    .first()
    .waitFor()
  expect(await client.page.getByRole('button', { name: 'Add to allow list' }).count()).toBe(0)
  // A search is in the address, so that it can be shared and survives a reload.
  await client.page.goto(`${stack.origin}/settings?part=allowList&q=nothing-is-called-this`)
  await client.page.getByText('Nothing on the allow list matches your search').waitFor()
  await client.context.close()

  const admin = await newVisitor(browser, stack.origin)
  const { page } = admin
  await openAs(admin, 'admin@demo.example', '/settings?part=allowList')
  await page.getByRole('button', { name: 'Add to allow list' }).click()
  await page.getByLabel('Domain, address or account').fill('allowed-by-test.example')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Enter a reason of at least 3 characters.').waitFor()
  await page.getByLabel('Reason').fill('A reseller')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit allowed-by-test.example' }).click()
  await page.getByLabel('Expires').fill('2099-01-31')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('expires 31 January 2099').waitFor()
  await page.getByRole('button', { name: 'Remove allowed-by-test.example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove allowed-by-test.example' }).waitFor({ state: 'detached' })
  expect(await accessibilityFaults(page)).toEqual([])
  expectNoTroubles(admin)
  await admin.context.close()
})

test('the block feeds show their addresses and who fetched them, and a feed opens with the key', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/settings?part=feeds')
  await page.getByText('Create one with the permission “Block feeds” under Onboarding.').waitFor()
  const address = await page.getByText('/blockFeeds/hosts.txt').innerText()
  const company = /companies\/([\w-]+)\//.exec(address)?.[1] ?? ''
  const key = await page.evaluate(async (of) => {
    const session = (await (await fetch('/api/auth/session')).json()) as { user: { accessToken: string } }
    const answer = await fetch(`/api/rest/companies/${of}/apiKeys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.user.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Resolver', scopes: ['feeds'] }),
    })
    return ((await answer.json()) as { key: string }).key
  }, company)
  const feed = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
  expect(feed.status).toBe(200)
  const hosts = (await feed.text()).split('\n').filter((line) => line.startsWith('0.0.0.0 ')).length
  expect(hosts).toBeGreaterThan(0)
  await page.reload()
  await page.getByText(/^Last fetched with the key Resolver/).waitFor()
  await page.getByText(new RegExp(`^${hosts} hosts? and \\d+ address`)).waitFor()
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(visitor, look)
    await visitor.settled()
    const found = await faultsOfLook(visitor, 'settings-feeds', look, looks[at - 1])
    faults.push(...found.map((fault) => `${nameOf(look)}: ${fault}`))
  }
  expect(faults).toEqual([])
  expectNoTroubles(visitor)
  await visitor.context.close()
})
