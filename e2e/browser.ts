import { chromiumPath } from '@signet/connectors/test/chromium-path'
import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { definitions } from '@signet/contract'
import type { SessionUser } from '@signet/contract/access/session'
import {
  chromium,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { expect } from 'vitest'

const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const screensDir = path.resolve(import.meta.dirname, '../screens')

/** Starts a real Chromium: `CHROMIUM_PATH`, or the one of the system. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

const settleMs = 20_000

/** A browser window of one user, which records every error in it. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** Console errors, uncaught exceptions and failed requests so far. */
  troubles: string[]
  /** Waits until there are no requests, skeletons or transitions left. The event stream never ends and doesn't count. */
  settled(): Promise<void>
}

export async function newVisitor(
  browser: Browser,
  origin: string,
  look: { theme?: 'light' | 'dark'; width?: number; height?: number; keepsPolicy?: boolean } = {},
): Promise<Visitor> {
  const { theme = 'light', width = 1440, height = 900, keepsPolicy = false } = look
  // axe is injected as a script, which the content security policy of the portal blocks. A test of the policy itself keeps it.
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: theme,
    bypassCSP: !keepsPolicy,
  })
  const page = await context.newPage()
  clickWhenLoaded(page)
  const troubles: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`)
    else forgetRepeated(troubles, response.url())
  })
  const pending = new Set<Request>()
  page.on('request', (request) => {
    for (const name of unknownIn(request)) troubles.push(`${name} is unknown to the contract: ${request.url()}`)
    if (!request.url().includes('/notifications/stream')) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('framenavigated', (frame) => {
    // Requests of the previous page no longer matter.
    if (frame === page.mainFrame()) pending.clear()
  })
  const settled = async () => {
    // The outline of the page has no heading. Before the app has started there are no requests either.
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.trim(), undefined, {
      timeout: settleMs,
    })
    const until = Date.now() + settleMs
    for (let calm = 0; calm < 3 && Date.now() < until;) {
      await page.waitForTimeout(50)
      calm = pending.size === 0 ? calm + 1 : 0
    }
    await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'), undefined, { timeout: settleMs })
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          // Those that follow the scrolling have no end.
          .filter(({ timeline }) => timeline === document.timeline)
          .map((animation) => animation.finished.catch(() => undefined)),
      ),
    )
  }
  return { page, context, troubles, settled }
}

const loadedMs = 2000
let isPatched = false

/**
 * Makes every click of this process wait, for two seconds at most, until no part of the page is loading. What arrives between pressing and
 * releasing the button moves the page, and the click ends on another element or on none.
 */
function clickWhenLoaded(page: Page): void {
  if (isPatched) return
  isPatched = true
  const locators = Object.getPrototypeOf(page.locator('html')) as Pick<Locator, 'click'>
  const click: Locator['click'] = Reflect.get(locators, 'click')
  locators.click = async function (this: Locator, options) {
    await this.page()
      .waitForFunction(() => !document.querySelector('main [aria-busy=true]'), undefined, { timeout: loadedMs })
      .catch(() => null)
    await click.call(this, options)
  }
}

/**
 * Refusals that the portal answers by repeating the call: an overloaded server responds with 503, and a decision meets a change that the
 * product made in between. If the same URL succeeds later, they aren't counted as errors.
 */
function forgetRepeated(troubles: string[], url: string): void {
  for (const status of url.includes('/triage?') ? [503, 409] : [503]) {
    const answer = troubles.indexOf(`${status} ${url}`)
    if (answer < 0) continue
    troubles.splice(answer, 1)
    const logged = troubles.findIndex(
      (text) => text.startsWith('console: Failed to load') && text.includes(` ${status} `),
    )
    if (logged >= 0) troubles.splice(logged, 1)
  }
}

/** A call that only reads is sent again, as browsers do, if the server closed its idle connection just when the call reused it. */
const read = { maxRetries: 2 }

/** The response of the server, repeating the call while it is overloaded. */
export async function answerOf(ask: () => Promise<APIResponse>): Promise<APIResponse> {
  for (;;) {
    const answer = await ask()
    if (answer.status() !== 503) return answer
    await sleep(Number(answer.headers()['retry-after']) * 1000)
  }
}

const calls = Object.values(definitions).map(({ method, path: address, query }) => ({
  method,
  pattern: new RegExp(`^/api/rest${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  names: Object.keys((query as { def: { shape: object } } | undefined)?.def.shape ?? {}),
}))

/** Query parameters of a call that the contract doesn't define. The server would silently ignore them. */
function unknownIn(request: Request): string[] {
  const { pathname, searchParams } = new URL(request.url())
  if (!pathname.startsWith('/api/rest/') || searchParams.size === 0) return []
  const known = calls.filter(({ method, pattern }) => method === request.method() && pattern.test(pathname))
  if (known.length === 0) return []
  return [...searchParams.keys()].filter((name) => !known.some(({ names }) => names.includes(name)))
}

export const demoPassword = 'signet-demo'

/** Signs in with the form, by keyboard only. */
export async function signIn({ page }: Visitor, email: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/')
}

/**
 * Opens a URL as a signed-in user, without the form and the home page that follows it. This takes half as long as `signIn`.
 *
 * @param company selected in this tab beforehand, for users who may choose one
 */
export async function openAs(visitor: Visitor, email: string, to: string, company?: string): Promise<void> {
  await enter(visitor, email)
  if (company) {
    await visitor.page.addInitScript((key) => {
      // A company chosen later must not be overwritten.
      if (!sessionStorage.getItem('signet.company')) sessionStorage.setItem('signet.company', key)
    }, company)
  }
  await openShell(visitor, to)
}

/**
 * Empties this tab and selects its company, for the next page it opens. The selection is written in a document without scripts: a page
 * that still loads would call what the menu of its former company shows for the new one.
 */
export async function startTab({ page }: Pick<Visitor, 'page'>, company: string | undefined): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate((key) => {
    sessionStorage.clear()
    if (key) sessionStorage.setItem('signet.company', key)
  }, company)
}

/** Signs in a window without its page: with the form's two requests. */
export async function enter({ context }: Pick<Visitor, 'context'>, email: string): Promise<void> {
  const csrf = await answerOf(() => context.request.get('/api/auth/csrf', read))
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const form = { email, password: demoPassword, csrfToken, json: 'true' }
  const answer = await answerOf(() => context.request.post('/api/auth/callback/credentials', { form }))
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Opens a URL and waits for its heading. */
export async function openShell(visitor: Visitor, to: string): Promise<void> {
  const { page } = visitor
  for (let attempt = 1; ; attempt += 1) {
    await page.goto(to)
    try {
      await page.locator('header h1').waitFor({ timeout: settleMs })
      return
    } catch (error) {
      // An overloaded server asks for another attempt, which a user would also make.
      if (attempt === 3) throw error
      visitor.troubles.length = 0
    }
  }
}

/** Navigates as a link of the portal does, without reloading the page. Reloading takes four times as long. */
export async function follow({ page }: Visitor, to: string): Promise<void> {
  await page.evaluate((address) => {
    document.title = ''
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, to)
}

/** After `follow`: waits until the new page has set its title. */
export const pageChanged = ({ page }: Visitor) =>
  page.waitForFunction(() => document.title !== '', undefined, { timeout: settleMs })

/** Opens the company list by its shortcut, which works once its button is rendered. */
export async function openCompanies({ page }: Visitor): Promise<void> {
  await page.locator('[aria-keyshortcuts="Alt+C"]').waitFor()
  await page.keyboard.press('Alt+c')
  await page.getByRole('dialog', { name: 'Choose a company' }).getByRole('combobox').waitFor()
}

/** The colour rules of axe, which take half of its time. */
const colourRules = ['color-contrast', 'link-in-text-block']
const optionsOf = {
  everything: {},
  colours: { runOnly: colourRules },
  form: { rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) },
}

/**
 * The violations that axe finds on the current page, one line each. It waits for animations, because a half-faded element has the wrong
 * colours.
 *
 * @param rules `colours` when the same page was just checked in other colours, so that nothing else can have changed; `form` is all rules
 * except those
 */
export async function accessibilityFaults(
  page: Page,
  rules: 'everything' | 'colours' | 'form' = 'everything',
): Promise<string[]> {
  await page.evaluate(async () => {
    // Elements that appear or disappear during the check, such as messages, must be checked in their final colours.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition-duration: 0s !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
    const passing = document
      .getAnimations()
      .filter((each) => each.timeline === document.timeline && each.effect?.getComputedTiming().endTime !== Infinity)
    const ended = Promise.all(passing.map((animation) => animation.finished.catch(() => undefined)))
    // A paused animation never ends.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3000))])
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
      }
    }
    const result = await axe.run({ resultTypes: ['violations'], ...options })
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
    return result.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    )
  }, optionsOf[rules])
  return violations
}

/** Saves a screenshot of the page for people to look at, in the git-ignored folder `screens`, but only if KEEP_SCREENS=1 is set. */
export async function keepScreen(page: Page, name: string): Promise<void> {
  if (process.env['KEEP_SCREENS'] !== '1') return
  fs.mkdirSync(screensDir, { recursive: true })
  await page.screenshot({ path: path.join(screensDir, `${name}.png`) })
}

/** The user who is signed in in this window. */
export async function signedInUser({ context }: Pick<Visitor, 'context'>): Promise<SessionUser> {
  const answer = await answerOf(() => context.request.get('/api/auth/session', read))
  return ((await answer.json()) as { user: SessionUser }).user
}

/** An API call with the token of the user who is signed in in this window. The caller knows the type of the response. */
export async function apiCall<T>(
  visitor: Pick<Visitor, 'context'>,
  address: string,
): Promise<{ status: number; body: T }> {
  const headers = { authorization: `Bearer ${(await signedInUser(visitor)).accessToken}` }
  const answer = await answerOf(() => visitor.context.request.get(`/api/rest${address}`, { headers, ...read }))
  return { status: answer.status(), body: (await answer.json()) as T }
}

/** Like `apiCall`, for a call that changes something. */
export async function apiSend<T>(
  visitor: Visitor,
  address: string,
  data: object,
  method: 'post' | 'put' | 'patch' = 'post',
): Promise<{ status: number; body: T }> {
  const headers = { authorization: `Bearer ${(await signedInUser(visitor)).accessToken}` }
  const answer = await answerOf(() => visitor.context.request[method](`/api/rest${address}`, { headers, data }))
  return { status: answer.status(), body: (await answer.json()) as T }
}

const isOverload = (trouble: string) => /^503 http|status of 503 /.test(trouble)

/** Expects no errors so far. A read that an overloaded server refused with 503 is no error: the portal repeats it, perhaps after this. */
export function expectNoTroubles(...visitors: Visitor[]): void {
  expect(visitors.flatMap(({ troubles }) => troubles).filter((trouble) => !isOverload(trouble))).toEqual([])
}

/** Expects exactly one refused call with this status since the last check: the response and the browser's own console message about it. */
export function expectRefusal({ troubles }: Visitor, status: number): void {
  expect(troubles.splice(0).toSorted()).toEqual([
    expect.stringMatching(`^${status} http`),
    expect.stringMatching(`^console: Failed to load resource: .* status of ${status} `),
  ])
}
