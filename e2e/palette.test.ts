import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCall, expectNoTroubles, newVisitor, openBrowser, openAs, signIn, type Visitor } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

/** The palette offers the actions of the page on its selection, and reviewers find threats of the queue. */

const patienceMs = 30_000

let stack: Stack
let browser: Browser

beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

const openPalette = async ({ page }: Visitor) => {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump' })
  await palette.getByRole('combobox').waitFor({ timeout: patienceMs })
  return palette
}

test('selected threats can be decided on from the palette', async () => {
  const client = await newVisitor(browser, stack.origin)
  const { page } = client
  await openAs(client, 'client@demo.example', '/threats/Domain?status=open')
  await page.getByRole('treegrid').getByRole('checkbox').nth(2).waitFor({ timeout: patienceMs })
  await client.settled()
  for (const row of [1, 2]) await page.getByRole('treegrid').getByRole('checkbox').nth(row).check()
  await page.getByRole('region', { name: 'Selection' }).waitFor({ timeout: patienceMs })
  const palette = await openPalette(client)
  await palette.getByRole('option', { name: /^Request takedown: 2 selected/ }).waitFor()
  await palette.getByRole('combobox').fill('whitelist')
  await palette.getByRole('option', { name: /^Whitelist: 2 selected/ }).click()
  // The last day of the whitelisting is requested once for both.
  const question = page.getByRole('dialog', { name: 'Whitelist 2 threats?', exact: true })
  await question.getByLabel('Whitelist until', { exact: true }).fill('2099-01-31')
  await page.keyboard.press('Enter')
  await page
    .getByText(/until 31 January 2099/)
    .first()
    .waitFor({ timeout: patienceMs })
  await page.getByText('Undo', { exact: true }).first().waitFor({ timeout: patienceMs })
  expectNoTroubles(client)
})

test('a view is found by name and applied to the open list; the search stays', async () => {
  const client = await newVisitor(browser, stack.origin)
  const { page } = client
  await openAs(client, 'client@demo.example', '/threats/All')
  await page.getByRole('treegrid').getByRole('checkbox').nth(2).waitFor({ timeout: patienceMs })
  const palette = await openPalette(client)
  const field = palette.getByRole('combobox')
  const before = await field.boundingBox()
  await field.fill('critical, last 7')
  await expect.poll(() => palette.getByRole('option').count(), { timeout: patienceMs }).toBe(1)
  expect((await field.boundingBox())?.y).toBe(before?.y)
  await palette.getByRole('option', { name: /^Critical, last 7 days/ }).click()
  await page.waitForURL(({ searchParams }) => searchParams.get('severity') === 'Critical' && searchParams.has('from'), {
    timeout: patienceMs,
  })
  expect(new URL(page.url()).searchParams.get('view')).toBe('critical')
  expectNoTroubles(client)
})

test('a reviewer finds a waiting threat by id, opens it and can decide on it from the palette', async () => {
  const reviewer = await newVisitor(browser, stack.origin)
  const { page } = reviewer
  await signIn(reviewer, 'qa@demo.example')
  await page.getByRole('list').first().waitFor()
  await reviewer.settled()
  const company = await page.evaluate(() => sessionStorage.getItem('signet.company'))
  const query = `company=${company ?? 'kestrel-rail'}&limit=5`
  const { body } = await apiCall<{ items: { id: string }[] }>(reviewer, `/qa/getQAThreats?${query}`)
  const last = body.items.at(-1) ?? expect.fail('nothing waits in the demo')
  const palette = await openPalette(reviewer)
  await palette.getByRole('combobox').fill(last.id)
  await palette
    .getByRole('option', { name: /Awaiting review$/ })
    .first()
    .click({ timeout: patienceMs })
  await page.waitForURL((url) => url.searchParams.get('id') === last.id, { timeout: patienceMs })
  await (await openPalette(reviewer)).getByRole('option', { name: /^Publish: / }).waitFor()
  expectNoTroubles(reviewer)
})
