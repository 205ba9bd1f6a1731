import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TakedownDetail } from '../packages/contract/src/takedowns/takedowns.ts'
import {
  accessibilityFaults,
  apiCall,
  expectNoTroubles,
  expectRefusal,
  keepScreen,
  newVisitor,
  openAs,
  openBrowser,
} from './browser.ts'
import { looks, nameOf, showIn } from './looks.ts'
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

test('a case shows its clocks and that nothing is checked, and its company sets how long targets are watched', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'admin@demo.example', '/takedown')
  const { body } = await apiCall<{ items: { id: string; source: string }[] }>(
    visitor,
    '/takedown/getTakedown?takedownStatus=offline_monitoring&limit=100',
  )
  // One whose provider got a notice: some were only reported through a form.
  const named = body.items.filter(({ source }) => source === 'Domain' || source === 'URL')
  const details = await Promise.all(named.map(({ id }) => apiCall<TakedownDetail>(visitor, `/takedown/${id}`)))
  const noticed = details.find(({ body: { timing } }) => timing.moments.some(({ key }) => key === 'noticeSent'))
  await openAs(
    visitor,
    'admin@demo.example',
    `/takedown/${noticed?.body.id ?? expect.fail('no watched case with a notice')}`,
  )
  const clocks = page.getByRole('region', { name: 'Milestones' })
  await clocks.getByText('Notice sent', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Durations' }).getByText('Waited for the provider').waitFor()
  await page.getByText(/No further checks/).waitFor()
  for (const look of looks) {
    await showIn(visitor, look)
    expect(await accessibilityFaults(page)).toEqual([])
    await clocks.scrollIntoViewIfNeeded()
    await keepScreen(page, `takedown-clocks-${nameOf(look)}`)
  }

  await openAs(visitor, 'admin@demo.example', '/settings?part=takedowns')
  const days = page.getByLabel('Days to watch')
  await days.fill('40')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
  expectRefusal(visitor, 400)
  await days.fill('14')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.reload()
  await expect.poll(() => days.inputValue()).toBe('14')
  for (const look of looks) {
    await showIn(visitor, look)
    expect(await accessibilityFaults(page)).toEqual([])
    await keepScreen(page, `takedown-policy-${nameOf(look)}`)
  }
  expectNoTroubles(visitor)
  await visitor.context.close()
})
