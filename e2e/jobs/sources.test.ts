import { listingsOf } from '@signet/connectors/test/fakenet/provider-listings'
import { startFakeProviders, type FakeProviders } from '@signet/connectors/test/providers/fake-provider'
import { fakeProviders } from '@signet/connectors/test/providers/fakes'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  apiCall,
  apiSend,
  expectNoTroubles,
  newVisitor,
  openAs,
  openBrowser,
  startTab,
  type Visitor,
} from '../browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from '../looks.ts'
import { startEmbedded, type Stack } from '../stack.ts'

let browser: Browser
let platforms: FakeProviders
let stack: Stack

beforeAll(async () => {
  browser = await openBrowser()
  platforms = await startFakeProviders(fakeProviders)
  platforms.world.listings = listingsOf
  stack = await startEmbedded({
    SIGNET_CONNECTORS_URL: platforms.server.url(''),
    SIGNET_FEED_ALLOW: platforms.server.address,
  })
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
  await platforms.close()
})

async function faultsIn(visitor: Visitor, picture = 'sources'): Promise<string[]> {
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(visitor, look)
    await visitor.settled()
    const found = await faultsOfLook(visitor, picture, look, looks[at - 1])
    faults.push(...found.map((fault) => `${nameOf(look)}: ${fault}`))
  }
  return faults
}

test('staff switch a connector on with an account, test it, and see what it collected and why it stopped', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/settings')
  await startTab(visitor, 'meridian-bank')
  await page.goto(`${stack.origin}/settings?part=sources`)
  const x = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Set up X', exact: true }) })
  await x.getByText('No connector is turned on for this source.').waitFor()
  await page.getByRole('button', { name: 'Set up X', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'X' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('This field is required.').waitFor()
  visitor.troubles.length = 0
  await dialog.getByLabel('Token').fill('a token')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Connector saved').waitFor()
  await x.getByText('Collected by X.').waitFor()
  await x.getByText(/^\d+ records read, [1-9]\d* new threats$/).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Test the account with X', exact: true }).click()
  await x.getByText(/^The provider accepts the account: project_usage/).waitFor({ timeout: 60_000 })

  platforms.world.manner = 'expired'
  await page.getByRole('button', { name: 'Run now: X', exact: true }).click()
  await x.getByText('No data is coming in from X.').waitFor({ timeout: 60_000 })
  await x.getByText(/doesn't accept the account: Unauthorized/).waitFor()
  expect(await faultsIn(visitor)).toEqual([])
  platforms.world.manner = 'ok'

  await page.getByRole('button', { name: 'Delete account: X', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account', exact: true }).click()
  await page.getByText('Account deleted').waitFor()
  await x.getByText('No connector is turned on for this source.').waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a client sees how each source is covered, without accounts', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/settings?part=sources')
  await page.getByText('How each of your sources is covered, and when data last came in.').waitFor()
  await page
    .getByText('Findings are reported, imported, submitted by other tools or entered manually.')
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: /^Set up/ }).count()).toBe(0)
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('sources that are not set up are under More sources, and open as every other', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/settings')
  await startTab(visitor, 'public-feed-watch')
  const watched = await apiCall<{ version: number }>(visitor, '/companies/public-feed-watch')
  const threatSources = ['Domain', 'URL', 'APK', 'Reddit', 'Twitter', 'LinkedIn', 'DocumentLeaks']
  const change = { threatSources, version: watched.body.version }
  expect((await apiSend(visitor, '/companies/public-feed-watch', change, 'patch')).status).toBe(200)
  await page.goto(`${stack.origin}/threats/All`)
  const tabs = page.getByRole('navigation', { name: 'Sources' })
  await tabs.getByRole('link', { name: 'Domain' }).waitFor()
  await tabs.getByRole('button', { name: 'More sources' }).click()
  const more = page.getByRole('dialog', { name: 'More sources' })
  await more.getByRole('link', { name: 'LinkedIn' }).waitFor()
  expect(await faultsIn(visitor, 'more-sources')).toEqual([])
  await more.getByRole('link', { name: 'LinkedIn' }).click()
  await page.waitForURL('**/threats/LinkedIn')
  await tabs.getByRole('link', { name: 'LinkedIn' }).and(page.locator('[aria-current=page]')).waitFor()
  await page.getByText('Findings are reported, imported, submitted by other tools or entered manually.').waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})
