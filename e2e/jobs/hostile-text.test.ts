import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCall, newVisitor, openBrowser, signIn, startTab, type Visitor } from '../browser.ts'
import { startEmbedded, type Stack } from '../stack.ts'

/**
 * Texts that an impersonator writes into names, posts and links. They arrive through a collector, pass a reviewer, and reach a client, and
 * must be shown as text everywhere. The content security policy of the portal is active as in any browser, and reports every attempt to run
 * or load something.
 */

const payloads = [
  '<script>alert(1)</script>',
  '<img src=https://evil.example/x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '</title></textarea></style><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}${alert(1)}',
  '<a href="javascript:alert(1)">x</a> [x](javascript:alert(1))',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<style>@import "https://evil.example/x.css"</style>',
  '\u202Etxt.exe\u2066 <b>bold</b> &lt;i&gt; \u0001',
]
const links = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/"onclick=alert(1)',
]
const company = 'meridian-bank'
const patienceMs = 30_000

/** One line of a collector for each payload, which is contained in every field that is shown. */
const lines = {
  Telegram: payloads.map((text, index) => ({
    channel_data: {
      entity_user_name: `telegram-${index} ${text}`,
      channel_name: `telegram-${index} ${text}`,
      title: text,
    },
    message_content: `telegram-${index} ${text}`,
  })),
  Advertisements: links.map((link, index) => ({
    advertiser: `ad-${index} ${payloads[index]}`,
    adURL: `https://ads.example/ad-${index}?q=${link}`,
    adSource: payloads[index + 3],
    creative: payloads[index + 5],
    landingUrl: link,
  })),
  DocumentLeaks: payloads.map((text, index) => ({
    title: `document-${index} ${text}`,
    docSource: text,
    docCategory: text,
    link: links[index % links.length],
  })),
}

const typeOf: Record<string, string> = {
  Telegram: 'Impersonating channel',
  Advertisements: 'Scam ad',
  DocumentLeaks: 'Internal document',
}

let stack: Stack
let browser: Browser
/** Everything that ran, was blocked by the policy, or was requested from another host. */
const happened: string[] = []

beforeAll(async () => {
  ;[stack, browser] = await Promise.all([startEmbedded(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

async function watched(email: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, stack.origin, { keepsPolicy: true })
  const { page } = visitor
  page.on('dialog', (dialog) => {
    happened.push(`${email}: a dialog said ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(stack.origin) && !/^(blob|data):/.test(request.url()))
      happened.push(`${email}: asked for ${request.url()}`)
  })
  await page.exposeFunction('reportOfPolicy', (report: string) => happened.push(`${email}: ${report}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      ;(globalThis as unknown as { reportOfPolicy: (text: string) => void }).reportOfPolicy(
        `${violatedDirective} held back ${blockedURI}`,
      )
    })
  })
  await signIn(visitor, email)
  return visitor
}

function call<T>(visitor: Visitor, address: string, body: object): Promise<{ status: number; body: T }> {
  return visitor.page.evaluate(
    async ([path, json]) => {
      const session = (await (await fetch('/api/auth/session')).json()) as { user: { accessToken: string } }
      const response = await fetch(`/api/rest${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.user.accessToken}`, 'content-type': 'application/json' },
        body: json as string,
      })
      return { status: response.status, body: (await response.json()) as T }
    },
    [address, JSON.stringify(body)],
  )
}

test('the policy is in force in this browser: what is written into the page neither runs nor loads', async () => {
  const visitor = await watched('clientPeeker@demo.example')
  const refused = await visitor.page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('img'), { src: 'https://evil.example/x' }))
    try {
      document.createElement('p').setAttribute('onclick', 'alert(1)')
      return null
    } catch (error) {
      return String(error)
    }
  })
  expect(refused).toContain('TrustedScript')
  await expect.poll(() => happened.join(), { timeout: patienceMs }).toContain('img-src held back')
  happened.splice(0)
  await visitor.context.close()
})

test('hostile text from a collector is shown as text to a reviewer and to a client, and nothing else happens', async () => {
  const admin = await watched('superAdmin@demo.example')
  const { body: made } = await call<{ key: string }>(admin, `/companies/${company}/apiKeys`, {
    name: 'A collector',
    scopes: ['ingest'],
  })
  for (const [source, fields] of Object.entries(lines)) {
    const payload = fields.map((one, index) =>
      JSON.stringify({
        externalId: `${source}-${index}`,
        threatType: typeOf[source],
        category: payloads[index % payloads.length]?.slice(0, 100),
        severity: 'High',
        fields: one,
        indicators: [{ name: payloads[index]?.slice(0, 100), value: payloads[index], contribution: 40 }],
      }),
    )
    const answer = await fetch(`${stack.origin}/api/rest/ingest/${source}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.key}`, 'content-type': 'application/x-ndjson' },
      body: payload.join('\n'),
    })
    expect(await answer.json()).toMatchObject({ accepted: fields.length, rejectedCount: 0 })
  }

  const reviewer = await watched('qa@demo.example')
  await startTab(reviewer, company)
  for (const [source, mark] of Object.entries({
    Telegram: 'telegram-',
    Advertisements: 'ad-',
    DocumentLeaks: 'document-',
  })) {
    const listed = await apiCall<{ items: { id: string; version: number }[] }>(
      reviewer,
      `/qa/getQAThreats?company=${company}&source=${source}&searchQuery=${mark}&limit=50`,
    )
    expect(listed.body.items).toHaveLength(lines[source as keyof typeof lines].length)
    // The reviewer's view: the list, and its first threat.
    await reviewer.page.goto(`/QA/dashboard?q=${mark}`)
    const queue = reviewer.page.getByRole('list', { name: 'Threats to review' })
    await queue.getByText(mark).first().waitFor({ timeout: patienceMs })
    await reviewer.page.getByRole('button', { name: 'Publish to client' }).waitFor({ timeout: patienceMs })
    for (const { id, version } of listed.body.items) {
      const published = await call(reviewer, `/qa/threats/${id}/publish?company=${company}`, { version })
      expect(published.status).toBe(200)
    }
  }

  const client = await watched('client@demo.example')
  for (const [source, mark] of Object.entries({
    Telegram: 'telegram-',
    Advertisements: 'ad-',
    DocumentLeaks: 'document-',
  })) {
    // Each in its own row, however similar they are.
    await client.page.goto(`/threats/${source}?searchQuery=${mark}&similar=all`)
    const grid = client.page.getByRole('grid', { name: 'Threats' })
    for (const index of lines[source as keyof typeof lines].keys()) {
      await grid.getByText(`${mark}${index}`).first().waitFor({ timeout: patienceMs })
    }
    // Each in its panel with all of its fields, using the key that moves to the next one.
    await grid.getByText(`${mark}0`).first().click()
    await client.page.getByRole('region', { name: 'Threat', exact: true }).waitFor({ timeout: patienceMs })
    for (const _line of lines[source as keyof typeof lines]) {
      await client.page.keyboard.press('j')
      await client.settled()
    }
    const dangerous = await client.page.evaluate(() => ({
      links: [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') as string),
      injected: document.querySelectorAll('main script, main iframe, main svg[onload], main [onerror], main [onclick]')
        .length,
    }))
    expect(dangerous.injected).toBe(0)
    expect(dangerous.links.filter((href) => /^\s*(javascript|data|vbscript):/i.test(href))).toEqual([])
  }
  expect(happened).toEqual([])
})
