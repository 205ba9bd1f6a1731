import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DetectionRule } from '../../packages/contract/src/collection/detection-rules.ts'
import type { Assets } from '../../packages/contract/src/companies/assets.ts'
import {
  accessibilityFaults,
  apiCall,
  apiSend,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openBrowser,
  openAs,
  type Visitor,
} from '../browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from '../looks.ts'
import { startEmbedded, type Stack } from '../stack.ts'

/** Staff test the detector: pasted names, and a new brand, edited assets and a rule on what is stored. */

const workMs = 30_000
let browser: Browser
let stack: Stack

beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

async function faultsInEveryLook(visitor: Visitor, picture: string): Promise<string[]> {
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(visitor, look)
    await visitor.settled()
    const found = await faultsOfLook(visitor, picture, look, looks[at - 1])
    faults.push(...found.map((fault) => `${nameOf(look)}: ${fault}`))
  }
  await showIn(visitor, { theme: 'light', width: 1440, height: 900 })
  return faults
}

test('pasted names each get a verdict with its indicators', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'subAdmin@demo.example', '/settings?part=names')
  await page.getByLabel('Company', { exact: true }).selectOption({ label: 'Meridian Bank' })
  const names = ['unrelated.example', 'login-meridianbank.example', 'www.meridianbank.example', '...']
  await page.getByRole('textbox', { name: /^Names/ }).fill(names.join('\n'))
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('4 names, 1 finding').waitFor({ timeout: workMs })
  const rows = page.getByRole('table').getByRole('row')
  // The best result comes first, whatever the order of the pasted names.
  await expect.poll(() => rows.nth(1).innerText(), { timeout: workMs }).toMatch(/login-meridianbank\[\.\]example/)
  expect(await page.getByRole('table').innerText()).toMatch(/Official/)
  await rows
    .nth(1)
    .getByText(/indicators?$/)
    .click()
  await rows.nth(1).getByText('points').first().waitFor({ state: 'attached', timeout: workMs })
  const reasons = await rows.nth(1).getByRole('listitem').allInnerTexts()
  const points = reasons.map((text) => Number(/\+(\d+)/.exec(text)?.[1]))
  expect(points.length).toBeGreaterThan(1)
  expect(points).toEqual(points.toSorted((a, b) => b - a))
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'bench')
  // On a phone the reasons take the whole width, and the class, which has no column there, is below the name.
  await showIn(visitor, { theme: 'light', width: 390, height: 844 })
  expect(await rows.nth(1).getByRole('rowheader').innerText()).toContain('Brand as a separate word')
  const table = await page.getByRole('table').boundingBox()
  const list = await rows.nth(1).getByRole('list').boundingBox()
  expect(list?.width).toBe(table?.width)
  expect(await page.getByRole('table').getByText('–', { exact: true }).count()).toBe(9)
  expect(await accessibilityFaults(page)).toEqual([])
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a new brand is tested on the stored names before it is saved', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'admin@demo.example', '/settings?part=assets')
  await page.getByRole('button', { name: 'Add brand' }).click()
  await page.getByLabel('Name', { exact: true }).last().fill('MetaMask')
  await page.getByRole('button', { name: 'Test on stored names' }).last().click()
  await page.getByText(/^Would have found [\d,]+ match(?:es)? in [\d,]+ stored names\.$/).waitFor({ timeout: workMs })
  expect(await page.getByRole('list', { name: 'Examples' }).getByRole('listitem').count()).toBe(3)
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'back-test')
  // The previous result doesn't apply to another name.
  await page.getByLabel('Name', { exact: true }).last().fill('Qqzzxx Unheard')
  await page.getByRole('list', { name: 'Examples' }).waitFor({ state: 'detached', timeout: workMs })
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a domain that imitates says where, and what was seen of it', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/threats/Domain')
  // Rows that are loading are skeletons without text. The first row with text is the header.
  await page.getByRole('row').filter({ hasText: /\w/ }).nth(1).click()
  await page.getByLabel('How this name imitates the brand').waitFor({ timeout: workMs })
  await page.getByRole('heading', { name: 'What would lower the score' }).waitFor({ timeout: workMs })
  await page.getByRole('tab', { name: 'Technical' }).click()
  await page.getByRole('heading', { name: 'Change history' }).waitFor({ timeout: workMs })
  await visitor.settled()
  expect(await accessibilityFaults(page)).toEqual([])
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('edited assets are compared with everything stored before they are saved from the preview', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'admin@demo.example', '/settings?part=assets', 'meridian-bank')
  const assets = async () => (await apiCall<Assets>(visitor, '/settings/assets?company=meridian-bank')).body
  const before = await assets()
  await page.getByLabel(/^Other domains/).fill('meridian-homes.invalid')
  await page.getByRole('button', { name: 'Add brand' }).click()
  await page.getByLabel('Name', { exact: true }).last().fill('Kestrel')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'What these assets would change' })
  const save = dialog.getByRole('button', { name: 'Save assets' })
  await save.waitFor({ timeout: workMs })
  await dialog.getByText(/^1 of [\d,]+ stored threats would be your own or a partner's/).waitFor()
  await dialog.getByText('meridian-homes[.]invalid').waitFor()
  await dialog.getByText(/stored threats? names? an added brand or person\.$/).waitFor()
  expect(await faultsInEveryLook(visitor, 'asset-preview')).toEqual([])
  // The preview itself saves nothing.
  expect(await assets()).toEqual(before)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await save.click({ timeout: workMs })
  await expect.poll(async () => (await assets()).domains).toContain('meridian-homes.invalid')
  expect((await assets()).brands.map(({ name }) => name)).toContain('Kestrel')
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a rule is tried on everything stored, with examples of what it would have caught', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'admin@demo.example', '/settings?part=rules', 'meridian-bank')
  const added = await apiSend<DetectionRule>(visitor, '/settings/detectionRules?company=meridian-bank', {
    company: 'meridian-bank',
    name: 'Login or card in the name',
    explanation: 'The name of the site promises a sign-in or a card.',
    sources: ['Domain', 'URL'],
    condition: { all: [], any: ['*login*', '*card*'].map((value) => ({ kind: 'domain', value })), none: [] },
    effect: 'raise',
    points: 10,
  })
  expect(added.status, JSON.stringify(added.body)).toBeLessThan(300)
  await page.reload()
  await page.getByRole('button', { name: 'Try Login or card in the name' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Not tried yet').waitFor()
  expect(await faultsInEveryLook(visitor, 'hunt-none')).toEqual([])
  await dialog.getByRole('button', { name: 'Search everything stored' }).click()
  await dialog.getByRole('heading', { name: 'Examples' }).waitFor({ timeout: workMs })
  await dialog.getByText('Completed').waitFor({ timeout: workMs })
  expect(await faultsInEveryLook(visitor, 'hunt')).toEqual([])
  expectNoTroubles(visitor)
  await visitor.context.close()
})
