/// <reference lib="dom" />
import { chromiumPath } from '../../packages/connectors/test/chromium-path.ts'
import { generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifiedDkim } from '../../packages/connectors/test/dkim.ts'
import { startFakenet, type Fakenet } from '../../packages/connectors/test/fakenet/fakenet.ts'
import type { ShownPage } from '../../packages/connectors/test/fakenet/host-pages.ts'
import { registrar } from '../../packages/connectors/test/fakenet/providers.ts'
import type { CaseContacts } from '../../packages/contract/src/takedowns/abuse-contacts.ts'
import type { Capture } from '../../packages/contract/src/takedowns/captures.ts'
import { usualTakedownPolicy, type TakedownPolicy } from '../../packages/contract/src/takedowns/takedown-policy.ts'
import type { TakedownMoment, TakedownSpan } from '../../packages/contract/src/takedowns/takedown-clocks.ts'
import type { TakedownDetail } from '../../packages/contract/src/takedowns/takedowns.ts'
import { XarfReport } from '../../packages/contract/src/takedowns/xarf.ts'
import { dayMs, minuteMs } from '../../packages/contract/src/time.ts'
import { setDemoMailbox } from '../../scripts/set-up-demo.ts'
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
} from '../browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from '../looks.ts'
import { newDirectory, startEmbedded, type Stack } from '../stack.ts'

/*
 * A name appears in a certificate log, and everything that follows, until the takedown of its page is resolved, is looked up, captured,
 * sent and answered on a local internet. A day of its time takes two seconds.
 */

const company = 'meridian-bank'
const host = 'meridianbank-signin.example'
const shownHost = 'meridianbank-signin[.]example'
const pollMs = 60_000
const speed = 43_200
const dkim = generateKeyPairSync('rsa', { modulusLength: 2048 })

const isInView = (element: Element) => {
  const { top } = element.getBoundingClientRect()
  return top >= 0 && top < window.innerHeight
}

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
  let keys: string

  beforeAll(async () => {
    net = await startFakenet({ speed })
    hostDesk = net.providers.copperline.abuse
    net.setHost(host, { brand: 'Meridian Bank', shows: 'cloaked', provider: 'copperline' })
    net.setDesk(registrar.abuse, { delivery: 'bounces' })
    net.setDesk(hostDesk, { answers: [{ kind: 'acknowledges', afterMs: 5 * minuteMs }] })
    keys = newDirectory()
    const dkimKey = path.join(keys, 'dkim.pem')
    fs.writeFileSync(dkimKey, dkim.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    browser = await openBrowser()
    stack = await startEmbedded({
      ...net.environment(),
      SIGNET_DKIM_KEY: dkimKey,
      SIGNET_DKIM_SELECTOR: 'key1',
      SIGNET_BROWSER_PATH: chromiumPath,
    })
    client = await newVisitor(browser, stack.origin)
    staff = await newVisitor(browser, stack.origin)
  })
  // Look-ups that wait for their turn delay the end of the program.
  afterAll(async () => {
    await browser.close()
    await stack.stop()
    await net.close()
    fs.rmSync(keys, { recursive: true })
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
    const panel = page.getByRole('region', { name: 'Threat', exact: true })
    await panel
      .getByRole('img', { name: `Capture of ${shownHost}` })
      .first()
      .waitFor()
    await page.getByRole('row').filter({ hasText: shownHost }).locator('img').waitFor()
    // The comparison with the brand ends later.
    await panel.getByText('Side by side', { exact: true }).waitFor()
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

  test('the registrar returns the notice, the host takes it, and the case says both', async () => {
    expect(await setDemoMailbox(stack.origin, net.mailbox.account, AbortSignal.timeout(pollMs))).toBe(true)
    await setPolicy({})
    await staff.page.goto(`/takedown/${takedownId}`)
    await client.page.goto(`/takedown/${takedownId}`)
    await client.page.getByText('Authorised', { exact: true }).first().waitFor()
    await turnSendingOn('Registrar', 'Hosting provider')
    await notify(registrar.abuse)
    await shows('Notice sent')
    await client.page.getByText('550 5.1.1 No such user here').first().waitFor({ timeout: pollMs })
    await notify(hostDesk)
    // An automatic reply is no answer.
    await client.page.getByText('Automatic reply', { exact: true }).waitFor({ timeout: pollMs })
    expect(await theCase()).toMatchObject({ status: 'submitted' })
    await client.page.getByText("1 of 2 notices wasn't delivered.").waitFor()
    expect(await client.page.getByRole('link', { name: 'Choose another contact' }).count()).toBe(0)
    await staff.page.reload()
    await staff.page.getByRole('link', { name: 'Choose another contact' }).click()
    await expect
      .poll(() => staff.page.getByRole('region', { name: 'Contacts', exact: true }).evaluate(isInView))
      .toBe(true)
    expect(await accessibilityFaults(client.page)).toEqual([])
    await keepScreen(client.page, 'fakenet-notice-sent')
    await client.page.setViewportSize({ width: 390, height: 844 })
    await keepScreen(client.page, 'fakenet-notice-sent-phone')
    await client.page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the host asks a question, and the team answers it', async () => {
    net.setDesk(hostDesk, { answers: [] })
    const [notice] = noticesTo(hostDesk)
    net.answer(notice ?? expect.fail('no notice'), 'asks')
    await client.page.getByText('Asks for information', { exact: true }).waitFor({ timeout: pollMs })
    await moveTo('Information requested')
    await shows('Information requested')
    await notify(hostDesk)
    await expect.poll(async () => (await theCase()).status, { timeout: pollMs }).toBe('submitted')
  })

  test('the page goes offline, comes back cloaked and is reported again, and stays offline until the case is resolved', async () => {
    // Long enough that a slow machine sees the page come back.
    await setPolicy({ watchDays: 28 })
    await showPage('suspended', 'Offline, watched')
    await showPage('cloaked', 'Reopened')
    await setPolicy({ watchDays: 7 })
    const { events } = await theCase()
    expect(events.find(({ text }) => text === 'Reopened')?.words?.parameters).toEqual({ state: 'cloaked' })
    await expect.poll(() => noticesTo(hostDesk).length, { timeout: pollMs }).toBe(3)
    await expect.poll(async () => (await theCase()).status, { timeout: pollMs }).toBe('submitted')
    await showPage('missing', 'Offline, watched', 2)
    await shows('Resolved')
    expect((await theCase()).relapses).toBe(1)
    // They passed on a faster clock.
    await client.page.getByText('Offline in two checks, 30 simulated minutes apart').first().waitFor()
    await client.page.getByText(/^Offline for \d+ simulated days, in each of \d+ checks$/).waitFor()
    await client.page.getByText('Visible to some visitors again in two checks, 30 simulated minutes apart').waitFor()
    expect(await accessibilityFaults(client.page)).toEqual([])
    await keepScreen(client.page, 'fakenet-resolved')
    await staff.page.reload()
    const contacts = staff.page.getByRole('region', { name: 'Contacts', exact: true })
    const outcome = contacts.getByText(/^1 of 1 target went offline after our notices, within .*, and 1 came back\./)
    await outcome.waitFor()
    // Our own look-up gets no page by now, but visitors saw one.
    await contacts.getByText(/^The page was seen on its servers/).waitFor()
    expect(await contacts.getByText(/^No check has found a page/).count()).toBe(0)
    for (const [at, look] of looks.entries()) {
      await showIn(staff, look)
      await outcome.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      expect(await faultsOfLook(staff, 'contact-outcome', look, looks[at - 1]), nameOf(look)).toEqual([])
    }
    await showIn(staff, looks[0] ?? expect.fail('no look'))
    const download = client.page.waitForEvent('download')
    await client.page.getByRole('link', { name: 'Evidence pack' }).click()
    const pack = await (await download).path()
    await client.page.goto('/verify')
    const choice = { name: 'pack.zip', mimeType: 'application/zip', buffer: fs.readFileSync(pack) }
    await client.page.getByLabel('Choose a pack').setInputFiles(choice)
    await client.page.getByRole('heading', { name: 'The pack is unchanged', exact: true }).waitFor()
  })

  test('the clocks of the case are those of what happened', async () => {
    const { timing, reach } = await theCase()
    const at = (key: TakedownMoment, which: 'first' | 'last' = 'first') =>
      Date.parse(timing.moments.find((moment) => moment.key === key)?.[which] ?? '')
    const [noticed = 0, again = 0, relapse = 0] = truth('mail', hostDesk)
    const [returned = 0] = truth('mail', registrar.abuse)
    const [acknowledged = 0, asked = 0] = truth('answer', hostDesk)
    const [, suspended = 0, cloaked = 0, missing = 0] = truth('host', host)
    const [offline, backOnline, offlineLast] = [at('offline'), at('backOnline'), at('offline', 'last')]
    expectInOrder({
      detected: at('detected'),
      reviewed: at('reviewed'),
      requested: at('requested'),
      returned,
      noticeSent: at('noticeSent'),
      noticed,
      acknowledged,
      asked,
      answered: at('answered'),
      again,
      offline,
      backOnline,
      reopened: at('reopened'),
      relapse,
      noticeSentLast: at('noticeSent', 'last'),
      offlineLast,
      resolved: at('resolved'),
    })
    // A check has the time at which it began, and the page may change before it is visited.
    expectInOrder({ suspended, cloaked, reopened: at('reopened'), missing, resolved: at('resolved') })
    expectInOrder({ again, offline, cloaked, offlineLast })
    expectInOrder({ suspended, backOnline, missing })
    const checks = reach.checks.filter(({ state }) => state !== 'unknown')
    const changes = checks.filter(
      ({ state }, index) => index > 0 && (state === 'offline') !== (checks[index - 1]?.state === 'offline'),
    )
    expect(changes.map((check) => Date.parse(check.at))).toEqual([offline, backOnline, offlineLast])
    expect(at('resolved') - at('offline', 'last')).toBeGreaterThanOrEqual((7 * dayMs) / speed)
    const counts = Object.fromEntries(timing.moments.map(({ key, count }) => [key, count]))
    expect(counts).toMatchObject({ noticeSent: 4, offline: 2, backOnline: 1, reopened: 1, resolved: 1 })
    const spans: Partial<Record<TakedownSpan, number>> = {
      review: at('reviewed') - at('detected'),
      authorisation: at('authorised') - at('requested'),
      notice: at('noticeSent') - at('authorised'),
      answer: at('answered') - at('noticeSent'),
      firstOutage: at('offline') - at('authorised'),
      finalOutage: at('offline', 'last') - at('authorised'),
      // From the first check on: before it, nobody knew.
      uptime: offline - Date.parse(checks[0]?.at ?? '') + offlineLast - backOnline,
    }
    expect(Object.fromEntries(timing.spans.map(({ key, ms }) => [key, ms]))).toEqual(spans)
  })

  test('the emails at the providers are signed, valid, and one thread', async () => {
    const notices = net.mails.filter(({ to }) => to === registrar.abuse || to === hostDesk)
    expect(notices.map(({ to }) => to)).toEqual([registrar.abuse, hostDesk, hostDesk, hostDesk])
    const mails = await Promise.all(notices.map(({ message }) => PostalMime.parse(message)))
    for (const [index, { attachments }] of mails.entries()) {
      expect(verifiedDkim(notices[index]?.message ?? '', dkim.publicKey)).toMatchObject({
        d: 'signet.example',
        s: 'key1',
      })
      const xarf = attachments.find(({ filename }) => filename === 'xarf.json') ?? expect.fail('no report')
      const { content } = xarf
      const report: unknown = JSON.parse(typeof content === 'string' ? content : new TextDecoder().decode(content))
      expect(XarfReport.parse(report)).toMatchObject({ reporter: { org: 'Meridian Bank' } })
    }
    const [, first, second, third] = mails
    expect(first?.attachments.map(({ mimeType }) => mimeType)).toContain('application/pdf')
    expect(first?.inReplyTo).toBeUndefined()
    expect([second?.inReplyTo, third?.inReplyTo]).toEqual([first?.messageId, second?.messageId])
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(4)
    expectNoTroubles(client, staff)
  })

  const theCase = async () => (await apiCall<TakedownDetail>(staff, `/takedown/${takedownId}?company=${company}`)).body

  /** Reminders would be due within seconds. */
  async function setPolicy(changes: Partial<TakedownPolicy>) {
    const policy = { ...usualTakedownPolicy, followUps: 'off', ...changes }
    expect((await apiSend(staff, `/takedownPolicy?company=${company}`, policy, 'put')).status).toBe(200)
  }

  /** When something happened on the local internet, on the clock of the machine. */
  const truth = (what: Fakenet['events'][number]['what'], about: string) =>
    net.events.filter((event) => event.what === what && event.about === about).map(({ at }) => +net.machineTime(at))

  /** Waits until the client's screen, which nobody reloads, has a status in the timeline. */
  async function shows(status: string, times = 1) {
    const titles = client.page.getByRole('region', { name: 'Activity' }).locator('strong')
    const entries = titles.filter({ hasText: new RegExp(`^${status}(,? (recorded )?by .*)?$`) })
    await expect.poll(() => entries.count(), { timeout: pollMs }).toBeGreaterThanOrEqual(times)
  }

  async function showPage(page: ShownPage, status: string, times = 1) {
    net.setHost(host, { shows: page })
    await shows(status, times)
  }

  async function moveTo(status: string) {
    const { page } = staff
    await page.reload()
    await page.getByRole('button', { name: 'Next step' }).click()
    const dialog = page.getByRole('dialog', { name: 'Next step' })
    await dialog.getByRole('radio', { name: status }).check()
    await dialog.getByRole('button', { name: 'Update status' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

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

function expectInOrder(instants: Record<string, number>) {
  const names = Object.entries(instants)
    .toSorted(([, one], [, other]) => one - other)
    .map(([name]) => name)
  expect(names).toEqual(Object.keys(instants))
}
