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
} from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

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

const suspicious = 'https://meridianbank-login.example/verify'
const unrelated = 'https://unrelated-shop.example/offer'

/** Reports an address, and returns the code. */
async function report({ page }: Visitor, address: string): Promise<string> {
  await page.getByLabel('Web address').fill(address)
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByRole('heading', { name: 'Your report was received' }).waitFor()
  return page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){4}$/).innerText()
}

test('a client switches the public page on, and a stranger reports a scam that reviewers then see', async () => {
  const client = await newVisitor(browser, stack.origin)
  await openAs(client, 'client@demo.example', '/settings?part=tipPage')
  await client.page.getByLabel('Anybody can report scams').check()
  await client.page.getByLabel('Your text on the page, in English').fill('Thank you for telling us.')
  await client.page.getByRole('button', { name: 'Save', exact: true }).click()
  await client.page.getByRole('img', { name: 'QR code of the page' }).waitFor()
  await client.settled()
  expect(await accessibilityFaults(client.page)).toEqual([])
  await keepScreen(client.page, 'settings-tip-page')
  const path = (await client.page.getByRole('link', { name: 'Open the page' }).getAttribute('href')) ?? ''

  const stranger = await newVisitor(browser, stack.origin)
  await stranger.page.goto(path)
  await stranger.page.getByText('Thank you for telling us.').waitFor()
  await stranger.settled()
  expect(await accessibilityFaults(stranger.page)).toEqual([])
  await keepScreen(stranger.page, 'public-report')
  await stranger.page.getByRole('button', { name: 'Send report' }).click()
  await stranger.page.getByText('Enter an address, an account, a phone number or the text of a message.').waitFor()
  await stranger.page
    .getByLabel('Add a screenshot')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: await stranger.page.screenshot() })
  const code = await report(stranger, suspicious)
  await keepScreen(stranger.page, 'public-report-code')
  await stranger.page.getByRole('button', { name: 'Report something else' }).click()
  await report(stranger, unrelated)
  expectNoTroubles(client, stranger)

  const phone = await newVisitor(browser, stack.origin, { theme: 'dark', width: 390 })
  await phone.page.goto(path)
  await phone.page.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await phone.page.getByRole('button', { name: 'Check', exact: true }).click()
  await phone.page.getByText("Your report hasn't been reviewed yet.").waitFor()
  await phone.settled()
  expect(await accessibilityFaults(phone.page)).toEqual([])
  await keepScreen(phone.page, 'public-report-phone')
  expectNoTroubles(phone)

  const reviewer = await newVisitor(browser, stack.origin)
  await openAs(reviewer, 'qa@demo.example', '/QA/dashboard?q=meridianbank-login.example', 'meridian-bank')
  await reviewer.page.getByText('Reported by 1 person').first().waitFor()
  await keepScreen(reviewer.page, 'queue-public-report')
  await reviewer.page.goto('/QA/addThreats/reports')
  await reviewer.page.getByRole('heading', { name: 'hxxps://unrelated-shop[.]example/offer' }).waitFor()
  // What the heading says is not repeated below it.
  expect(await reviewer.page.getByText('hxxps://unrelated-shop[.]example/offer').count()).toBe(1)
  await reviewer.settled()
  expect(await accessibilityFaults(reviewer.page)).toEqual([])
  await keepScreen(reviewer.page, 'qa-public-reports')
  await reviewer.page.getByRole('button', { name: 'Send to review' }).click()
  await reviewer.page.getByRole('heading', { name: 'No reports are waiting' }).waitFor()
  expectNoTroubles(reviewer)
  for (const { context } of [client, stranger, phone, reviewer]) await context.close()
})

test('a page that is off says nothing of its company', async () => {
  const stranger = await newVisitor(browser, stack.origin, { theme: 'dark' })
  await stranger.page.goto('/report/kestrel-rail')
  await stranger.page.getByRole('heading', { name: "This page doesn't exist" }).waitFor()
  await stranger.settled()
  expect(await accessibilityFaults(stranger.page)).toEqual([])
  await stranger.context.close()
})

test('the bookmark of a client opens the request with the address of the page', async () => {
  const client = await newVisitor(browser, stack.origin)
  await openAs(client, 'client@demo.example', '/settings')
  const bookmark = client.page.getByRole('link', { name: 'Report to Signet' })
  expect(await bookmark.getAttribute('href')).toMatch(/^javascript:void window\.open\(".*\/addRequest\?address="/)
  await client.page.goto(`/addRequest?address=${encodeURIComponent(unrelated)}`)
  await client.page.getByText(unrelated).first().waitFor()
  expectNoTroubles(client)
  await client.context.close()
})
