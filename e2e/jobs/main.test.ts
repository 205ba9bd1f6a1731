import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  apiCall,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openBrowser,
  openCompanies,
  signIn,
  type Visitor,
} from '../browser.ts'
import { startDistributed, startEmbedded, type Stack } from '../stack.ts'

const server = process.env['TEST_DATABASE_URL']
const pollMs = 15_000

interface Page<T> {
  items: T[]
  total: number
}
interface AuditEntry {
  action: string
  by: string
  target: { id: string }
}

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('on the embedded database', () => mainJob(startEmbedded))
describe.skipIf(!server)('on a PostgreSQL server with two api and two worker processes', () => {
  mainJob(() => startDistributed(server as string))
})

/** A name in a feed leads to a takedown request: QA publishes it, the client decides, and a user of another company sees nothing. */
function mainJob(start: () => Promise<Stack>): void {
  let stack: Stack
  let reviewer: Visitor
  let client: Visitor
  let stranger: Visitor
  let published: string[]

  beforeAll(async () => {
    stack = await start()
    reviewer = await newVisitor(browser, stack.origin)
    client = await newVisitor(browser, stack.origin)
    stranger = await newVisitor(browser, stack.origin)
  })
  afterAll(async () => {
    await Promise.all([reviewer, client, stranger].map(({ context }) => context.close()))
    await stack.stop()
  })

  test('a reviewer publishes three threats of the public feed by keyboard alone', async () => {
    const { page } = reviewer
    await signIn(reviewer, 'qa@demo.example')
    expect(new URL(page.url()).pathname).toBe('/QA/dashboard')
    await openCompanies(reviewer)
    await page.keyboard.type('Public')
    await page.keyboard.press('Enter')
    // The selector closes, and its button then shows the current company.
    await page.getByRole('button', { name: /Public feed watch/ }).waitFor()

    const waiting = async () =>
      (await apiCall<{ waiting: number }>(reviewer, '/qa/getDashboard?company=public-feed-watch')).body.waiting
    const before = await waiting()
    expect(before).toBeGreaterThan(100)
    const list = page.getByRole('list', { name: 'Threats to review' })
    const current = list.locator('[aria-current=true]')
    await current.waitFor()
    for (let done = 1; done <= 3; done += 1) {
      await page.getByRole('button', { name: 'Publish to client' }).waitFor()
      const title = await current.textContent()
      await page.keyboard.press('p')
      await expect.poll(waiting, { timeout: pollMs }).toBe(before - done)
      // The next threat is current.
      await expect.poll(() => current.textContent(), { timeout: pollMs }).not.toBe(title)
    }
    await keepScreen(page, 'qa-dashboard-after-publishing')
    const audit = await signedInAs(stack, 'superAdmin@demo.example', (visitor) =>
      apiCall<Page<AuditEntry>>(visitor, '/audit?company=public-feed-watch&action=qa.publish'),
    )
    expect(audit.body.items.map(({ by }) => by)).toEqual(Array.from({ length: 3 }, () => 'qa@demo.example'))
    published = audit.body.items.map(({ target }) => target.id)
    expectNoTroubles(reviewer)
  })

  test('the client sees exactly these three, reads the reasons and requests a takedown with a remark', async () => {
    const { page } = client
    await signIn(client, 'client.feedwatch@demo.example')
    await page.goto('/threats/All?similar=all')
    const grid = page.getByRole('grid', { name: 'Threats' })
    await expect.poll(() => grid.getByRole('row').count(), { timeout: pollMs }).toBe(4)
    const listed = await apiCall<Page<{ id: string }>>(client, '/threats/getAllThreats')
    expect(listed.body.items.map(({ id }) => id).toSorted()).toEqual(published.toSorted())

    await grid.getByRole('row').nth(1).click()
    const panel = page.getByRole('region', { name: 'Threat', exact: true })
    await panel.getByText('Why flagged').waitFor()
    await keepScreen(page, 'client-reads-the-reasons')
    await panel.getByLabel('Remark').fill('Please remove this look-alike')
    await panel.getByRole('button', { name: 'Takedown' }).click()
    await page.getByText('Undo', { exact: true }).first().waitFor()
    expectNoTroubles(client)
  })

  test('the Takedowns page shows the request, and both decisions are in the audit log', async () => {
    const { page } = client
    await page.goto('/takedown')
    const grid = page.getByRole('grid', { name: 'Takedowns' })
    await expect.poll(() => grid.getByRole('row').count(), { timeout: pollMs }).toBe(2)
    await keepScreen(page, 'client-takedowns')
    const audit = await signedInAs(stack, 'superAdmin@demo.example', (visitor) =>
      apiCall<Page<AuditEntry & { after: { remark?: string } }>>(visitor, '/audit?company=public-feed-watch'),
    )
    const actions = audit.body.items.map(({ action, by }) => `${action} by ${by}`)
    expect(actions).toContain('threat.takedown by client.feedwatch@demo.example')
    expect(actions).toContain('takedown.requested by client.feedwatch@demo.example')
    expect(audit.body.items.find(({ action }) => action === 'threat.takedown')?.after.remark).toBe(
      'Please remove this look-alike',
    )
    expectNoTroubles(client)
  })

  test('a user of Meridian Bank sees nothing of it and gets 404 on its ids', async () => {
    const { page } = stranger
    await signIn(stranger, 'client@demo.example')
    await page.goto('/threats/All?q=coinbase')
    await page
      .getByText(/no .*threat|nothing/i)
      .first()
      .waitFor()
    for (const id of published) {
      expect((await apiCall(stranger, `/threats/Domain/${id}`)).status).toBe(404)
      expect((await apiCall(stranger, `/threats/Domain/${id}?company=public-feed-watch`)).status).toBe(404)
    }
  })
}

async function signedInAs<T>(stack: Stack, email: string, work: (visitor: Visitor) => Promise<T>): Promise<T> {
  const visitor = await newVisitor(browser, stack.origin)
  try {
    await signIn(visitor, email)
    return await work(visitor)
  } finally {
    await visitor.context.close()
  }
}
