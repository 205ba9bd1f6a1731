import fs from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCall, expectNoTroubles, newVisitor, openBrowser, openAs, type Visitor } from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

let browser: Browser
let stack: Stack
let client: Visitor
let stranger: Visitor
beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
  client = await newVisitor(browser, stack.origin)
  // With the content security policy of the portal.
  stranger = await newVisitor(browser, stack.origin, { keepsPolicy: true })
})
afterAll(async () => {
  await client.context.close()
  await stranger.context.close()
  await browser.close()
  await stack.stop()
})

test('a pack that a client downloads is verified by a stranger in the browser, and a changed file is named', async () => {
  await openAs(client, 'client@demo.example', '/takedown')
  const { body } = await apiCall<{ items: { id: string }[] }>(client, '/takedown/getTakedown?limit=1')
  await client.page.goto(`/takedown/${body.items[0]?.id}`)
  const download = client.page.waitForEvent('download')
  await client.page.getByRole('link', { name: 'Evidence pack' }).click()
  const pack = fs.readFileSync(await (await download).path())

  const { page } = stranger
  await page.goto('/verify')
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Choose a pack').setInputFiles({ name, mimeType: 'application/zip', buffer })
  await choose('pack.zip', pack)
  await page.getByRole('heading', { name: 'The pack is unchanged', exact: true }).waitFor()

  const path = 'case.json'
  const changed = Buffer.from(pack)
  const at = changed.indexOf(path) + path.length + 100
  changed[at] = (changed[at] as number) ^ 1
  await choose('changed.zip', changed)
  await page.getByRole('heading', { name: 'The pack was changed' }).waitFor()
  expect(await page.getByRole('status').getByRole('listitem').allInnerTexts()).toEqual([`Changed ${path}`])

  await choose('text.zip', Buffer.from('no archive'))
  await page.getByRole('heading', { name: "This isn't an evidence pack" }).waitFor()
  expectNoTroubles(client, stranger)
})
