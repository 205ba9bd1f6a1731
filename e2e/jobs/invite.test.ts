import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  expectNoTroubles,
  expectRefusal,
  keepScreen,
  newVisitor,
  openBrowser,
  signIn,
  type Visitor,
} from '../browser.ts'
import { invitationLink, signInFromInvitation } from '../invitation.ts'
import { faultsOfLook, looks, nameOf, showIn } from '../looks.ts'
import { startEmbedded, type Stack } from '../stack.ts'

/** A super admin invites a client; the client signs in from the email; changes of the super admin to the account take effect. */

const email = 'iris.umber@umber.example'
let stack: Stack
let browser: Browser
let superAdmin: Visitor
let invited: Visitor

beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
  superAdmin = await newVisitor(browser, stack.origin)
  invited = await newVisitor(browser, stack.origin)
  await signIn(superAdmin, 'superAdmin@demo.example')
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

test('a user is invited, with a preview of their menu', async () => {
  const { page } = superAdmin
  await page.goto('/addUser')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  // Missing values are reported at their fields, and the first one has the focus.
  await page.getByText('Enter an email address.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email')

  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Iris Umber')
  await page.getByRole('combobox', { name: 'Company' }).selectOption('meridian-bank')
  const menu = page.getByRole('complementary', { name: 'Menu preview' })
  await menu.getByText('Meridian Bank').waitFor()
  const entriesOf = () => menu.getByRole('listitem').allTextContents()
  expect(await entriesOf()).toContain('Threats')
  expect(await entriesOf()).not.toContain('Onboarding')
  await page.getByRole('radio', { name: 'Super admin' }).check()
  await expect.poll(entriesOf).toContain('Onboarding')
  await page.getByRole('radio', { name: 'Client', exact: true }).check()
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'add-user')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await page.getByText(`${email} invited`).waitFor()
  await page.getByRole('button', { name: 'Copy link' }).waitFor()

  expectNoTroubles(superAdmin)

  // The same address is refused when it is invited again, at its field.
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Iris again')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await page.getByRole('alert').filter({ hasText: 'A user with this email address already exists.' }).waitFor()
  expectRefusal(superAdmin, 409)
})

test('the mail gives the link, and the person lands on their home with the menu that was shown', async () => {
  const link = await invitationLink(superAdmin, email)
  await invited.page.goto(link)
  await invited.page.getByRole('heading', { name: 'Welcome to Signet' }).waitFor()
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(invited, look)
    const found = await faultsOfLook(invited, 'welcome', look, looks[at - 1])
    faults.push(...found.map((fault) => `${nameOf(look)}: ${fault}`))
  }
  expect(faults).toEqual([])
  await showIn(invited, { theme: 'light', width: 1440, height: 900 })
  await signInFromInvitation(invited, link)
  expect(new URL(invited.page.url()).pathname).toBe('/home')
  await invited.page.getByRole('navigation').getByRole('link', { name: 'Threats' }).first().waitFor()
  expectNoTroubles(invited)
})

test('a deactivated user is signed out at once and found by their status', async () => {
  const { page } = superAdmin
  await page.goto('/addUser?view=people&q=iris')
  await page.getByRole('grid', { name: 'People' }).getByText('Iris Umber').click()
  const panel = page.getByRole('region', { name: 'User' })
  await panel.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await panel.getByRole('button', { name: 'Reactivate' }).waitFor()
  await invited.page.goto('/home')
  await invited.page.waitForURL((url) => url.pathname === '/')

  await page.goto('/addUser?view=people&state=disabled')
  await page.getByRole('grid', { name: 'People' }).getByText('Iris Umber').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})
