import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOutside, type Outside } from '../apps/server/test/outside/outside-world.ts'
import type { AssetProposals } from '../packages/contract/src/companies/asset-proposals.ts'
import type { Assets } from '../packages/contract/src/companies/assets.ts'
import { accessibilityFaults, apiCall, expectNoTroubles, newVisitor, openAs, openBrowser } from './browser.ts'
import { faultsOfLook, looks, nameOf, showIn } from './looks.ts'
import { startEmbedded, type Stack } from './stack.ts'

/** What a company's own site mentions is proposed, and people add it to the assets or dismiss it. */

const company = 'meridian-bank'
const host = 'meridianbank.example'
const instagram = 'https://www.instagram.com/meridianbank'
const phone = '+44 20 7946 0199'
const signer = 'ab'.repeat(32)
const part = "Found on the company's sites"
const searchMs = 60_000
let browser: Browser
let stack: Stack
let outside: Outside

beforeAll(async () => {
  browser = await openBrowser()
  outside = await startOutside()
  outside.dns.set(host, { a: ['127.0.0.1'] })
  for (const path of ['/robots.txt', '/.well-known/apple-app-site-association', '/apple-app-site-association'])
    outside.web.on(path, (_, response) => response.writeHead(404).end())
  outside.page(`<a href="/contact">Contact</a><a href="${instagram}">Instagram</a>`)
  outside.web.on('/contact', (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<a href="tel:${phone}">Call</a><script type="application/ld+json">{"legalName":"Meridian Bank Holding plc"}</script>`,
      ),
  )
  const target = { namespace: 'android_app', package_name: 'com.meridianbank.app', sha256_cert_fingerprints: [signer] }
  outside.web.on('/.well-known/assetlinks.json', (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([{ target }])),
  )
  const { dnsServers, rdapBootstrap, whoisRoot, allow, ports } = outside.settings(host)
  stack = await startEmbedded({
    SIGNET_ENRICH: '1',
    SIGNET_CAPTURE_SCORE: '101',
    SIGNET_DNS_SERVERS: dnsServers.join(','),
    SIGNET_RDAP_BOOTSTRAP: rdapBootstrap,
    SIGNET_WHOIS_ROOT: whoisRoot,
    SIGNET_LOOKUP_ALLOW: allow.join(','),
    SIGNET_LOOKUP_PORTS: `http=${ports?.http},https=${ports?.https},whois=${ports?.whois}`,
  })
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
  await outside.close()
})

test('what the own site mentions is added by keyboard, and what is dismissed does not come back', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  await openAs(visitor, 'admin@demo.example', '/settings?part=assets', company)
  const found = page.getByRole('region', { name: part })
  await found.getByText("haven't been searched yet").waitFor()
  await found.getByRole('button', { name: 'Search the sites' }).click()
  const rows = found.getByRole('listitem')
  await expect.poll(() => rows.count(), { timeout: searchMs }).toBe(4)
  // The other official domain has no site.
  await found.getByText("meridianpay.example couldn't be read").waitFor()
  await found.getByRole('checkbox', { name: 'Select: com.meridianbank.app' }).check()
  await found.scrollIntoViewIfNeeded()
  const faults: string[] = []
  for (const [index, look] of looks.entries()) {
    await showIn(visitor, look)
    const seen = await faultsOfLook(visitor, 'own-assets', look, looks[index - 1])
    faults.push(...seen.map((fault) => `${nameOf(look)}: ${fault}`))
  }
  expect(faults).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  await found.getByRole('button', { name: `Add: ${instagram}` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(3)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Meridian Bank Holding')
  const assets = async () => (await apiCall<Assets>(visitor, '/settings/assets?company=meridian-bank')).body
  expect((await assets()).brands[0]?.handles).toContainEqual({ source: 'Instagram', handle: instagram })
  // The form starts anew with what was added, and its brands are closed then.
  const isInForm = () =>
    page
      .locator('textarea')
      .evaluateAll((all, name) => all.some((one) => 'value' in one && String(one.value).includes(name)), instagram)
  await expect.poll(isInForm).toBe(true)
  await page.locator('summary').filter({ hasText: 'Meridian Bank' }).first().click()
  expect(await page.getByRole('textbox', { name: 'Social media accounts' }).first().inputValue()).toContain(instagram)

  await found.getByRole('button', { name: `Dismiss: ${phone}` }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await found.getByRole('button', { name: 'Search again' }).click()
  await found.getByText('Searching the sites').waitFor()
  await found.getByText('Searching the sites').waitFor({ state: 'detached', timeout: searchMs })
  await page.reload()
  await expect.poll(() => rows.count()).toBe(2)
  expect(await found.getByText(phone).count()).toBe(0)

  await found.getByRole('checkbox', { name: 'Select all (2)' }).check()
  await found.getByRole('button', { name: 'Add selected (2)' }).click()
  await expect.poll(() => rows.count()).toBe(0)
  expect((await assets()).apps).toContainEqual({
    name: 'com.meridianbank.app',
    packageName: 'com.meridianbank.app',
    signerSha256: [signer],
  })
  await found.getByText('Nothing new was found').waitFor()
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('an address in the field for domains becomes its domain, and proposals wait until it is saved', async () => {
  const visitor = await newVisitor(browser, stack.origin)
  const { page } = visitor
  outside.page(`<a href="https://www.tiktok.com/@meridianbank">TikTok</a>`)
  await openAs(visitor, 'admin@demo.example', '/settings?part=assets', company)
  const found = page.getByRole('region', { name: part })
  await found.getByRole('button', { name: /^Search/ }).click()
  const add = found.getByRole('button', { name: /^Add: .*tiktok/ })
  await add.waitFor({ timeout: searchMs })
  const domains = page.getByLabel(/^Other domains/)
  await domains.fill('https://www.meridian-mail.example/login?from=mail')
  await page.keyboard.press('Tab')
  expect(await domains.inputValue()).toBe('meridian-mail.example')
  await found.getByText('Save or discard your changes below').waitFor()
  expect(await add.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => add.isEnabled()).toBe(true)
  const { body } = await apiCall<Assets>(visitor, '/settings/assets?company=meridian-bank')
  expect(body.domains).toContain('meridian-mail.example')
  expectNoTroubles(visitor)
  await visitor.context.close()
})

test('the setup of a company has the same proposals, and people who only read assets have none', async () => {
  const staff = await newVisitor(browser, stack.origin, { theme: 'dark', width: 390 })
  await openAs(staff, 'superAdmin@demo.example', '/onboarding?company=meridian-bank&step=ownSites')
  const found = staff.page.getByRole('region', { name: part })
  const { body } = await apiCall<AssetProposals>(staff, '/settings/assetProposals?company=meridian-bank')
  expect(body.proposals.length).toBeGreaterThan(0)
  await expect.poll(() => found.getByRole('listitem').count()).toBe(body.proposals.length)
  expect(
    await faultsOfLook(staff, 'onboarding-own-sites', { theme: 'dark', width: 390, height: 844 }, undefined),
  ).toEqual([])
  await staff.page.getByRole('button', { name: 'Continue', exact: true }).click()
  await staff.page.getByLabel('Trademarks, one per line').waitFor()
  expectNoTroubles(staff)
  await staff.context.close()

  const client = await newVisitor(browser, stack.origin)
  await openAs(client, 'client@demo.example', '/settings?part=assets')
  await client.page.getByRole('heading', { name: 'Company-wide' }).waitFor()
  expect(await client.page.getByRole('region', { name: part }).count()).toBe(0)
  expect(await accessibilityFaults(client.page)).toEqual([])
  expectNoTroubles(client)
  await client.context.close()
})
