import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  apiCall,
  expectNoTroubles,
  expectRefusal,
  newVisitor,
  openAs,
  openBrowser,
  startTab,
  type Visitor,
} from './browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from './looks.ts'
import { startEmbedded, type Stack } from './stack.ts'

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

test('staff change a letter with its placeholders and a preview, a new notice begins with it, and they go back', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/takedown')
  await startTab(visitor, 'meridian-bank')
  const { body } = await apiCall<{ items: { id: string; title: string }[] }>(
    visitor,
    '/takedown/getTakedown?company=meridian-bank&takedownStatus=submitted&threatSource=Domain',
  )
  const takedown = body.items[0] ?? expect.fail('the demo has no takedown of a domain that was submitted')
  await page.goto(`${stack.origin}/takedown/mails`)
  await page.getByRole('link', { name: 'Notice letters' }).click()
  await page.getByRole('heading', { name: 'Notice letters' }).waitFor()
  await page.getByRole('button', { name: 'Change letter: Registrar' }).waitFor()
  expect(await faultsIn(visitor, 'letters')).toEqual([])

  await page.getByLabel('Kind of letter').selectOption('escalation')
  await page.getByText(/^Asks the network above a host/).waitFor()
  await page.getByLabel('Kind of letter').selectOption('request')
  await page.getByRole('button', { name: 'Change letter: Registrar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Registrar, First notice, English' })
  const text = dialog.getByLabel('Text', { exact: true })
  await expect.poll(() => text.inputValue()).toMatch(/^Dear Sir or Madam,/)
  await text.fill('Please suspend {adress}.')
  await dialog.getByRole('button', { name: 'Save letter' }).click()
  await dialog.getByText('This letter has no placeholder “adress”.').waitFor()
  expectRefusal(visitor, 400)
  await text.fill('To the abuse desk: {company} asks you to suspend ')
  await text.press('End')
  await dialog.getByText('Placeholders', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Insert address' }).press('Enter')
  expect(await text.inputValue()).toBe('To the abuse desk: {company} asks you to suspend {address}')
  await dialog.getByRole('button', { name: 'Show preview' }).click()
  await dialog
    .getByText(/^To the abuse desk: Meridian Bank asks you to suspend https:\/\/login-example\.test/)
    .waitFor()
  await dialog.getByLabel('Preview with').selectOption(takedown.id)
  await dialog.getByText(/^To the abuse desk: Meridian Bank asks/).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Show preview' }).click()
  await dialog.getByText(/^To the abuse desk: Meridian Bank asks you to suspend http/).waitFor()
  expect(await faultsIn(visitor, 'letter')).toEqual([])
  await dialog.getByRole('button', { name: 'Save letter' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Use built-in letter: Registrar' }).waitFor()
  expect(await faultsIn(visitor, 'letters-changed')).toEqual([])

  await page.goto(`${stack.origin}/takedown/${takedown.id}`)
  await page.getByRole('button', { name: 'Write notice' }).click()
  await page.getByLabel('Channel').selectOption('registrar')
  const notice = page.getByRole('dialog').getByLabel('Text', { exact: true })
  await expect.poll(() => notice.inputValue()).toMatch(/^To the abuse desk: Meridian Bank asks you to suspend http/)

  await page.goto(`${stack.origin}/takedown/letters`)
  await page.getByRole('button', { name: 'Use built-in letter: Registrar' }).click()
  const question = page.getByRole('dialog', { name: 'Use the built-in letter?' })
  await question.waitFor()
  expect(await faultsIn(visitor, 'letter-reset')).toEqual([])
  await question.getByRole('button', { name: 'Use built-in letter' }).click()
  await page.getByRole('button', { name: 'Use built-in letter: Registrar' }).waitFor({ state: 'detached' })
  await page.goto(`${stack.origin}/takedown/letters?kind=reminder&language=de&channel=hosting`)
  await page
    .getByRole('dialog')
    .getByText(/^Sehr geehrte/)
    .waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('a list that can’t be read says so and is read again on request', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'superAdmin@demo.example', '/takedown')
  await page.route('**/api/rest/noticeLetters?*', (route) => route.abort())
  await page.goto(`${stack.origin}/takedown/letters`)
  const again = page.getByRole('button', { name: 'Retry' })
  await again.waitFor()
  expect(await faultsIn(visitor, 'letters-failed')).toEqual([])
  await page.unroute('**/api/rest/noticeLetters?*')
  await again.click()
  await page.getByRole('button', { name: 'Change letter: Registrar' }).waitFor()
  await visitor.context.close()
})
