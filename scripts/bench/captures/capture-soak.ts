import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { capturePage } from '@signet/connectors'
import { chromium, noChromium } from '../../test/chromium.ts'
import { startCaptureSite } from './capture-site.ts'

/** What is there after a number of captures. */
export interface CaptureTrace {
  captures: number
  /** Captures in which a visit was incomplete. */
  incomplete: number
  /** Memory of this process, MB. */
  residentMb: number
  heapMb: number
  /** Open files and connections of this process. */
  openFiles: number
  /** Running processes of captures. */
  processes: number
  /** Files and folders that captures left. */
  leftFiles: number
}

/** Captures a page many times in a row, on Linux; one trace after each tenth of them. */
export async function captureSoak(count: number, say: (line: string) => void): Promise<CaptureTrace[]> {
  const program = chromium()
  if (!program) throw new Error(noChromium)
  const site = await startCaptureSite()
  const usual = process.env['TMPDIR']
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-soak-'))
  // The browser runs as another user if this is root.
  await chmod(directory, 0o711)
  process.env['TMPDIR'] = directory
  const traces: CaptureTrace[] = []
  const every = Math.max(1, Math.floor(count / 10))
  let incomplete = 0
  try {
    for (let done = 1; done <= count; done += 1) {
      const visits = await capturePage(site.url, { browser: { program }, allowAddress: [site.address] })
      if (visits.length !== 2 || visits.some(({ facts }) => facts.problem !== null)) incomplete += 1
      if (done % every !== 0 && done !== 1) continue
      traces.push(await traceOf(done, incomplete, directory))
      say(JSON.stringify(traces.at(-1)))
    }
    return traces
  } finally {
    if (usual === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = usual
    await site.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function traceOf(captures: number, incomplete: number, directory: string): Promise<CaptureTrace> {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const left = await readdir(directory, { recursive: true })
  return {
    captures,
    incomplete,
    residentMb: Math.round(rss / 1e6),
    heapMb: Math.round(heapUsed / 1e6),
    openFiles: (await readdir('/proc/self/fd')).length,
    processes: await processesOf(directory),
    // The unpacked browser and the compiled program stay.
    leftFiles: left.filter((name) => !/^signet-(?:chromium|compiled)-/.test(name)).length,
  }
}

/** Every process of a capture has its folder in its command or its environment. */
async function processesOf(directory: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
  const texts = await Promise.all(
    pids.flatMap((pid) =>
      ['cmdline', 'environ'].map(async (name) => {
        // It is gone, or belongs to somebody else.
        const text = await readFile(path.join('/proc', pid, name), 'latin1').catch(() => '')
        return text.includes(directory) ? [pid] : []
      }),
    ),
  )
  return new Set(texts.flat()).size
}
