import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCall, expectNoTroubles, newVisitor, openBrowser, signIn, startTab, type Visitor } from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

/* A reviewer merges two duplicates on the review page, and undoes the merge. */

const company = 'meridian-bank'
const pollMs = 15_000

interface Found {
  id: string
  title: string
  stage: string
  mergedInto?: string
  related: { id: string; stage?: string }[]
  merged: { id: string }[]
}

let browser: Browser
let stack: Stack
let reviewer: Visitor
beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
  reviewer = await newVisitor(browser, stack.origin)
  await signIn(reviewer, 'qa@demo.example')
  await startTab(reviewer, company)
})
afterAll(async () => {
  await reviewer.context.close()
  await stack.stop()
  await browser.close()
})

const read = async (id: string) => (await apiCall<Found>(reviewer, `/qa/threats/${id}?company=${company}`)).body

/** A threat in the queue that resembles a published one. */
async function aDuplicate(): Promise<Found & { survivorId: string }> {
  const queue = await apiCall<{ items: { id: string }[] }>(reviewer, `/qa/getQAThreats?company=${company}&limit=200`)
  for (const { id } of queue.body.items) {
    const found = await read(id)
    const [first] = found.related
    if (first?.stage === 'published') return { ...found, survivorId: first.id }
  }
  return expect.fail('the demo has no waiting threat that resembles a published one')
}

test('a reviewer merges a duplicate into a published threat, and undoes it', async () => {
  const { page } = reviewer
  const duplicate = await aDuplicate()
  await page.goto(`/QA/dashboard?id=${duplicate.id}`)
  const duplicates = page.getByRole('list', { name: 'Possible duplicates' })
  await duplicates
    .getByRole('button', { name: /^Merge/ })
    .first()
    .waitFor()

  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Merge duplicates' })
  const choices = dialog.getByRole('radio', { name: /Keep this one/ })
  await choices.first().waitFor()
  // The client can already see the other threat, so it is kept and no choice is possible.
  expect(await choices.nth(0).isDisabled()).toBe(true)
  expect(await choices.nth(1).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  // The message disappears after five seconds unless the pointer is over it.
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()

  const row = page.getByRole('list', { name: 'Threats to review' }).locator('[aria-current=true]')
  await row.waitFor()
  await expect.poll(async () => (await read(duplicate.id)).stage, { timeout: pollMs }).toBe('merged')
  expect((await read(duplicate.id)).mergedInto).toBe(duplicate.survivorId)
  expect((await read(duplicate.survivorId)).merged.map(({ id }) => id)).toEqual([duplicate.id])

  await undo.click()
  await expect.poll(async () => (await read(duplicate.id)).stage, { timeout: pollMs }).toBe('queued')
  expect((await read(duplicate.survivorId)).merged).toEqual([])
  expectNoTroubles(reviewer)
})
