import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCall, expectNoTroubles, newVisitor, openBrowser, signIn, type Visitor } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

const wanted = 20
const pollMs = 15_000
/** What the keys mean, in turn; a false positive asks for a remark. */
const turns = [
  { key: 't', status: 'takedown' },
  { key: 'd', status: 'deeperAnalysis' },
  { key: 'f', status: 'falsePositive' },
  { key: 'w', status: 'whitelist' },
] as const

interface Listed {
  items: { id: string; status: string }[]
}

let browser: Browser
let stack: Stack
let client: Visitor
beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
  client = await newVisitor(browser, stack.origin)
})
afterAll(async () => {
  await client.context.close()
  await browser.close()
  await stack.stop()
})

test('twenty threats are decided by keyboard alone, and the last four decisions are taken back', async () => {
  const { page } = client
  await signIn(client, 'client@demo.example')
  const address = '/threats/getAllThreats?status=open&sortField=severity&sortDirection=desc&limit=40'
  const before = (await apiCall<Listed>(client, address)).body.items.map(({ id }) => id)
  const statusOf = async () => {
    const { body } = await apiCall<Listed>(
      client,
      '/threats/getAllThreats?sortField=severity&sortDirection=desc&limit=200',
    )
    return new Map(body.items.map(({ id, status }) => [id, status]))
  }

  await page.goto('/threats/All')
  const grid = page.getByRole('grid', { name: 'Threats' })
  await grid.waitFor()
  await client.settled()
  // The view of what is undecided, worst first, by its key.
  await page.keyboard.press('v')
  const views = page.getByRole('dialog', { name: 'View' })
  await views.getByRole('button', { name: 'Needs review' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('status'), { timeout: pollMs }).toBe('open')
  await client.settled()

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Threat', exact: true })
  await panel.getByRole('tab', { name: 'Evidence' }).waitFor()
  for (let done = 0; done < wanted; done += 1) {
    const { key, status } = turns[done % turns.length] as (typeof turns)[number]
    await expect.poll(() => panel.getByText(new RegExp(`^${done + 1} of `)).count(), { timeout: pollMs }).toBe(1)
    await page.keyboard.press(key)
    if (key === 'f') {
      await page.getByRole('dialog', { name: 'Why is this a false positive?' }).waitFor()
      await page.keyboard.press('1')
      await page.keyboard.press('Enter')
    }
    await expect.poll(async () => (await statusOf()).get(before[done] as string), { timeout: pollMs }).toBe(status)
  }

  for (let undone = 1; undone <= turns.length; undone += 1) {
    await page.keyboard.press('z')
    const id = before[wanted - undone] as string
    await expect.poll(async () => (await statusOf()).get(id), { timeout: pollMs }).toBe('open')
  }
  const after = await statusOf()
  expect(before.slice(0, wanted).map((id) => after.get(id))).toEqual(
    Array.from({ length: wanted }, (_, at) => (at < wanted - turns.length ? turns[at % turns.length]?.status : 'open')),
  )
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count()).toBe(0)
  expectNoTroubles(client)
})
