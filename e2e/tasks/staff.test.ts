import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { apiCall, openBrowser } from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'
import { tasksOf, type Hand } from './hand.ts'

/* The daily work of the provider's staff, with the number of steps it takes (docs/tasks.md). */

const pollMs = 15_000

let browser: Browser
let stack: Stack
beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

const { task, testThatAllAreTried } = tasksOf('Staff', () => ({ browser, stack }))
const feed = 'public-feed-watch'
const reviewer = { email: 'qa@demo.example', company: feed }

const counts = async ({ visitor }: Hand) =>
  (
    await apiCall<{ waiting: number; watched: number; deletionsWaiting: number }>(
      visitor,
      `/qa/getDashboard?company=${feed}`,
    )
  ).body
/** Waits until the numbers of the queue have changed by this much. */
const queueChanges = async (
  hand: Hand,
  before: Awaited<ReturnType<typeof counts>>,
  by: Partial<Awaited<ReturnType<typeof counts>>>,
) => {
  const { waiting = 0, watched = 0, deletionsWaiting = 0 } = by
  await expect
    .poll(() => counts(hand), { timeout: pollMs })
    .toMatchObject({
      waiting: before.waiting + waiting,
      watched: before.watched + watched,
      deletionsWaiting: before.deletionsWaiting + deletionsWaiting,
    })
}
const main = ({ visitor: { page } }: Hand) => page.getByRole('main')
const menu = ({ visitor: { page } }: Hand, name: RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
const current = (hand: Hand) =>
  main(hand).getByRole('list', { name: 'Threats to review' }).locator('[aria-current=true]')
/** The queue shows the threat under the cursor, and can be decided on. */
const isReady = (hand: Hand) => main(hand).getByRole('button', { name: 'Publish to client' }).waitFor()

/** The current row without the time that is left, which begins again with an undo. */
const nameOf = async (hand: Hand) => (await current(hand).textContent())?.replace(/\d+ \w+ (left|overdue)$/, '')

task('Publish the first threat of the queue', reviewer, async (hand) => {
  await isReady(hand)
  const before = await counts(hand)
  await hand.press('p')
  await queueChanges(hand, before, { waiting: -1 })
})

task('Raise the severity of a threat and publish it', reviewer, async (hand) => {
  await isReady(hand)
  const before = await counts(hand)
  await hand.press('1')
  await hand.press('p')
  await queueChanges(hand, before, { waiting: -1 })
})

task('Undo a wrong decision', reviewer, async (hand) => {
  await isReady(hand)
  const before = await counts(hand)
  const name = await nameOf(hand)
  await hand.press('l')
  await queueChanges(hand, before, { waiting: -1, watched: 1 })
  await hand.press('z')
  await queueChanges(hand, before, {})
  await expect.poll(() => nameOf(hand), { timeout: pollMs }).toBe(name)
})

task('Request the deletion of a threat and say why', reviewer, async (hand) => {
  await isReady(hand)
  const before = await counts(hand)
  await hand.press('Delete')
  await hand.visitor.page.getByRole('dialog', { name: 'Request deletion' }).waitFor()
  await hand.press('2')
  await hand.press('Enter')
  await queueChanges(hand, before, { waiting: -1, deletionsWaiting: 1 })
})

task('Publish three threats together', reviewer, async (hand) => {
  await isReady(hand)
  const before = await counts(hand)
  for (const key of ['x', 'j', 'x', 'j', 'x', 'p']) await hand.press(key)
  await queueChanges(hand, before, { waiting: -3 })
})

task('Open the queue of another company', reviewer, async (hand) => {
  await isReady(hand)
  await hand.press('Alt+c')
  await hand.visitor.page.getByRole('combobox', { name: /compan/i }).waitFor()
  await hand.type('Meridian')
  await hand.press('Enter')
  await hand.visitor.page.getByRole('button', { name: /Meridian Bank/ }).waitFor()
  await current(hand).waitFor()
})

task('Add a look-alike domain manually', { email: 'qa@demo.example', company: 'meridian-bank' }, async (hand) => {
  await hand.click(menu(hand, /^Add Threats/))
  await hand.choose(main(hand).getByRole('combobox', { name: 'Source', exact: true }), 'Domain')
  await hand.fill(main(hand).getByRole('textbox', { name: 'Domain name', exact: true }), 'sign-in-at-meridian.example')
  await main(hand).getByText('1 new').waitFor()
  await hand.click(main(hand).getByRole('button', { name: 'Send to review' }))
  await hand.visitor.page.getByText('1 threat sent to review').waitFor()
})

task(
  'Take on a request and ask the client back',
  { email: 'subAdmin@demo.example', company: 'meridian-bank' },
  async (hand) => {
    const { page } = hand.visitor
    await hand.click(menu(hand, /^Add Request/))
    await hand.click(
      main(hand)
        .getByRole('region', { name: 'Company requests' })
        .getByRole('link', { name: 'Page that copies the Meridian Bank sign-in' }),
    )
    await hand.click(page.getByRole('button', { name: 'Accept request' }))
    await page.getByText('In progress').first().waitFor()
    await hand.fill(page.getByRole('textbox', { name: 'Message the client' }), 'Which customers received it?')
    await hand.press('Control+Enter')
    await page.getByText('Which customers received it?').waitFor()
  },
)

task('See which company needs attention and open it', { email: 'admin@demo.example' }, async (hand) => {
  await hand.click(
    main(hand)
      .getByRole('region', { name: 'Companies' })
      .getByRole('button', { name: /^Meridian Bank( Selected)?$/ }),
  )
  await hand.visitor.page
    .getByRole('button', { name: /Meridian Bank/ })
    .first()
    .waitFor()
})

task('See what happened lately', { email: 'superAdmin@demo.example', company: 'meridian-bank' }, async (hand) => {
  await hand.click(menu(hand, /^Recent Activity/))
  await hand.visitor.page.waitForURL(/recentActivity|recent-activity/i)
  await main(hand).locator('time').first().waitFor()
})

testThatAllAreTried()
