import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  apiCall,
  apiSend,
  expectNoTroubles,
  expectRefusal,
  keepScreen,
  newVisitor,
  openAs,
  openBrowser,
  startTab,
  type Visitor,
} from '../browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from '../looks.ts'
import { startEmbedded, type Stack } from '../stack.ts'

/* The daily work of a reviewer: ten threats of the queue decided by keyboard alone, and one decision undone. */

const company = 'public-feed-watch'
const pollMs = 15_000

interface Counts {
  waiting: number
  watched: number
  deletionsWaiting: number
  reviewedTodayByMe: number
}

let browser: Browser
let stack: Stack
let reviewer: Visitor
beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
  reviewer = await newVisitor(browser, stack.origin)
  await openAs(reviewer, 'qa@demo.example', '/QA/dashboard', company)
})
afterAll(async () => {
  await reviewer.context.close()
  await stack.stop()
  await browser.close()
})

const counts = async () => (await apiCall<Counts>(reviewer, `/qa/getDashboard?company=${company}`)).body
const settled = (expected: Partial<Counts>) => expect.poll(counts, { timeout: pollMs }).toMatchObject(expected)

/** A row without the time that is left, which begins again with an undo. */
const nameOfRow = async (row: Locator) => (await row.textContent())?.replace(/\d+ \w+ (left|overdue)$/, '') ?? null

test('a reviewer decides ten threats by keyboard and undoes one decision', async () => {
  const { page } = reviewer
  const list = page.getByRole('list', { name: 'Threats to review' })
  const current = list.locator('[aria-current=true]')
  await current.waitFor()
  await page.getByRole('button', { name: 'Publish to client' }).waitFor()
  const before = await counts()
  let [published, watched, asked] = [0, 0, 0]
  /** Presses a key for the threat under the cursor and waits until another one is current. Returns the decided threat. */
  const decide = async (key: string) => {
    const title = await nameOfRow(current)
    await page.keyboard.press(key)
    await expect.poll(() => current.textContent(), { timeout: pollMs }).not.toBe(title)
    return title
  }

  for (const severity of ['1', '2', '3', '4']) {
    await page.keyboard.press(severity)
    await decide('p')
    published += 1
  }
  let slip: string | null = null
  for (let n = 0; n < 3; n += 1) {
    slip = await decide('l')
    watched += 1
  }
  await settled({ waiting: before.waiting - 7, watched: before.watched + 3 })

  // The last decision was a mistake: Z brings the threat back under the cursor, and it is published instead.
  await page.keyboard.press('z')
  watched -= 1
  await settled({ waiting: before.waiting - 6, watched: before.watched + 2 })
  await expect.poll(() => nameOfRow(current), { timeout: pollMs }).toBe(slip)
  await decide('p')
  // Publishing is undone as well, as long as the client isn't notified of it.
  await settled({ waiting: before.waiting - 7, watched: before.watched + 2 })
  await page.keyboard.press('z')
  await settled({ waiting: before.waiting - 6, watched: before.watched + 2 })
  await expect.poll(() => nameOfRow(current), { timeout: pollMs }).toBe(slip)
  await decide('p')
  published += 1

  for (let n = 0; n < 3; n += 1) {
    const title = await nameOfRow(current)
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Request deletion' })
    await dialog.waitFor()
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => current.textContent(), { timeout: pollMs }).not.toBe(title)
    asked += 1
  }
  expect([published, watched, asked]).toEqual([5, 2, 3])
  await settled({
    waiting: before.waiting - 10,
    watched: before.watched + 2,
    deletionsWaiting: before.deletionsWaiting + 3,
  })
  await page.getByText(/^You today: \d+ decisions?$/).waitFor()
  expectNoTroubles(reviewer)
})

test('the waiting threats that share traits are selected and published together, by keyboard', async () => {
  const { page } = reviewer
  const own = 'meridian-bank'
  const waiting = async () => (await apiCall<Counts>(reviewer, `/qa/getDashboard?company=${own}`)).body.waiting
  const read = async <T>(address: string) => (await apiCall<T>(reviewer, `${address}company=${own}`)).body
  const queued = await read<{ items: { id: string }[] }>('/qa/getQAThreats?limit=200&threatSource=Domain&')
  const sharers = await Promise.all(
    queued.items.map(async ({ id }) => {
      const found = await read<{ waiting: string[] }>(`/qa/threats/${id}/sharers?`)
      return { id, count: found.waiting.length }
    }),
  )
  const several = sharers.find(({ count }) => count > 1)
  if (!several) throw new Error('The demo has no two waiting threats that share traits')
  const { id, count } = several
  const before = await waiting()

  await startTab({ page }, own)
  await page.goto(`/QA/dashboard?id=${id}`)
  await page.getByRole('button', { name: `Review all ${count} together` }).waitFor()
  await page.keyboard.press('c')
  await expect.poll(() => new URL(page.url()).searchParams.get('like'), { timeout: 30_000 }).not.toBeNull()
  const list = page.getByRole('list', { name: 'Threats to review' })
  await expect.poll(() => list.getByRole('listitem').count(), { timeout: 30_000 }).toBe(count)
  await expect.poll(() => list.getByRole('checkbox', { checked: true }).count(), { timeout: 30_000 }).toBe(count)
  await page.keyboard.press('p')
  await expect.poll(waiting, { timeout: 30_000 }).toBe(before - count)
  await page.getByRole('heading', { name: 'All of these reviewed' }).waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Show full queue' }).last().click()
  await list.waitFor()
  expectNoTroubles(reviewer)
})

test('a reviewer whitelists a threat by keyboard, which the client finds on its allow list until that is undone', async () => {
  const own = 'meridian-bank'
  const client = await newVisitor(browser, stack.origin)
  await openAs(client, 'client@demo.example', '/settings?part=assets')
  const { page } = reviewer
  await startTab({ page }, own)
  const address = `/qa/getQAThreats?company=${own}&limit=20&threatSource=Domain`
  const { items } = (await apiCall<{ items: { id: string; title: string }[] }>(reviewer, address)).body
  const { id, title } = items.at(-1) ?? expect.fail('the demo has no waiting threat of a domain')
  const stageOf = async () =>
    (await apiCall<{ stage: string; status: string }>(reviewer, `/qa/threats/${id}?company=${own}`)).body
  const entries = async () =>
    (
      await apiCall<{ items: { reason: string; by: string }[] }>(client, `/settings/allowList?company=${own}`)
    ).body.items.map(({ reason, by }) => `${reason}, ${by}`)

  await page.goto(`/QA/dashboard?id=${id}`)
  await page.getByRole('button', { name: /^Whitelist/ }).waitFor()
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog', { name: `Whitelist ${title.replaceAll('.', '[.]')}?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).waitFor()
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(reviewer, look)
    const found = await faultsOfLook(reviewer, 'review-whitelist', look, looks[at - 1])
    faults.push(...found.map((fault) => `${nameOf(look)}: ${fault}`))
  }
  expect(faults).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.type('The shop of a reseller')
  await page.keyboard.press('Enter')
  await expect.poll(stageOf, { timeout: pollMs }).toMatchObject({ stage: 'published', status: 'whitelist' })
  expect(await entries()).toContain('The shop of a reseller, Review team')
  await page.keyboard.press('z')
  await expect.poll(stageOf, { timeout: pollMs }).toMatchObject({ stage: 'queued', status: 'open' })
  expect(await entries()).not.toContain('The shop of a reseller, Review team')

  await page.keyboard.press('x')
  const actions = page.getByRole('region', { name: 'Selected threats' })
  await actions.getByRole('button', { name: /^Whitelist/ }).waitFor()
  for (const look of looks) {
    await showIn(reviewer, look)
    const faultsOf = await actions.evaluate(
      (bar) => [...bar.querySelectorAll('button')].filter((button) => button.scrollWidth > button.clientWidth).length,
    )
    expect(faultsOf, nameOf(look)).toBe(0)
    await keepScreen(page, `review-selected-${nameOf(look)}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  expectNoTroubles(reviewer, client)
  await client.context.close()
})

test('a client reads at the address of a recalled threat why it was recalled', async () => {
  const own = 'meridian-bank'
  const client = await newVisitor(browser, stack.origin)
  const { page } = client
  // Not the list: its pictures may load late, and those of a recalled threat can't be read.
  await openAs(client, 'client@demo.example', '/settings')
  const { body } = await apiCall<{ items: { id: string }[] }>(
    client,
    '/threats/Domain?company=meridian-bank&status=open&limit=20',
  )
  const threatId = body.items.at(-1)?.id ?? expect.fail('the demo has no open threat of a domain')
  const { version } = (await apiCall<{ version: number }>(reviewer, `/qa/threats/${threatId}?company=${own}`)).body
  const recalled = await apiSend(reviewer, `/qa/threats/${threatId}/recall?company=${own}`, {
    version,
    remark: { kind: 'custom', text: 'The site belongs to a partner of yours.' },
  })
  expect(recalled.status, JSON.stringify(recalled.body)).toBe(200)
  expectNoTroubles(client)
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(client, look)
    await page.goto(`/threats/Domain/${threatId}`)
    await page.getByText('This was recalled: The site belongs to a partner of yours.').waitFor()
    await client.settled()
    expectRefusal(client, 404)
    const found = await faultsOfLook(client, 'threat-recalled', look, looks[at - 1])
    faults.push(...found.map((fault) => `${nameOf(look)}: ${fault}`))
  }
  expect(faults).toEqual([])
  await page.getByRole('heading', { name: 'No longer published' }).waitFor()
  await client.context.close()
})
