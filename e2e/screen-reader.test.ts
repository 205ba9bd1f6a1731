import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoTroubles, newVisitor, openAs, openBrowser, type Visitor } from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

/*
 * The three main jobs as a screen reader reads them: roles, names and states of the accessibility tree, in their order, by keyboard alone.
 */

let browser: Browser
let stack: Stack
beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

type Line = string | RegExp

/** The first of the expected lines that doesn't follow the ones before it; null if all do. */
function firstMissing(lines: readonly string[], expected: readonly Line[]): Line | null {
  let at = 0
  for (const each of expected) {
    const found = lines.findIndex((line, n) => n >= at && (typeof each === 'string' ? line === each : each.test(line)))
    if (found < 0) return each
    at = found + 1
  }
  return null
}

/** Expects that a part of the page reads these lines in this order, with others between them. */
async function expectRead(part: Locator, ...expected: Line[]): Promise<void> {
  const lines = async () => (await part.ariaSnapshot()).split('\n').map((line) => line.trim().replace(/:$/, ''))
  await expect.poll(async () => firstMissing(await lines(), expected), { timeout: 60_000 }).toBe(null)
}

const body = ({ page }: Visitor) => page.locator('body')

/** The message of a step closes after five seconds unless the pointer is over it. */
const keptMessage = (page: Page) => page.getByRole('button', { name: 'Undo' }).first().hover()

test('a reviewer hears the queue, the evidence and the decision, and what became of it', async () => {
  const reviewer = await newVisitor(browser, stack.origin)
  const { page } = reviewer
  await openAs(reviewer, 'qa@demo.example', '/QA/dashboard', 'kestrel-rail')
  await page.getByRole('button', { name: 'Publish to client' }).waitFor()
  await expectRead(
    page.getByRole('main'),
    '- region "Queue"',
    /^- heading "\d+ waiting"/,
    '- list "Threats to review"',
    /^- checkbox "Select .+"$/,
    /^- button ".+ (?:Critical|High|Medium|Low) .+"$/,
    '- region "Evidence"',
    /^- heading ".+" \[level=2\]$/,
    '- region "Why flagged"',
    '- list "Strongest reasons"',
    /^- text: .* [+\u2212-]\d+ points$/,
    '- region "Decision"',
    '- group "Severity"',
    /^- radio "(?:Critical|High|Medium|Low) suggested" \[checked\]$/,
    /^- combobox "Type"$/,
    '- region "Checks"',
    /^- listitem: "(?:OK|Needs attention): .+"$/,
    '- textbox "Remark"',
    '- button "Publish to client"',
    '- button "Request deletion"',
  )
  const before = Number(/\d+/.exec((await page.getByRole('heading', { name: /waiting/ }).textContent()) ?? '')?.[0])
  await page.keyboard.press('p')
  await expectRead(
    body(reviewer),
    new RegExp(`^- status: Published .+, ${before - 1} waiting$`),
    /^- heading "\d+ waiting"/,
  )
  await keptMessage(page)
  await expectRead(body(reviewer), /^- text: Published /, '- button "Undo"')
  expectNoTroubles(reviewer)
  await reviewer.context.close()
})

test('a client hears which threat is open and why, and that its takedown was requested', async () => {
  const client = await newVisitor(browser, stack.origin)
  const { page } = client
  await openAs(client, 'client@demo.example', '/threats/Domain?severity=Critical&status=open&similar=all')
  const list = page.getByRole('grid', { name: 'Threats' })
  await expectRead(
    list,
    '- columnheader "Severity"',
    '- columnheader "Threat"',
    /^- row "Select row 1 Critical .+ New .+"/,
    '- checkbox "Select row 1"',
    '- gridcell "Critical"',
    '- gridcell "New"',
  )
  await list.focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Threat', exact: true })
  await expectRead(
    panel,
    /^- text: 1 of \d+$/,
    '- button "Next"',
    /^- heading ".+ Copy full address" \[level=2\]$/,
    /^- paragraph: Critical New T-\d+ · Domain · /,
    '- button "Request takedown"',
    '- button "False positive"',
    '- textbox "Remark"',
    '- tablist "Threat information"',
    '- tab "Evidence" [selected]',
    '- tabpanel "Evidence"',
    /^- heading "Why flagged Score \d+ of 100.* · .+" \[level=3\]$/,
    /^- text: .* [+\u2212-]\d+ points$/,
  )
  await page.keyboard.press('t')
  // The message and the list say it, and the step can be undone.
  await keptMessage(page)
  await expectRead(body(client), /^- text: Takedown requested for /, '- button "Undo"')
  await expectRead(list, /^- row "Select row 1 .+ Takedown .+"/, '- gridcell "Takedown"')
  expectNoTroubles(client)
  await client.context.close()
})

test('a client hears a report and its first page, and what became of a threat that was reported', async () => {
  const client = await newVisitor(browser, stack.origin)
  const { page } = client
  await openAs(client, 'client@demo.example', '/reports')
  const reports = page.getByRole('region', { name: 'Published reports' })
  await expectRead(
    page.getByRole('main'),
    '- heading "Published reports" [level=2]',
    '- searchbox "Search reports"',
    '- columnheader "Name"',
    '- columnheader "Period"',
    /^- cell "\d+ \w+ \d{4} to \d+ \w+ \d{4}"$/,
    /^- link "Download .+"$/,
  )
  const first = reports.getByRole('row').nth(1).getByRole('button').first()
  const name = (await first.textContent()) ?? ''
  await first.focus()
  await page.keyboard.press('Enter')
  await expectRead(reports, `- button "${name}" [expanded]`)

  await page.goto('/addThreats')
  const form = page.getByRole('region', { name: 'Add threats' })
  await expectRead(form, '- heading "Add threats" [level=2]', '- textbox "What did you find?"', '- status')
  await form.getByRole('textbox').focus()
  await page.keyboard.type('meridian-heard-login.test')
  await page.getByRole('button', { name: 'Report threats', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expectRead(
    body(client),
    '- heading "meridian-heard-login.test" [level=2]',
    '- region "Progress"',
    '- list "Request steps"',
    '- strong: Sent',
    '- text: ": Done."',
    '- region "Reported threats"',
    /^- listitem: meridian-heard-login\[\.\]test T-\d+ · Domain In review$/,
    '- textbox "Message Signet"',
    '- region "Request"',
    '- term: Due',
  )
  expectNoTroubles(client)
  await client.context.close()
})
