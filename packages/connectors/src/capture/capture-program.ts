import fs from 'node:fs/promises'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser } from 'playwright-core'
import type { VisitProblem } from '@signet/contract/takedowns/captures'
import { addressesOf } from '../dns/read-dns.ts'
import type { CaptureHeader, CaptureWork } from './capture-page.ts'
import { findBrowser } from './find-browser.ts'
import { groupMemory, groupOf } from './group-memory.ts'
import { visitors } from './profiles.ts'
import { remoteEndpoint } from './remote-browser.ts'
import { visitFiles, visitPage, type Visit } from './visit-page.ts'

/*
 * Visits one page in a browser, in a process of its own: reads the work from standard input and writes a line of JSON and the files to
 * standard output. It ends when standard input does, so that neither it nor the browser outlives the server.
 */

const startMs = 30_000
const memoryMax = 1536 * 1024 * 1024
const memoryEveryMs = 250
/** Nobody on a usual system: PostgreSQL already runs as `nobody` if the server is started by root. */
const browserUser = 65_533

/** The browser itself sends nothing, and every connection of a page uses the proxy of its visit. */
const switches = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-domain-reliability',
  '--no-pings',
  '--block-new-web-contents',
  '--renderer-process-limit=4',
  '--js-flags=--max-old-space-size=512',
  '--proxy-server=http://127.0.0.1:9',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
]

interface Opened {
  browser: Browser
  /** Whether a limit ended it. */
  problem(): VisitProblem | null
  close(): Promise<void>
}

async function main(work: CaptureWork, abandoned: Promise<unknown>): Promise<void> {
  // Now, because the user of the browser must not write there.
  flushCompileCache()
  const { url } = work.browser
  const opened = await (url === undefined ? startBrowser(work) : connectTo(url, work.lifeMs))
  if (opened === null) return answer({ failure: 'noBrowser', visits: [] }, [])
  void abandoned.then(() => opened.close().finally(() => process.exit(1)))
  const visits: Visit[] = []
  const exits = work.exits.length > 0 ? work.exits : [undefined]
  for (const exit of exits) {
    const turn = visitors.map(async (visitor) => {
      const folder = await fs.mkdtemp(path.join(work.folder, 'visit-'))
      return visitPage(opened.browser, work.address, {
        visitor,
        exit,
        folder,
        proxyHost: work.browser.proxyHost ?? '127.0.0.1',
        listenOn: work.browser.proxyHost === undefined ? undefined : '0.0.0.0',
        totalMs: work.visitMs,
        bytesMax: work.bytesMax,
        connectionsMax: 500,
        allowAddress: work.allowAddress,
        lookup: work.dnsServers.length > 0 ? (host) => addressesOf(host, { servers: work.dnsServers }) : undefined,
      })
    })
    for (const result of await Promise.allSettled(turn)) if (result.status === 'fulfilled') visits.push(result.value)
    if (!opened.browser.isConnected()) break
  }
  const problem = opened.problem()
  await opened.close()
  if (visits.length === 0) return answer({ failure: problem ?? 'crashed', visits: [] }, [])
  const complete = visits.map(({ facts, files }) => ({
    facts: facts.problem === 'crashed' && problem ? { ...facts, problem } : facts,
    sizes: Object.fromEntries(visitFiles.flatMap((name) => (files[name] ? [[name, files[name].length]] : []))),
  }))
  return answer(
    { failure: null, visits: complete },
    visits.flatMap(({ files }) => visitFiles.flatMap((name) => files[name] ?? [])),
  )
}

async function answer(header: CaptureHeader, files: readonly Buffer[]): Promise<void> {
  for (const bytes of [Buffer.from(`${JSON.stringify(header)}\n`), ...files]) {
    if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
  }
  process.exit(0)
}

async function startBrowser(work: CaptureWork): Promise<Opened | null> {
  const found = await findBrowser(work.unpackIn, work.browser.program)
  if (found === null) return null
  // The modules are loaded and the browser is unpacked: nothing needs the privileges of root any more.
  if (process.getuid?.() === 0) {
    await fs.chown(work.folder, browserUser, browserUser)
    process.setgroups?.([])
    process.setgid?.(browserUser)
    process.setuid?.(browserUser)
  }
  const launch = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath: found.program,
      args: switches,
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      chromiumSandbox,
      timeout: startMs,
      env: { ...found.env, HOME: work.folder, TMPDIR: work.folder, LANG: 'en_US.UTF-8' },
    })
  // Some kernels and containers don't allow the sandbox.
  const browser = await launch(true).catch(() => launch(false))
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? 0
  // The program may be a script that started the browser.
  const group = groupOf(pid) || pid
  let problem: VisitProblem | null = null
  const kill = () => {
    try {
      process.kill(process.platform === 'win32' ? pid : -group, 'SIGKILL')
    } catch {
      // It is gone.
    }
  }
  const watch = setInterval(() => {
    if (groupMemory(group) <= memoryMax) return
    problem ??= 'memory'
    kill()
  }, memoryEveryMs)
  const late = setTimeout(() => {
    problem ??= 'slow'
    kill()
  }, work.lifeMs)
  return {
    browser,
    problem: () => problem,
    close: async () => {
      clearInterval(watch)
      clearTimeout(late)
      // Nothing of it is needed any more, and a browser that hangs would not close.
      kill()
      if (browser.isConnected()) await new Promise<void>((resolve) => browser.once('disconnected', () => resolve()))
    },
  }
}

/** A browser that runs elsewhere is only disconnected from, which closes its pages. */
async function connectTo(url: string, lifeMs: number): Promise<Opened | null> {
  const connect = async () => chromium.connectOverCDP(await remoteEndpoint(url), { timeout: startMs })
  // The caller reports that there is no browser.
  const browser = await connect().catch(() => null)
  if (browser === null) return null
  let problem: VisitProblem | null = null
  const late = setTimeout(() => {
    problem = 'slow'
    void browser.close()
  }, lifeMs)
  return {
    browser,
    problem: () => problem,
    close: async () => {
      clearTimeout(late)
      await browser.close()
    },
  }
}

const lines = createInterface(process.stdin)
const [line] = await once(lines, 'line')
const work: CaptureWork = JSON.parse(String(line))
await main(work, once(lines, 'close'))
