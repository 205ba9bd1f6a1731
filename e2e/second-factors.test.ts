import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../apps/server/test/authenticator.ts'
import { demoTotpSecret } from '../apps/server/src/demo/demo-users.ts'
import {
  accessibilityFaults,
  demoPassword,
  expectNoTroubles,
  keepScreen,
  newVisitor,
  openBrowser,
  signIn,
  type Visitor,
} from './browser.ts'
import { startEmbedded, type Stack } from './stack.ts'

let browser: Browser
let stack: Stack
/** By name: browsers bind passkeys to names and refuse addresses. */
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
    const field = visitor.page.getByLabel(/Code from your authenticator/)
    await field.waitFor()
    expect(await accessibilityFaults(visitor.page)).toEqual([])
    await field.fill('000000')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.getByText('That code is not valid').waitFor()
    await field.fill(codeOf(demoTotpSecret))
    await visitor.page.keyboard.press('Enter')
    await arrived(visitor)
    await visitor.context.close()
  })

  test('leads staff without a second factor through setting one up, by keyboard, and shows the recovery codes once', async () => {
    const visitor = await newVisitor(browser, origin)
    const { page } = visitor
    await submit(visitor, 'subAdmin@demo.example')
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    const secret = page.locator('p.mono')
    await secret.waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await keepScreen(page, 'sign-in-enrol')
    await page.keyboard.type(codeOf((await secret.innerText()).replaceAll(' ', '')))
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(10)
    expect(await accessibilityFaults(page)).toEqual([])
    await keepScreen(page, 'sign-in-recovery-codes')
    await page.keyboard.press('Enter')
    await arrived(visitor)
    await visitor.context.close()
  })

  test('asks for a link to a new password, and says of a used link that it is used', async () => {
    const visitor = await newVisitor(browser, origin)
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Email').fill('client@demo.example')
    await page.keyboard.press('Enter')
    await page.getByText('is on its way').waitFor()
    await page.goto('/auth/reset?token=made-up')
    await page.getByLabel(/New password/).fill('a new and long password')
    await page.keyboard.press('Enter')
    await page.getByText('used already or is too old').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await keepScreen(page, 'reset-password')
    await visitor.context.close()
  })
})

test('a passkey made in the browser signs its person in without a password', async () => {
  const visitor = await newVisitor(browser, origin)
  const { page, context } = visitor
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
  await signIn(visitor, 'client@demo.example')
  const added = await page.evaluate(async () => {
    const session = (await (await fetch('/api/auth/session')).json()) as { user: { accessToken: string } }
    const call = (path: string, body: unknown) =>
      fetch(`/api/rest/user/passkeys${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.user.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const { PublicKeyCredential: credentials } = globalThis as unknown as {
      PublicKeyCredential: { parseCreationOptionsFromJSON: (options: unknown) => unknown }
    }
    const publicKey = credentials.parseCreationOptionsFromJSON(await (await call('/options', {})).json())
    const made = (await navigator.credentials.create({ publicKey } as never)) as unknown as {
      toJSON: () => { response: Record<string, unknown> }
    }
    const { response, ...rest } = made.toJSON()
    const { clientDataJSON, attestationObject, transports } = response
    return (await call('', { ...rest, response: { clientDataJSON, attestationObject, transports } })).status
  })
  expect(added).toBe(201)

  await context.clearCookies()
  await page.goto('/')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await arrived(visitor)
  expectNoTroubles(visitor)
  await context.close()
})
