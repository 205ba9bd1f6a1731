import PostalMime from 'postal-mime'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFakenet, type Fakenet } from '@signet/connectors/test/fakenet/fakenet'
import { registrar } from '@signet/connectors/test/fakenet/providers'
import type { CaseContacts } from '@signet/contract/takedowns/abuse-contacts'
import type { Capture } from '@signet/contract/takedowns/captures'
import { XarfReport } from '@signet/contract/takedowns/xarf'
import {
  accessibilityFaults,
  apiCall,
  apiSend,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openAs,
  openBrowser,
  type Visitor,
} from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

/* A name appears in a certificate log, and everything that follows is looked up, captured and sent on a local internet. */

const company = 'meridian-bank'
const host = 'meridianbank-signin.example'
const pollMs = 60_000

interface Found {
  id: string
  title: string
  version: number
}

describe('a takedown on a local internet', () => {
  let browser: Browser
  let net: Fakenet
  let stack: Stack
  let client: Visitor
  let staff: Visitor
  let threat: Found
  let takedownId: string
  let hostDesk: string

  beforeAll(async () => {
    net = await startFakenet()
    hostDesk = net.providers.copperline.abuse
    net.setHost(host, { brand: 'Meridian Bank', shows: 'cloaked', provider: 'copperline' })
    net.setDesk(registrar.abuse, { delivery: 'rejects' })
    browser = await openBrowser()
    stack = await startEmbedded({
      ...net.environment(),
      SIGNET_BROWSER_PATH: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    })
    client = await newVisitor(browser, stack.origin)
    staff = await newVisitor(browser, stack.origin)
  })
  // Lookups that wait for their turn delay the end of the program.
  afterAll(async () => {
    await browser.close()
    await stack.stop()
    await net.close()
  })

  test('the name is found in a certificate, looked up, and published by a reviewer', async () => {
    const reviewer = await newVisitor(browser, stack.origin)
    await openAs(reviewer, 'qa@demo.example', '/QA/dashboard', company)
    const queued = async () => {
      // The stream connects within seconds of the start, and doesn't repeat what it sent before.
      net.announce(host)
      const { body } = await apiCall<{ items: Found[] }>(
        reviewer,
        `/qa/getQAThreats?company=${company}&limit=10&sortField=stagedAt`,
      )
      return body.items.find(({ title }) => title === host)
    }
    await expect.poll(queued, { timeout: pollMs, interval: 500 }).toBeDefined()
    const registration = async () => {
      const { id } = (await queued()) ?? expect.fail('it left the queue')
      const { body } = await apiCall<object>(reviewer, `/qa/threats/${id}/observations?company=${company}`)
      return JSON.stringify(body)
    }
    await expect.poll(registration, { timeout: pollMs }).toContain(registrar.abuse)
    const found = (await queued()) ?? expect.fail('it left the queue')
    const published = await apiSend<Found>(reviewer, `/qa/threats/${found.id}/publish?company=${company}`, {
      version: found.version,
    })
    expect(published.status).toBe(200)
    threat = published.body
    await reviewer.context.close()
  })

  test('a capture shows that the page hides from desktops', async () => {
    await openAs(staff, 'superAdmin@demo.example', `/threats/Domain?id=${threat.id}`, company)
    const { page } = staff
    await page.getByRole('button', { name: 'Capture now' }).click()
    const captured = async () =>
      (await apiCall<Capture[]>(staff, `/threats/Domain/${threat.id}/captures?company=${company}`)).body[0]
    await expect.poll(captured, { timeout: pollMs }).toMatchObject({
      status: 'done',
      visits: [{ passwordFields: 0 }, { passwordFields: 2 }],
    })
    await page.getByText('Cloaked: visitors see different pages').waitFor()
    await keepScreen(page, 'fakenet-capture')
  })

  test('the client requests the takedown, and staff find the contacts in the registries', async () => {
    await openAs(client, 'client@demo.example', `/threats/Domain?id=${threat.id}`)
    await client.page.getByText('Simulated internet').waitFor()
    const panel = client.page.getByRole('region', { name: 'Threat', exact: true })
    await panel.getByRole('button', { name: 'Takedown' }).click()
    const requested = async () =>
      (await apiCall<{ takedown: { id: string } | null }>(client, `/threats/Domain/${threat.id}`)).body.takedown?.id
    await expect.poll(requested, { timeout: pollMs }).toBeTruthy()
    takedownId = (await requested()) ?? expect.fail('there is no takedown')
    const { body } = await apiCall<CaseContacts>(staff, `/takedown/${takedownId}/contacts?company=${company}`)
    expect(body.contacts.map(({ role, recipient }) => [role, recipient])).toEqual(
      expect.arrayContaining([
        ['registrar', registrar.abuse],
        ['host', hostDesk],
      ]),
    )
  })

  test('the registrar refuses the notice, the host takes it, and the case says both', async () => {
    await staff.page.goto(`/takedown/${takedownId}`)
    await turnSendingOn('Registrar', 'Hosting provider')
    await notify(registrar.abuse)
    const attempts = async () =>
      JSON.stringify((await apiCall<object>(staff, `/takedown/${takedownId}?company=${company}`)).body)
    await expect.poll(attempts, { timeout: pollMs }).toContain('550 5.1.1')
    await staff.page.reload()
    await staff.page.getByText('550 5.1.1 No such user here').first().waitFor()
    expect(noticesTo(registrar.abuse)).toEqual([])
    await notify(hostDesk)
    await expect.poll(() => noticesTo(hostDesk).length, { timeout: pollMs }).toBe(1)
    await client.page.goto(`/takedown/${takedownId}`)
    await client.page.getByText('The mail server took the notice').waitFor({ timeout: pollMs })
    expect(await accessibilityFaults(client.page)).toEqual([])
    await keepScreen(client.page, 'fakenet-notice-sent')
    await client.page.setViewportSize({ width: 390, height: 844 })
    await keepScreen(client.page, 'fakenet-notice-sent-phone')

    const [notice] = noticesTo(hostDesk)
    const { attachments } = await PostalMime.parse(notice?.message ?? '')
    const xarf = attachments.find(({ filename }) => filename === 'xarf.json') ?? expect.fail('no report')
    const { content } = xarf
    const report: unknown = JSON.parse(typeof content === 'string' ? content : new TextDecoder().decode(content))
    expect(XarfReport.parse(report)).toMatchObject({
      reporter: { org: 'Meridian Bank' },
      source_identifier: net.providers.copperline.address,
    })
    expectNoTroubles(client, staff)
  })

  /** Emails about alerts go to other addresses. */
  const noticesTo = (address: string) => net.mails.filter(({ to }) => to === address)

  /** Turns sending on for the channels, in the case. */
  async function turnSendingOn(...channels: string[]) {
    const { page } = staff
    await page.getByRole('button', { name: 'Sending of notices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sending of notices' })
    for (const channel of channels) {
      await dialog.getByLabel(channel, { exact: true }).click()
      await expect.poll(() => dialog.getByLabel(channel, { exact: true }).isChecked()).toBe(true)
    }
    await dialog.getByRole('button', { name: 'Close' }).click()
  }

  /** Sends a notice to a contact of the case. */
  async function notify(address: string) {
    const { page } = staff
    const contacts = page.getByRole('region', { name: 'Contacts' })
    const contact = contacts.getByRole('listitem').filter({ hasText: address }).first()
    await contact.getByRole('button', { name: 'Prepare notice to' }).click()
    const dialog = page.getByRole('dialog', { name: 'Write notice' })
    await expect.poll(() => dialog.getByLabel('Recipient').inputValue()).toBe(address)
    await expect.poll(() => dialog.getByLabel('Text', { exact: true }).inputValue()).not.toBe('')
    await dialog.getByRole('button', { name: 'Send notice' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
})
