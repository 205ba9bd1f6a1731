import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accessibilityFaults,
  apiCall,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openBrowser,
  signIn,
  startTab,
  type Visitor,
} from '../browser.ts'
import { openFakeSmtp, type FakeSmtpServer } from '../../apps/server/test/outside/smtp-server.ts'
import { startEmbedded, type Stack } from '../stack.ts'

const pollMs = 15_000

interface Threat {
  id: string
  source: string
  status: string
  takedown: { id: string } | null
}

describe('a takedown from the request to the end', () => {
  let browser: Browser
  let stack: Stack
  let client: Visitor
  let staff: Visitor
  let superAdmin: Visitor
  let mailServer: FakeSmtpServer
  let company: string
  let takedownId: string

  beforeAll(async () => {
    browser = await openBrowser()
    mailServer = await openFakeSmtp()
    stack = await startEmbedded({
      SIGNET_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      SIGNET_MAIL_FROM: 'Signet <takedowns@signet.example>',
    })
    client = await newVisitor(browser, stack.origin)
    staff = await newVisitor(browser, stack.origin)
    superAdmin = await newVisitor(browser, stack.origin)
  })
  afterAll(async () => {
    await browser.close()
    await stack.stop()
    await mailServer.close()
  })

  /** Opens the case as this user. */
  const openCase = async ({ page }: Visitor) => {
    await page.goto(`/takedown/${takedownId}`)
    await page.getByRole('list', { name: 'Takedown steps' }).waitFor()
  }
  /** Staff change the status; the client sees it. */
  const moveTo = async (status: string, note: string, reference?: string) => {
    const { page } = staff
    await page.getByRole('button', { name: 'Next step' }).click()
    const dialog = page.getByRole('dialog', { name: 'Next step' })
    await dialog.getByLabel('Note for the timeline').waitFor()
    // A single possible status needs no choice.
    const choice = dialog.getByRole('radio', { name: status })
    if ((await choice.count()) > 0) await choice.check()
    await dialog.getByLabel('Note for the timeline').fill(note)
    if (reference) await dialog.getByLabel('Case number').fill(reference)
    await dialog.getByRole('button', { name: 'Update status' }).click()
    await dialog.waitFor({ state: 'detached' })
    await openCase(client)
    await client.page.getByText(status, { exact: true }).first().waitFor()
    await client.page.getByText(note, { exact: true }).waitFor()
  }

  test('the client requests it from a threat', async () => {
    const { page } = client
    await signIn(client, 'client@demo.example')
    company = (await apiCall<{ company: string }>(client, '/client/getClientInfo')).body.company
    const { body } = await apiCall<{ items: Threat[] }>(client, '/threats/Domain?limit=100&threatSeverity=Critical')
    const threat = body.items.find(({ status }) => status === 'open')
    if (!threat) expect.fail('the demo has no open critical domain')
    await page.goto(`/threats/Domain?id=${threat.id}`)
    const panel = page.getByRole('region', { name: 'Threat', exact: true })
    await panel.getByText('Why flagged').waitFor()
    await panel.getByRole('button', { name: 'Takedown' }).click()
    await page.getByText('Undo', { exact: true }).first().waitFor()
    const asked = async () => (await apiCall<Threat>(client, `/threats/Domain/${threat.id}`)).body.takedown?.id
    await expect.poll(asked, { timeout: pollMs }).toBeTruthy()
    takedownId = (await asked()) as string
    await openCase(client)
    await page.getByText('Authorised', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    const steps = page.getByRole('list', { name: 'Takedown steps' })
    expect(await steps.getByRole('listitem').nth(1).innerText()).toMatch(/Evidence checked[^]*Current/)
    expect(await steps.getByText(': Done.').count()).toBe(1)
    // The evidence is frozen by a job and then appears in the pack.
    await expect.poll(() => page.getByText(/^record-/).count(), { timeout: 60_000 }).toBe(1)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('staff start a notice from the first contact, and decide about another one', async () => {
    await signIn(staff, 'subAdmin@demo.example')
    await startTab(staff, company)
    await openCase(staff)
    const { page } = staff
    const contacts = page.getByRole('region', { name: 'Contacts' })
    await contacts.getByRole('button', { name: 'Prepare notice to' }).first().waitFor()
    await keepScreen(page, 'takedown-contacts')
    expect(await accessibilityFaults(page)).toEqual([])
    const first = contacts.getByRole('listitem').first()
    const address = await first.locator('.mono').innerText()
    await first.getByRole('button', { name: 'Prepare notice to' }).click()
    const dialog = page.getByRole('dialog', { name: 'Write notice' })
    await expect.poll(() => dialog.getByLabel('Recipient').inputValue()).toBe(address)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await contacts.getByRole('link', { name: 'All contacts' }).click()
    await page.getByRole('table').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Search contacts by name or address').fill('telegram')
    await page.getByRole('button', { name: 'Change Telegram' }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: 'Change Telegram' }).click()
    const rule = page.getByRole('dialog', { name: 'Telegram' })
    await rule.getByLabel('Use in cases').selectOption('ignore')
    await rule.getByLabel('Reason').fill('They only answer to the form')
    await keepScreen(page, 'contact-rule')
    await rule.getByRole('button', { name: 'Save' }).click()
    await rule.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Ignored' }).waitFor()
    await page.getByLabel('Search contacts by name or address').fill('')
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(2)
    await keepScreen(page, 'abuse-contacts')
    await page.setViewportSize({ width: 390, height: 844 })
    await keepScreen(page, 'abuse-contacts-phone')
    await openCase(staff)
    await contacts.scrollIntoViewIfNeeded()
    await keepScreen(page, 'takedown-contacts-phone')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the buttons of the notices stay in place while the contacts load', async () => {
    const { page } = staff
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const contactsCall = /\/takedown\/[^/]+\/contacts/
    await page.route(contactsCall, async (route) => {
      await held
      await route.continue()
    })
    await openCase(staff)
    const contacts = page.getByRole('region', { name: 'Contacts' })
    await contacts.waitFor()
    // Below the head of the case: a bar above everything may come and go.
    const place = async () => {
      const button = await page.getByRole('button', { name: 'Write notice' }).boundingBox()
      const head = await page.getByRole('main').getByRole('heading').first().boundingBox()
      return button && head && { x: button.x - head.x, y: button.y - head.y }
    }
    // What else the case loads has arrived.
    let last: unknown
    const isAtRest = async () => {
      const now = JSON.stringify(await place())
      const isSame = now === last
      last = now
      return isSame
    }
    await expect.poll(isAtRest, { interval: 1000, timeout: 60_000 }).toBe(true)
    const before = await place()
    expect(before).not.toBeNull()
    release()
    await contacts.getByRole('button', { name: 'Prepare notice to' }).first().waitFor()
    expect(await place()).toEqual(before)
    await page.unroute(contactsCall)
  })

  test('both sides write messages, and staff add a file and write a notice, which stays a dry run', async () => {
    await client.page.getByLabel('Message Signet').fill('Please send it to the registrar as well.')
    await client.page.getByRole('button', { name: 'Send', exact: true }).click()
    await client.page.locator('blockquote', { hasText: 'to the registrar as well' }).waitFor()

    await openCase(staff)
    await staff.page.locator('blockquote', { hasText: 'to the registrar as well' }).waitFor()
    await staff.page.locator('input[type=file]').setInputFiles({
      name: 'power-of-attorney.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Signet may act for Meridian Bank in this matter.\n'),
    })
    await staff.page.getByRole('link', { name: 'power-of-attorney.txt' }).waitFor()

    await staff.page.getByRole('button', { name: 'Write notice' }).click()
    const dialog = staff.page.getByRole('dialog', { name: 'Write notice' })
    await dialog.getByLabel('Channel').selectOption('registrar')
    await dialog.getByLabel('Recipient').fill('abuse@harbor-registrar.example')
    await dialog.getByText('Dry run: sending is off for this channel').waitFor()
    expect(await dialog.getByLabel('Text', { exact: true }).inputValue()).toContain('Please examine this report')
    await dialog.getByLabel('power-of-attorney.txt').check()
    expect(await accessibilityFaults(staff.page)).toEqual([])
    await keepScreen(staff.page, 'staff-takedown-notice')
    await dialog.getByRole('button', { name: 'Save dry run' }).click()
    await staff.page.getByText('To abuse@harbor-registrar.example').waitFor()
    await staff.page.getByText('Held: not sent').waitFor()
    expect(await accessibilityFaults(staff.page)).toEqual([])
    await openCase(client)
    await client.page.getByText('Held: not sent').waitFor()
    await client.page.getByRole('button', { name: 'Show notice' }).click()
    const notice = client.page.getByRole('dialog', { name: 'Notice' })
    await notice.getByText('this notice was not sent').waitFor()
    await notice.getByText('xarf.json').waitFor()
    await keepScreen(client.page, 'client-takedown-notice')
    await notice.getByRole('button', { name: 'Close' }).click()
    expect(mailServer.messages).toEqual([])
  })

  test('once a super admin has turned sending on, staff send the notice, and the client sees that it was sent', async () => {
    await signIn(superAdmin, 'superAdmin@demo.example')
    await startTab(superAdmin, company)
    await openCase(superAdmin)
    await superAdmin.page.getByRole('button', { name: 'Sending of notices' }).click()
    const channels = superAdmin.page.getByRole('dialog', { name: 'Sending of notices' })
    // The tick follows the server's answer.
    await channels.getByLabel('Registrar', { exact: true }).click()
    await superAdmin.page.getByText('Saved', { exact: true }).waitFor()
    expect(await accessibilityFaults(superAdmin.page)).toEqual([])
    await channels.getByRole('button', { name: 'Close' }).click()

    await staff.page.getByRole('button', { name: 'Send now' }).click()
    await expect.poll(() => mailServer.messages.length, { timeout: pollMs }).toBe(1)
    const [message = ''] = mailServer.messages
    expect(message).toMatch(/^To: abuse@harbor-registrar\.example/m)
    expect(message).toContain('filename=xarf.json')
    expect(message).toContain('filename=power-of-attorney.txt')
    await expect
      .poll(async () => (await apiCall<{ status: string }>(client, `/takedown/${takedownId}`)).body.status, {
        timeout: pollMs,
      })
      .toBe('submitted')
    await openCase(client)
    await client.page.getByText('The mail server accepted the notice').waitFor()
    expect(await client.page.getByText('Set manually').count()).toBe(0)
    expect(await client.page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0)
    expectNoTroubles(superAdmin)
  })

  test('staff move it to the end, and the client follows each step', async () => {
    await openCase(staff)
    await staff.page.getByRole('button', { name: 'Update', exact: true }).click()
    const answer = staff.page.getByRole('dialog', { name: 'Registrar, abuse@harbor-registrar.example' })
    await answer.getByLabel('Status').selectOption('acknowledged')
    await answer.getByLabel('Case number').fill('HR-4711')
    await answer.getByLabel('Reply').fill('We opened a ticket.')
    await answer.getByRole('button', { name: 'Save' }).click()
    await answer.waitFor({ state: 'detached' })
    await moveTo('Acknowledged', 'The registrar opened a ticket')
    await moveTo('Offline, watched', 'Gone from three of three regions')
    // No check has shown that, so the client sees who says so.
    await client.page.getByText(/Set manually by .*: Gone from three of three regions/).waitFor()
    await client.page.getByRole('list', { name: 'Takedown steps' }).getByText('Watched until').waitFor()
    await keepScreen(client.page, 'client-takedown-watched')
    await moveTo('Resolved', 'Still gone, case closed')
    expect(await staff.page.getByRole('button', { name: 'Next step' }).count()).toBe(0)

    const done = client.page.getByRole('list', { name: 'Takedown steps' }).getByText(': Done.')
    expect(await done.count()).toBe(5)
    await client.page.getByRole('link', { name: 'power-of-attorney.txt' }).waitFor()
    await client.page.getByText('HR-4711').first().waitFor()
    await client.page.goto('/takedown?view=removed')
    await client.page.getByRole('grid', { name: 'Takedowns' }).getByRole('row').nth(1).waitFor()
    expectNoTroubles(client, staff)
  })

  test('the client reopens it with a reason when the target is back online', async () => {
    const { page } = client
    await openCase(client)
    await page.getByRole('button', { name: 'Reopen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reopen this takedown?' })
    await dialog.getByRole('button', { name: 'Reopen' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByLabel('Reason').fill('Answers again since this morning')
    await dialog.getByRole('button', { name: 'Reopen' }).click()
    await page.getByText('Answers again since this morning').waitFor()
    await page.getByText('Back online', { exact: true }).waitFor()
    expectNoTroubles(client)
  })
})
