/// <reference lib="dom" />
import fs from 'node:fs'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakenet, type Fakenet } from '@signet/connectors/test/fakenet/fakenet'
import type { CaseContacts } from '@signet/contract/takedowns/abuse-contacts'
import { usualTakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import { apiCall, apiSend, expectNoTroubles, newVisitor, openAs, openBrowser, type Visitor } from './browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from './looks.ts'
import { startEmbedded, type Stack } from './stack.ts'

/* The screens that staff reach from a takedown, in every look. */

const company = 'meridian-bank'
const of = `company=${company}`

let browser: Browser
let net: Fakenet
let stack: Stack
let author: Visitor
let second: Visitor
let takedownId: string

beforeAll(async () => {
  browser = await openBrowser()
  net = await startFakenet()
  stack = await startEmbedded(net.environment())
  author = await newVisitor(browser, stack.origin)
  second = await newVisitor(browser, stack.origin)
  await openAs(author, 'superAdmin@demo.example', '/takedown', company)
  await openAs(second, 'subAdmin@demo.example', '/takedown', company)
  takedownId = await runningCase()
})
// Look-ups that wait for their turn delay the end of the program.
afterAll(async () => {
  await browser.close()
  await stack.stop()
  await net.close()
})

/** A running takedown of a domain. */
async function runningCase(): Promise<string> {
  const list = `/takedown/getTakedown?${of}&threatSource=Domain&takedownStatus=authorised,submitted,acknowledged&limit=1`
  const { body } = await apiCall<{ items: { id: string }[] }>(author, list)
  return body.items[0]?.id ?? expect.fail('the demo has no running takedown of a domain')
}

/** @param part what the picture shows, if it is below the first view */
async function faultsIn(visitor: Visitor, name: string, part?: Locator): Promise<string[]> {
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(visitor, look)
    await visitor.settled()
    await part?.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    faults.push(...(await faultsOfLook(visitor, name, look, looks[at - 1])).map((fault) => `${nameOf(look)}: ${fault}`))
  }
  await showIn(visitor, { theme: 'light', width: 1440, height: 900 })
  return faults
}

test('reply rules are listed, and a reply is tried in the dialog before the rule is saved', async () => {
  const { page } = author
  await page.goto('/takedown/replyRules')
  await page.getByText('No rules yet').waitFor()
  expect(await faultsIn(author, 'reply-rules-empty')).toEqual([])
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Provider').fill('harbor-registrar.example')
  expect(await faultsIn(author, 'reply-rule-dialog')).toEqual([])
  await page.keyboard.press('Escape')
  const rules = [
    ['harbor-registrar.example', 'done', ['has been suspended', 'was placed on * hold']],
    ['copperline-hosting.example', 'question', ['please provide * further evidence']],
  ] as const
  for (const [provider, says, phrases] of rules) {
    const added = await apiSend(author, `/replyRules?${of}`, { provider, class: says, phrases })
    expect(added.status).toBe(201)
  }
  await page.reload()
  await page.getByText('harbor-registrar.example').first().waitFor()
  expect(await faultsIn(author, 'reply-rules')).toEqual([])
  expectNoTroubles(author)
})

test('a company that requires a second person says so in its settings and in the case of both', async () => {
  await author.page.goto('/settings?part=takedowns')
  const tick = author.page.getByRole('checkbox', { name: 'A second person sends notices' })
  await tick.waitFor()
  const policy = { ...usualTakedownPolicy, needsSecondPerson: true }
  expect((await apiSend(author, `/takedownPolicy?${of}`, policy, 'put')).status).toBe(200)
  await author.page.reload()
  await expect.poll(() => tick.isChecked()).toBe(true)
  expect(await faultsIn(author, 'second-person-settings', tick)).toEqual([])

  const on = { isOn: true }
  expect((await apiSend(author, `/noticeChannels/registrar?${of}`, on, 'put')).status).toBe(200)
  const { body: found } = await apiCall<CaseContacts>(author, `/takedown/${takedownId}/contacts?${of}`)
  const registrar = found.contacts.find(({ role }) => role === 'registrar')
  const notice = {
    way: 'email',
    channel: 'registrar',
    recipient: registrar?.recipient ?? expect.fail('the case has no contact at its registrar'),
    subject: 'Phishing',
    text: 'Please act.',
  }
  expect((await apiSend(author, `/takedown/${takedownId}/attempts?${of}`, notice)).status).toBe(201)
  for (const [visitor, name] of [
    [author, 'second-person-author'],
    [second, 'second-person-sender'],
  ] as const) {
    await visitor.page.goto(`/takedown/${takedownId}`)
    const notices = visitor.page.getByRole('region', { name: 'Notices', exact: true })
    // Its author can't send it.
    const isAuthor = visitor === author
    await notices
      .getByText(isAuthor ? 'Waiting for a second person' : 'Waiting for you')
      .first()
      .waitFor()
    expect(await notices.getByText(/^You wrote this notice/).count()).toBe(isAuthor ? 1 : 0)
    expect(await notices.getByText(/^Written by .+\. Read it, then send it/).count()).toBe(isAuthor ? 0 : 1)
    expect(await notices.getByRole('button', { name: 'Read and send' }).count()).toBe(isAuthor ? 0 : 1)
    expect(await faultsIn(visitor, name, notices), name).toEqual([])
  }
  expectNoTroubles(author, second)
})

test('the statistics of a provider are readable in every look', async () => {
  const { page } = author
  for (const by of ['provider', 'registrar', 'host']) {
    await page.goto(`/takedown/statistics?range=365&by=${by}`)
    await page.getByRole('img', { name: /First offline/ }).waitFor()
    expect(await faultsIn(author, `statistics-${by}`, page.getByRole('group', { name: 'Compare by' })), by).toEqual([])
  }
  expectNoTroubles(author)
})

test('a case lists its packs, and the verify page names their timestamp', async () => {
  const { page } = author
  await page.goto(`/takedown/${takedownId}`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Evidence pack' }).click()
  const pack = fs.readFileSync(await (await download).path())
  await page.reload()
  const packs = page.getByRole('region', { name: 'Evidence packs created', exact: true })
  await packs
    .getByText(/^SHA-256 [0-9a-f]{12}…, with a timestamp/)
    .first()
    .waitFor()
  expect(await faultsIn(author, 'packs', packs)).toEqual([])

  const stranger = await newVisitor(browser, stack.origin, { keepsPolicy: true })
  await stranger.page.goto('/verify')
  const choice = { name: 'pack.zip', mimeType: 'application/zip', buffer: pack }
  await stranger.page.getByLabel('Choose a pack').setInputFiles(choice)
  await stranger.page.getByRole('heading', { name: 'The pack is unchanged', exact: true }).waitFor()
  await stranger.page.getByText('Example Timestamp Authority').first().waitFor()
  await stranger.context.close()
  // Without the policy, because axe is added to the page.
  const checker = await newVisitor(browser, stack.origin)
  await checker.page.goto('/verify')
  await checker.page.getByLabel('Choose a pack').setInputFiles(choice)
  await checker.page.getByRole('heading', { name: 'The pack is unchanged', exact: true }).waitFor()
  expect(await faultsIn(checker, 'verify-timestamp')).toEqual([])
  expectNoTroubles(author, stranger, checker)
  await checker.context.close()
})

test('the list of deeper analyses says on a phone when each is due, with its whole line of figures', async () => {
  const client = await newVisitor(browser, stack.origin)
  const { page } = client
  await openAs(client, 'client@demo.example', '/deeperAnalysis')
  const figures = page.getByText(/overdue/).first()
  await figures.waitFor()
  expect(await faultsIn(client, 'deeper-analyses')).toEqual([])
  await showIn(client, { theme: 'light', width: 390, height: 844 })
  await client.settled()
  expect(await figures.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  const rows = page.getByRole('grid', { name: 'Deeper Analysis' }).getByRole('row')
  await rows
    .getByText(/^(Was due|Due) \d+ \w+ \d{4}$/)
    .first()
    .waitFor()
  expectNoTroubles(client)
  await client.context.close()
})
