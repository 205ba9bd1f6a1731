import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { apiCall, openBrowser } from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'
import { tasksOf, type Hand } from './hand.ts'

/* The daily work of a client, with the number of steps it takes (docs/tasks.md). */

let browser: Browser
let stack: Stack
beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

const { task, testThatAllAreTried } = tasksOf('Client', () => ({ browser, stack }))
const client = { email: 'client@demo.example' }

/** A threat by the address that opens it in the portal, `/threats/Domain?id=…`. */
async function statusOf({ visitor }: Hand, href: string): Promise<string> {
  const { pathname, searchParams } = new URL(href, stack.origin)
  const { body } = await apiCall<{ status: string }>(visitor, `${pathname}/${searchParams.get('id') ?? ''}`)
  return body.status
}
const main = ({ visitor: { page } }: Hand) => page.getByRole('main')
const menu = ({ visitor: { page } }: Hand, name: RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
const toDecide = (hand: Hand) => main(hand).getByRole('list', { name: 'Threats that need a decision' })
const panelOf = ({ visitor: { page } }: Hand) => page.getByRole('region', { name: 'Threat', exact: true })
const dialogOf = ({ visitor: { page } }: Hand, name: string | RegExp) => page.getByRole('dialog', { name })

/** Opens one of the threats that Home lists for a decision. */
async function openListed(hand: Hand, place: number): Promise<string> {
  const link = toDecide(hand).getByRole('link').nth(place)
  const href = (await link.getAttribute('href')) ?? ''
  await hand.click(link)
  await panelOf(hand).getByRole('tab', { name: 'Evidence' }).waitFor()
  return href
}

task('Request a takedown of the most severe threat', client, async (hand) => {
  const first = toDecide(hand).getByRole('listitem').first()
  const href = (await first.getByRole('link').first().getAttribute('href')) ?? ''
  await hand.click(first.getByRole('button', { name: /^Request takedown: / }))
  await expect.poll(() => statusOf(hand, href)).toBe('takedown')
})

task('Whitelist a threat', client, async (hand) => {
  const href = await openListed(hand, 1)
  await hand.press('w')
  await expect.poll(() => statusOf(hand, href)).toBe('whitelist')
})

task('Mark a threat as a false positive and say why', client, async (hand) => {
  const href = await openListed(hand, 2)
  await hand.press('f')
  await dialogOf(hand, 'Why is this a false positive?').waitFor()
  await hand.press('1')
  await hand.press('Enter')
  await expect.poll(() => statusOf(hand, href)).toBe('falsePositive')
})

task('Request takedowns of all threats that are similar to one', client, async (hand) => {
  const open = async () =>
    (await apiCall<{ total: number }>(hand.visitor, '/threats/getAllThreats?status=open&limit=1')).body.total
  const before = await open()
  await hand.click(main(hand).getByRole('link', { name: 'Open queue' }))
  const row = main(hand)
    .getByRole('treegrid', { name: 'Threats' })
    .getByRole('row')
    .filter({ hasText: /Group of \d/ })
  await hand.click(row.first())
  await panelOf(hand).getByRole('tab', { name: 'Evidence' }).waitFor()
  await hand.press('t')
  const all = dialogOf(hand, /^Apply to this threat or to /).getByRole('button', {
    name: /^Request takedown of \d+ threats$/,
  })
  const many = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0])
  await hand.click(all)
  await expect.poll(open).toBe(before - many)
})

task('Find a threat by its domain and see why it was flagged', client, async (hand) => {
  const name = (await toDecide(hand).getByRole('link').nth(0).textContent()) ?? ''
  const { page } = hand.visitor
  await hand.press('Control+k')
  const palette = dialogOf(hand, 'Search or jump')
  await palette.getByRole('combobox').waitFor()
  await hand.type(name.replaceAll(/[[\]]/g, ''))
  await palette.getByRole('option').filter({ hasText: name }).first().waitFor()
  await hand.press('Enter')
  await panelOf(hand).getByText('Why flagged').waitFor()
  expect(new URL(page.url()).pathname).toContain('/threats/')
})

task('Report a suspicious address', client, async (hand) => {
  const { page } = hand.visitor
  await hand.click(menu(hand, /^Add Threats/))
  await hand.fill(page.getByLabel('What did you find?'), 'https://codes-of-meridian.example/verify')
  await hand.click(page.getByRole('button', { name: 'Report threats', exact: true }))
  const reported = page.getByRole('region', { name: 'Reported threats' })
  await reported.getByText('In review').waitFor({ timeout: 60_000 })
})

task('Answer a question of the provider', client, async (hand) => {
  const { page } = hand.visitor
  await hand.click(menu(hand, /^Add Request/))
  await hand.click(main(hand).getByRole('listitem').filter({ hasText: 'Waiting for you' }).getByRole('link').first())
  await hand.fill(page.getByRole('textbox', { name: 'Message Signet' }), 'The forum thread names our staff portal.')
  await hand.press('Control+Enter')
  await page.getByText('The forum thread names our staff portal.').waitFor()
})

task('See how far an overdue takedown has come', client, async (hand) => {
  await hand.click(main(hand).getByRole('link', { name: /overdue$/ }))
  await hand.click(main(hand).getByRole('grid', { name: 'Takedowns' }).getByRole('link').first())
  await hand.visitor.page.waitForURL(/\/takedown\/[0-9a-f-]{36}/)
  await main(hand)
    .getByText(/Notice sent/)
    .first()
    .waitFor()
})

task('Export the open critical threats', client, async (hand) => {
  await hand.click(main(hand).getByRole('link', { name: /critical$/ }))
  await main(hand).getByRole('treegrid', { name: 'Threats' }).getByRole('row').nth(1).waitFor()
  await hand.visitor.settled()
  const download = hand.visitor.page.waitForEvent('download')
  await hand.press('e')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})

task('Invite a colleague', client, async (hand) => {
  const { page } = hand.visitor
  await hand.click(menu(hand, /^Settings/))
  await hand.click(page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: 'Users' }))
  await hand.click(page.getByRole('button', { name: 'Invite user' }))
  await hand.fill(page.getByLabel('Email'), 'tilda.umber@umber.example')
  await hand.fill(page.getByLabel('Name'), 'Tilda Umber')
  await hand.press('Enter')
  await page.getByRole('listitem').filter({ hasText: 'tilda.umber@umber.example' }).getByText('Invited').waitFor()
})

testThatAllAreTried()
