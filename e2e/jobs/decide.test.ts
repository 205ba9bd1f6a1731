import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  apiCall,
  expectNoTroubles,
  newVisitor,
  openBrowser,
  signIn,
  type Visitor,
} from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

const wanted = 20
const pollMs = 15_000
/** The decision of each key, used in turn. A false positive asks for a remark. */
const turns = [
  { key: 't', status: 'takedown' },
  { key: 'd', status: 'deeperAnalysis' },
  { key: 'f', status: 'falsePositive' },
  { key: 'w', status: 'whitelist' },
] as const

interface Listed {
  items: { id: string; status: string; similar?: number }[]
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

test('twenty threats are decided by keyboard alone, and the last four decisions are undone', async () => {
  const { page } = client
  await signIn(client, 'client@demo.example')
  const address = '/threats/getAllThreats?status=open&sortField=severity&sortDirection=desc&limit=40&similar=collapsed'
  const rows = (await apiCall<Listed>(client, address)).body.items
  const before = rows.map(({ id }) => id)
  const statusOf = async () => {
    const { body } = await apiCall<Listed>(
      client,
      '/threats/getAllThreats?sortField=severity&sortDirection=desc&limit=200',
    )
    return new Map(body.items.map(({ id, status }) => [id, status]))
  }

  await page.goto('/threats/All')
  const grid = page.getByRole('treegrid', { name: 'Threats' })
  await grid.waitFor()
  await client.settled()
  // Opens the view of undecided threats, most severe first, by its shortcut.
  await page.keyboard.press('v')
  const views = page.getByRole('dialog', { name: 'View' })
  await views.getByRole('button', { name: 'Needs a decision' }).waitFor()
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
    if (rows[done]?.similar) {
      // The row groups several threats. Enter decides only this one.
      await page.getByRole('dialog', { name: /^Apply to this threat or to / }).waitFor()
      await page.keyboard.press('Enter')
    }
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

test('similar threats are one row: opened and closed by keyboard, decided on together, and undone together', async () => {
  const { page } = client
  const listed = (query: string) =>
    apiCall<Listed & { total: number; matching: number }>(client, `/threats/getAllThreats?${query}`)
  const { items, total, matching } = (await listed('status=open&similar=collapsed&limit=100')).body
  const at = items.findIndex(({ similar }) => similar !== undefined)
  const head = items[at] ?? expect.fail('no similar ones among the first threats of the demo')
  const many = head.similar ?? 0

  await page.goto('/threats/All?status=open')
  const grid = page.getByRole('treegrid', { name: 'Threats' })
  await grid.getByRole('row').nth(2).waitFor()
  await client.settled()
  await page.getByText(`${matching.toLocaleString('en-US')} threats`, { exact: true }).waitFor()
  await page.getByText(`grouped into ${total.toLocaleString('en-US')} rows`).waitFor()
  for (let row = 0; row <= at; row += 1) await page.keyboard.press('j')
  const row = grid.locator('[data-cursor]')
  const members = grid.locator('[role=row][aria-level="2"]')
  await expect.poll(() => row.getAttribute('aria-expanded'), { timeout: pollMs }).toBe('false')
  expect(await row.textContent()).toContain(`Group of ${many}`)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => members.count(), { timeout: pollMs }).toBe(many - 1)
  expect(await row.getAttribute('aria-expanded')).toBe('true')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => row.getAttribute('aria-level'), { timeout: pollMs }).toBe('2')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => row.getAttribute('aria-expanded'), { timeout: pollMs }).toBe('true')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => members.count(), { timeout: pollMs }).toBe(0)

  // The panel shows the same rows.
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Threat', exact: true })
  await panel.getByRole('tab', { name: /^Related/ }).click()
  await panel.getByText(`Its row in the list groups ${many} similar threats.`).waitFor()
  await panel.getByRole('button', { name: 'Show in list', exact: true }).click()
  await expect.poll(() => members.count(), { timeout: pollMs }).toBe(many - 1)
  await panel.getByRole('button', { name: 'Hide in list', exact: true }).click()
  await expect.poll(() => members.count(), { timeout: pollMs }).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.count(), { timeout: pollMs }).toBe(0)

  const statuses = async () =>
    (await listed(`similarTo=${head.id}&limit=100`)).body.items.map(({ status }) => status).toSorted()
  const before = await statuses()
  await page.keyboard.press('t')
  const all = many === 2 ? 'both' : `all ${many}`
  const choice = page.getByRole('dialog', { name: `Apply to this threat or to ${all} similar threats?` })
  await choice.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await choice.getByRole('button', { name: `Request takedown of ${many} threats` }).click()
  // The message disappears after five seconds; the key undoes the decision without it.
  await page.getByText('Undo', { exact: true }).first().waitFor()
  await expect
    .poll(async () => (await statuses()).filter((status) => status === 'open').length, { timeout: pollMs })
    .toBe(0)
  await page.keyboard.press('z')
  await expect.poll(statuses, { timeout: pollMs }).toEqual(before)
  expectNoTroubles(client)
})
