import fs from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCall, expectNoTroubles, newVisitor, openBrowser, openAs, type Visitor } from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

const pollMs = 15_000

interface Listed {
  items: { id: string; title: string; severity: string; firstSeen: string; lastSeen: string }[]
  total: number
}

let browser: Browser
let stack: Stack
let client: Visitor
beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded()
  client = await newVisitor(browser, stack.origin)
})
afterAll(async () => {
  await client.context.close()
  await browser.close()
  await stack.stop()
})

/** The cells of a CSV file (RFC 4180). */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows
}

test('a filtered list is exported with the columns on screen, and the file says what the list says', async () => {
  const { page } = client
  await openAs(client, 'client@demo.example', '/threats/All?severity=Critical,High&sort=title&dir=asc')
  await client.settled()

  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByLabel('Type', { exact: true }).uncheck()
  await columns.getByLabel('Last seen', { exact: true }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Last seen' }).waitFor()
  const shown = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
  expect(shown).toContain('Last seen')
  expect(shown).not.toContain('Type')

  const download = page.waitForEvent('download', { timeout: pollMs })
  await page.keyboard.press('e')
  const file = await (await download).path()
  const text = fs.readFileSync(file, 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [head = [], ...rows] = cellsOf(text.slice(1))

  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((pageNumber) =>
      apiCall<Listed>(
        client,
        `/threats/getAllThreats?threatSeverity=Critical,High&sortField=title&sortDirection=asc&limit=200&pageNumber=${pageNumber}`,
      ),
    ),
  )
  const listed = answers.flatMap(({ body }) => body.items)
  expect(rows).toHaveLength(answers[0]?.body.total ?? -1)
  expect(head.filter((name) => shown.includes(name))).toEqual(shown)
  const at = (name: string) => head.indexOf(name)
  expect(rows.map((row) => row[at('ID')])).toEqual(listed.map(({ id }) => id))
  expect(rows.map((row) => row[at('Detected')])).toEqual(listed.map(({ firstSeen }) => firstSeen))
  expect(rows.map((row) => row[at('Last seen')])).toEqual(listed.map(({ lastSeen }) => lastSeen))
  expect(new Set(rows.map((row) => row[at('Severity')]))).toEqual(new Set(['Critical', 'High']))
  // No cell may start with a character that makes a spreadsheet run it as a formula.
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  expectNoTroubles(client)
})

test('the preview of a report shows the first page of its file', async () => {
  const { page } = client
  await page.goto('/reports')
  await client.settled()
  await page
    .getByRole('button', { name: /^Threats, \w+ \d{4}$/ })
    .first()
    .click()
  const panel = page.getByRole('region', { name: /^Preview of Threats, \w+ \d{4}$/ })
  const picture = panel.getByRole('img', { name: /^First page of Threats, / })
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), { timeout: 2 * pollMs })
    .toBe(760)
  expect(await picture.getAttribute('aria-busy')).toBe('false')
  expectNoTroubles(client)
})

test('a report is found by the words of its title, and a failed export is retried', async () => {
  const { page } = client
  await page.goto('/reports?q=October')
  const published = page.getByRole('region', { name: 'Published reports' })
  const october = published.getByRole('button', { name: /^Threats, October \d{4}$/ })
  await october.first().waitFor()
  expect(await published.getByRole('row').count()).toBe(1 + (await october.count()))
  await page.getByText("Failed. The file couldn't be created.").waitFor()
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await page.getByText("Failed. The file couldn't be created.").waitFor({ state: 'detached' })
  expectNoTroubles(client)
})
