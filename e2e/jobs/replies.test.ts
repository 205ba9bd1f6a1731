import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCall, expectNoTroubles, newVisitor, openAs, openBrowser, startTab, type Visitor } from '../browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from '../looks.ts'
import { startEmbedded, type Stack } from '../stack.ts'

const pollMs = 15_000

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

async function faultsIn(visitor: Visitor, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(visitor, look)
    await visitor.settled()
    faults.push(...(await faultsOfLook(visitor, name, look, looks[at - 1])).map((fault) => `${nameOf(look)}: ${fault}`))
  }
  return faults
}

const mailAbout = (subject: string) =>
  `From: Abuse Desk <abuse@nobody-was-notified.example>\r\nSubject: ${subject}\r\n\r\nHello,\r\n\r\nThe domain has been suspended.\r\n`

test('a reply appears in its takedown with the sentence that decided, and an unmatched email is assigned to it', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/takedown')
  const { body } = await apiCall<{ items: { id: string; title: string; company: string }[] }>(
    visitor,
    '/takedown/getTakedown?company=meridian-bank&takedownStatus=submitted',
  )
  const mailsOf = async (id: string) =>
    (await apiCall<unknown[]>(visitor, `/takedown/${id}/mails?company=meridian-bank`)).body.length
  const counts = await Promise.all(body.items.map(({ id }) => mailsOf(id)))
  const takedown = body.items[counts.indexOf(0)] ?? expect.fail('the demo has no unanswered takedown')
  const key = await page.evaluate(async () => {
    const session = (await (await fetch('/api/auth/session')).json()) as { user: { accessToken: string } }
    const answer = await fetch('/api/rest/companies/meridian-bank/apiKeys', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.user.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Mail server', scopes: ['mail'] }),
    })
    return ((await answer.json()) as { key: string }).key
  })
  const handIn = async (subject: string) => {
    const answer = await fetch(`${stack.origin}/api/rest/companies/meridian-bank/inboundMail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' },
      body: mailAbout(subject),
    })
    expect(answer.status).toBe(202)
  }
  await handIn(`Re: [${takedown.id.slice(0, 8)}]`)
  await handIn('Ticket 4711')

  // A worker reads them.
  const sorted = async () => [
    (await apiCall<{ total: number }>(visitor, '/inboundMails?company=meridian-bank')).body.total,
    await mailsOf(takedown.id),
  ]
  await expect.poll(sorted, { timeout: pollMs }).toEqual([1, 1])

  await startTab(visitor, 'meridian-bank')
  await page.goto(`${stack.origin}/takedown/mails`)
  const waiting = page.getByRole('listitem').filter({ hasText: 'Ticket 4711' })
  await waiting.waitFor()
  expect(await faultsIn(visitor, 'unmatched-mails')).toEqual([])
  await waiting.getByRole('button', { name: 'Assign to takedown' }).click()
  await page.getByLabel('Takedown', { exact: true }).selectOption(takedown.id)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText('No unmatched emails').waitFor()

  await page.goto(`${stack.origin}/takedown/${takedown.id}`)
  const replies = page.getByRole('region', { name: 'Replies' })
  const first = replies.getByRole('listitem').first()
  await first.getByText(/^Unverified sender: it names our reference/).waitFor()
  await first.getByText('The domain has been suspended.', { exact: true }).first().waitFor()
  expect(await faultsIn(visitor, 'takedown-replies')).toEqual([])
  await first.getByRole('button', { name: 'Decide' }).click()
  await page.getByLabel('Reason').fill('The registry says so, too')
  await page.getByRole('button', { name: 'Save' }).click()
  await first.getByText(/^Decided by .*: The registry says so, too$/).waitFor()
  await first.getByText("Reports that it's done").waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})
