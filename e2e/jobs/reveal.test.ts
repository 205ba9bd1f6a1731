/// <reference lib="dom" />
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../apps/server/test/outside/authenticator.ts'
import {
  accessibilityFaults,
  apiCall,
  expectNoTroubles,
  expectRefusal,
  keepScreen,
  newVisitor,
  openBrowser,
  openAs,
  signIn,
  type Visitor,
} from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

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

interface AuditPage {
  items: { action: string; by: string | null; after?: { entity?: string; within24Hours?: number } }[]
}

/** A call that changes something, with the token of the signed-in user. */
async function post<T>({ page }: Visitor, address: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([path, sent]) => {
      const session = (await (await fetch('/api/auth/session')).json()) as { user: { accessToken: string } }
      const answer = await fetch(`/api/rest${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${session.user.accessToken}`,
          ...(sent ? { 'content-type': 'application/json' } : {}),
        },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    },
    [address, body] as const,
  )
}

const masked = (page: Page) => page.locator('[data-password=masked]')
const shown = (page: Page) => page.locator('[data-password=shown]')

const codeMs = 30_000
const soonMs = 5000

/** Waits for the next code of an authenticator app if the current one is about to expire. */
async function awayFromNextCode(): Promise<void> {
  const leftMs = codeMs - (Date.now() % codeMs)
  if (leftMs < soonMs) await wait(leftMs)
}

// This test and the next run first, while a password alone is sufficient for signing in.
test('names and hosts are whole at an ordinary width, and the list has the columns that were chosen', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'client@demo.example', '/leaks?type=employeeCredentials')
  const cells = page.locator('[role=rowgroup] [role=gridcell]')
  await cells.getByText('@').first().waitFor()
  const cut = await cells
    .locator('b, .mono')
    .evaluateAll((texts) =>
      texts.filter((text) => text.scrollWidth > text.clientWidth + 1).map((text) => text.innerHTML),
    )
  expect(cut).toEqual([])

  // The date is shown below the database. The header sorts by either.
  const found = page.getByRole('columnheader', { name: /^Found in/ })
  await found.getByRole('button', { name: 'Date', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('dir') === 'asc')
  await found.getByRole('button', { name: 'Found in', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('sort') === 'source')

  // Rarely used filters share one menu.
  await page.getByRole('button', { name: 'More filters', exact: true }).click()
  await page.getByRole('checkbox', { name: /^Dropvault/ }).check()
  await page.waitForURL((url) => url.searchParams.get('source') === 'Dropvault')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More filters: Dropvault' }).waitFor()

  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Package', exact: true }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Package', exact: true }).waitFor()
  // Documents contain no passwords and no names to reset.
  await page.goto('/leaks?type=documents')
  await page.getByRole('columnheader', { name: 'Records', exact: true }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Password', exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Copy reset list' }).count()).toBe(0)
  // The choice is kept and can be reset.
  await page.goto('/leaks?type=employeeCredentials')
  await page.getByRole('columnheader', { name: 'Package', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('button', { name: 'Reset to default' }).click()
  await page.getByRole('columnheader', { name: 'Package', exact: true }).waitFor({ state: 'detached' })
  expect(await accessibilityFaults(page)).toEqual([])
  expectNoTroubles(visitor)
})

test('user names are masked until a reason is given, are masked again on request, and the access log shows it', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(visitor, 'client@demo.example', '/leaks?type=employeeCredentials')
  const names = page.locator('[role=rowgroup] [role=gridcell] b')
  await names.getByText('•').first().waitFor()
  await page.getByRole('button', { name: 'Show identities' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('too short')
  await dialog.getByRole('button', { name: 'Show identities' }).click()
  await dialog.getByText('at least 10 characters').waitFor()
  await dialog.getByLabel('Reason').fill('Telling the people concerned')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Show identities' }).click()
  await page.getByRole('button', { name: 'Mask identities' }).waitFor()
  await names
    .filter({ hasText: /^[^•]+@/ })
    .first()
    .waitFor()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Copy reset list' }).click()
  await dialog.getByLabel('Reason').fill('Resetting their passwords')
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText(/Reset list \(\d+\)/).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^[^•]+@/)

  await page.getByRole('button', { name: 'Mask identities' }).click()
  await names.getByText('•').first().waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Access log' }).click()
  await dialog.getByText('Resetting their passwords').waitFor()
  await dialog.getByText('Telling the people concerned').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'leak-access-log')
  await dialog.getByRole('button', { name: 'Close' }).click()

  // A role that only reads is not offered what it can't do.
  const reader = await newVisitor(browser, stack.origin)
  await openAs(reader, 'clientPeeker@demo.example', '/leaks?type=employeeCredentials')
  await reader.page.locator('[role=rowgroup] [role=gridcell] b').getByText('•').first().waitFor()
  expect(await reader.page.getByRole('button', { name: 'Show identities' }).count()).toBe(0)
  expectNoTroubles(visitor, reader)
})

test('a leaked password is shown for a fresh second factor, masked before and after, and recorded in the audit log', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await signIn(visitor, 'client@demo.example')

  // A leak whose password is still stored.
  const { body } = await apiCall<{ items: { id: string; entity: string; canReveal: boolean }[] }>(
    visitor,
    '/test/getLeaks?leakType=stealerLogs&leaksWithPassword=true&limit=20',
  )
  const leak = body.items.find(({ canReveal }) => canReveal)
  expect(leak).toBeDefined()
  const open = () => page.goto(`/leaks?type=stealerLogs&id=${leak?.id ?? ''}`)

  // Without a second factor, only the link to set one up is shown.
  await open()
  await masked(page).getByText('••••').first().waitFor()
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByRole('link', { name: 'Set up two-factor authentication in your profile' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).last().click()

  const { secret } = await post<{ secret: string }>(visitor, '/user/totp')
  // Uses the previous code, so that the current one is still unused. Near the end of its period it would be too old.
  await awayFromNextCode()
  await post(visitor, '/user/totp/confirm', { code: codeOf(secret, -1) })

  await page.getByRole('button', { name: 'Show password' }).click()
  const field = page.getByLabel('Verification code')
  await field.waitFor()
  await field.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText("That code isn't valid").waitFor()
  expectRefusal(visitor, 400)
  expect(await shown(page).count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])

  await field.fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await shown(page).waitFor()
  const password = await shown(page).innerText()
  expect(password).not.toContain('•')
  expect(password.length).toBeGreaterThan(3)
  await page.getByText('recorded in the audit log').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await keepScreen(page, 'leak-revealed')

  await page.getByRole('button', { name: 'Hide password' }).click()
  await masked(page).getByText('••••').first().waitFor()
  expect(await page.locator('body').innerText()).not.toContain(password)
  // The password stays hidden after a reload.
  await open()
  await masked(page).getByText('••••').first().waitFor()
  expect(await shown(page).count()).toBe(0)

  const auditor = await newVisitor(browser, stack.origin)
  await signIn(auditor, 'superAdmin@demo.example')
  const trail = await apiCall<AuditPage>(auditor, `/audit?company=meridian-bank&target=${leak?.id ?? ''}`)
  expect(trail.body.items.map(({ action, by, after }) => [action, by, after])).toContainEqual([
    'leak.revealed',
    'client@demo.example',
    { entity: leak?.entity, within24Hours: 1 },
  ])
  expect(JSON.stringify(trail.body)).not.toContain(password)

  expectNoTroubles(visitor, auditor)
})
