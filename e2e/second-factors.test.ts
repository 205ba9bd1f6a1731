import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoTotpSecret } from '@signet/demo/companies/demo-users'
import { codeOf } from '../apps/server/test/outside/authenticator.ts'
import {
  accessibilityFaults,
  apiSend,
  demoPassword,
  expectNoTroubles,
  expectRefusal,
  keepScreen,
  newVisitor,
  openBrowser,
  signIn,
  type Visitor,
} from './browser.ts'
import { invitationLink } from './invitation.ts'
import { faultsOfLook, looks, nameOf, showIn } from './looks.ts'
import { startEmbedded, type Stack } from './stack.ts'

let browser: Browser
let stack: Stack
/** With a host name, because browsers bind passkeys to names and refuse IP addresses. */
let origin: string

beforeAll(async () => {
  browser = await openBrowser()
  stack = await startEmbedded({ SIGNET_STAFF_FACTOR: 'on' })
  origin = stack.origin.replace('127.0.0.1', 'localhost')
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

async function submit({ page }: Visitor, email: string, password = demoPassword): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
const arrived = ({ page }: Visitor) => page.waitForURL((url) => url.pathname.endsWith('/home'))

describe('the sign-in screen', () => {
  test('asks staff with one-time codes for a code, and takes the right one', async () => {
    const visitor = await newVisitor(browser, origin)
    await submit(visitor, 'admin.totp@demo.example')
    const field = visitor.page.getByLabel(/^Verification code/)
    await field.waitFor()
    expect(await accessibilityFaults(visitor.page)).toEqual([])
    await field.fill('000000')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.getByText("That code isn't valid").waitFor()
    await field.fill(codeOf(demoTotpSecret))
    await visitor.page.keyboard.press('Enter')
    await arrived(visitor)
    await visitor.context.close()
  })

  test('leads staff without a second factor through setting one up, by keyboard, and shows the recovery codes once', async () => {
    const visitor = await newVisitor(browser, origin)
    const { page } = visitor
    await submit(visitor, 'subAdmin@demo.example')
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
    // The first button has the focus a frame after it is shown.
    await page.locator('button:focus', { hasText: 'Create a passkey' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const secret = page.locator('p.mono')
    await secret.waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await keepScreen(page, 'sign-in-enrol')
    await page.locator('[name=totp]:focus').waitFor()
    await page.keyboard.type(codeOf((await secret.innerText()).replaceAll(' ', '')))
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(10)
    expect(await accessibilityFaults(page)).toEqual([])
    await keepScreen(page, 'sign-in-recovery-codes')
    await page.locator('button[data-first]:focus').waitFor()
    await page.keyboard.press('Enter')
    await arrived(visitor)
    await visitor.context.close()
  })

  test('sends a link to set a new password, and says when a link was already used', async () => {
    const visitor = await newVisitor(browser, origin)
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Reset password' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Email').fill('client@demo.example')
    await page.keyboard.press('Enter')
    await page.getByText('The link expires in 1 hour.').waitFor()
    await page.goto('/auth/reset?token=made-up')
    await page.getByLabel(/New password/).fill('a new and long password')
    await page.keyboard.press('Enter')
    await page.getByText('This link was already used or has expired.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await keepScreen(page, 'reset-password')
    await visitor.context.close()
  })
})

test('a passkey is offered first as the second factor that staff must have, and first again at the next sign-in', async () => {
  const visitor = await newVisitor(browser, origin)
  const { page, context } = visitor
  await withAuthenticator(visitor)
  await submit(visitor, 'subAdminPeekerOne@demo.example')
  const create = page.getByRole('button', { name: 'Create a passkey' })
  await create.waitFor()
  expect(await faultsInEveryLook(visitor, 'sign-in-passkey')).toEqual([])
  await create.click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  expect(await faultsInEveryLook(visitor, 'sign-in-passkey-codes')).toEqual([])
  await page.getByRole('button', { name: "I've saved my codes" }).click()
  await arrived(visitor)

  await context.clearCookies()
  await submit(visitor, 'subAdminPeekerOne@demo.example')
  await page.getByText('Confirm with the passkey for').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Use a code' }).click()
  await page.getByLabel(/^Verification code/).waitFor()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await arrived(visitor)
  await context.close()
})

test('an invited person whose role needs a second factor creates a passkey right after the password, and is signed in', async () => {
  const superAdmin = await newVisitor(browser, origin)
  await submit(superAdmin, 'superAdmin.totp@demo.example')
  await superAdmin.page.getByLabel(/^Verification code/).fill(codeOf(demoTotpSecret))
  await superAdmin.page.keyboard.press('Enter')
  await arrived(superAdmin)
  const email = 'lena.vogt@signet.example'
  const user = { name: 'Lena Vogt', email, role: 'admin', company: 'meridian-bank', adminCompanies: ['kestrel-rail'] }
  expect((await apiSend(superAdmin, '/users', user)).status).toBe(201)

  const invited = await newVisitor(browser, origin)
  const { page } = invited
  await withAuthenticator(invited)
  await page.goto(await invitationLink(superAdmin, email))
  await page.getByLabel(/New password/).fill('a password nobody else has 8')
  await page.keyboard.press('Enter')
  const create = page.getByRole('button', { name: 'Create a passkey' })
  await create.waitFor()
  await page.getByText('Password set. One step is left.').waitFor()
  // The answer to the first sign-in, which asks for the second factor.
  expectRefusal(invited, 401)
  expect(await faultsInEveryLook(invited, 'welcome-passkey')).toEqual([])
  await create.click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  expect(await faultsInEveryLook(invited, 'welcome-passkey-codes')).toEqual([])
  await page.getByRole('button', { name: "I've saved my codes" }).click()
  await arrived(invited)
  expectNoTroubles(invited)
  await invited.context.close()
  await superAdmin.context.close()
})

async function faultsInEveryLook(visitor: Visitor, picture: string): Promise<string[]> {
  const faults: string[] = []
  for (const [at, look] of looks.entries()) {
    await showIn(visitor, look)
    const found = await faultsOfLook(visitor, picture, look, looks[at - 1])
    faults.push(...found.map((fault) => `${nameOf(look)}: ${fault}`))
  }
  return faults
}

async function withAuthenticator({ page, context }: Visitor): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey added in the Profile signs its person in without a password, until it is removed there', async () => {
  const visitor = await newVisitor(browser, origin)
  const { page, context } = visitor
  await withAuthenticator(visitor)
  await signIn(visitor, 'client@demo.example')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Passkey name').fill('Laptop of Clara')
  await page.keyboard.press('Enter')
  await page.getByText('Laptop of Clara').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expectNoTroubles(visitor)

  await context.clearCookies()
  await page.goto('/')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await arrived(visitor)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove Laptop of Clara' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('No passkeys yet.').waitFor()
  expectNoTroubles(visitor)
  await context.close()
})

test('an authenticator app set up in the Profile is required at the next sign-in, accepts a recovery code, and can be removed', async () => {
  const visitor = await newVisitor(browser, origin)
  const { page, context } = visitor
  await signIn(visitor, 'client.kestrel@demo.example')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const secret = await page.locator('p.mono').innerText()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Verification code').fill(codeOf(secret.replaceAll(' ', '')))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const [first, second] = await codes.allInnerTexts()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: "I've saved my codes" }).click()
  await page.getByRole('button', { name: 'Remove authenticator app' }).waitFor()

  await context.clearCookies()
  await submit(visitor, 'client.kestrel@demo.example')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(first as string)
  await page.keyboard.press('Enter')
  await arrived(visitor)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(demoPassword)
  await dialog.getByLabel(/^Verification code/).fill(second as string)
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor()
  await context.close()
})

test('a person can sign out all other sessions at once', async () => {
  const elsewhere = await newVisitor(browser, origin)
  await signIn(elsewhere, 'client.larkspur@demo.example')
  const here = await newVisitor(browser, origin)
  await signIn(here, 'client.larkspur@demo.example')
  await here.page.goto('/profile')
  await here.page.getByRole('button', { name: 'Sign out all others' }).click()
  await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
  await here.page.getByText('1 other session signed out').waitFor()
  await elsewhere.page.goto('/takedown')
  await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await here.page.reload()
  await here.page.getByText('This session').waitFor()
  await here.context.close()
  await elsewhere.context.close()
})
