import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { required } from '@signet/contract/narrow'
import { PageFacts, VisitFacts, visitProblems } from '@signet/contract/takedowns/captures'
import * as z from 'zod/mini'
import { ConnectorError } from '../connector-error.ts'
import type { Exit } from './exits.ts'
import { isOurs } from './find-browser.ts'
import { visitFiles, type Visit } from './visit-page.ts'

/** Which browser visits pages. */
export interface CaptureBrowser {
  /** `ws:` or `http:` address of a browser that runs elsewhere (Chrome DevTools Protocol). */
  url?: string | undefined
  /** The host under which that browser reaches this machine; if missing, both share 127.0.0.1. */
  proxyHost?: string | undefined
  /** The program to start; if missing, one is looked for. */
  program?: string | undefined
}

/** How pages are captured. */
export interface CaptureOptions {
  browser?: CaptureBrowser
  /** Every exit is used; if empty, visits leave from this machine. */
  exits?: readonly Exit[]
  /** DNS servers as `address` or `address:port`; if empty, those of the system are used. */
  dnsServers?: readonly string[]
  /** Exceptions from the address and port rules, as `host:port`: for tests and for the operator's own services. */
  allowAddress?: readonly string[]
  /** For one visit; 25 s by default. */
  visitMs?: number
  /** That one visit may load and send; 50 MiB by default. */
  bytesMax?: number
  signal?: AbortSignal
}

/** What the process of a capture gets. */
export interface CaptureWork extends Required<Omit<CaptureOptions, 'signal'>> {
  address: string
  /** For its temporary files. */
  folder: string
  /** Where the browser of the npm package is unpacked. */
  unpackIn: string
  /** For all visits. */
  lifeMs: number
}

/** The first line that the process of a capture writes; the files follow. */
const CaptureHeader = z.object({
  failure: z.nullable(z.enum([...visitProblems, 'noBrowser'])),
  visits: z.array(
    z.object({
      // The page is hostile: what it says of itself may be of any shape, and the rest of the visit still counts.
      // oxlint-disable-next-line promise/valid-params -- of zod, not of a promise
      facts: z.extend(VisitFacts, { page: z.catch(z.nullable(PageFacts), null) }),
      sizes: z.partialRecord(z.enum(visitFiles), z.int().check(z.nonnegative())),
    }),
  ),
})
export type CaptureHeader = z.output<typeof CaptureHeader>

const program = fileURLToPath(new URL('capture-program.ts', import.meta.url))
const heapMb = 512
/** More than a capture usually needs, because a growing heap would be collected several times. */
const firstHeapMb = 256
const outputMax = 192 * 1024 * 1024
const headerMax = 16 * 1024 * 1024
/** For starting and ending the process and the browser, the first time also for unpacking it. */
const marginMs = 45_000

/**
 * Captures a page in a process of its own: once for each kind of visitor and exit. What a page showed before it failed is kept.
 *
 * @param address http or https
 * @throws ConnectorError `BROWSER_MISSING`; `BROWSER_ENDED` if there is no result
 */
export async function capturePage(address: string, options: CaptureOptions = {}): Promise<Visit[]> {
  const { signal, ...rest } = options
  const settings = {
    browser: {},
    exits: [],
    dnsServers: [],
    allowAddress: [],
    visitMs: 25_000,
    bytesMax: 50 * 1024 * 1024,
    ...rest,
  }
  const unpackIn = os.tmpdir()
  const lifeMs = (settings.visitMs + 5_000) * Math.max(1, settings.exits.length)
  const folder = await fs.mkdtemp(path.join(unpackIn, 'signet-capture-'))
  try {
    return readOutput(await run({ ...settings, address, folder, unpackIn, lifeMs }, signal))
  } finally {
    // A browser that was killed may still be writing.
    await fs.rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

async function run(work: CaptureWork, signal?: AbortSignal): Promise<Buffer> {
  const child = startProgram(work.folder, await compiledIn(work.unpackIn))
  const timeout = AbortSignal.timeout(work.lifeMs + marginMs)
  const ends = signal ? AbortSignal.any([timeout, signal]) : timeout
  // The browser ends with it, because the pipe between them is closed.
  const kill = () => child.kill('SIGKILL')
  ends.addEventListener('abort', kill)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()))
  child.stdin?.on('error', () => {})
  // Not ended: the program stops when this process does.
  child.stdin?.write(`${JSON.stringify(work)}\n`)
  try {
    return await readAll(required(child.stdout, 'the output'))
  } finally {
    ends.removeEventListener('abort', kill)
    kill()
    await ended
  }
}

/**
 * The folder in which the program keeps its compiled modules, because compiling them takes a quarter of its CPU time.
 *
 * @returns undefined if somebody else could place code there
 */
async function compiledIn(folder: string): Promise<string | undefined> {
  const place = path.join(folder, `signet-compiled-${process.getuid?.()}`)
  // It usually exists.
  await fs.mkdir(place, { mode: 0o700 }).catch(() => {})
  // A capture also works without it.
  return (await isOurs(place).catch(() => false)) ? place : undefined
}

/** Nothing of the server's environment reaches the program. */
function startProgram(folder: string, compiled: string | undefined): ChildProcess {
  const command = ['--no-warnings', `--max-old-space-size=${heapMb}`, `--initial-heap-size=${firstHeapMb}`, program]
  const stdio: ['pipe', 'pipe', 'ignore'] = ['pipe', 'pipe', 'ignore']
  const env =
    process.platform === 'win32'
      ? process.env
      : { TMPDIR: folder, HOME: folder, PATH: '/usr/bin:/bin', ...(compiled && { NODE_COMPILE_CACHE: compiled }) }
  const settings = { cwd: folder, env, stdio, windowsHide: true }
  if (process.platform === 'win32') return spawn(process.execPath, command, settings)
  return spawn('/bin/sh', ['-c', 'ulimit -c 0; exec "$0" "$@"', process.execPath, ...command], settings)
}

async function readAll(output: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of output) {
    const bytes: Buffer = chunk
    length += bytes.length
    if (length > outputMax) throw new ConnectorError('BROWSER_ENDED', {})
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** The program has handled a hostile page, so its output is checked like one. */
function readOutput(output: Buffer): Visit[] {
  const end = output.subarray(0, headerMax).indexOf('\n')
  if (end < 0) throw new ConnectorError('BROWSER_ENDED', {})
  const { failure, visits } = readHeader(output.toString('utf8', 0, end))
  if (failure === 'noBrowser') throw new ConnectorError('BROWSER_MISSING', {})
  if (failure) throw new ConnectorError('BROWSER_ENDED', {})
  let at = end + 1
  return visits.map(({ facts, sizes }) => {
    const files: Visit['files'] = {}
    for (const name of visitFiles) {
      const size = sizes[name] ?? 0
      if (size > 0) files[name] = output.subarray(at, at + size)
      at += size
    }
    return { facts, files }
  })
}

function readHeader(line: string): CaptureHeader {
  try {
    return z.parse(CaptureHeader, JSON.parse(line))
  } catch (cause) {
    throw new ConnectorError('BROWSER_ENDED', {}, { cause })
  }
}
