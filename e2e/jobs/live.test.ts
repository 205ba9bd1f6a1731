import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCall, expectNoTroubles, newVisitor, openBrowser, signIn, startTab, type Visitor } from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

// Events go through the database, a stream and a delay that collects them.
const newsMs = 30_000

let browser: Browser
let stack: Stack
let admin: Visitor
let reviewer: Visitor
let client: Visitor
beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
  admin = await newVisitor(browser, stack.origin)
  reviewer = await newVisitor(browser, stack.origin)
  client = await newVisitor(browser, stack.origin)
})
afterAll(async () => {
  for (const { context } of [admin, reviewer, client]) await context.close()
  await browser.close()
  await stack.stop()
})

const company = 'meridian-bank'

function post(visitor: Visitor, address: string, body: object): Promise<number> {
  return visitor.page.evaluate(
    async ([path, json]) => {
      const session = (await (await fetch('/api/auth/session')).json()) as { user: { accessToken: string } }
      const response = await fetch(`/api/rest${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.user.accessToken}`, 'content-type': 'application/json' },
        body: json as string,
      })
      return response.status
    },
    [address, JSON.stringify(body)],
  )
}

test('new rows are offered above a list and move nothing until requested', async () => {
  await signIn(admin, 'admin@demo.example')
  await signIn(reviewer, 'qa@demo.example')
  await signIn(client, 'client@demo.example')
  await startTab(reviewer, company)
  await reviewer.page.goto('/QA/dashboard?order=newest')
  await reviewer.settled()
  await client.page.goto('/threats/Domain')
  await client.settled()
  const [queue, list] = [reviewer.page.locator('main'), client.page.getByRole('treegrid')]
  const name = 'meridian-came-just-now'

  const body = { company, source: 'Domain', threatType: 'Look-alike domain', severity: 'High' }
  expect(await post(admin, '/threats', { ...body, fields: { domain_name: `${name}.example` } })).toBe(201)
  const more = reviewer.page.getByRole('button', { name: 'Show 1 new' })
  await more.waitFor({ timeout: newsMs })
  expect(await queue.getByText(name).count()).toBe(0)
  await more.click()
  await queue.getByText(name).first().waitFor({ timeout: newsMs })
  await more.waitFor({ state: 'detached', timeout: newsMs })

  // A record that is open in the review is kept open by repeated calls, which end when it is published.
  await reviewer.page.goto('/QA/glossary')
  await reviewer.settled()
  const found = await apiCall<{ items: { id: string; version: number }[] }>(
    reviewer,
    `/qa/getQAThreats?company=${company}&searchQuery=${name}`,
  )
  const [threat] = found.body.items
  const address = `/qa/threats/${threat?.id}/publish?company=${company}`
  expect(await post(reviewer, address, { version: threat?.version })).toBe(200)
  const offer = client.page.getByRole('button', { name: 'Show 1 new' })
  await offer.waitFor({ timeout: newsMs })
  expect(await list.getByText(name).count()).toBe(0)
  await offer.click()
  await list.getByText(name).waitFor({ timeout: newsMs })
  expectNoTroubles(admin, reviewer, client)
})
