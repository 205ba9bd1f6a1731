import { mebibyte } from '@signet/contract/threats/file-types'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A program that reads one untrusted file from standard input and writes its answer to standard output. */
export interface LimitedProgram {
  /** Path of the program; it may read the folder that contains it, and import `limited-program.ts`. */
  program: string
  /** The folder of the library it uses. */
  library: string
  /** Other files that it imports. */
  imports?: readonly string[]
  /** Whether that library is native code. */
  isNative: boolean
  args?: string[]
}

/** Resource limits of one child process. */
export interface ChildLimits {
  /** Wall time from its start to the last byte of its answer, in ms. */
  wallMs: number
  cpuSeconds: number
  /** Limit of its private memory, enforced by the kernel. */
  memoryBytes: number
  /** Maximum size of its answer. */
  answerBytes: number
  /** Size of its JavaScript heap; 96 MiB by default. */
  heapBytes?: number
}

/** What a child process answered. */
export interface ChildAnswer {
  /** False if the process was ended at a limit, so that the rest is missing. */
  isComplete: boolean
  bytes: Buffer
}

/** A real failure of a child process: a mistake in its program, or a file that is missing. */
export class ChildFailure extends Error {
  override name = 'ChildFailure'
}

const openFilesMax = 64
/** Characters of its error output that are kept. */
const errorsMax = 8000
const defaultHeapBytes = 96 * mebibyte
const root = path.resolve(import.meta.dirname, '../../../..')

/**
 * How a program prints that its input used up what it may have: its stack is too deep, a buffer or text can't be as long, WebAssembly was
 * stopped, or its heap is full.
 */
const usedUp = /\b(RangeError|RuntimeError): |out of memory/i

/**
 * Passes a file to a separate child process and waits for its answer.
 *
 * @param input read once, to its end or as far as the child reads
 * @returns the answer as far as it came; incomplete if its input took more time, memory or room than allowed
 * @throws ChildFailure with what the process printed, if it failed for another reason
 */
export async function runLimited(what: LimitedProgram, input: Readable, limits: ChildLimits): Promise<ChildAnswer> {
  const child = startChild(what, limits)
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.wallMs)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  try {
    // A child that needs no more input stops reading; its answer still counts.
    const written = pipeline(input, child.stdin).catch(() => undefined)
    const output = Promise.all([readAnswer(child, limits.answerBytes), readErrors(child)])
    const [[answer, errors], code] = await Promise.all([output, ended, written])
    // Null for a process that was killed. One whose answer is too long may end before that.
    const isEnded = code === null || answer === null
    if (!isEnded && code !== 0 && !usedUp.test(errors))
      throw new ChildFailure(`${path.basename(what.program)} failed: ${errors}`)
    return { isComplete: !isEnded && code === 0, bytes: answer ?? Buffer.alloc(0) }
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/**
 * Passes a file to a separate child process and reads its answer as it comes, no faster than it is used. The process ends when the answer
 * is no longer read.
 *
 * @param limits the wall time includes the time in which the answer is used
 * @returns the answer as far as it came: the process may have been ended at a limit
 * @throws ChildFailure like `runLimited`
 */
export async function* streamLimited(
  what: LimitedProgram,
  input: Readable,
  limits: Omit<ChildLimits, 'answerBytes'>,
): AsyncGenerator<Buffer, void, undefined> {
  const child = startChild(what, limits)
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.wallMs)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  const errors = readErrors(child)
  // As above: what the child no longer reads isn't missing.
  const written = pipeline(input, child.stdin).catch(() => undefined)
  try {
    for await (const chunk of child.stdout) yield chunk
    const code = await ended
    await written
    if (code !== null && code !== 0 && !usedUp.test(await errors))
      throw new ChildFailure(`${path.basename(what.program)} failed: ${await errors}`)
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
    input.destroy()
    await Promise.all([ended, written, errors])
  }
}

/** The end of what the child wrote to its standard error. */
async function readErrors(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<string> {
  let errors = ''
  for await (const chunk of child.stderr) errors = (errors + String(chunk)).slice(-errorsMax)
  return errors
}

/** Null if the answer is longer than it may be. */
async function readAnswer(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  bytesMax: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of child.stdout) {
    const bytes: Buffer = chunk
    length += bytes.length
    if (length > bytesMax) child.kill('SIGKILL')
    else chunks.push(bytes)
  }
  return length > bytesMax ? null : Buffer.concat(chunks)
}

/**
 * The permissions of the child: it can read its program and the library and nothing else, can't write files or start processes, and sees no
 * environment variables. If there is a POSIX shell, the kernel also limits its time, memory and files.
 */
function startChild(
  { program, library, imports = [], isNative, args = [] }: LimitedProgram,
  { cpuSeconds, memoryBytes, heapBytes = defaultHeapBytes }: Omit<ChildLimits, 'answerBytes'>,
): ChildProcessByStdio<Writable, Readable, Readable> {
  const readable = [
    path.dirname(program),
    path.join(import.meta.dirname, 'limited-program.ts'),
    library,
    ...imports,
    ...[root, path.join(root, 'apps'), path.join(root, 'apps/server')].map((at) => path.join(at, 'package.json')),
  ]
  const rights = ['--permission', ...(isNative ? ['--allow-addons'] : [])]
  const reads = readable.map((at) => `--allow-fs-read=${at}`)
  const command = [
    '--no-warnings',
    `--max-old-space-size=${heapBytes / mebibyte}`,
    ...rights,
    ...reads,
    program,
    ...args,
  ]
  const stdio: ['pipe', 'pipe', 'pipe'] = ['pipe', 'pipe', 'pipe']
  const options = { cwd: path.dirname(program), env: {}, stdio, windowsHide: true }
  if (process.platform === 'win32') return spawn(process.execPath, command, options)
  const bounds = `ulimit -c 0; ulimit -t ${cpuSeconds}; ulimit -f 0; ulimit -n ${openFilesMax}; ulimit -d ${memoryBytes / 1024}`
  return spawn('/bin/sh', ['-c', `${bounds}; exec "$0" "$@"`, process.execPath, ...command], options)
}
