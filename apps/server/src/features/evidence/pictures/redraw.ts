import { spawn, type ChildProcessByStdio } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../errors.ts'
import type { PictureType } from './picture-head.ts'
import type { PictureVerdict } from './picture-program.ts'

/** A picture drawn anew. */
export interface Redrawn {
  type: 'image/png' | 'image/jpeg'
  bytes: Buffer
}

/** What one child may use. */
export interface ChildLimits {
  /** From its start to the last byte of its answer. */
  wallMs: number
  cpuSeconds: number
  /** Of its private memory, as the kernel promises it; half of it is in use for fifty megapixels of eight bits a colour. */
  memoryBytes: number
  /** Of its answer. */
  answerBytes: number
}

const mebibyte = 1024 * 1024
export const childLimits: ChildLimits = {
  wallMs: 30_000,
  cpuSeconds: 20,
  memoryBytes: 1280 * mebibyte,
  answerBytes: 64 * mebibyte,
}
const openFilesMax = 64
const heapMb = 96
const verdictBytesMax = 200

const waitingMax = 20
let isBusy = false
const waiting: (() => void)[] = []

/**
 * Draws a picture anew in a child process of its own: one at a time, the others wait.
 *
 * @param original what was sent; it is read once
 * @throws AppError `PAYLOAD_TOO_LARGE` beyond 50 megapixels, `UNSUPPORTED_MEDIA_TYPE` for one that moves, `BAD_REQUEST` for what is no
 *   picture or takes more time or memory than any needs, `UNAVAILABLE` when too many wait
 */
export async function redraw(original: Readable, type: PictureType, limits = childLimits): Promise<Redrawn> {
  if (isBusy) {
    if (waiting.length >= waitingMax) {
      original.destroy()
      throw new AppError('UNAVAILABLE', 'Too many pictures are looked at; please try again.', { retryAfter: 5 })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  isBusy = true
  try {
    return await inChild(original, type, limits)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else isBusy = false
  }
}

async function inChild(original: Readable, type: PictureType, limits: ChildLimits): Promise<Redrawn> {
  const child = startChild(type, limits)
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.wallMs)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  try {
    // A child that has seen enough reads no further; what it says counts.
    const given = pipeline(original, child.stdin).catch(() => undefined)
    const [answer, code] = await Promise.all([readAnswer(child, limits.answerBytes), ended, given])
    const end = answer.indexOf('\n')
    if (code !== 0 || end < 0 || end > verdictBytesMax) throw refusal('unreadable')
    const verdict = JSON.parse(answer.toString('utf8', 0, end)) as PictureVerdict
    if (verdict.result === 'refused') throw refusal(verdict.why)
    return { type: verdict.type, bytes: answer.subarray(end + 1) }
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

async function readAnswer(child: ChildProcessByStdio<Writable, Readable, null>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of child.stdout) {
    length += (chunk as Buffer).length
    if (length > bytesMax) child.kill('SIGKILL')
    else chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

const program = fileURLToPath(new URL('picture-program.ts', import.meta.url))
const root = path.resolve(path.dirname(program), '../../../../../..')
// The library loads the part for this platform from the folder beside it.
const library = path.resolve(fileURLToPath(import.meta.resolve('@napi-rs/image')), '../..')

/**
 * The rights of the child: it reads its program and the library and nothing else, writes no file, starts nothing, and sees nothing of the
 * environment. Where there is a POSIX shell the kernel counts its time, memory and files too.
 */
function startChild(
  type: PictureType,
  { cpuSeconds, memoryBytes }: ChildLimits,
): ChildProcessByStdio<Writable, Readable, null> {
  const readable = [
    path.dirname(program),
    library,
    ...[root, path.join(root, 'apps'), path.join(root, 'apps/server')].map((at) => path.join(at, 'package.json')),
  ]
  const rights = ['--permission', '--allow-addons', ...readable.map((at) => `--allow-fs-read=${at}`)]
  const args = ['--no-warnings', `--max-old-space-size=${heapMb}`, ...rights, program, type]
  const stdio: ['pipe', 'pipe', 'ignore'] = ['pipe', 'pipe', 'ignore']
  const options = { cwd: path.dirname(program), env: {}, stdio, windowsHide: true }
  if (process.platform === 'win32') return spawn(process.execPath, args, options)
  const bounds = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -f 0; ulimit -n ${openFilesMax}; ulimit -d ${memoryBytes / 1024}`
  return spawn('/bin/sh', ['-c', `${bounds}; exec "$0" "$@"`, process.execPath, ...args], options)
}

function refusal(why: 'too many pixels' | 'moves' | 'unreadable'): AppError {
  const [code, message] = refusals[why]
  return new AppError(code, `file: ${message}`, { details: [{ path: 'body.file', message }] })
}
const refusals = {
  'too many pixels': ['PAYLOAD_TOO_LARGE', 'has more than 50 megapixels'],
  moves: ['UNSUPPORTED_MEDIA_TYPE', 'is a moving picture; send a still one'],
  unreadable: ['BAD_REQUEST', 'cannot be read as a picture; it may be damaged or too large'],
} as const
