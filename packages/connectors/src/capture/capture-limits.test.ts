import { chromiumPath } from '../../test/chromium-path.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { required } from '@signet/contract/narrow'
import { startFakeServer, type FakeServer } from '../../test/fake-server.ts'
import { capturePage, type CaptureOptions } from './capture-page.ts'

/* What a page or a browser that takes too much leaves, and a browser that runs elsewhere. */

let site: FakeServer
let folder: string
const slow = { timeout: 150_000 }

beforeAll(async () => {
  site = await startFakeServer()
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'signet-test-'))
  // The browser runs as another user if this is root.
  await fs.chmod(folder, 0o777)
})
afterAll(async () => {
  await site.close()
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

const show = (name: string, html: string) =>
  site.on(name, (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))

/** What kept each visit from being complete, or why there is no result. */
async function problemsOf(name: string, options: CaptureOptions = {}): Promise<unknown[]> {
  try {
    const visits = await capturePage(site.url(name), {
      browser: { program: chromiumPath },
      allowAddress: [site.address],
      ...options,
    })
    return visits.map(({ facts }) => facts.problem)
  } catch (error) {
    return [error]
  }
}

/** Whether a process runs; one that ended without being collected by its parent does not. */
async function isRunning(pid: number): Promise<boolean> {
  // It is gone.
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ') Z')
  return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
}

test.runIf(process.platform === 'linux')('ends a browser that hangs', slow, async () => {
  const script = path.join(folder, 'browser')
  await fs.writeFile(script, `#!/bin/sh\necho $$ > ${folder}/pid\nexec ${chromiumPath} "$@"\n`, { mode: 0o755 })
  const pid = async () => Number(await fs.readFile(path.join(folder, 'pid'), 'utf8'))
  site.on('/hangs', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>Almost')
    void pid().then((browser) => process.kill(-browser, 'SIGSTOP'))
  })
  const problems = await problemsOf('/hangs', { browser: { program: script }, visitMs: 3_000 })
  expect(problems[0]).toSatisfy((one) => one === 'slow' || Object(one).reason === 'BROWSER_ENDED')
  await expect.poll(async () => isRunning(await pid()), { timeout: 30_000 }).toBe(false)
})

test.runIf(process.platform === 'linux')('ends a browser that takes too much memory', slow, async () => {
  show(
    '/takes',
    '<h1>Takes</h1><script>const held = []; setInterval(() => held.push(new Uint8Array(1e8).fill(1)))</script>',
  )
  expect(await problemsOf('/takes')).toContain('memory')
})

test('ends a page that is a gigabyte after it is unpacked', slow, async () => {
  const block = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, 'x '), { finishFlush: constants.Z_FULL_FLUSH })
  const last = Buffer.from([3, 0])
  const packed = Buffer.concat([...Array.from({ length: 64 }, () => block), last])
  expect(packed.length).toBeLessThan(5_000_000)
  site.on('/unpacks', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'deflate' }).end(packed),
  )
  const [first] = await problemsOf('/unpacks', { visitMs: 6_000 })
  // Which limit it reaches first depends on the machine.
  expect(first).toSatisfy((one) => one !== null)
})

test('uses a browser that runs elsewhere, and leaves it running without its pages', slow, async () => {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0']
  const browser = spawn(chromiumPath, [...args, `--user-data-dir=${folder}/profile`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: the program may be a script that starts the browser.
    detached: true,
  })
  try {
    const url = await addressIn(browser)
    show('/elsewhere', '<title>Elsewhere</title><form><input type="password"></form>')
    expect(await problemsOf('/elsewhere', { browser: { url } })).toEqual([null, null])
    const pages = await fetch(`http://${new URL(url).host}/json/list`)
    const open: { url: string }[] = await pages.json()
    expect(open.filter((page) => page.url.startsWith(site.url('/')))).toEqual([])
  } finally {
    process.kill(-required(browser.pid, 'its process'), 'SIGKILL')
  }
  expect(await problemsOf('/elsewhere', { browser: { url: 'ws://127.0.0.1:9/' } })).toMatchObject([
    { reason: 'BROWSER_MISSING' },
  ])
})

/** The address that a browser announces. */
async function addressIn({ stderr }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of required(stderr, 'the output')) {
    text += String(chunk)
    const url = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
    if (url) return url
  }
  throw new Error(`the browser ended: ${text}`)
}
