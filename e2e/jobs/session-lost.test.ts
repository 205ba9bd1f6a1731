import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, demoPassword, newVisitor, openBrowser, signedInUser, signIn, type Visitor } from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

const client = 'client@demo.example'
const deep = '/threats/Domain?severity=Critical,High&sort=lastSeen&dir=desc'

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

const atSignIn = (url: URL) => url.pathname === '/'
const list = (page: Visitor['page']) =>
  page.getByRole('treegrid', { name: 'Threats' }).getByRole('row').nth(1).waitFor()

/** Ends all sessions of the user except the current one, as after losing a laptop. */
async function endOtherSessions(visitor: Visitor): Promise<void> {
  const { accessToken } = await signedInUser(visitor)
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await answerOf(() => visitor.context.request.delete('/api/rest/user/sessions', { headers }))
  expect(await answer.json()).toEqual({ ended: 1 })
}

test('a session that is ended elsewhere is over in every tab, and signing in again leads back to the same page', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await signIn(visitor, client)
  await page.goto(deep)
  await list(page)
  const other = await visitor.context.newPage()
  await other.goto('/takedown')
  await other.getByRole('heading', { name: 'Takedowns', level: 1 }).waitFor()

  const elsewhere = await newVisitor(browser, stack.origin)
  await signIn(elsewhere, client)
  await endOtherSessions(elsewhere)

  // No user action is needed, because the event stream reports the end of the session.
  await page.waitForURL(atSignIn)
  await page.getByText('Your session expired. Sign in to continue.').waitFor()
  await other.waitForURL(atSignIn)

  await page.bringToFront()
  await page.getByLabel('Email').fill(client)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => `${url.pathname}${decodeURIComponent(url.search)}` === deep)
  await list(page)
  // The other tab follows, and each tab returns to its previous page.
  await other.waitForURL((url) => url.pathname === '/takedown')
  await other.getByRole('heading', { name: 'Takedowns', level: 1 }).waitFor()
  await visitor.context.close()
  await elsewhere.context.close()
})

test('who signs out is signed out in the other tab, and nothing of theirs can be read any more', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await signIn(visitor, client)
  const token = await page.evaluate(
    async () =>
      ((await (await fetch('/api/auth/session')).json()) as { user: { accessToken: string } }).user.accessToken,
  )
  const other = await visitor.context.newPage()
  await other.goto(deep)
  await list(other)
  await page.getByText('Logout').click()
  await page.waitForURL(atSignIn)
  await other.bringToFront()
  await other.waitForURL(atSignIn)
  const answer = await page.request.get('/api/rest/user/details', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
  await page.goto('/takedown')
  await page.waitForURL(atSignIn)
  await visitor.context.close()
})

test('a page that was opened while the server could not answer opens by itself once it can', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  let isAway = true
  await page.route('**/api/auth/session', (route) =>
    isAway ? route.fulfill({ status: 503, json: { error: { code: 'UNAVAILABLE' } } }) : route.continue(),
  )
  await page.goto('/')
  await page.getByText("The server didn't respond.", { exact: false }).first().waitFor()
  isAway = false
  await page.getByLabel('Email').waitFor()
  await visitor.context.close()
})
