import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityFaults,
  apiCall,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openAs,
  openBrowser,
  type Visitor,
} from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

let browser: Browser
let stack: Stack
let client: Visitor
let staff: Visitor

beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
  client = await newVisitor(browser, stack.origin)
  staff = await newVisitor(browser, stack.origin)
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

test('a client asks, an analyst answers with a finding, and the report is released to the client', async () => {
  await openAs(client, 'client@demo.example', '/deeperAnalysis')
  const { company } = (await apiCall<{ company: string }>(client, '/client/getClientInfo')).body
  const address = '/deeperAnalysis/getDeeperAnalysis?limit=1&deeperAnalysisStatus=inProgress'
  const [running] = (await apiCall<{ items: { id: string }[] }>(client, address)).body.items
  if (!running) expect.fail('the demo has no analysis in progress')
  const path = `/deeperAnalysis/${running.id}`
  await client.page.goto(path)
  await client.page.getByRole('textbox', { name: 'Ask Signet' }).fill('Who is behind it?')
  await client.page.getByRole('button', { name: 'Send' }).click()
  const asked = client.page.getByRole('region', { name: 'Follow-up questions' })
  await asked.getByText('Not answered yet').waitFor()

  const { page } = staff
  await openAs(staff, 'admin@demo.example', path, company)
  await page.getByRole('button', { name: 'Answer “Who is behind it?”' }).click()
  await page.getByLabel('Answer', { exact: true }).fill('One group with two sites.')
  await page.getByRole('dialog').getByRole('button', { name: 'Answer' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('One group with two sites.').first().waitFor()
  await page.getByLabel('New task').fill('Ask the registrar')
  await page.getByRole('button', { name: 'Add task' }).click()
  await page.getByRole('checkbox', { name: 'Ask the registrar' }).click()
  await page.getByText(/^Done by /).waitFor()

  await page.getByRole('button', { name: 'Add finding' }).click()
  await page.getByLabel('Title').fill('Both sites use one certificate key')
  await page.getByLabel('What you found').fill('The key was first seen in March.')
  await page.getByRole('radio', { name: 'Confirmed' }).check()
  await keepScreen(page, 'analysis-finding')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('heading', { name: 'Both sites use one certificate key' }).waitFor()

  await page.getByRole('button', { name: 'Add related record' }).click()
  const relating = page.getByRole('dialog', { name: 'Add related record' })
  await relating.getByRole('radio', { name: 'Campaign' }).check()
  await relating.getByRole('radio', { name: /^Campaign 1, / }).check()
  await keepScreen(page, 'analysis-relation')
  await relating.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: 'Campaign 1' }).waitFor()

  await page.getByRole('button', { name: 'Change due date' }).click()
  await page.getByLabel('Due on').fill('2031-01-05')
  await page.getByLabel('Reason').fill('The registrar needs more time')
  await page.getByRole('dialog').getByRole('button', { name: 'Change due date' }).click()
  await page
    .getByText(/^Originally due /)
    .first()
    .waitFor()
  await keepScreen(page, 'analysis-staff')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Release report' }).click()
  await page.getByLabel('Summary').fill('One group runs both sites.')
  await page.getByRole('dialog').getByRole('button', { name: 'Release report' }).click()
  await page.getByRole('link', { name: /^Deeper analysis of .+\.pdf$/ }).waitFor()
  await keepScreen(page, 'analysis-released')

  await client.page.goto(path)
  await client.page.getByRole('heading', { name: 'Both sites use one certificate key' }).waitFor()
  await client.page.getByText('One group with two sites.').first().waitFor()
  expect(await client.page.getByRole('region', { name: 'Tasks' }).count()).toBe(0)
  await keepScreen(client.page, 'analysis-client')
  expect(await accessibilityFaults(client.page)).toEqual([])
  await client.page.setViewportSize({ width: 390, height: 844 })
  await keepScreen(client.page, 'analysis-phone')
  expect(await accessibilityFaults(client.page)).toEqual([])
  await client.page.setViewportSize({ width: 1440, height: 900 })
  await client.page.goto('/reports')
  await client.page
    .getByText(/^Deeper analysis of /)
    .first()
    .waitFor()
  expectNoTroubles(client, staff)
})
