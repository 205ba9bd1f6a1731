import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  apiCall,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openBrowser,
  openAs,
  signIn,
  type Visitor,
} from '../browser.ts'
import { invitationLink, signInFromInvitation } from '../invitation.ts'
import { startEmbedded, type Stack } from '../stack.ts'

/** A company is set up from scratch up to its first scan; a reviewer publishes a result; the client sees it. */

const email = 'ada@umber.example'
const scanMs = 60_000
const pollMs = 15_000
let stack: Stack
let browser: Browser
let superAdmin: Visitor
let reviewer: Visitor
let client: Visitor

beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
  superAdmin = await newVisitor(browser, stack.origin)
  reviewer = await newVisitor(browser, stack.origin)
  client = await newVisitor(browser, stack.origin)
  await signIn(superAdmin, 'superAdmin@demo.example')
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

const stepInView = () => new URL(superAdmin.page.url()).searchParams.get('step')
const atStep = (step: string) => expect.poll(stepInView, { timeout: pollMs }).toBe(step)
const saveAndGoOn = () => superAdmin.page.getByRole('button', { name: 'Save and continue' }).click()

test('a new company starts with its name, a logo and a brand', async () => {
  const { page } = superAdmin
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'New company' }).click()
  await page.getByLabel('Name').fill('Umber Wallet')
  await expect.poll(() => page.getByLabel('Key').inputValue()).toBe('umber-wallet')
  await page.getByRole('button', { name: 'Create company and continue' }).click()
  await atStep('logo')
  const logo = await superAdmin.page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 30 } })
  await page.locator('input[type=file]').setInputFiles({ name: 'umber.png', mimeType: 'image/png', buffer: logo })
  await page.getByText('umber.png').waitFor()
  await saveAndGoOn()
  await atStep('assets')
  await page.getByLabel('Name', { exact: true }).fill('MetaMask')
  await page.getByLabel('Official domains').fill('metamask.io')
  await page.getByLabel('Social media accounts').fill('Mastodon @metamask')
  await saveAndGoOn()
  // Lines that can't be parsed are reported by number, and nothing is lost.
  await page.getByText('Line 1: start with a source').waitFor()
  await page.getByLabel('Social media accounts').fill('Twitter @metamask')
  expect(await accessibilityFaults(page)).toEqual([])
  await saveAndGoOn()
  await atStep('ownSites')
  await page.getByText("haven't been searched yet").waitFor()
  // On phones the steps are in one row, next to each other.
  await page.setViewportSize({ width: 390, height: 844 })
  const overlaps = await page.getByRole('navigation', { name: 'Setup steps' }).evaluate((steps) => {
    const boxes = Array.from(steps.querySelectorAll('li'), (item) => item.getBoundingClientRect())
    return boxes.filter((box, at) => box.left < (boxes[at - 1]?.right ?? box.left)).length
  })
  expect(overlaps).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await atStep('rights')
  await page.getByLabel('Trademarks, one per line').fill('Umber; EUIPO; 018123456; 9, 36; 2031-05-01')
  await saveAndGoOn()
  await atStep('sources')
  expectNoTroubles(superAdmin)
})

test('sources, modules and people follow, each saved on its own', async () => {
  const { page } = superAdmin
  await page.getByText(/Waiting for a key: .*urlscan\.io/).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await saveAndGoOn()
  await atStep('modules')
  await page.getByRole('checkbox', { name: /^Data Leaks/ }).check()
  await saveAndGoOn()
  await atStep('people')
  await page.getByRole('textbox', { name: /^People/ }).fill(`Ada Umber <${email}>`)
  await page.getByRole('button', { name: 'Create invitations' }).click()
  await page.getByRole('region', { name: 'Umber Wallet clients' }).getByText(email).waitFor()
  await page.getByRole('button', { name: 'Add reviewers' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('qa@demo')
  await page.getByRole('dialog').getByRole('checkbox').first().click()
  await page.keyboard.press('Escape')
  await expect
    .poll(
      async () =>
        (await apiCall<{ reviewers: number }[]>(superAdmin, '/onboarding?company=umber-wallet')).body[0]?.reviewers,
      {
        timeout: pollMs,
      },
    )
    .toBe(1)
  // After a reload the same step is shown with everything that was saved.
  await page.reload()
  await page.getByRole('region', { name: 'Umber Wallet clients' }).getByText(email).waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await atStep('signIn')
  await page.getByLabel('Key name').fill('Reader')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByText(/^sgk_/).first().waitFor()
  // The metadata of the identity provider fills in its settings; the other side gets ours.
  await page.getByRole('radio', { name: /^OpenID Connect/ }).check()
  await page.getByLabel('Metadata of the identity provider').fill('{"issuer":"https://idp.umber.example"}')
  await page.getByText('Metadata read').waitFor()
  expect(await page.getByRole('textbox', { name: 'Issuer' }).inputValue()).toBe('https://idp.umber.example')
  await page.getByRole('radio', { name: /^SAML/ }).check()
  await page.getByText('Assertion consumer service URL').waitFor()
  const path = await page.getByRole('link', { name: 'Download our SAML metadata' }).getAttribute('href')
  expect(await (await page.request.get(`${stack.origin}${path}`)).text()).toContain('AssertionConsumerService')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('radio', { name: /^Password/ }).check()
  await saveAndGoOn()
  await atStep('scan')
  expectNoTroubles(superAdmin)
})

test('the first scan shows its progress, and no setup task is left after it', async () => {
  const { page } = superAdmin
  await page.getByRole('button', { name: 'Start scan' }).click()
  await page.getByText('Completed', { exact: true }).waitFor({ timeout: scanMs })
  const [scan] = (await apiCall<{ checked: number; found: number }[]>(superAdmin, '/companies/umber-wallet/scans')).body
  expect(scan?.checked).toBeGreaterThan(10_000)
  expect(scan?.found).toBeGreaterThan(3)
  await page.getByLabel('Repeat the scan').selectOption('week')
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByText('New threats are in the review queue.', { exact: false }).waitFor()
  await keepScreen(page, 'onboarding-first-scan')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page
    .getByRole('heading', { name: /^Umber Wallet is set up, but \d+ of \d+ sources aren't collecting$/ })
    .waitFor()
  await page.getByText(/^Critical \d+ h, High \d+ h, Medium \d+ h, Low \d+ h$/).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto('/onboarding')
  await page
    .getByRole('row', { name: /Umber Wallet/ })
    .getByText('Waiting for sources')
    .waitFor()
  expectNoTroubles(superAdmin)
})

test('the client sees what a reviewer publishes', async () => {
  await openAs(reviewer, 'qa@demo.example', '/QA/dashboard', 'umber-wallet')
  const waiting = async () =>
    (await apiCall<{ waiting: number }>(reviewer, '/qa/getDashboard?company=umber-wallet')).body.waiting
  const before = await waiting()
  const current = reviewer.page.getByRole('list', { name: 'Threats to review' }).locator('[aria-current=true]')
  await current.waitFor()
  for (let done = 1; done <= 2; done += 1) {
    await reviewer.page.getByRole('button', { name: 'Publish to client' }).waitFor()
    const title = await current.textContent()
    await reviewer.page.keyboard.press('p')
    await expect.poll(waiting, { timeout: pollMs }).toBe(before - done)
    // The next threat is current.
    await expect.poll(() => current.textContent(), { timeout: pollMs }).not.toBe(title)
  }

  await signInFromInvitation(client, await invitationLink(superAdmin, email))
  expect(new URL(client.page.url()).pathname).toBe('/home')
  // Two similar ones would share a row; which two come first in the queue varies.
  await client.page.goto('/threats/All?similar=all')
  const grid = client.page.getByRole('grid', { name: 'Threats' })
  await expect.poll(() => grid.getByRole('row').count(), { timeout: pollMs }).toBe(3)
  await keepScreen(client.page, 'onboarded-client')
  expectNoTroubles(reviewer, client)
})

test('archiving a company signs its users out, and it can be restored', async () => {
  const { page } = superAdmin
  await page.goto('/onboarding?company=umber-wallet&step=review')
  await page.getByRole('button', { name: 'Archive company' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive company' }).click()
  await page.getByRole('heading', { name: 'Umber Wallet is archived' }).waitFor()
  await client.page.goto('/home')
  await client.page.waitForURL((url) => url.pathname === '/')
  await page.goto('/onboarding?archived=1')
  await page.getByRole('link', { name: 'Umber Wallet' }).click()
  await page.getByRole('button', { name: 'Restore company' }).click()
  await page
    .getByRole('heading', { name: /^Umber Wallet is set up, but \d+ of \d+ sources aren't collecting$/ })
    .waitFor()
})
